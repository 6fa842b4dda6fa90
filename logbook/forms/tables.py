"""Opening a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

import games
from logbook import speech
from logbook.models import Crew

GAME = "planet-nine"
THREE_PLAYER_CHALLENGE = "three-player-challenge"
PLAYERS = [(number, str(number)) for number in (2, 3, 4, 5)]

FIELD_OF_ERROR = {"setup-players": "players", "setup-challenge-players": "three_player_challenge"}


def game_choices() -> list[tuple[str, str]]:
    """The games of the house."""
    return [(game.slug, game.title) for game in games.GAMES.values()]


def mission_choices() -> list[tuple[str, str]]:
    """The missions of the logbook: the number, and what it asks for in short."""
    return [(mission, _in_short(mission)) for mission in games.GAMES[GAME].missions]


def _in_short(mission: str) -> str:
    return speech.mission_in_short(mission, games.describe(games.Setup(GAME, mission, 4)).params["tasks"])


def setup_error_field(error: games.GameError, *, mission: str = "mission") -> str:
    """The field of a form that an unknown setup is about."""
    return FIELD_OF_ERROR.get(error.code, mission)


def setup_error_words(error: games.GameError) -> str:
    """What is wrong with a setup, in the reader's language."""
    return speech.say(error.code, error.params, str)


def players_field(help_text: Any = "") -> forms.TypedChoiceField:
    """How many play."""
    return forms.TypedChoiceField(
        label=_("Players"),
        choices=PLAYERS,
        coerce=int,
        initial=4,
        help_text=help_text,
        error_messages={
            "required": _("Choose how many play."),
            "invalid_choice": _("Planet Nine is for 2 to 5 players."),
        },
    )


def three_player_challenge_field() -> forms.BooleanField:
    """Whether three play the harder way."""
    return forms.BooleanField(
        label=_("Three-player challenge: without the green cards and rocket 1"),
        required=False,
    )


class TableForm(forms.Form):
    """Game, mission and players of a new table, and the crew whose table it is."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices, initial=GAME)
    mission = forms.ChoiceField(
        label=_("Mission"),
        choices=mission_choices,
        required=False,
        initial="1",
        error_messages={"invalid_choice": _("There is no such mission.")},
    )
    custom = forms.CharField(
        label=_("or a mission of your own"),
        max_length=200,
        required=False,
        help_text=_("One line, for example: tasks=5 tokens=1,2,omega dead-zone disruption=2"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    players = players_field(_("People and bots together. With two, the captain also plays for a robot."))
    three_player_challenge = three_player_challenge_field()
    crew = forms.ModelChoiceField(
        label=_("Crew"),
        queryset=Crew.objects.none(),
        required=False,
        empty_label=_("no crew: by invitation only"),
        error_messages={"invalid_choice": _("Choose one of your own crews.")},
    )

    def __init__(self, *args: Any, crews: QuerySet[Crew], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.crews = crews
        field = self.fields["crew"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = crews

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("mission") and not cleaned.get("custom") and not self.errors:
            self.add_error("mission", _("Choose a mission, or write one of your own."))
        return cleaned

    @property
    def chosen(self) -> dict[str, Any]:
        """What `table_open` wants to know."""
        answers = self.cleaned_data
        return {
            "game": answers["game"],
            "mission": answers["custom"].strip() or answers["mission"],
            "players": answers["players"],
            "options": THREE_PLAYER_CHALLENGE if answers["three_player_challenge"] else "",
            "crew": answers["crew"],
        }

    def refuse(self, error: games.GameError) -> None:
        """Say at its field what the engine does not know."""
        mission = "custom" if self.cleaned_data.get("custom") else "mission"
        self.add_error(setup_error_field(error, mission=mission), setup_error_words(error))
