"""Form that opens a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from logbook.campaigns.models import Campaign
from logbook.campaigns.online_campaigns import OnlineCampaign
from logbook.crews.models.crews import Crew
from logbook.lib.folded_form import FoldedForm
from logbook.lib.lists import labelled
from logbook.rounds import text
from logbook.tables.models import Table
from logbook.tables.services.tables import TableSettings

FIRST_GAME = "planet-nine"
THREE_PLAYER_CHALLENGE = "three-player-challenge"
UNTIMED = "untimed"
PLAYERS = [(number, str(number)) for number in (2, 3, 4, 5)]
Choice = tuple[str, str] | tuple[str, list[tuple[str, str]]]
"""A choice of a select, or a named group of them."""
GROUP = 10
"""The missions in one group of a select."""
EPILOGUE_SHOWN = 8
"""Missions of an endless epilogue in the list; the text field takes any of them."""

FIELD_OF_ERROR = {"setup-players": "players", "setup-challenge-players": "three_player_challenge"}
COMPONENTS = "components-"
"""The prefix of a race's option for components other than the site's own."""
OWN_MISSIONS = {
    "planet-nine": _("One line, for example: tasks=5 tokens=1,2,omega dead-zone disruption=2"),
    "deep-sea": _("One line, for example: difficulty=9 currents tasks=T74,T88. Or the number of an epilogue mission."),
}


def game_choices() -> list[tuple[str, str]]:
    """Return the games of the site."""
    return [(game.slug, text.title_words(game.title)) for game in games.GAMES.values()]


def mission_choices(game: str) -> list[tuple[str, str]]:
    """Return the missions of a game's logbook, by number and short text; of a race, its scenarios."""
    if games.GAMES[game].is_race:
        return [(scenario, text.scenario_title(scenario)) for scenario in games.GAMES[game].missions]
    return [(mission, _in_short(game, mission)) for mission in (*games.GAMES[game].missions, *_epilogue(game))]


def mission_groups(missions: Sequence[tuple[str, str]], game: str) -> list[Choice]:
    """Return these missions of a game in groups of ten for a select; a race's scenarios stay one list."""
    if games.GAMES[game].is_race:
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
            if not games.GAMES[game].is_race:
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


def _epilogue(game: str) -> list[str]:
    """Return the first missions after the end of a logbook that goes on."""
    last = len(games.GAMES[game].missions)
    return [str(last + n) for n in range(1, EPILOGUE_SHOWN + 1)] if UNTIMED in games.GAMES[game].options else []


def _in_short(game: str, mission: str) -> str:
    return text.mission_in_short(mission, games.describe(games.Setup(game, mission, 4)).params)


def setup_error_field(error: games.GameError, *, mission: str = "mission") -> str:
    """Return the form field that an unknown setup is about."""
    return FIELD_OF_ERROR.get(error.code, mission)


def setup_error_words(error: games.GameError) -> str:
    """Return the error of a setup in the reader's language."""
    return text.say(error.code, error.params, str)


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
        help_text=_("Only for Deep Sea missions 14, 15, 16 and 26, and custom missions with real-time=."),
        error_messages={"invalid_choice": _("Choose with or without the clock.")},
    )


def components_field(game: str) -> forms.ChoiceField:
    """A choice of a race's components: the site's own, or those of a file in its settings."""
    others = [option for option in games.GAMES[game].options if option.startswith(COMPONENTS)]
    house = [("", _("our own"))]
    return forms.ChoiceField(
        label=_("Board, wrecks and cards"),
        choices=[*house, *((option, option.removeprefix(COMPONENTS).partition("@")[0]) for option in others)],
        required=False,
        error_messages={"invalid_choice": _("This set of components doesn’t exist here. Choose another one.")},
    )


class CampaignField(forms.ModelChoiceField):
    """A choice of a campaign, labelled with its crew and name."""

    def label_from_instance(self, campaign: Campaign) -> str:
        return labelled(campaign.crew, campaign.name)


class TableForm(FoldedForm):
    """The mission and players of a new table of one game, and its crew."""

    MORE = frozenset({"custom", "three_player_challenge", "clock", "stand_ins", "bot_speed", "components"})

    game = forms.ChoiceField(
        choices=game_choices,
        initial=FIRST_GAME,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("This game isn’t available here."), "required": _("Choose a game.")},
    )
    mission = forms.ChoiceField(
        label=_("Mission"),
        required=False,
        initial="1",
        error_messages={"invalid_choice": _("This mission doesn’t exist. Choose another one.")},
    )
    custom = forms.CharField(
        label=_("Custom mission"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    players = players_field(_("Bots included."))
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
    crew = forms.ModelChoiceField(
        label=_("Crew"),
        queryset=Crew.objects.none(),
        required=False,
        empty_label=_("no crew, by invitation only"),
        error_messages={"invalid_choice": _("Choose one of your crews.")},
    )
    campaign = CampaignField(
        label=_("Campaign"),
        queryset=Campaign.objects.none(),
        required=False,
        empty_label=_("no campaign"),
        help_text=_("Every attempt at this table goes into its logbook."),
        error_messages={"invalid_choice": _("Choose one of this crew’s campaigns for this game, or none.")},
    )

    def __init__(
        self, *args: Any, crews: QuerySet[Crew], campaigns: QuerySet[Campaign] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.slug = self._game_asked_for()
        self.crews = crews
        self.has_crews = crews.exists()
        self.campaigns = Campaign.objects.none() if campaigns is None else campaigns
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
        if games.GAMES[self.slug].is_race:
            self._fit_race()
        else:
            self.fields["custom"].help_text = OWN_MISSIONS[self.slug]
        options = games.GAMES[self.slug].options
        for option, name in ((THREE_PLAYER_CHALLENGE, "three_player_challenge"), (UNTIMED, "clock")):
            if option not in options:
                del self.fields[name]

    def _fit_race(self) -> None:
        """Offer a race its scenarios, no custom ones, and other components where the site has them."""
        scenarios = games.GAMES[self.slug].missions
        scenario = self.fields["mission"]
        scenario.label, scenario.initial = _("Scenario"), scenarios[0]
        scenario.error_messages["invalid_choice"] = _("That scenario doesn’t exist.")
        del self.fields["custom"]
        if any(option.startswith(COMPONENTS) for option in games.GAMES[self.slug].options):
            self.fields["components"] = components_field(self.slug)

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
            race = games.GAMES[self.slug].is_race
            wanted = _("Choose a scenario.") if race else _("Choose a mission, or write a custom one.")
            self.add_error("mission", wanted)
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
