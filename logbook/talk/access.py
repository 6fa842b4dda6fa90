"""Access to talk: who takes part in it at a table, and what they may say there now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from django.conf import settings

from logbook.people.models.players import Player
from logbook.tables.contest import contest_of
from logbook.tables.counting import Counts, PlayedFor
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.talk.models import ClubTalk, CrewTalk, TalkLine


class Allowed(Enum):
    """Kinds of lines that a player may write."""

    TEXT = "text"
    PHRASES = "phrases"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Place:
    """A reader's place in the talk of a table."""

    table: Table
    attempt: Attempt | None
    """The table's latest attempt, running or not."""
    seats: tuple[Seat, ...]
    is_seated: bool

    @property
    def running(self) -> Attempt | None:
        """The running attempt."""
        is_running = self.attempt is not None and self.attempt.state == Attempt.State.PLAYING
        return self.attempt if is_running else None

    @property
    def audience(self) -> str:
        """The audience of the reader's own lines."""
        return TalkLine.Audience.TABLE if self.is_seated else TalkLine.Audience.WATCHERS

    @property
    def number(self) -> int:
        """The number of the talk that the reader reads. It does not tell a player that watchers talk meanwhile."""
        return talk_number(self.table, is_seated=self.is_seated)


def talk_number(table: Table, *, is_seated: bool) -> int:
    """Return the number of the talk that a reader of the table follows."""
    return table.talk_number + (0 if is_seated else table.watchers_talk_number)


def is_on(table: Table) -> bool:
    """True unless the site, the table's crew or the club of its challenge has turned talk off."""
    if not settings.TALK:
        return False
    if table.crew_id is not None and CrewTalk.objects.filter(crew=table.crew_id, is_on=False).exists():
        return False
    if table.stage is None:
        return True
    return not ClubTalk.objects.filter(club=table.stage.challenge.club_id, is_on=False).exists()


def place_of(table: Table, reader: Player | None) -> Place | None:
    """Return the place of a reader who may open the table's page; None without a seat where they may not watch now."""
    seats = tuple(table.seats.order_by("number"))
    is_seated = reader is not None and any(seat.player_id == reader.pk for seat in seats)
    attempt = table.attempts.order_by("-number").first()
    place = Place(table, attempt, seats, is_seated)
    return place if is_seated or _may_watch(place) else None


def _may_watch(place: Place) -> bool:
    if place.table.watching == Table.Watching.PLAYERS or not contest_of(place.table).may_be_watched(place.table):
        return False
    return place.running is None or not place.running.unwatched


def allowed(place: Place, player: Player) -> Allowed:
    """Return what the player may say at their place now.

    Players say nothing during an attempt that ranks, and phrases alone during any other: the choice and the timing of a
    line carry information. Watchers write at any time, because the table cannot read them meanwhile.
    """
    if place.is_seated and place.running is not None:
        return Allowed.NOTHING if is_ranked(place.table, place.running) else Allowed.PHRASES
    return Allowed.TEXT if is_invited(place, player) else Allowed.PHRASES


def is_ranked(table: Table, attempt: Attempt) -> bool:
    """True for an attempt in a challenge, and for one of a race or a deal of the day that counts for anything."""
    if table.played_for is PlayedFor.CHALLENGE:
        return True
    is_compared = table.played_for.is_daily or not kind_of(table.game).has_tricks
    return is_compared and attempt.counts != Counts.NOTHING


def is_invited(place: Place, player: Player) -> bool:
    """True for players with an account, and for guests who were let in at another player's table."""
    return not player.is_guest or (place.is_seated and place.table.opened_by_id != player.pk)
