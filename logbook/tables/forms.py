"""Form that opens a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

import games
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.crews.models.crews import Crew
from logbook.lib.folded_form import FoldedForm
from logbook.lib.lists import labelled
from logbook.lib.setup_errors import setup_error_field, setup_error_words
from logbook.tables.kinds import kind_of
from logbook.tables.models import Table
from logbook.tables.services.tables import TableSettings
from logbook.tables.setup_fields import (
    FIRST_GAME,
    OWN_MISSIONS,
    THREE_PLAYER_CHALLENGE,
    UNTIMED,
    clock_field,
    game_choices,
    mission_choices,
    mission_groups,
    players_field,
    three_player_challenge_field,
)

COMPONENTS = "components-"
"""The prefix of a race's option for components other than the site's own."""


def components_field(game: str) -> forms.ChoiceField:
    """A choice of a race's components: the site's own, or those of a file in its settings."""
    others = [option for option in games.GAMES[game].options if option.startswith(COMPONENTS)]
    house = [("", _("our own"))]
    return forms.ChoiceField(
        label=_("Board, wrecks and cards"),
        choices=[*house, *((option, option.removeprefix(COMPONENTS).partition("@")[0]) for option in others)],
        required=False,
        error_messages={"invalid_choice": _("This set of pieces doesn’t exist here. Choose another one.")},
    )


class CampaignField(forms.ModelChoiceField):
    """A choice of a campaign, labelled with its crew and name."""

    def label_from_instance(self, campaign: Any) -> str:
        return labelled(campaign.crew, campaign.name)


class TableForm(FoldedForm):
    """The mission and players of a new table of one game, and its crew."""

    MORE = frozenset({"custom", "three_player_challenge", "clock", "stand_ins", "bot_speed", "watching", "components"})

    game = forms.ChoiceField(
        choices=game_choices,
        initial=FIRST_GAME,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("This game isn’t available here."), "required": _("Choose a game.")},
    )
    mission = forms.ChoiceField(
        required=False,
    )
    custom = forms.CharField(
        label=_("Custom mission"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    players = players_field(_("Bots count too."))
    three_player_challenge = three_player_challenge_field()
    clock = clock_field()
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=Table.Pace.choices,
        initial=Table.Pace.RELAXED,
        required=False,
        help_text=_("In turn-based games, each player’s clock stops during their quiet hours and on holidays."),
        error_messages={"invalid_choice": _("Choose one of the paces.")},
    )
    bot_speed = forms.ChoiceField(
        label=_("Bots’ speed"),
        choices=Table.BotSpeed.choices,
        initial=Table.BotSpeed.NORMAL,
        required=False,
        error_messages={"invalid_choice": _("Choose one of the speeds.")},
    )
    stand_ins = forms.ChoiceField(
        label=_("When a player is away"),
        choices=[
            ("", _("default: a bot may stand in, except in races and real-time missions")),
            ("yes", _("a bot may stand in")),
            ("no", _("the table waits")),
        ],
        required=False,
        help_text=_("A win with a stand-in’s help doesn’t count on any leaderboard."),
        error_messages={"invalid_choice": _("Choose whether bots may stand in.")},
    )
    watching = forms.ChoiceField(
        label=_("Who may watch"),
        choices=Table.Watching.choices,
        initial=Table.Watching.CREW,
        required=False,
        help_text=_("Watchers see what’s on the table, but no hands."),
        error_messages={"invalid_choice": _("Choose who may watch.")},
    )
    crew = forms.ModelChoiceField(
        label=_("Crew"),
        queryset=Crew.objects.none(),
        required=False,
        empty_label=_("no crew, by invitation only"),
        error_messages={"invalid_choice": _("Choose one of your crews.")},
    )
    campaign: CampaignField = CampaignField(
        label=_("Campaign"),
        queryset=None,
        required=False,
        empty_label=_("no campaign"),
        help_text=_("Every attempt at this table goes into its logbook."),
        error_messages={"invalid_choice": _("Choose one of this crew’s campaigns for this game, or none.")},
    )

    def __init__(self, *args: Any, crews: QuerySet[Crew], campaigns: QuerySet[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slug = self._game_asked_for()
        self.crews = crews
        self.has_crews = crews.exists()
        self.campaigns = campaigns
        self._fit_fields()
        self._fit_campaigns()

    def _game_asked_for(self) -> str:
        asked = str(self.data.get("game", "") if self.is_bound else self.initial.get("game", ""))
        return asked if asked in games.GAMES else FIRST_GAME

    def _fit_fields(self) -> None:
        """Remove the fields that the game does not have."""
        mission, crew = self.fields["mission"], self.fields["crew"]
        if isinstance(mission, forms.ChoiceField) and isinstance(crew, forms.ModelChoiceField):
            mission.choices = mission_groups(mission_choices(self.slug), self.slug)
            crew.queryset = self.crews
            if not self.has_crews:
                # One choice is none; a wrong value is still refused.
                crew.widget = forms.HiddenInput()
        self._fit_mission()
        options = games.GAMES[self.slug].options
        if any(option.startswith(COMPONENTS) for option in options):
            self.fields["components"] = components_field(self.slug)
        for option, name in ((THREE_PLAYER_CHALLENGE, "three_player_challenge"), (UNTIMED, "clock")):
            if option not in options:
                del self.fields[name]

    def _fit_mission(self) -> None:
        """Name the missions as the game does, and offer custom ones where it has them."""
        kind, mission = kind_of(self.slug), self.fields["mission"]
        mission.label, mission.initial = kind.form_words.mission, games.GAMES[self.slug].missions[0]
        mission.error_messages["invalid_choice"] = kind.form_words.unknown
        if kind.has_custom_missions:
            self.fields["custom"].help_text = OWN_MISSIONS[self.slug]
        else:
            del self.fields["custom"]

    def _fit_campaigns(self) -> None:
        """Offer the open campaigns of this game; remove the field where there are none."""
        offered = self.campaigns.filter(game=self.slug, closed_at=None).select_related("crew").order_by("crew", "-pk")
        field = self.fields["campaign"]
        if isinstance(field, CampaignField):
            field.queryset = offered
            if not field.queryset:
                del self.fields["campaign"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        campaign = cleaned.get("campaign")
        if campaign is not None and not cleaned.get("crew"):
            # The campaign determines the crew.
            cleaned["crew"] = campaign.crew
        if not cleaned.get("mission") and not cleaned.get("custom") and not self.errors:
            self.add_error("mission", kind_of(self.slug).form_words.choose)
        return cleaned

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the arguments of `open_table`. Raises UnknownSetup."""
        answers, campaign = self.cleaned_data, self.cleaned_data.get("campaign")
        mission = answers.get("custom", "").strip() or answers["mission"]
        return {
            "game": answers["game"],
            "mission": mission,
            "players": answers["players"],
            "options": self._options(mission, answers["players"]),
            "crew": answers["crew"],
            "campaign": OnlineCampaign(campaign) if campaign is not None else None,
            "settings": TableSettings(
                stand_ins={"yes": True, "no": False}.get(answers.get("stand_ins", "")),
                pace=answers.get("pace") or Table.Pace.RELAXED,
                bot_speed=answers.get("bot_speed") or Table.BotSpeed.NORMAL,
                watching=answers.get("watching") or Table.Watching.CREW,
            ),
        }

    def _options(self, mission: str, players: int) -> str:
        if self.cleaned_data.get("three_player_challenge"):
            return THREE_PLAYER_CHALLENGE
        if self.cleaned_data.get("components"):
            return str(self.cleaned_data["components"])
        timed = games.describe(games.Setup(self.slug, mission, players)).params.get("real_time")
        return UNTIMED if timed and self.cleaned_data.get("clock") else ""

    def refuse(self, error: games.GameError) -> None:
        """Report an error of the engine at the field that caused it."""
        mission = "custom" if self.cleaned_data.get("custom") else "mission"
        self.add_error(setup_error_field(error, mission=mission), setup_error_words(error))
