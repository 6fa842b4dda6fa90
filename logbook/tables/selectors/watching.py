"""Selectors of watching: who watches a table now, what its players choose, and the tables that everyone may watch."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.translation import ngettext

import games
from logbook.clubs.models import Club
from logbook.lib.lists import list_text
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.rounds.view.end import WatchChoice
from logbook.tables import presence
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import PresenceUnknown
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.going_on import has_asked
from logbook.tables.selectors.seat_labels import seat_name

MOST_NAMES: Final = 5
"""The names in the line about watchers; the others are counted."""


@dataclass(frozen=True, slots=True)
class Watchers:
    """The people who watch a table now, as everyone there is told, and what this reader may do about a seat."""

    table: Table
    count: int
    names: str
    """The names of members of the table's crew and clubs among them, as a list in words."""
    may_ask: bool
    """The reader has no seat, and may ask for one at this table."""
    has_asked: bool

    @property
    def line(self) -> str:
        """Return how many watch and who; "" for none."""
        if not self.count:
            return ""
        said = {"number": self.count, "names": self.names}
        if not self.names:
            return ngettext("%(number)s person is watching", "%(number)s people are watching", self.count) % said
        line = ngettext(
            "%(number)s person is watching: %(names)s", "%(number)s people are watching: %(names)s", self.count
        )
        return line % said


def watchers_of(table: Table, reader: Player | None) -> Watchers:
    """Return who watches the table now: none while only the players may. For players, one query if none watches."""
    seats = list(table.seats.order_by("number"))
    seated = {seat.player_id for seat in seats if seat.player_id}
    keys = _keys(table, seated)
    if keys and not is_watched(table):
        keys = ()
    names = _names(table, keys, seated) if keys else []
    is_outside = reader is None or reader.pk not in seated
    asked = is_outside and has_asked(table, reader)
    return Watchers(table, len(keys), list_text(names[:MOST_NAMES]), is_outside and _gives_seats(table, seats), asked)


def _gives_seats(table: Table, seats: Sequence[Seat]) -> bool:
    """True if the table is full, and its players may seat a watcher between attempts or for the next mission."""
    full = all(seat.player_id or seat.bot for seat in seats)
    free = table.is_free and contest_of(table).may_invite(table)
    return full and free and not Table.objects.filter(follows=table).exists()


def is_watched(table: Table) -> bool:
    """True if others than the players may see the table's attempt now."""
    if table.watching == Table.Watching.PLAYERS or not contest_of(table).may_be_watched(table):
        return False
    return not Attempt.objects.filter(table=table, state=Attempt.State.PLAYING, unwatched=True).exists()


def _keys(table: Table, seated: Collection[int]) -> Sequence[str]:
    """Return the keys of those who have the table's page in sight and do not sit there; none while Redis is away."""
    try:
        here = presence.keys_here(table.pk)
    except PresenceUnknown:
        return ()
    return sorted(here - {presence.presence_key(table.pk, player) for player in seated})


def _names(table: Table, keys: Sequence[str], seated: Collection[int]) -> list[str]:
    """Return the names behind these keys: of members of the table's crew, and of the clubs where it plays."""
    if table.crew is None:
        return []
    members = table.crew.members.filter(left_at=None)
    people = dict(members.values_list("player", "player__name"))
    for club in Club.objects.filter(entries__crew=table.crew):
        people |= dict(club.players().values_list("pk", "name"))
    here = {pk for pk in people.keys() - seated if presence.presence_key(table.pk, pk) in keys}
    return sorted(people[pk] for pk in here)


def watch_choice_of(table: Table) -> WatchChoice | None:
    """Return the choice of who may watch, for a player at the table; None while an attempt runs.

    Without a crew there is neither crew nor club to choose. Where the contest decides there are no options.
    """
    if table.state == Table.State.PLAYING:
        return None
    if not contest_of(table).may_be_watched(table):
        return WatchChoice("", ())
    grouped = (Table.Watching.CREW, Table.Watching.CLUB)
    offered = [choice for choice in Table.Watching if table.crew_id is not None or choice not in grouped]
    chosen = table.watching if table.watching in offered else Table.Watching.PLAYERS
    return WatchChoice(chosen, tuple((choice.value, str(choice.label)) for choice in offered))


def may_send_away(table: Table, attempt: Attempt) -> bool:
    """True if others than the players may see this running attempt, whether or not they look."""
    if attempt.state != Attempt.State.PLAYING or attempt.unwatched or not contest_of(table).may_be_watched(table):
        return False
    own = table.watching in (Table.Watching.CREW, Table.Watching.CLUB) and table.crew_id is None
    return table.watching != Table.Watching.PLAYERS and not own


# --- now playing


@dataclass(frozen=True, slots=True)
class NowPlaying:
    """A running attempt that everyone may watch."""

    table: Table
    game: str
    people: str
    """The names at the seats, as the table's page shows them."""
    tricks: int | None
    """The tricks that are done; None in a race."""


def now_playing() -> QuerySet[Table]:
    """The tables with a running attempt online that everyone may watch."""
    watched = Table.objects.filter(watching=Table.Watching.EVERYONE, state=Table.State.PLAYING, stage=None)
    running = Attempt.objects.filter(state=Attempt.State.PLAYING, place=Attempt.Place.ONLINE, unwatched=False)
    return watched.filter(pk__in=running.values("table")).order_by("-moved_at", "-pk")


def now_playing_rows(tables: Sequence[Table]) -> list[NowPlaying]:
    """Return these tables as rows of a list. Two queries, and none without tables."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    running = Prefetch("attempts", Attempt.objects.filter(state=Attempt.State.PLAYING), to_attr="running")
    prefetch_related_objects(tables, seats, running)
    return [_row(table) for table in tables]


def _row(table: Table) -> NowPlaying:
    tricks = next((attempt.tricks for attempt in table.running), 0)  # type: ignore[attr-defined]
    return NowPlaying(
        table=table,
        game=text.title_words(games.GAMES[table.game].title),
        people=list_text(seat_name(seat) for seat in table.seats.all()),
        tricks=tricks if kind_of(table.game).has_tricks else None,
    )
