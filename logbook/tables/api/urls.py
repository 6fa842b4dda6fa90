"""URLs of the API of tables."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.tables.api import away_views, invitation_views, seat_views, streams, views

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
        ("stream/", streams.table_stream, "table-stream"),
        ("undo/", views.TableUndoView, "table-undo"),
        ("invitations/", invitation_views.TableInvitationsView, "table-invitations"),
        ("seats/take/", seat_views.SeatTakeView, "seat-take"),
        ("seats/leave/", seat_views.SeatLeaveView, "seat-leave"),
        ("seats/bot/", seat_views.SeatBotView, "seat-bot"),
        ("seats/member/", seat_views.SeatMemberView, "seat-member"),
        ("seats/clear/", seat_views.SeatClearView, "seat-clear"),
        ("seats/nudge/", away_views.SeatNudgeView, "seat-nudge"),
        ("signals/decline/", away_views.SignalDeclineView, "signal-decline"),
        ("seats/stand-in/", away_views.StandInView, "seat-stand-in"),
        ("deal/", seat_views.TableStartView, "table-deal"),
        ("abandon/", seat_views.TableAbandonView, "table-abandon"),
        ("hurry/", seat_views.TableHurryView, "table-hurry"),
        ("next/", seat_views.TableNextView, "table-next"),
    ),
]
