"""URLs of the API of tables."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.tables.api import seat_views, views

urlpatterns = [
    *under(
        "tables/",
        ("", views.TableListView, "tables"),
    ),
    *under(
        "tables/<number:table_id>/",
        ("", views.TableDetailView, "table"),
        ("view/", views.TableStateView, "table-view"),
        ("act/", views.TableActView, "table-act"),
        ("stream/", views.table_stream, "table-stream"),
        ("undo/", views.TableUndoView, "table-undo"),
        ("invitations/", views.TableInvitationsView, "table-invitations"),
        ("seats/take/", seat_views.SeatTakeView, "seat-take"),
        ("seats/leave/", seat_views.SeatLeaveView, "seat-leave"),
        ("seats/bot/", seat_views.SeatBotView, "seat-bot"),
        ("seats/member/", seat_views.SeatMemberView, "seat-member"),
        ("seats/clear/", seat_views.SeatClearView, "seat-clear"),
        ("seats/nudge/", seat_views.SeatNudgeView, "seat-nudge"),
        ("signals/decline/", seat_views.SignalDeclineView, "signal-decline"),
        ("seats/stand-in/", seat_views.StandInView, "seat-stand-in"),
        ("deal/", seat_views.TableStartView, "table-deal"),
        ("abandon/", seat_views.TableAbandonView, "table-abandon"),
        ("hurry/", seat_views.TableHurryView, "table-hurry"),
        ("next/", seat_views.TableNextView, "table-next"),
        ("watching/", seat_views.WatchingView, "table-watching"),
        ("watchers/send-away/", seat_views.WatchersView, "table-send-away"),
    ),
]
