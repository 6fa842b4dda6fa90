"""Selectors of the front page: a round to watch, the latest wins, and open challenges. Everything here is public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

import games
from logbook.challenges.models.challenges import Challenge, is_daily, none_running
from logbook.daily.selectors.deals import DealCard, newest_cards
from logbook.tables import event_replay
from logbook.tables.counting import PlayedFor, is_practice
from logbook.tables.kinds import games_not_won
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import mission_text_of, seat_name
from logbook.tables.selectors.watching import NowPlaying, now_playing, now_playing_rows

WINS: Final = 5
CHALLENGES: Final = 5
PLAYING: Final = 4
REMEMBERED: Final = 16
ROBOT_SEAT: Final = 2
"""The seat of the robot, at a table of two players."""

Plays = tuple[tuple[int, str], ...]
"""The cards of a trick in order, each with its seat."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a trick, with its player's seat and name; `wins` the trick or not."""

    seat: int
    name: str
    card: str
    wins: bool


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of the round that the front page replays."""

    number: int
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Win:
    """A mission that was just won, in public."""

    attempt: int
    crew: str
    game: str
    mission: str
    text: str
    """The mission in a sentence."""
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the site: its slug, and the number of its missions, or scenarios."""

    slug: str
    missions: int


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The games, and news of the site: the round `shown`, with its tricks, wins, open challenges, today's deals."""

    games: tuple[GameRow, ...]

    shown: Win | None
    tricks: tuple[Trick, ...]
    seats: int
    """The seats around its table."""
    wins: tuple[Win, ...]
    challenges: tuple[Challenge, ...]
    cards: tuple[DealCard, ...]
    """Today's deals."""
    playing: tuple[NowPlaying, ...]
    """Running attempts that everyone may watch."""


def front_page() -> FrontPage:
    """Return what every visitor may see of today's play."""
    wins = list(_public_wins()[:WINS])
    shown = next((one for one in wins if one.rules == games.GAMES[one.table.game].rules), None)
    return FrontPage(
        games=tuple(GameRow(slug, len(game.missions)) for slug, game in games.GAMES.items()),
        shown=_win(shown) if shown else None,
        tricks=_tricks(shown) if shown else (),
        seats=max(shown.table.players, ROBOT_SEAT + 1) if shown else 0,
        wins=tuple(map(_win, wins)),
        challenges=tuple(_open_challenges()[:CHALLENGES]),
        cards=tuple(newest_cards(None)),
        playing=tuple(now_playing_rows(list(now_playing()[:PLAYING]))),
    )


def _public_wins() -> QuerySet[Attempt]:
    """Return the wins whose cards every visitor may see (`Attempt.is_public`), the latest first."""
    public = Attempt.objects.filter(none_running("table__stage__challenge"), state=Attempt.State.SUCCESS)
    won = public.filter(place=Attempt.Place.ONLINE, length__gt=0)
    won = won.exclude(PlayedFor.ARCHIVE.rows("table__") | is_practice("table__"))  # The deal was known.
    return won.exclude(table__game__in=games_not_won()).select_related("table__crew").order_by("-started_at")


def _open_challenges() -> QuerySet[Challenge]:
    challenges = Challenge.objects.filter(~is_daily(), club__public=True, state=Challenge.State.OPEN)
    return challenges.select_related("club").order_by("closes_at", "pk")


def _win(attempt: Attempt) -> Win:
    table = attempt.table
    return Win(
        attempt=attempt.pk,
        crew=table.crew.name if table.crew else "",
        game=table.game,
        mission=table.mission,
        text=mission_text_of(table.game, table.mission, table.players),
        ended_at=attempt.ended_at,
    )


def _tricks(attempt: Attempt) -> tuple[Trick, ...]:
    names = {seat.number: seat_name(seat) for seat in attempt.table.seats.select_related("player")}
    robot = {ROBOT_SEAT: _("Robot")} if attempt.table.players == ROBOT_SEAT else {}
    return tuple(
        Trick(
            number, tuple(Play(seat, (names | robot).get(seat, ""), card, wins=seat == winner) for seat, card in plays)
        )
        for number, (plays, winner) in enumerate(_plays(attempt.pk), start=1)
    )


@lru_cache(maxsize=REMEMBERED)
def _plays(attempt_id: int) -> tuple[tuple[Plays, int], ...]:
    """Return the tricks of a public attempt with their winners. It is over, so they never change."""
    moments = event_replay.moments_of(Attempt.objects.select_related("table").get(pk=attempt_id))
    tricks = {trick["number"]: trick for state in moments if (trick := state.view(None)["last_trick"])}
    return tuple(
        (tuple((seat, str(card)) for seat, card in trick["plays"]), trick["winner"])
        for _n, trick in sorted(tricks.items())
    )
