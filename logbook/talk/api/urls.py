"""URLs of the API of talk."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.talk.api import views

urlpatterns = [
    *under("tables/<number:table_id>/talk/", ("", views.TalkListView, "table-talk")),
]
