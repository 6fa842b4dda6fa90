"""Forms that create a challenge on a page: of missions, or of races."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

import games
from games.bots import bots_of
from logbook.challenges import policies
from logbook.challenges.forms.challenges import ChallengeForm, moment_field
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.plan_fields import MOST_ATTEMPTS, MOST_STAGES
from logbook.rounds import text
from logbook.tables.kinds import kind_of
from logbook.tables.setup_fields import FIRST_GAME, mission_choices, mission_groups

STAGES = ("stage_1", "stage_2", "stage_3")
"""The stages that are chosen from lists; more are written."""


class OneGameForm(ChallengeForm):
    """A challenge form for the game that the page has chosen."""

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slug, self.kind = game, kind_of(game)
        self.fields["game"].widget = forms.HiddenInput()
        self.fields["game"].initial = game


class MissionsForm(OneGameForm):
    """A challenge of missions, without the fields of races: stages are chosen, others written in a folded field."""

    MORE = ChallengeForm.MORE | {"missions"}
    field_order = ("title", *STAGES, "players", "missions")

    missions = forms.CharField(
        label=_("More stages, or custom missions"),
        required=False,
        help_text=_(
            "One stage per line, after those above: a mission number, or a custom mission such as "
            "tasks=3 tokens=1,2. For another game, start the line with its name: deep-sea 12."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    rivals = None  # type: ignore[assignment]  # So Django forgets an inherited field.

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        groups = mission_groups(mission_choices(game), game)
        for number, name in enumerate(STAGES, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Stage %(number)s") % {"number": number},
                choices=[("", _("Choose a mission") if number == 1 else _("no more stages")), *groups],
                required=False,
                error_messages={"invalid_choice": _("This mission doesn’t exist. Choose another one.")},
            )
        self.order_fields(self.field_order)

    def clean_missions(self) -> list[str]:
        """Return the chosen stages, then the written ones."""
        chosen = [self.cleaned_data[name] for name in STAGES if self.cleaned_data.get(name)]
        written = [line.strip() for line in self.cleaned_data["missions"].splitlines() if line.strip()]
        if not chosen and not written:
            self.add_error(STAGES[0], _("Choose at least one mission."))
        if len(chosen) + len(written) > MOST_STAGES:
            raise forms.ValidationError(_("A challenge can have up to %(most)s stages.") % {"most": MOST_STAGES})
        return chosen + written

    @property
    def plan_fields(self) -> dict[str, Any]:
        """Return the arguments of `create_challenge`."""
        return {name: answer for name, answer in super().plan_fields.items() if name not in STAGES}


class RacesForm(OneGameForm):
    """A challenge of races: scenarios are ticked, and the fields that only missions have are left out."""

    missions = forms.MultipleChoiceField(  # type: ignore[assignment]
        label=_("Scenarios"),
        help_text=_("Each one is a stage, in this order."),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick at least one scenario."),
            "invalid_choice": _("That scenario doesn’t exist."),
        },
    )
    rivals = forms.ChoiceField(
        label=_("Opponents"),
        choices=Challenge.Rivals.choices,
        initial=Challenge.Rivals.BOTS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the opponents."), "invalid_choice": _("Choose the opponents.")},
    )
    three_player_challenge = None  # type: ignore[assignment]
    clock = None  # type: ignore[assignment]
    difficulty = None  # type: ignore[assignment]
    closes_when_done = None  # type: ignore[assignment]
    policy = forms.ChoiceField(
        label=_("Races per stage"),
        choices=policies.race_choices,
        initial=policies.DEFAULT_FOR_POINTS,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose how many races count.")),
    )
    max_attempts = forms.IntegerField(
        label=_("Maximum races per stage"),
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=3,
        required=False,
        help_text=_("Only used when the best of several races counts."),
    )
    contributions_until = moment_field(
        _("Members can add randomness until"),
        _(
            "Optional. Members who add a few words can be sure that no one, not even this site, knew the "
            "races in advance."
        ),
        days=None,
    )
    closes_at = moment_field(_("Closes"), _("Play stops then: an unfinished race scores no points."), days=7)

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        scenarios = self.fields["missions"]
        if isinstance(scenarios, forms.MultipleChoiceField):
            scenarios.choices = mission_choices(game)
        self.fields["rivals"].help_text = _(
            "Against bots, your points don’t depend on other people: a %(bot)s takes every other seat. "
            "When crew members race each other, they must fill every seat."
        ) % {"bot": text.bot_words(next(iter(bots_of(game))))}

    def clean_missions(self) -> list[str]:
        return list(self.cleaned_data["missions"])


def challenge_form(answers: QueryDict | None, game: str = "") -> MissionsForm | RacesForm:
    """Return the form for the requested game, or for the game of the answers."""
    game_requested = answers.get("game", "") if answers is not None else game
    game = game_requested if game_requested in games.GAMES else FIRST_GAME
    kind = RacesForm if kind_of(game).has_points else MissionsForm
    return kind(answers, game=game)
