"""Page routes of notifications. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.notifications.views import calendars, mails, webhooks

urlpatterns = [
    path("profile/calendar/", calendars.calendar_link, name="profile-calendar"),
    path("mails/stop/<str:token>/", mails.mail_stop, name="mail-stop"),
    path("calendars/<str:token>.ics", calendars.calendar, name="calendar"),
    path("clubs/<slug:slug>/calendar/", calendars.calendar_link, name="club-calendar-link"),
    path("clubs/<slug:slug>/calendar.ics", calendars.club_calendar, name="club-calendar"),
    path("clubs/<slug:slug>/webhooks/", webhooks.webhook_list, name="club-webhooks"),
    path("clubs/<slug:slug>/webhooks/<int:pk>/<slug:what>/", webhooks.webhook_do, name="club-webhook-do"),
]
