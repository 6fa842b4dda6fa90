"""Forms that create a challenge on a page: of missions, or of races."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

import games
from games.bots import bots_of
from logbook.challenges import policies
from logbook.challenges.forms.challenges import MOST_ATTEMPTS, ChallengeForm, moment_field
from logbook.challenges.models.challenges import Challenge
from logbook.rounds import text
from logbook.tables.forms import FIRST_GAME, mission_choices


class OneGameForm(ChallengeForm):
    """A challenge form for the game that the page has chosen."""

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slug = game
        self.fields["game"].widget = forms.HiddenInput()
        self.fields["game"].initial = game


class MissionsForm(OneGameForm):
    """A challenge of missions, without the fields of races."""

    rivals = None  # type: ignore[assignment]  # So Django forgets an inherited field.


class RacesForm(OneGameForm):
    """A challenge of races: scenarios are ticked, and the fields that only missions have are left out."""

    missions = forms.MultipleChoiceField(  # type: ignore[assignment]
        label=_("Scenarios"),
        help_text=_("Each is a stage, in this order."),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick at least one scenario."),
            "invalid_choice": _("There is no such scenario."),
        },
    )
    rivals = forms.ChoiceField(
        label=_("Who races whom"),
        choices=Challenge.Rivals.choices,
        initial=Challenge.Rivals.BOTS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who races whom."), "invalid_choice": _("Choose who races whom.")},
    )
    three_player_challenge = None  # type: ignore[assignment]
    clock = None  # type: ignore[assignment]
    difficulty = None  # type: ignore[assignment]
    policy = forms.ChoiceField(
        label=_("Races at each stage"),
        choices=policies.race_choices,
        initial=policies.DEFAULT_OF_RACES,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose how many races count.")),
    )
    max_attempts = forms.IntegerField(
        label=_("Most races a stage"),
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=3,
        required=False,
        help_text=_("Only where the best of several counts."),
    )
    contributions_until = moment_field(
        _("Members may stir the seed until"),
        _(
            "Optional. Whoever adds a few words then knows that nobody, not even this site, could have known the races "
            "before."
        ),
        days=None,
    )
    closes_at = moment_field(_("Closes"), _("All play stops then: a race still under way has no points."), days=7)

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        scenarios = self.fields["missions"]
        if isinstance(scenarios, forms.MultipleChoiceField):
            scenarios.choices = mission_choices(game)
        self.fields["rivals"].help_text = _(
            "Against bots nobody’s points depend on others: a %(bot)s sits on every other seat. The people of a crew "
            "need a crew of that size."
        ) % {"bot": text.bot_words(next(iter(bots_of(game))))}

    def clean_missions(self) -> list[str]:
        return list(self.cleaned_data["missions"])


def challenge_form(answers: QueryDict | None, game: str = "") -> MissionsForm | RacesForm:
    """Return the form for the requested game, or for the game of the answers."""
    wanted = answers.get("game", "") if answers is not None else game
    game = wanted if wanted in games.GAMES else FIRST_GAME
    kind = RacesForm if games.GAMES[game].is_race else MissionsForm
    return kind(answers, game=game)
