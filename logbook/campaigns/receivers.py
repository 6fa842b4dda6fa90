"""Receivers: what campaigns do when other subjects send signals, and what a guest hands over in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from logbook.campaigns.models import Attendance, Campaign
from logbook.campaigns.selectors import rated_games
from logbook.campaigns.services import anonymise, crew_changes, entries, standings
from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.services import anonymise as crews_anonymise
from logbook.leaderboards import signals as leaderboards
from logbook.leaderboards.rating import RatedGame
from logbook.lib import queue
from logbook.people import handover, undo
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.signals import attempt_ended


def listen() -> None:
    """Subscribe to signals of other subjects, and register the foreign keys to a player that a guest hands over."""
    attempt_ended.connect(_attempt_ended, dispatch_uid="campaigns")
    crews.guest_claiming.connect(_guest_claiming, dispatch_uid="campaigns")
    crews.guest_changed.connect(_guest_changed, dispatch_uid="campaigns")
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="campaigns")
    crews.name_taken_away.connect(_name_taken_away, dispatch_uid="campaigns")
    crews.crew_merged.connect(_crew_merged, dispatch_uid="campaigns")
    crews.crew_split.connect(_crew_split, dispatch_uid="campaigns")
    leaderboards.games_wanted.connect(_games_wanted, dispatch_uid="campaigns")
    undo.UNDOABLES.register("entry-added", undo.Undoable(entries.undo_adding, _("Undone: the entry no longer counts.")))
    undo.UNDOABLES.register("entry-removed", undo.Undoable(entries.undo_removal, _("Undone: the entry counts again.")))
    handover.HANDED_OVER.register("Attendance.player", _attendances)
    handover.stays("Campaign.opened_by", "LogEntry.logged_by", "LogEntryChange.by")


# --- tables


def _attempt_ended(*, table: Table, attempt: Attempt, **_params: Any) -> None:
    """Queue the logging of the attempt in the campaign of its table."""
    if table.campaign_id is not None:
        queue.later("campaigns.log_attempt", attempt.pk)


# --- a guest signs in


def _attendances(guest: Player, player: Player) -> None:
    """Merge attendances: a player attends an entry once, in their own seat, as captain if either attendance was."""
    standings.mark_changed(Campaign.objects.filter(entries__attendances__player=guest))
    twice = Attendance.objects.filter(player=guest, entry__attendances__player=player)
    for attendance in list(twice):
        attendance.delete()
        if attendance.captain:
            Attendance.objects.filter(entry=attendance.entry_id, player=player).update(captain=True)
    Attendance.objects.filter(player=guest).update(player=player)


# --- crews


def _guest_claiming(*, guest: Guest, player: Player, **_params: Any) -> None:
    crew_changes.ensure_apart(guest=guest, player=player)


def _guest_changed(*, guest: Guest, **_params: Any) -> None:
    standings.mark_changed(Campaign.objects.filter(entries__attendances__guest=guest))


def _member_forgotten(*, crew: Crew, player: Player, guests: Collection[int], photos: bool, **_params: Any) -> bool:
    return anonymise.forget(crew=crew, player=player, guests=guests, photos=photos)


def _name_taken_away(*, crew: Crew, player: Player, photos: bool, **_params: Any) -> None:
    """Remove the player's name, also from crews that hold copies of the logbook."""
    for one in anonymise.crews_with_copies(crew, player):
        crews_anonymise.forget(crew=one, player=player, photos=photos)


def _crew_merged(*, crew: Crew, into: Crew, **_params: Any) -> None:
    crew_changes.merge(crew=crew, into=into)


def _crew_split(*, crew: Crew, made: Crew, campaigns: Collection[int], **_params: Any) -> None:
    crew_changes.split(crew=crew, new_crew=made, campaigns=campaigns)


# --- ratings


def _games_wanted(**_params: Any) -> Iterator[RatedGame]:
    return rated_games.written_down()
