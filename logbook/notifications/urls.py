"""Page routes of notifications. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.notifications.views import calendars, devices, mails, messages, settings, webhooks

urlpatterns = [
    path("profile/mails/", settings.message_settings, name="profile-mails"),
    path("profile/calendar/", calendars.calendar_link, name="profile-calendar"),
    path("messages/", messages.message_list, name="message-list"),
    path("messages/bell/", messages.message_bell, name="message-bell"),
    path("messages/read/", messages.messages_read, name="messages-read"),
    path("profile/devices/on/", devices.device_on, name="device-on"),
    path("profile/devices/known/", devices.device_known, name="device-known"),
    path("profile/devices/renew/", devices.device_renew, name="device-renew"),
    path("profile/devices/off/", devices.device_off, name="device-off"),
    path("profile/devices/test/", devices.device_test, name="device-test"),
    path("profile/devices/<int:pk>/remove/", devices.device_remove, name="device-remove"),
    path("mails/stop/<str:token>/", mails.mail_stop, name="mail-stop"),
    path("calendars/<str:token>.ics", calendars.calendar, name="calendar"),
    path("clubs/<slug:slug>/calendar/", calendars.calendar_link, name="club-calendar-link"),
    path("clubs/<slug:slug>/calendar.ics", calendars.club_calendar, name="club-calendar"),
    path("clubs/<slug:slug>/webhooks/", webhooks.webhook_list, name="club-webhooks"),
    path("clubs/<slug:slug>/webhooks/<int:pk>/<slug:what>/", webhooks.webhook_do, name="club-webhook-do"),
]
