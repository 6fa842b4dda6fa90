"""Fields of forms that ask for a game, its mission and its players, and what they offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from logbook.lib.lists import labelled
from logbook.rounds import text
from logbook.tables.kinds import kind_of

FIRST_GAME = "planet-nine"
THREE_PLAYER_CHALLENGE = "three-player-challenge"
UNTIMED = "untimed"
PLAYERS = [(number, str(number)) for number in (2, 3, 4, 5)]
Choice = tuple[str, str] | tuple[str, list[tuple[str, str]]]
"""A choice of a select, or a named group of them."""
GROUP = 10
"""The missions in one group of a select."""

OWN_MISSIONS = {
    "planet-nine": _("One line, for example: tasks=5 tokens=1,2,omega dead-zone disruption=2"),
    "deep-sea": _(
        "Write one line, for example: difficulty=9 currents tasks=T74,T88. Or give the number of an epilogue mission."
    ),
}


def game_choices() -> list[tuple[str, str]]:
    """Return the games of the site."""
    return [(game.slug, text.title_words(game.title)) for game in games.GAMES.values()]


def mission_choices(game: str) -> list[tuple[str, str]]:
    """Return the missions of a game's book, each with a short text."""
    return kind_of(game).missions_offered(game)


def mission_groups(missions: Sequence[tuple[str, str]], game: str) -> list[Choice]:
    """Return these missions of a game in groups of ten for a select; those without numbers stay one list."""
    if not kind_of(game).is_numbered:
        return list(missions)
    last, groups = len(games.GAMES[game].missions), dict[str, list[tuple[str, str]]]()
    for mission, label in missions:
        groups.setdefault(_group_of(mission, last), []).append((mission, label))
    return list(groups.items())


def missions_with(game: str, wanted: str) -> list[Choice]:
    """Return the missions of a game in groups for a select, with a custom mission or a later one that is `wanted`."""
    missions = mission_choices(game)
    if wanted not in dict(missions):
        missions.append((wanted, text.mission_title(wanted)))
    return mission_groups(missions, game)


def missions_of(slugs: Sequence[str]) -> list[Choice]:
    """Return the missions of these games in groups for one select; a value begins with its game's slug."""
    titles = dict(game_choices())
    groups: list[Choice] = []
    for game in slugs:
        by_group = dict[str, list[tuple[str, str]]]()
        last = len(games.GAMES[game].missions)
        for mission, label in mission_choices(game):
            group = titles[game]
            if kind_of(game).is_numbered:
                group = labelled(group, _group_of(mission, last))
            by_group.setdefault(group, []).append((f"{game} {mission}", label))
        groups += by_group.items()
    return groups


def _group_of(mission: str, last: int) -> str:
    if not mission.isdecimal():
        return gettext("Custom missions")
    number = int(mission)
    if number > last:
        return gettext("Epilogue")
    first = (number - 1) // GROUP * GROUP + 1
    return gettext("Missions %(first)s–%(last)s") % {"first": first, "last": min(first + GROUP - 1, last)}


def players_field(help_text: Any = "") -> forms.TypedChoiceField:
    """A choice of the number of players."""
    return forms.TypedChoiceField(
        label=_("Players"),
        choices=PLAYERS,
        coerce=int,
        initial=4,
        help_text=help_text,
        error_messages={
            "required": _("Choose the number of players."),
            "invalid_choice": _("The game is for 2 to 5 players."),
        },
    )


def three_player_challenge_field(label: Any = "") -> forms.BooleanField:
    """A choice of the harder rules for three players."""
    return forms.BooleanField(
        label=label or _("Three-player challenge: without the green cards and rocket 1"),
        required=False,
    )


def clock_field() -> forms.ChoiceField:
    """A choice between playing real-time missions with or without their clock."""
    return forms.ChoiceField(
        label=_("Real-time missions"),
        choices=[("", _("with the clock")), (UNTIMED, _("without the clock, with the mission’s other condition"))],
        required=False,
        help_text=_("This is only for Deep Sea missions 14, 15, 16 and 26, and custom missions with real-time=."),
        error_messages={"invalid_choice": _("Choose with or without the clock.")},
    )
