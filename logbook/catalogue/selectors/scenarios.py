"""Selectors of a race's scenarios, in lists and one by one. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

import games
from logbook.rounds import text
from logbook.rounds.scenarios import scenario_sentences
from logbook.tables.missions import RACES, exists

Basis = Literal["ours", "reading"]


@dataclass(frozen=True)
class Ruling:
    """A ruling where the rulebook is open: our choice, or our reading of its text."""

    words: str
    basis: Basis


@dataclass(frozen=True)
class ScenarioRow:
    """A scenario as a row: its name, and its changes."""

    slug: str
    name: str
    words: str


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
            "Both gems are laid out first. Hazards are answered in the order drawn, the leader first each time; then"
            " cards are played, then the leader has the word. An odd last gem is drawn alone."
        ),
        "ours",
    ),
    "best-of-the-best": (gettext_lazy("Cards that protect score nothing, and get nothing more."), "reading"),
    "scattered-wealth": (
        gettext_lazy(
            "The city's own tile gets its gem first, the others follow in the order of their spaces' names, until the"
            " bag is empty. As the first gem of its dive a blue or black one is only a warning."
        ),
        "ours",
    ),
    "efficiency-bonus": (gettext_lazy("Gems of all colours count, blue and black ones too."), "reading"),
    "storm-ahead": (
        gettext_lazy(
            "Whoever reveals two parts in one sail chooses which dive comes first. The boat on the other may not rush"
            " away from it, and the second dive is dropped if the first one ended the race."
        ),
        "ours",
    ),
    "reefs-ahead": (gettext_lazy("The leader's second boat may not rush either."), "reading"),
    "bountiful-ruins": (
        gettext_lazy(
            "Whoever had to surface gets them too, as the leader always does. Boats count where they lie after the"
            " rush, the leader's as well."
        ),
        "reading",
    ),
}
"""By scenario: the text of our rules, and its grounds."""


def scenario_rows(game: str) -> tuple[ScenarioRow, ...]:
    """Return the scenarios of a race, in the order of its book."""
    return tuple(_row(game, scenario) for scenario in games.GAMES[game].missions)


def scenario_page(game: str, mission: str) -> ScenarioPage | None:
    """Return the scenario's page; None if there is no such race or scenario."""
    if game not in RACES or not exists(game, mission):
        return None
    scenarios = games.GAMES[game].missions
    slug = games.GAMES[game].mission_text(mission)
    place = scenarios.index(slug)
    words, basis = RULINGS[slug]
    return ScenarioPage(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        row=_row(game, slug),
        race=scenario_sentences(game, slug)["describe-race"],
        rulings=(Ruling(str(words), basis),),
        before=_row(game, scenarios[place - 1]) if place else None,
        after=_row(game, scenarios[place + 1]) if place + 1 < len(scenarios) else None,
    )


def _row(game: str, scenario: str) -> ScenarioRow:
    words = scenario_sentences(game, scenario)[f"describe-{scenario}"]
    return ScenarioRow(scenario, text.scenario_title(scenario), words)
