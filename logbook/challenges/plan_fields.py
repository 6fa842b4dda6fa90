"""Fields of a challenge's plan, which the challenges of a series have, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.crew.rating import RATING_BOT
from logbook.challenges import policies
from logbook.challenges.models.challenges import Challenge
from logbook.rounds import text
from logbook.tables.setup_fields import FIRST_GAME, game_choices, three_player_challenge_field

MOST_STAGES = 12
MOST_ATTEMPTS = 50


def game_field() -> forms.ChoiceField:
    """A choice of the game of stages that name no other."""
    return forms.ChoiceField(label=_("Game"), choices=game_choices, initial=FIRST_GAME)


def planet_nine_challenge_field() -> forms.BooleanField:
    """A choice of the harder rules for three players, at the stages of Planet Nine."""
    return three_player_challenge_field(
        _("Three-player challenge in Planet Nine: without the green cards and rocket 1")
    )


def policy_field() -> forms.ChoiceField:
    """A choice of how attempts count."""
    return forms.ChoiceField(
        label=_("Attempts"),
        choices=policies.choices,
        initial=policies.DEFAULT,
        error_messages={"invalid_choice": _("Choose how attempts count.")},
    )


def max_attempts_field() -> forms.IntegerField:
    """The most attempts of a crew at a stage, for policies that ask for it."""
    return forms.IntegerField(
        label=_("Maximum attempts per stage"),
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=10,
        required=False,
        help_text=_("Used for “until the mission is won” and “best of several attempts”."),
    )


def difficulty_field() -> forms.ChoiceField:
    """A choice of how difficult the deals are."""
    return forms.ChoiceField(
        label=_("Deal difficulty"),
        choices=[
            (Challenge.Difficulty.ANY, _("any winnable deal")),
            (Challenge.Difficulty.VERY_EASY, _("very easy: our bots win at least 7 times out of 8")),
            (Challenge.Difficulty.EASY, _("easy: our bots win at least 7 out of 10")),
            (Challenge.Difficulty.MEDIUM, _("medium: our bots win at least 3 but fewer than 7 out of 10")),
            (Challenge.Difficulty.HARD, _("hard: our bots win fewer than 3 out of 10")),
        ],
        initial=Challenge.Difficulty.ANY,
        help_text=format_lazy(
            _(
                "Every deal is proven winnable without the distress signal, then rated by the {bot} playing "
                "every seat. If no deal of this difficulty is found, the closest one is used, and the "
                "challenge page says so."
            ),
            bot=lazy(text.bot_words, str)(RATING_BOT),
        ),
        error_messages={"required": _("Choose a difficulty."), "invalid_choice": _("Choose one of the difficulties.")},
    )


def check_most_attempts(form: forms.Form, answers: Mapping[str, Any]) -> None:
    """Require the number of attempts where the policy needs it."""
    policy = policies.POLICIES.get(answers.get("policy", ""))
    if policy and policy.asks_most_attempts and "max_attempts" not in form.errors and not answers.get("max_attempts"):
        form.add_error("max_attempts", _("Enter how many attempts a crew has at each stage."))
