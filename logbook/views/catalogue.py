"""The missions of the logbook, and how to play: pages that anybody may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games
from logbook import speech


@dataclass(frozen=True)
class MissionRow:
    """A mission as a line of the logbook: its symbols, and what it asks in words."""

    number: str
    tasks: int
    tokens: tuple[str, ...]
    dead_zone: bool
    disruption: int | None
    decision: bool
    distribution: bool
    five: bool
    special: str

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions under which it is played, a few words each."""
        found = (
            (self.dead_zone, _("dead zone")),
            (self.disruption is not None, _("no signals before trick %(number)s") % {"number": self.disruption}),
            (self.decision, _("commander's decision")),
            (self.distribution, _("commander's distribution")),
        )
        return tuple(words for holds, words in found if holds)


@dataclass(frozen=True)
class MissionPage:
    """A mission explained."""

    game: str
    title: str
    row: MissionRow
    sentences: tuple[str, ...]
    for_five: str
    for_two: str
    before: str | None
    after: str | None


@require_safe
def mission_list(request: HttpRequest) -> HttpResponse:
    """All missions of all games, as ruled tables."""
    books = [(game, [_row(game.slug, mission) for mission in game.missions]) for game in games.GAMES.values()]
    return render(request, "catalogue/mission_list.html", {"books": books})


@require_safe
def mission(request: HttpRequest, game: str, mission: str) -> HttpResponse:
    """One mission in our words, with the way to a table and to its leaderboard."""
    if game not in games.GAMES or mission not in games.GAMES[game].missions:
        raise Http404
    return render(request, "catalogue/mission.html", {"page": _mission_page(game, mission)})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How to play, in our words."""
    return render(request, "catalogue/rules.html")


def _parts(game: str, mission: str, players: int) -> Mapping[str, games.Sentence]:
    description = games.describe(games.Setup(game, mission, players))
    return {part.code: part for part in description.parts}


def _row(game: str, mission: str) -> MissionRow:
    description = games.describe(games.Setup(game, mission, 5))
    facts = description.params
    return MissionRow(
        number=mission,
        tasks=facts["tasks"],
        tokens=facts["tokens"],
        dead_zone=facts["dead_zone"],
        disruption=facts["disruption"],
        decision=facts["commander_decision"],
        distribution=facts["commander_distribution"],
        five=facts["five_player_rule"],
        special=" ".join(_said(part) for part in description.parts if not part.code.startswith("describe-")),
    )


def _said(part: games.Sentence) -> str:
    return speech.say(part.code, part.params, str)


def _mission_page(game: str, mission: str) -> MissionPage:
    missions = games.GAMES[game].missions
    place = missions.index(mission)
    asked = [_said(part) for code, part in _parts(game, mission, 4).items() if code != "describe-mission"]
    five, two = _parts(game, mission, 5), _parts(game, mission, 2)
    return MissionPage(
        game=game,
        title=games.GAMES[game].title,
        row=_row(game, mission),
        sentences=tuple(asked),
        for_five=_said(five["describe-five-player-rule"]) if "describe-five-player-rule" in five else "",
        for_two=_said(two["describe-robot"]) if "describe-robot" in two else "",
        before=missions[place - 1] if place else None,
        after=missions[place + 1] if place + 1 < len(missions) else None,
    )
