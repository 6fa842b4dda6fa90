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
    policy = forms.ChoiceField(
        label=_("Races per stage"),
        choices=policies.race_choices,
        initial=policies.DEFAULT_OF_RACES,
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
    wanted = answers.get("game", "") if answers is not None else game
    game = wanted if wanted in games.GAMES else FIRST_GAME
    kind = RacesForm if games.GAMES[game].is_race else MissionsForm
    return kind(answers, game=game)
