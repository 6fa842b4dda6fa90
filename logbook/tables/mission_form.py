"""Form of a mission for a real table: one of the logbooks, or a custom one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from logbook.lib.folded_form import FoldedForm
from logbook.lib.setup_errors import setup_error_field, setup_error_words
from logbook.tables.kinds import kind_of
from logbook.tables.setup_fields import OWN_MISSIONS, Choice, game_choices, missions_of, players_field


def mission_games() -> list[tuple[str, str]]:
    """Return the games with missions: races are not for a real table's pages."""
    return [(slug, title) for slug, title in game_choices() if kind_of(slug).is_numbered]


def listed_missions() -> list[Choice]:
    """Return the missions of all logbooks, after an empty choice."""
    return [("", gettext("Choose a mission")), *missions_of([slug for slug, _title in mission_games()])]


class MissionForm(FoldedForm):
    """A mission of a logbook, chosen from the list; or a custom mission, written in a folded field."""

    MORE = frozenset({"game", "mission"})

    listed = forms.ChoiceField(
        label=_("Mission"),
        choices=listed_missions,
        required=False,
        error_messages={"invalid_choice": _("This mission doesn’t exist. Choose another one.")},
    )
    players = players_field()
    game = forms.ChoiceField(
        label=_("Game"),
        choices=mission_games,
        required=False,
        error_messages={"invalid_choice": _("This game isn’t available here.")},
    )
    mission = forms.CharField(
        label=_("Custom mission"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"max_length": _("Keep the custom mission to one line of up to 200 characters.")},
    )

    def own_missions(self) -> list[tuple[str, Any]]:
        """Return the notation of custom missions, by game."""
        return [(title, OWN_MISSIONS[slug]) for slug, title in mission_games()]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        if data["listed"] and not data["mission"]:
            data["game"], data["mission"] = data["listed"].split(" ", 1)
        if not data["game"] or not data["mission"]:
            self.add_error("listed", _("Choose a mission, or write a custom one."))
        else:
            self._read_mission(data)
        return data

    def _read_mission(self, data: dict[str, Any]) -> None:
        try:
            data["mission"] = games.GAMES[data["game"]].mission_text(data["mission"].strip())
            games.describe(games.Setup(data["game"], data["mission"], data["players"]))
        except games.UnknownSetup as error:
            self.add_error(setup_error_field(error), ValidationError(setup_error_words(error)))
