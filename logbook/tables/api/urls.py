"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.tables.api import seat_views, streams, views

urlpatterns = [
    *under(
        "tables/",
        ("", views.TableList, "tables"),
    ),
    *under(
        "tables/<number:table_id>/",
        ("", views.TableOne, "table"),
        ("view/", views.TableView, "table-view"),
        ("act/", views.TableAct, "table-act"),
        ("stream/", streams.table_stream, "table-stream"),
        ("seats/take/", seat_views.SeatTake, "seat-take"),
        ("seats/leave/", seat_views.SeatLeave, "seat-leave"),
        ("seats/bot/", seat_views.SeatPutBot, "seat-bot"),
        ("seats/member/", seat_views.SeatPutMember, "seat-member"),
        ("seats/clear/", seat_views.SeatClear, "seat-clear"),
        ("deal/", seat_views.TableStart, "table-deal"),
        ("abandon/", seat_views.TableAbandon, "table-abandon"),
        ("hurry/", seat_views.TableHurry, "table-hurry"),
        ("next/", seat_views.TableNext, "table-next"),
    ),
]
