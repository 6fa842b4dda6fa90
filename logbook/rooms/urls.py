"""URLs of rooms."""

from __future__ import annotations

from django.urls import path

from logbook.rooms import views

urlpatterns = [
    path("rooms/<int:attempt_id>/", views.room, name="room"),
    path("rooms/<int:attempt_id>/part/", views.room_part, name="room-part"),
    path("rooms/<int:attempt_id>/stream/", views.room_stream, name="room-stream"),
    path("rooms/<int:attempt_id>/review/", views.room_review, name="room-review"),
    path("rooms/<int:attempt_id>/lead/", views.room_lead, name="room-lead"),
    path("rooms/<int:attempt_id>/step/", views.room_step, name="room-step"),
    path("rooms/<int:attempt_id>/play/", views.room_play, name="room-play"),
    path("rooms/<int:attempt_id>/back/", views.room_back, name="room-back"),
    path("rooms/<int:attempt_id>/swap/", views.room_swap, name="room-swap"),
    path("rooms/<int:attempt_id>/here/", views.room_here, name="room-here"),
    path("rooms/<int:attempt_id>/practice/", views.room_practice, name="room-practice"),
    path("rooms/<int:attempt_id>/marks/", views.room_marks, name="room-marks"),
]
