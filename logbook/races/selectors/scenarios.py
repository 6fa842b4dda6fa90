"""Selectors of a race's scenarios, in lists and one by one. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

import games
from logbook.races.race_games import RACES
from logbook.races.view.scenarios import scenario_sentences
from logbook.rounds import text
from logbook.tables.kinds import kind_of
from logbook.tables.missions import exists

Basis = Literal["ours", "reading"]


@dataclass(frozen=True)
class Ruling:
    """A ruling where the rulebook is open: our choice, or our reading of its text."""

    text: str
    basis: Basis


@dataclass(frozen=True)
class ScenarioRow:
    """A scenario as a row: its name, and its changes."""

    slug: str
    name: str
    text: str


@dataclass(frozen=True)
class ScenarioPage:
    """A scenario, explained."""

    game: str
    title: str
    row: ScenarioRow
    race: str
    """The rules of every race."""
    rulings: tuple[Ruling, ...]
    before: ScenarioRow | None
    after: ScenarioRow | None


RULINGS: Final[Mapping[str, tuple[str | Promise, Basis]]] = {
    "troubled-waters": (
        gettext_lazy(
            "Both gems are laid out first. Players answer the hazards in the order drawn, the leader "
            "first each time. Then they play cards, and the leader decides whether to go on. If the "
            "bag’s last gem has no partner, it’s drawn alone."
        ),
        "ours",
    ),
    "best-of-the-best": (gettext_lazy("Cards played for protection score no points, so they get no bonus."), "reading"),
    "scattered-wealth": (
        gettext_lazy(
            "The Sunken City tile gets its gem first, then the others in the order of their space names, "
            "until the bag is empty. In a dive, that gem counts as the first one drawn: if it’s blue or "
            "black, it’s only a warning."
        ),
        "ours",
    ),
    "efficiency-bonus": (gettext_lazy("Gems of every colour count, including blue and black."), "reading"),
    "storm-ahead": (
        gettext_lazy(
            "A player who reveals two parts in one sailing action chooses which dive comes first. Their boat at "
            "the other part can’t rush away from it. If the first dive ends the race, there’s no second one."
        ),
        "ours",
    ),
    "reefs-ahead": (gettext_lazy("The leader’s second boat can’t rush either."), "reading"),
    "bountiful-ruins": (
        gettext_lazy(
            "Players who had to surface get these points too, just as the leader always does. Everyone’s "
            "boats, the leader’s included, count where they are after the rush."
        ),
        "reading",
    ),
}
"""The text of our rules for each scenario, and its grounds."""


def scenario_rows(game: str) -> tuple[ScenarioRow, ...]:
    """Return the scenarios of a race, in the order of its book."""
    return tuple(_row(game, scenario) for scenario in games.GAMES[game].missions)


def every_scenario() -> tuple[ScenarioRow, ...]:
    """Return the scenarios of all races, in the order of their books."""
    return tuple(row for game in RACES for row in scenario_rows(game))


def scenario_page(game: str, mission: str) -> ScenarioPage | None:
    """Return the scenario's page; None if there is no such race or scenario."""
    if kind_of(game).is_numbered or not exists(game, mission):
        return None
    scenarios = games.GAMES[game].missions
    slug = games.GAMES[game].mission_text(mission)
    place = scenarios.index(slug)
    ruling_text, basis = RULINGS[slug]
    return ScenarioPage(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        row=_row(game, slug),
        race=scenario_sentences(game, slug)["describe-race"],
        rulings=(Ruling(str(ruling_text), basis),),
        before=_row(game, scenarios[place - 1]) if place else None,
        after=_row(game, scenarios[place + 1]) if place + 1 < len(scenarios) else None,
    )


def _row(game: str, scenario: str) -> ScenarioRow:
    sentence = scenario_sentences(game, scenario)[f"describe-{scenario}"]
    return ScenarioRow(scenario, text.scenario_title(scenario), sentence)
