"""Forms of challenges: creation, seed contribution and entry. The pages use the subclasses in `forms.pages`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.plan_fields import (
    MOST_STAGES,
    check_most_attempts,
    difficulty_field,
    game_field,
    max_attempts_field,
    planet_nine_challenge_field,
    policy_field,
)
from logbook.crews.models.crews import Crew
from logbook.lib.folded_form import FoldedForm
from logbook.lib.moment_fields import MINUTES, MomentField
from logbook.lib.names import validate_single_line
from logbook.lib.setup_errors import setup_error_field, setup_error_words
from logbook.tables.setup_fields import (
    THREE_PLAYER_CHALLENGE,
    UNTIMED,
    clock_field,
    players_field,
)

LONGEST_WINDOW = timedelta(days=366)


def moment_field(label: Any, help_text: Any = "", *, days: int | None) -> forms.DateTimeField:
    """A date and time field; optional unless `days` suggests a value: this hour, or the end of a later day."""

    def suggestion() -> datetime | None:
        if days is None:
            return None
        now = timezone.localtime().replace(minute=0, second=0, microsecond=0)
        return (now + timedelta(days=days)).replace(hour=23, minute=59) if days else now

    return MomentField(
        label=label,
        required=days is not None,
        initial=suggestion,
        help_text=help_text,
        input_formats=[MINUTES, "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"],
        error_messages={
            "required": _("Enter a date and time."),
            "invalid": _("Enter a date and time, such as 2026-11-30 18:00."),
        },
    )


class ChallengeForm(FoldedForm):
    """The missions, crew size, window and attempts of a challenge."""

    MORE = frozenset(
        {"three_player_challenge", "clock", "stand_ins", "closes_when_done", "contributions_until", "entry_until"}
    )

    title = forms.CharField(
        label=_("Title"),
        validators=[validate_single_line],
        max_length=80,
        error_messages={"required": _("Give the challenge a title.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    game = game_field()
    missions = forms.CharField(
        label=_("Missions"),
        help_text=_(
            "One stage per line: a mission number, or a custom mission such as tasks=3 tokens=1,2. For "
            "another game, start the line with its name: deep-sea 12."
        ),
        error_messages={"required": _("Enter at least one mission.")},
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    players = players_field()
    rivals = forms.ChoiceField(
        label=_("Opponents"),
        choices=Challenge.Rivals.choices,
        initial=Challenge.Rivals.BOTS,
        required=False,
        error_messages={"invalid_choice": _("Choose the opponents.")},
    )
    three_player_challenge = planet_nine_challenge_field()
    clock = clock_field()
    stand_ins = forms.BooleanField(
        label=_("Bots may stand in for players who are away"),
        required=False,
        help_text=_("The standings then count those attempts too. Mission leaderboards never count such a win."),
    )
    closes_when_done = forms.BooleanField(
        label=_("Close as soon as every crew is done"),
        required=False,
        help_text=_("The challenge also waits for the club’s crews that haven’t started, as long as they still can."),
    )
    policy = policy_field()
    max_attempts = max_attempts_field()
    difficulty = difficulty_field()
    contributions_until = moment_field(
        _("Members can add randomness until"),
        _(
            "Optional. Members who add a few words can be sure that no one, not even this site, knew the cards in "
            "advance. The deals are prepared afterwards, which takes a few minutes, so allow an hour before the "
            "challenge opens."
        ),
        days=None,
    )
    opens_at = moment_field(_("Opens"), days=0)
    closes_at = moment_field(_("Closes"), _("Play stops then: an unfinished attempt doesn’t count as won."), days=7)
    entry_until = moment_field(
        _("Crews can start until"),
        _(
            "Optional. Crews that start by then can play until the challenge closes. Organizers can let "
            "others in later."
        ),
        days=None,
    )

    def clean_missions(self) -> list[str]:
        missions = [mission.strip() for mission in self.cleaned_data["missions"].splitlines() if mission.strip()]
        if not missions:
            raise forms.ValidationError(_("Enter at least one mission."))
        if len(missions) > MOST_STAGES:
            raise forms.ValidationError(_("A challenge can have up to %(most)s stages.") % {"most": MOST_STAGES})
        return missions

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self._check_window(data)
        check_most_attempts(self, data)
        return data

    def _check_window(self, data: dict[str, Any]) -> None:
        opens_at, closes_at = data.get("opens_at"), data.get("closes_at")
        if not opens_at or not closes_at:
            return
        if closes_at <= opens_at:
            self.add_error("closes_at", _("The closing time must be after the opening time."))
        elif closes_at <= timezone.now():
            self.add_error("closes_at", _("That time is in the past. Choose a later one."))
        elif closes_at - opens_at > LONGEST_WINDOW:
            self.add_error("closes_at", _("A challenge can last up to a year."))
        entry_until = data.get("entry_until")
        if entry_until and not opens_at < entry_until <= closes_at:
            self.add_error("entry_until", _("Choose a time between opening and closing."))
        contributions_until = data.get("contributions_until")
        if contributions_until and contributions_until <= timezone.now():
            self.add_error(
                "contributions_until", _("That time is in the past. Choose a later one, or leave this empty.")
            )
        elif contributions_until and contributions_until > opens_at:
            self.add_error("contributions_until", _("Choose a time before the challenge opens."))

    @property
    def plan_fields(self) -> dict[str, Any]:
        """Return the arguments of `create_challenge`."""
        answers = dict(self.cleaned_data)
        three = THREE_PLAYER_CHALLENGE if answers.pop("three_player_challenge", False) else ""
        answers["options"] = " ".join(word for word in (three, answers.pop("clock", "") and UNTIMED) if word)
        answers["max_attempts"] = answers["max_attempts"] or 1
        answers["rivals"] = answers.get("rivals") or Challenge.Rivals.BOTS
        return answers

    def refuse(self, error: games.GameError) -> None:
        """Report an error of the engine at the field that caused it."""
        self.add_error(setup_error_field(error, mission="missions"), setup_error_words(error))


class SeedContributionForm(forms.Form):
    """A seed contribution."""

    words = forms.CharField(
        label=_("Your words"),
        max_length=80,
        error_messages={
            "required": _("Enter a few words. Anything will do."),
            "max_length": _("Use up to 80 characters."),
        },
    )

    def clean_words(self) -> str:
        return " ".join(self.cleaned_data["words"].split())

    @property
    def sentence(self) -> str:
        """Return the error in one sentence."""
        return next(str(messages[0]) for messages in self.errors.values())


class EntryForm(forms.Form):
    """The crew and the stage that it plays."""

    crew = forms.ModelChoiceField(
        queryset=Crew.objects.none(),
        error_messages={
            "required": _("Choose a crew."),
            "invalid_choice": _("Choose one of your own crews in this club."),
        },
    )
    stage = forms.ModelChoiceField(
        queryset=Stage.objects.none(),
        to_field_name="number",
        error_messages={
            "required": _("Choose a stage."),
            "invalid_choice": _("This challenge doesn’t have that stage."),
        },
    )

    def __init__(self, *args: Any, crews: QuerySet[Crew], stages: QuerySet[Stage], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("crew", crews), ("stage", stages)):
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = choices

    @property
    def sentence(self) -> str:
        """Return the first error in one sentence."""
        return next(str(messages[0]) for messages in self.errors.values())
