"""Map of a race, computed from a view and the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import cos, radians, sin
from typing import Any, Final

from django.utils.translation import gettext as _

from games.deep_blue.board import BUOY, PORT
from games.deep_blue.components import Tile
from logbook.rounds.race.parts import BoatMark, Chart, Choice, MapMove, MapPlace, Route, SpotMark
from logbook.rounds.race.words import RaceWords, points_words, steps_words

ViewFacts = Mapping[str, Any]

BESIDE: Final = 8
"""The distance of the outermost spaces from the sides of the map, in percent of its width."""
FIRST_SPOT: Final = 210
"""The angle of the first spot on its tile, in degrees from the right: at the upper left. The others follow clockwise.
"""
FROM_THE_MIDDLE: Final = 38
"""The distance of spots from the middle of their tile, in percent of its width."""


def chart_of(facts: ViewFacts, words: RaceWords) -> Chart:
    """Return spaces, routes and boats, with the reader's possible actions there."""
    board = words.box.board
    spaces, across = board.spaces, _across([space.x for space in board.spaces.values()])
    lines = ((spaces[one], spaces[other]) for one, other in board.routes)
    moves = {int(text.split()[1]) for text in facts["legal"] if text.startswith("move ")}
    explored = len(facts["mosaic"])
    return Chart(
        places=tuple(_place(facts, words, space, across(spaces[space].x)) for space in spaces),
        routes=tuple(Route(across(one.x), one.y, across(other.x), other.y) for one, other in lines),
        to_move=tuple(sorted(moves)),
        steps=facts["sail"]["steps"] if facts["sail"] else 0,
        mosaic=tuple(place < explored for place in range(words.box.city_tiles)),
    )


def _across(every: Sequence[float]) -> Callable[[float], float]:
    """Return a function from a space's x to its place on the map: the board fills the width, so that fingers hit
    spaces.
    """
    least, width = min(every), max(every) - min(every) or 1
    return lambda x: round(BESIDE + (100 - 2 * BESIDE) * (x - least) / width, 1)


def _place(facts: ViewFacts, words: RaceWords, space: str, across: float) -> MapPlace:
    known = words.box.board.spaces[space]
    site = facts["sites"].get(space)
    tile = words.box.tiles[site["tile"]] if site and site["tile"] else None
    here = tuple(_boats(facts, words, space))
    spots = tuple(_spot(words, tile, number, here) for number in range(len(tile.spots))) if tile else ()
    gem = (site and site["gem"]) or ""
    return MapPlace(
        id=space,
        x=across,
        y=known.y,
        look=_look(known.kind, site, tile),
        tile=tile.id if tile else "",
        points=tile.leader_points if tile else 0,
        spots=spots,
        gem=gem,
        boats=tuple(mark for mark, spot in here if not spot),
        moves=tuple(_moves(facts, words, space)),
        action=_action(facts, space),
        words=_words(facts, words, space, tile, here),
        diving=bool(facts["dive"]) and facts["dive"]["space"] == space,
    )


def _look(kind: str, site: Mapping[str, Any] | None, tile: Tile | None) -> str:
    if site is None:
        return "port" if kind == PORT else "buoy" if kind == BUOY else "empty"
    if tile is None:
        return "empty" if site["face_up"] else "hidden"
    return "city" if tile.city else "wreck"


def _boats(facts: ViewFacts, words: RaceWords, space: str) -> Iterable[tuple[BoatMark, str]]:
    """Yield the boats on a space, each with its spot."""
    for seat, boats in enumerate(facts["boats"]):
        for number, boat in enumerate(boats, 1):
            if boat["space"] == space:
                yield boat_mark(facts, words, seat, number), boat["spot"]


def boat_mark(facts: ViewFacts, words: RaceWords, seat: int, number: int) -> BoatMark:
    """Return a boat, drawn and in words."""
    owner, mine = words.names.of(seat), seat == facts["seat"]
    said = _("your boat %(number)s") if mine else _("%(who)s’s boat %(number)s")
    return BoatMark(seat, number, owner, mine, said % {"who": owner, "number": number})


def _spot(words: RaceWords, tile: Tile, number: int, here: Iterable[tuple[BoatMark, str]]) -> SpotMark:
    spot, turn = tile.spots[number], radians(FIRST_SPOT + 360 * number / len(tile.spots))
    boat = next((mark for mark, held in here if held == spot), None)
    x, y = 50 + FROM_THE_MIDDLE * cos(turn), 50 + FROM_THE_MIDDLE * sin(turn)
    return SpotMark(spot, words.spot(spot), boat, round(x, 1), round(y, 1))


def _moves(facts: ViewFacts, words: RaceWords, space: str) -> Iterable[MapMove]:
    for boat in (1, 2):
        text = f"move {boat} {space}"
        if text in facts["legal"]:
            start = facts["boats"][facts["seat"]][boat - 1]["space"]
            steps = words.box.board.cost(start, space)
            said = {"number": boat, "space": space, "steps": steps_words(steps)}
            yield MapMove(text, boat, steps, _("Sail boat %(number)s to %(space)s: %(steps)s") % said)


def _action(facts: ViewFacts, space: str) -> Choice | None:
    if f"dive {space}" in facts["legal"]:
        return Choice(f"dive {space}", _("Dive at %(space)s") % {"space": space})
    if f"reveal {space}" in facts["legal"]:
        return Choice(f"reveal {space}", _("Reveal the wreck at %(space)s") % {"space": space})
    return None


def _words(
    facts: ViewFacts, words: RaceWords, space: str, tile: Tile | None, here: Iterable[tuple[BoatMark, str]]
) -> str:
    """Return a space's contents in words, for readers who do not see the map."""
    site = facts["sites"].get(space)
    said = [_what(words, space, site, tile)]
    if tile:
        said.append(_("leader gets %(points)s") % {"points": points_words(tile.leader_points)})
        free = [words.gem(spot) for spot in site["free"]] if site else []
        said.append(_("free spots: %(spots)s") % {"spots": ", ".join(free)} if free else _("no free spot"))
    if site and site["gem"]:
        said.append(_("gem on it: %(gem)s") % {"gem": words.gem(site["gem"])})
    for mark, spot in here:
        said.append(_("%(boat)s on %(spot)s") % {"boat": mark.words, "spot": words.gem(spot)} if spot else mark.words)
    return "; ".join(said)


def _what(words: RaceWords, space: str, site: Mapping[str, Any] | None, tile: Tile | None) -> str:
    if site is None:
        return _("the port") if words.box.board.spaces[space].kind == PORT else _("a buoy")
    if tile is None:
        return _("an empty site") if site["face_up"] else _("a hidden wreck")
    return _("a part of the Sunken City") if tile.city else _("a wreck")
