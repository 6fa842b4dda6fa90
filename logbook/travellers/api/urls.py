"""URLs of the API of travellers and trees."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.travellers.api import views

urlpatterns = [
    *under(
        "challenges/<number:challenge>/deals/<number:stage>/<number:attempt>/",
        ("traveller/", views.TravellerView, "traveller"),
        ("races/", views.RacesView, "traveller-races"),
        ("tree/", views.TreeView, "tree"),
    ),
]
