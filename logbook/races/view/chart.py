"""Map of a race, computed from a view and the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import cos, radians, sin
from typing import Any, Final

from games.deep_blue.board import BUOY, PORT
from games.deep_blue.components import Tile
from logbook.lib.translation import gettext as _
from logbook.races.view.card_parts import Choice
from logbook.races.view.labels import RaceLabels, points_label, steps_label
from logbook.races.view.parts import BoatMark, Chart, MapMove, MapPlace, Route, SpotMark

ViewFacts = Mapping[str, Any]

BESIDE: Final = 8
"""The distance of the outermost spaces from the sides of the map, in percent of its width."""
FIRST_SPOT: Final = 210
"""The angle of the first spot on its tile, in degrees from the right: at the upper left. The others follow clockwise.
"""
FROM_THE_MIDDLE: Final = 38
"""The distance of spots from the middle of their tile, in percent of its width."""


def chart_of(facts: ViewFacts, labels: RaceLabels) -> Chart:
    """Return spaces, routes and boats, with the reader's possible actions there."""
    board = labels.box.board
    spaces, across = board.spaces, _across([space.x for space in board.spaces.values()])
    routes = ((spaces[one], spaces[other]) for one, other in board.routes)
    moves = {int(text.split()[1]) for text in facts["legal"] if text.startswith("move ")}
    explored = len(facts["mosaic"])
    return Chart(
        places=tuple(_place(facts, labels, space, across(spaces[space].x)) for space in spaces),
        routes=tuple(Route(across(one.x), one.y, across(other.x), other.y) for one, other in routes),
        to_move=tuple(sorted(moves)),
        steps=facts["sail"]["steps"] if facts["sail"] else 0,
        mosaic=tuple(place < explored for place in range(labels.box.city_tiles)),
    )


def _across(every: Sequence[float]) -> Callable[[float], float]:
    """Return a function from a space's x to its place on the map: the board fills the width, so that fingers hit
    spaces.
    """
    least, width = min(every), max(every) - min(every) or 1
    return lambda x: round(BESIDE + (100 - 2 * BESIDE) * (x - least) / width, 1)


def _place(facts: ViewFacts, labels: RaceLabels, space: str, across: float) -> MapPlace:
    board_space = labels.box.board.spaces[space]
    site = facts["sites"].get(space)
    tile = labels.box.tiles[site["tile"]] if site and site["tile"] else None
    here = tuple(_boats(facts, labels, space))
    spots = tuple(_spot(labels, tile, number, here) for number in range(len(tile.spots))) if tile else ()
    gem = (site and site["gem"]) or ""
    return MapPlace(
        id=space,
        x=across,
        y=board_space.y,
        look=_look(board_space.kind, site, tile),
        tile=tile.id if tile else "",
        points=tile.leader_points if tile else 0,
        spots=spots,
        gem=gem,
        boats=tuple(mark for mark, spot in here if not spot),
        moves=tuple(_moves(facts, labels, space)),
        action=_action(facts, space),
        words=_label(facts, labels, space, tile, here),
        diving=bool(facts["dive"]) and facts["dive"]["space"] == space,
    )


def _look(kind: str, site: Mapping[str, Any] | None, tile: Tile | None) -> str:
    if site is None:
        return "port" if kind == PORT else "buoy" if kind == BUOY else "empty"
    if tile is None:
        return "empty" if site["face_up"] else "hidden"
    return "city" if tile.city else "wreck"


def _boats(facts: ViewFacts, labels: RaceLabels, space: str) -> Iterable[tuple[BoatMark, str]]:
    """Yield the boats on a space, each with its spot."""
    for seat, boats in enumerate(facts["boats"]):
        for number, boat in enumerate(boats, 1):
            if boat["space"] == space:
                yield boat_mark(facts, labels, seat, number), boat["spot"]


def boat_mark(facts: ViewFacts, labels: RaceLabels, seat: int, number: int) -> BoatMark:
    """Return a boat, drawn and in words."""
    owner, mine = labels.names.of(seat), seat == facts["seat"]
    label = _("your boat %(number)s") if mine else _("%(who)s’s boat %(number)s")
    return BoatMark(seat, number, owner, mine, label % {"who": owner, "number": number})


def _spot(labels: RaceLabels, tile: Tile, number: int, here: Iterable[tuple[BoatMark, str]]) -> SpotMark:
    spot, turn = tile.spots[number], radians(FIRST_SPOT + 360 * number / len(tile.spots))
    boat = next((mark for mark, its_spot in here if its_spot == spot), None)
    x, y = 50 + FROM_THE_MIDDLE * cos(turn), 50 + FROM_THE_MIDDLE * sin(turn)
    return SpotMark(spot, labels.spot(spot), boat, round(x, 1), round(y, 1))


def _moves(facts: ViewFacts, labels: RaceLabels, space: str) -> Iterable[MapMove]:
    for boat in (1, 2):
        text = f"move {boat} {space}"
        if text in facts["legal"]:
            start = facts["boats"][facts["seat"]][boat - 1]["space"]
            steps = labels.box.board.cost(start, space)
            params = {"number": boat, "space": space, "steps": steps_label(steps)}
            yield MapMove(text, boat, steps, _("Sail boat %(number)s to %(space)s: %(steps)s") % params)


def _action(facts: ViewFacts, space: str) -> Choice | None:
    if f"dive {space}" in facts["legal"]:
        return Choice(f"dive {space}", _("Dive at %(space)s") % {"space": space})
    if f"reveal {space}" in facts["legal"]:
        return Choice(f"reveal {space}", _("Reveal the wreck at %(space)s") % {"space": space})
    return None


def _label(
    facts: ViewFacts, labels: RaceLabels, space: str, tile: Tile | None, here: Iterable[tuple[BoatMark, str]]
) -> str:
    """Return a space's contents in words, for readers who do not see the map."""
    site = facts["sites"].get(space)
    parts = [_what(labels, space, site, tile)]
    if tile:
        parts.append(_("leader gets %(points)s") % {"points": points_label(tile.leader_points)})
        free = [labels.gem(spot) for spot in site["free"]] if site else []
        parts.append(_("free spots: %(spots)s") % {"spots": ", ".join(free)} if free else _("no free spot"))
    if site and site["gem"]:
        parts.append(_("gem on it: %(gem)s") % {"gem": labels.gem(site["gem"])})
    for mark, spot in here:
        parts.append(_("%(boat)s on %(spot)s") % {"boat": mark.words, "spot": labels.gem(spot)} if spot else mark.words)
    return "; ".join(parts)


def _what(labels: RaceLabels, space: str, site: Mapping[str, Any] | None, tile: Tile | None) -> str:
    if site is None:
        return _("the port") if labels.box.board.spaces[space].kind == PORT else _("a buoy")
    if tile is None:
        return _("an empty site") if site["face_up"] else _("a hidden wreck")
    return _("a part of the Sunken City") if tile.city else _("a wreck")
