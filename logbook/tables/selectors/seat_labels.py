"""Seat labels, and missions, reasons and refusals in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

from django.utils.timesince import timesince
from django.utils.translation import ngettext

import games
from logbook.lib.translation import gettext as _
from logbook.lib.translation import language
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.rounds.view.parts import SeatFace
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.presence import presence_key

SECONDS_A_MINUTE: Final = 60


def seat_labels_of(
    table: Table, seats: Sequence[Seat], own_seat: int | None, *, reader: int | None = None
) -> list[SeatFace]:
    """Return the label of each seat, with the robot of two players.

    `reader` is the player who reads, where they have no seat of their own on the page.
    """
    known = own_seat is not None or (reader is not None and reader in {seat.player_id for seat in seats})
    faces = [_face(seat, own_seat, known=known) for seat in seats]
    if table.players == 2 and table.game in text.ROBOTS:
        faces.append(SeatFace(2, text.robot_name(table.game), kind="robot"))
    return faces


def _face(seat: Seat, own_seat: int | None, *, known: bool) -> SeatFace:
    mine = seat.number == own_seat
    key = presence_key(seat.table_id, seat.player_id) if seat.player_id and not mine else ""
    kind: Literal["person", "bot"] = "bot" if seat.bot else "person"
    return SeatFace(
        seat.number,
        seat_name(seat),
        kind,
        mine,
        key,
        bool(seat.stand_in),
        tuple(seat.agreed),
        seat.decides_by,
        page_of(seat, known=known),
    )


def page_of(seat: Seat, *, known: bool) -> int | None:
    """Return the player, if the reader may open their page; `known`: the reader has sat at the table, too."""
    player = seat.player
    if player is None or player.is_guest:
        return None
    audience = player.page_audience
    is_open = audience == Player.Audience.EVERYONE or (known and audience == Player.Audience.KNOWN)
    return player.pk if is_open else None


def seat_name(seat: Seat) -> str:
    """Return the seat's label."""
    if seat.player is not None:
        return seat.player.name
    return _("Bot %(number)s") % {"number": seat.number + 1} if seat.bot else _("an empty seat")


def reason_of(attempt: Attempt, faces: Sequence[SeatFace]) -> str:
    """Return why the attempt ended, in the reader's language; empty while it runs."""
    if not attempt.reason_code:
        return ""
    outside = ended_from_outside(attempt)
    return outside or say_with_names(attempt.reason_code, attempt.reason_params, faces)


def ended_from_outside(attempt: Attempt) -> str:
    """Return the reason of an end from outside; empty where a rule of the game ended it, or while it runs."""
    return str(kind_of(attempt.table.game).ends_from_outside.get(attempt.reason_code, ""))


def refusal_text(error: games.GameError, table: Table) -> str:
    """Return the engine's refusal, with the names of the seats."""
    seats = list(table.seats.select_related("player").order_by("number"))
    faces = seat_labels_of(table, seats, None)
    return kind_of(table.game).refusal_text(error, table, faces)


def say_with_names(code: str, params: Mapping[str, Any], faces: Sequence[SeatFace]) -> str:
    """Return a sentence of the engine in the reader's language, with the names of the seats."""
    return text.say(code, params, _names(faces), len(faces))


def _names(faces: Sequence[SeatFace]) -> text.type_of_names:
    by_number = {face.number: face.name for face in faces}
    return lambda number: by_number.get(number, str(number))


def mission_text_of(game: str, mission: str, players: int, options: str = "") -> str:
    """Return the mission's text in the reader's language."""
    return _cached_mission_text(language(), game, mission, players, options)


@lru_cache(maxsize=2048)
def _cached_mission_text(_language: str | None, game: str, mission: str, players: int, options: str) -> str:
    return _parts_text(_parts(game, mission, players, options), players)


def subtitle_text(game: str, mission: str, players: int, options: str = "") -> str:
    """Return the text below a mission's title: a race's scenario is not named twice."""
    parts = _parts(game, mission, players, options)
    return _parts_text([part for part in parts if not part.code.startswith("title-")], players)


def _parts(game: str, mission: str, players: int, options: str) -> Sequence[games.Sentence]:
    return games.describe(games.Setup(game, mission, players, options=tuple(options.split()))).parts


def _parts_text(parts: Sequence[games.Sentence], players: int) -> str:
    return " ".join(text.say(part.code, part.params, str, players) for part in parts)


def time_taken(attempt: Attempt) -> str:
    """Return the duration of an ended attempt, in words."""
    if attempt.ended_at is None:
        return ""
    seconds = round((attempt.ended_at - attempt.started_at).total_seconds())
    if seconds < SECONDS_A_MINUTE:
        return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    return timesince(attempt.started_at, attempt.ended_at)
