"""URLs of the pages of tables. A URL's name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.tables.views import captions, play_now, seats, streams, tables, watching

urlpatterns = [
    path("play/", play_now.play_now, name="play-now"),
    path("captions/off/", captions.captions_off, name="captions-off"),
    path("lesson-offer/off/", captions.lesson_offer_off, name="lesson-offer-off"),
    path("tables/", tables.table_list, name="table-list"),
    path("tables/new/", tables.table_new, name="table-new"),
    path("tables/now-playing/", watching.now_playing_list, name="now-playing"),
    path("tables/<int:table_id>/", tables.table, name="table"),
    path("tables/<int:table_id>/round/", tables.table_round, name="table-round"),
    path("tables/<int:table_id>/lost/", tables.table_lost, name="table-lost"),
    path("tables/<int:table_id>/log/", tables.table_log, name="table-log"),
    path("tables/<int:table_id>/stream/", streams.table_stream, name="table-stream"),
    path("tables/<int:table_id>/act/", tables.table_act, name="table-act"),
    path("tables/<int:table_id>/seats/", seats.table_seat, name="table-seat"),
    path("tables/<int:table_id>/start/", tables.table_start, name="table-start"),
    path("tables/<int:table_id>/retry/", tables.table_retry, name="table-retry"),
    path("tables/<int:table_id>/abandon/", tables.table_abandon, name="table-abandon"),
    path("tables/<int:table_id>/hurry/", tables.table_hurry, name="table-hurry"),
    path("tables/<int:table_id>/undo/", tables.table_undo, name="table-undo"),
    path("tables/<int:table_id>/nudge/", seats.table_nudge, name="table-nudge"),
    path("tables/<int:table_id>/decline/", seats.table_decline, name="table-decline"),
    path("tables/<int:table_id>/prepare/", seats.table_prepare, name="table-prepare"),
    path("tables/<int:table_id>/stand-in/", seats.table_stand_in, name="table-stand-in"),
    path("tables/<int:table_id>/next/", tables.table_next, name="table-next"),
    path("tables/<int:table_id>/other/", tables.table_other, name="table-other"),
    path("tables/<int:table_id>/invite/", tables.table_invite, name="table-invite"),
    path("tables/<int:table_id>/watchers/", watching.table_watchers, name="table-watchers"),
    path("tables/<int:table_id>/watching/", watching.table_watching, name="table-watching"),
    path("tables/<int:table_id>/send-away/", watching.table_send_away, name="table-send-away"),
    path("tables/<int:table_id>/ask/", watching.table_ask, name="table-ask"),
]
