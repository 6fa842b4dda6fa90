"""The interface of a kind of game: whether a crew wins or loses a mission together, or players race each other.

What differs between kinds is an attribute here, named after what its readers ask. Missions register from tables, races
from a room above (`logbook/races/kind.py`). Others ask `kind_of` a game, or for the games of which something
holds; nobody asks which kind a game is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.db.models import QuerySet
from django.http.response import HttpResponseBase

import games
from logbook.lib.registry import Registry
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.tables.models import Attempt, Table

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

View = Callable[..., HttpResponseBase]
"""A view; after the request it gets what the subject's own view has read."""


@dataclass(frozen=True, slots=True)
class LobbyWords:
    """The words of a lobby that depend on the kind."""

    mission: StrOrPromise
    """The word before the mission's name; "" where the name says it."""
    start: StrOrPromise
    fill_and_start: StrOrPromise
    others_start: StrOrPromise
    starts_when_full: StrOrPromise


@dataclass(frozen=True, slots=True)
class FormWords:
    """The words of a form's field for the mission."""

    mission: StrOrPromise
    unknown: StrOrPromise
    choose: StrOrPromise


@dataclass(frozen=True, slots=True)
class ChallengeWords:
    """The words of a challenge's pages."""

    lede: StrOrPromise
    """A sentence about a new challenge."""
    same_for_all: StrOrPromise
    stage_pages: StrOrPromise
    note: StrOrPromise
    """A note in a list of challenges of all kinds; "" for none."""


@dataclass(frozen=True, slots=True)
class DailyWords:
    """The words of a deal of the day."""

    name: StrOrPromise
    """The words in place of the day; "" for a deal of one day."""
    play: StrOrPromise
    alone: StrOrPromise


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The words of a campaign's entry."""

    log: StrOrPromise
    more: StrOrPromise
    """The fields that are folded away."""
    others: StrOrPromise


class TablePage(Protocol):
    """The page of a table with a dealt attempt."""

    @property
    def moment(self) -> Moment: ...


class Results(Protocol):
    """The results that a kind's own subject stores of ended attempts: results, standings, and lines of travellers.

    All of it is rewritten as a whole for each table, challenge or attempt, so the work is idempotent.
    """

    def count_tables(self, tables: Sequence[int]) -> None:
        """Write the results of these tables, in a transaction that has locked them."""

    def uncounted_tables(self, tables: QuerySet[Table], *, before: datetime) -> list[int]:
        """Return those of these tables with an attempt that ended before then and has no result."""

    def wrong_attempts(self) -> Iterator[int]:
        """Yield the attempts with a stored result that counts for something else than its facts say."""

    def count_everything(self) -> int:
        """Write all results anew; return the number of tables."""

    def write_standings(self, challenges: Sequence[int]) -> None:
        """Write the standings of those of these challenges that are of this kind."""

    def write_lines(self, attempts: Iterable[int]) -> None:
        """Write the lines of travellers of those of these attempts that are of this kind."""

    def overlooked_attempts(self, *, before: datetime) -> list[int]:
        """Return attempts that ended before then and have no line. A limited number."""


class Kind(Protocol):
    """The differences between the games of one kind and those of another."""

    code: str
    """The kind's name: it never changes."""
    slugs: Sequence[str]
    """The games of this kind."""

    # --- an attempt

    is_won: bool
    """True if the crew wins or loses an attempt together: it has wins, ratings and difficulties."""
    has_points: bool
    """True if each player scores points: results and boards are those of people."""
    has_tricks: bool
    """True if cards are played to tricks: with a captain, signals, and bots that can give reasons."""
    has_analysis: bool
    """True if a solver says where a lost attempt could still be won; its replay shows all hands."""
    done_state: str
    """The state of a table that has done its mission, after which the next table may follow."""
    shows_every_state: bool
    """True if the page of a table needs all states so far; otherwise the last one does."""

    # --- a mission

    has_custom_missions: bool
    """True if a mission may be written in one line."""
    is_numbered: bool
    """True if missions are numbered: lists group them by tens, and each crew goes on with the next."""
    suits_stand_ins: bool
    """True if stand-ins are usually allowed: a bot decides no more than its share."""

    # --- a challenge

    is_proven: bool
    """True if deals are proven to be winnable and rated by bots, and compared between crews deal by deal."""
    has_sheets: bool
    """True if an attempt may be played at a real table, from printed sheets."""
    suits_series: bool
    """True if a series may have stages of it."""

    deals_last_a_week: bool
    """True if a deal of the day is open for a week, for players alone; otherwise there are two on each day."""

    # --- its results, words and pages

    results: Results | None
    """Its results, where a subject of its own counts them; None where leaderboards count them, and the runs.

    Leaderboards count wins: a kind with points has results of its own.
    """

    ends_from_outside: Mapping[str, StrOrPromise]
    """The sentence for an attempt that was ended from outside the game, by the code of the reason."""
    lobby_words: LobbyWords
    form_words: FormWords
    challenge_words: ChallengeWords
    daily_words: DailyWords
    entry_words: EntryWords
    templates: Mapping[str, str]
    """Templates by their use, as far as the kind has them: `table` and its moving `part`; `lesson`; `log`;
    `own_crews` and `standings` of a challenge's page; `comparison` of two attempts; `challenge_…`, `stage_…`,
    `deal_…` and `entry_…` are parts of those pages; `pieces` is a link to what lies in the box.

    `head`, `foot` and `drawings` are of the lobby, too; `replay_head` are the styles of replays and rooms.
    """
    color_scheme: str
    """The colour schemes of its tables, as a page names them."""

    def has_mission(self, game: str, mission: str) -> bool:
        """True if the game's book has this mission, and every crew can play it."""

    def mission_after(self, game: str, mission: str) -> str | None:
        """Return the next mission of the book; None after the last, and after a custom one."""

    def missions_offered(self, game: str) -> list[tuple[str, str]]:
        """Return the missions that a list offers, each with a short text."""

    def table_state_after(self, attempt_state: str) -> str:
        """Return the state of a free table after an attempt that ended in this state."""

    def columns_of(self, view: games.View) -> dict[str, Any]:
        """Return the projected columns of an attempt that only this kind has, from a spectator's view."""

    def is_won_by(self, attempt: Attempt, seat: int) -> bool:
        """True if the player of this seat has won the ended attempt, alone or with the others."""

    def winners_of(self, attempt: Attempt) -> Sequence[int]:
        """Return the seats that won against the others; none where the crew plays together."""

    def deserves_entry(self, attempt_state: str) -> bool:
        """True if an attempt that ended in this state is written into a campaign's logbook."""

    def view_given_up(self, reason: str) -> dict[str, Any]:
        """Return the fields of a view that an end from outside changes."""

    def refusal_text(self, error: games.GameError, table: Table, faces: Sequence[SeatFace]) -> str:
        """Return the engine's refusal in the reader's language."""

    def mission_text(self, game: str, mission: str, players: int, options: str = "") -> str:
        """Return the text below a mission's title, in the reader's language."""

    def table_page(
        self,
        attempt: Attempt,
        states: Sequence[games.State],
        faces: Sequence[SeatFace],
        own_seat: int | None,
        moment: Moment,
        since: int | None,
    ) -> TablePage:
        """Return the page of the attempt for this seat, or for a spectator.

        `since` is the last number of the table that the reader saw: what came later is news.
        """

    @property
    def comparison_of(self) -> Callable[..., Any] | None:
        """A function that compares two attempts on a deal of a challenge; None where travellers compare their lines."""

    @property
    def record_of(self) -> Callable[[Attempt], str | None] | None:
        """A function that writes a finished attempt as a record with its seed; None where replays spell out its deal.

        It gives None while others may still be dealt the same.
        """

    def log_of(self, attempt: Attempt, faces: Sequence[SeatFace], own_seat: int | None) -> Sequence[Any] | None:
        """Return all turns in words, the latest first; None where the table has no such page."""


MISSIONS: Final = "missions"
RACES: Final = "races"
_kinds: Final[Registry[Kind]] = Registry()
_by_game: Final[Registry[Kind]] = Registry()
_views: Final[Registry[View]] = Registry()
"""A kind's own views, by its code and the name of the address."""


def register(kind: Kind) -> None:
    """Register the kind for its games. Raises ValueError where its code or one of its games has another kind."""
    for slug in kind.slugs:
        _by_game.register(slug, kind)
    _kinds.register(kind.code, kind)


def register_views(code: str, views: Mapping[str, View]) -> None:
    """Register a kind's own views, by the name of the address that shows them. Raises ValueError for a second one."""
    for name, view in views.items():
        _views.register(f"{code} {name}", view)


def kind_coded(code: str) -> Kind:
    """Return the kind of this code."""
    return _kinds[code]


def kind_of(game: str) -> Kind:
    """Return the kind of a game. A game that the site does not know, in an imported logbook, counts as missions."""
    return _by_game.get(game) or _kinds[MISSIONS]


def view_of(game: str, name: str) -> View | None:
    """Return the view that shows this address for a game of another kind; None where the subject's own does."""
    return _views.get(f"{kind_of(game).code} {name}")


def own_results() -> list[Results]:
    """Return the results of all kinds that have their own."""
    return [kind.results for kind in _kinds.values() if kind.results is not None]


def is_counted_apart(kind: Kind) -> bool:
    """True if a subject of its own counts the kind's results: leaderboards count neither results nor runs of it."""
    return kind.results is not None


def games_counted_apart() -> tuple[str, ...]:
    """Return the games whose results another subject than leaderboards counts."""
    return games_where(is_counted_apart)


def games_won() -> tuple[str, ...]:
    """Return the games whose attempts are won or lost."""
    return games_where(lambda kind: kind.is_won)


def games_not_won() -> tuple[str, ...]:
    """Return the games whose attempts have points instead."""
    return games_without(lambda kind: kind.is_won)


def games_without(holds: Callable[[Kind], bool]) -> tuple[str, ...]:
    """Return the games for whose kind this does not hold."""
    return games_where(lambda kind: not holds(kind))


def games_where(holds: Callable[[Kind], bool]) -> tuple[str, ...]:
    """Return the games for whose kind this holds, in the order of the site."""
    return tuple(game for game in games.GAMES if holds(kind_of(game)))
