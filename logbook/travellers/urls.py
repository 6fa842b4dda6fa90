"""URLs of travellers."""

from __future__ import annotations

from django.urls import path

from logbook.travellers import views

_DEAL = "challenges/<int:challenge_id>/deals/<int:stage>/<int:attempt>/"

urlpatterns = [
    path(f"{_DEAL}traveller/", views.traveller, name="traveller"),
    path(f"{_DEAL}tree/", views.tree, name="tree"),
    path(f"{_DEAL}compare/", views.compare, name="compare"),
    path(f"{_DEAL}picture.png", views.picture, name="deal-picture"),
    path(f"{_DEAL}traveller.csv", views.traveller_csv, name="traveller-csv"),
    path(f"{_DEAL}tree.csv", views.tree_csv, name="tree-csv"),
]
