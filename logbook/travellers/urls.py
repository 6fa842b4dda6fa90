"""URLs of travellers."""

from __future__ import annotations

from django.urls import path

from logbook.travellers import views

urlpatterns = [
    path("challenges/<int:challenge_id>/deals/<int:stage>/<int:attempt>/traveller/", views.traveller, name="traveller")
]
