"""Receivers of notifications."""

from __future__ import annotations

from typing import Any

from logbook.challenges import signals as challenges
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.clubs import signals as clubs
from logbook.clubs.models import ClubCrewRemoval, ClubRemoval, JoinRequest, News
from logbook.daily import signals as daily
from logbook.daily.models import DailyDeal
from logbook.lib import queue
from logbook.notifications.models import Message, PushMessage
from logbook.notifications.services import decision_messages, messages, outbox, push_messages, turns
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables import signals as tables
from logbook.tables.models import Attempt, Table
from logbook.talk import selectors as talk_selectors
from logbook.talk import signals as talk
from logbook.talk.models import TalkLine, TalkReport


def listen() -> None:
    """Connect the receivers, and register the handover."""
    challenges.challenge_changed.connect(_challenge_changed, dispatch_uid="notifications")
    challenges.challenge_unprepared.connect(_challenge_unprepared, dispatch_uid="notifications")
    challenges.close_moved.connect(_close_moved, dispatch_uid="notifications")
    challenges.challenge_ruled.connect(_challenge_ruled, dispatch_uid="notifications")
    challenges.results_ruled.connect(_results_ruled, dispatch_uid="notifications")
    clubs.member_removed.connect(_member_removed, dispatch_uid="notifications")
    clubs.crew_removed.connect(_crew_removed, dispatch_uid="notifications")
    clubs.join_requested.connect(_join_requested, dispatch_uid="notifications")
    clubs.news_posted.connect(_news_posted, dispatch_uid="notifications")
    daily.day_closing.connect(_day_closing, dispatch_uid="notifications")
    daily.day_counted.connect(_day_counted, dispatch_uid="notifications")
    tables.turn_reminder.connect(_turn_reminder, dispatch_uid="notifications")
    tables.table_filled.connect(_table_filled, dispatch_uid="notifications")
    tables.attempt_ended.connect(_attempt_ended, dispatch_uid="notifications")
    tables.stood_in.connect(_stood_in, dispatch_uid="notifications")
    tables.seat_asked.connect(_seat_asked, dispatch_uid="notifications")
    tables.seat_given.connect(_seat_given, dispatch_uid="notifications")
    tables.seat_nudged.connect(_seat_nudged, dispatch_uid="notifications")
    talk.line_said.connect(_line_said, dispatch_uid="notifications")
    talk.line_reported.connect(_line_reported, dispatch_uid="notifications")
    handover.stays(
        "CalendarLink.player",
        "Message.player",
        "MessageChoice.player",
        "OutboxMail.player",
        "PushSubscription.player",
        "NotificationChoice.player",
        "Webhook.created_by",
    )
    handover.HANDED_OVER.register("Message.by", _messages)
    handover.HANDED_OVER.register("PushMessage.by", _push_messages)


def _messages(guest: Player, player: Player) -> None:
    Message.objects.filter(by=guest).update(by=player)


def _push_messages(guest: Player, player: Player) -> None:
    PushMessage.objects.filter(by=guest).update(by=player)


def _day_closing(*, deal: DailyDeal, **_params: Any) -> None:
    queue.later("notifications.tell_day_closing", deal.pk)


def _day_counted(*, deal: DailyDeal, **_params: Any) -> None:
    """Send the event to webhooks, and queue the messages to everyone who played the deal: there may be very many."""
    outbox.challenge_changed(deal.challenge_id, "results")
    queue.later("notifications.tell_day_counted", deal.pk)


# --- challenges


def _challenge_changed(*, challenge_id: int, what: str, **_params: Any) -> None:
    outbox.challenge_changed(challenge_id, what)


def _challenge_unprepared(*, challenge: Challenge, **_params: Any) -> None:
    outbox.notify_challenge_unprepared(challenge)


def _close_moved(*, challenge_id: int, **_params: Any) -> None:
    outbox.reset_closing_reminder(challenge_id)


def _challenge_ruled(*, ruling: Ruling, **_params: Any) -> None:
    outbox.challenge_ruled(ruling)


def _results_ruled(*, ruling: Ruling, crews: list[int], **_params: Any) -> None:
    """Queue the messages: a void deal may concern very many people."""
    if crews or ruling.kind == Ruling.Kind.RESTORE:
        queue.later("notifications.tell_ruled", ruling.pk, crews, not ruling.is_in_force)


# --- clubs


def _member_removed(*, removal: ClubRemoval, **_params: Any) -> None:
    decision_messages.tell_removed(removal=removal)


def _crew_removed(*, removal: ClubCrewRemoval, **_params: Any) -> None:
    decision_messages.tell_crew_removed(removal=removal)


def _join_requested(*, request: JoinRequest, **_params: Any) -> None:
    outbox.notify_join_request(request)


def _news_posted(*, news: News, **_params: Any) -> None:
    outbox.news_written(news)


# --- tables


def _turn_reminder(*, table: Table, player: Player, **_params: Any) -> None:
    turns.remind(table=table, player=player)
    push_messages.remind(table=table, player=player)


def _seat_nudged(*, table: Table, player: Player, by: Player, **_params: Any) -> None:
    turns.notify_nudge(table=table, player=player, by=by)
    messages.tell_nudged(table=table, player=player, by=by)


def _stood_in(*, table: Table, attempt: Attempt, player: Player, by: Player | None, **_params: Any) -> None:
    messages.tell_stood_in(table=table, attempt=attempt, player=player, by=by)


def _seat_asked(*, table: Table, player: Player, by: Player, request_id: int, **_params: Any) -> None:
    messages.tell_seat_asked(table=table, player=player, by=by, request_id=request_id)


def _seat_given(*, table: Table, player: Player, by: Player, **_params: Any) -> None:
    messages.tell_seat_given(table=table, player=player, by=by)


def _table_filled(*, table: Table, player: Player, **_params: Any) -> None:
    messages.tell_table_full(table=table, player=player)


def _attempt_ended(*, table: Table, attempt: Attempt, **_params: Any) -> None:
    messages.tell_attempt_over(table=table, attempt=attempt)


# --- talk


def _line_said(*, line: TalkLine, **_params: Any) -> None:
    messages.tell_talk_said(table=line.table, by=line.player, readers=talk_selectors.hearers_of(line))


def _line_reported(*, report: TalkReport, moderators: list[Player], **_params: Any) -> None:
    table = report.line.table
    messages.tell_talk_reported(table=table, by=report.by, report_id=report.pk, moderators=moderators)
