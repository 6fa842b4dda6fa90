"""Forms of seasons and of weekly series."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import games
from logbook.challenges.plan_fields import (
    MOST_ATTEMPTS,
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
from logbook.lib.names import validate_single_line
from logbook.lib.setup_errors import setup_error_field, setup_error_words
from logbook.lib.time_zones import zone_label, zone_names
from logbook.seasons import methods
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.schedule import WeeklySchedule, zone_exists
from logbook.tables.missions import game_and_mission
from logbook.tables.setup_fields import (
    FIRST_GAME,
    THREE_PLAYER_CHALLENGE,
    UNTIMED,
    clock_field,
    game_choices,
    mission_choices,
    missions_of,
    players_field,
)

LONGEST_SEASON = timedelta(days=370)
LAST_DAY = date(9998, 12, 31)
"""The last day of a season: the windows of its weeks must end before the calendar does."""
LONGEST_WINDOW_HOURS = 24 * 28
MOST_ANNOUNCED_DAYS = 60
UNKNOWN_CREW = _("Choose a crew that has played a challenge of this club.")
WEEKS = ("week_1", "week_2", "week_3", "week_4")
"""The weeks whose missions are chosen from lists; more are written."""


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"required": _("Choose a date."), "invalid": _("Enter a date, such as 2026-11-30.")},
    )


def _zone_choices(chosen: str) -> list[tuple[Any, Any]]:
    """Return all time zones; first the reader's, and the chosen one if it has another name than those of the list."""
    first = dict.fromkeys(name for name in (chosen, timezone.get_current_timezone_name()) if name)
    near = [(name, zone_label(name)) for name in first if zone_exists(name)]
    return [(_("Yours"), near), (_("All time zones"), [(name, zone_label(name)) for name in zone_names()])]


def _number(label: Any, least: int, most: int, initial: int, help_text: Any = "") -> forms.IntegerField:
    between = format_lazy(_("Enter a number from {least} to {most}."), least=least, most=most)
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        help_text=help_text,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), between),
    )


class SeasonForm(forms.Form):
    """A season's name and days."""

    name = forms.CharField(
        label=_("Name"),
        validators=[validate_single_line],
        max_length=60,
        error_messages={"required": _("Give the season a name.")},
    )
    starts_on = _day(_("First day"))
    ends_on = _day(_("Last day"))
    best_n = _number(_("Results that count"), 1, 52, 6, _("How many of a crew’s best results count for the season."))
    method = forms.ChoiceField(
        label=_("Scoring"),
        choices=methods.choices,
        initial=methods.DEFAULT,
        required=False,
        error_messages={"invalid_choice": _("Choose a scoring method.")},
    )

    def __init__(self, *args: Any, season: Season | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if season is not None and season.series.exists():
            # The weeks of its series are counted from this day, so it is fixed.
            del self.fields["starts_on"]
        self.season = season

    def clean_method(self) -> str:
        """Without an answer the season keeps its method, and a new one has the usual."""
        return self.cleaned_data["method"] or (self.season.method if self.season else methods.DEFAULT)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        starts_on = data.get("starts_on") or (self.season.starts_on if self.season else None)
        ends_on = data.get("ends_on")
        if not starts_on or not ends_on:
            return data
        if ends_on < starts_on:
            self.add_error("ends_on", _("The last day can’t be before the first."))
        elif ends_on < timezone.localdate():
            self.add_error("ends_on", _("This day is in the past. Choose a later one."))
        elif ends_on > LAST_DAY:
            self.add_error("ends_on", self.fields["ends_on"].error_messages["invalid"])
        elif ends_on - starts_on > LONGEST_SEASON:
            self.add_error("ends_on", _("A season can last a year at most."))
        return data


class SeriesForm(FoldedForm):
    """The weekly schedule and the missions of a series."""

    MORE = frozenset({"three_player_challenge", "clock", "announced_days", "contribution_hours"})

    title = forms.CharField(
        validators=[validate_single_line],
        label=_("Title"),
        max_length=60,
        help_text=_("Each challenge gets this title and its week number."),
        error_messages={"required": _("Give the series a title.")},
    )
    weekday = forms.TypedChoiceField(
        label=_("Opens every"),
        choices=Series.Weekday.choices,
        coerce=int,
        error_messages={"required": _("Choose a weekday."), "invalid_choice": _("Choose a weekday.")},
    )
    time = forms.TimeField(
        label=_("At"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M", "%H:%M:%S"],
        error_messages={"required": _("Choose a time."), "invalid": _("Enter a time, such as 18:30.")},
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=60,
        initial=timezone.get_current_timezone_name,
        help_text=_("The opening time stays the same in this time zone all year, even when the clocks change."),
        error_messages={"required": _("Choose a time zone.")},
        widget=forms.Select,
    )
    window_hours = _number(_("Hours open"), 1, LONGEST_WINDOW_HOURS, 24 * 6, _("144 hours is six days."))
    game = game_field()
    rotation = forms.CharField(
        label=_("Missions by week"),
        help_text=_(
            "One line per week, repeated in order. Separate the missions of a week with “;”, for "
            "example: 4; deep-sea 12"
        ),
        error_messages={"required": _("Enter the missions for at least one week.")},
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    players = players_field()
    three_player_challenge = planet_nine_challenge_field()
    clock = clock_field()
    policy = policy_field()
    max_attempts = max_attempts_field()
    difficulty = difficulty_field()
    announced_days = _number(_("Days of notice"), 0, MOST_ANNOUNCED_DAYS, 3)
    contribution_hours = _number(
        _("Hours for members to add randomness to the seed, from the announcement"),
        0,
        24 * MOST_ANNOUNCED_DAYS,
        24,
        _(
            "0 means members aren’t asked. The time to add randomness ends at least an hour before the "
            "challenge opens, so that the deals are ready."
        ),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        zones = self.fields.get("time_zone")
        if zones is not None and isinstance(zones.widget, forms.Select):
            zones.widget.choices = _zone_choices(str(self["time_zone"].value() or ""))

    def clean_time_zone(self) -> str:
        name = str(self.cleaned_data["time_zone"]).strip()
        if not zone_exists(name):
            raise forms.ValidationError(
                _("“%(name)s” isn’t a time zone. Enter one such as Europe/Berlin.") % {"name": name}
            )
        return name

    def clean_rotation(self) -> list[list[str]]:
        rotation = [re.split(r"\s*;\s*", row.strip(" \t;")) for row in self.cleaned_data["rotation"].splitlines()]
        weeks = [[part for part in row if part] for row in rotation]
        weeks = [week for week in weeks if week]
        if not weeks:
            raise forms.ValidationError(_("Enter the missions for at least one week."))
        if any(len(week) > MOST_STAGES for week in weeks):
            raise forms.ValidationError(_("A challenge can have up to %(most)s stages.") % {"most": MOST_STAGES})
        return weeks

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        check_most_attempts(self, data)
        return data

    @property
    def series_fields(self) -> dict[str, Any]:
        """Return the values for the service."""
        answers = dict(self.cleaned_data)
        three = THREE_PLAYER_CHALLENGE if answers.pop("three_player_challenge") else ""
        answers["options"] = " ".join(word for word in (three, answers.pop("clock") and UNTIMED) if word)
        answers["max_attempts"] = min(answers["max_attempts"] or 1, MOST_ATTEMPTS)
        time = answers.pop("time")
        return answers | {"hour": time.hour, "minute": time.minute}

    @property
    def rhythm(self) -> WeeklySchedule:
        """Return the weekly schedule."""
        fields = self.series_fields
        keys = ("weekday", "hour", "minute", "time_zone", "window_hours")
        return WeeklySchedule(self.season.starts_on, self.season.ends_on, *(fields[key] for key in keys))

    def refuse(self, error: games.GameError) -> None:
        """Add the engine's refusal to its field."""
        self.add_error(setup_error_field(error, mission="rotation"), setup_error_words(error))


class SeriesPageForm(SeriesForm):
    """The form of a page: four weeks are chosen from lists, others are written in a folded field."""

    MORE = SeriesForm.MORE | {"game", "rotation"}
    field_order = ("title", "weekday", "time", "time_zone", "window_hours", *WEEKS)

    game = forms.ChoiceField(
        label=_("Game for the lines below"),
        choices=game_choices,
        initial=FIRST_GAME,
    )
    rotation = forms.CharField(
        label=_("More weeks, or several missions a week"),
        required=False,
        help_text=_(
            "One line per week, after those above, repeated in order. Separate the missions of a week with "
            "“;”, for example: 4; deep-sea 12"
        ),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        missions = missions_of(tuple(games.GAMES))
        for number, name in enumerate(WEEKS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Mission of week %(number)s") % {"number": number},
                choices=[("", _("Choose a mission") if number == 1 else _("repeat from week 1")), *missions],
                required=False,
                error_messages={"invalid_choice": _("This mission doesn’t exist. Choose another one.")},
            )
        self.order_fields(self.field_order)

    @property
    def needs_more(self) -> bool:
        """True if weeks are written, or a folded field has an error."""
        return super().needs_more or bool(self["rotation"].value())

    def clean_rotation(self) -> list[list[str]]:
        """Return the weeks that are written; `clean` adds those that are chosen."""
        return super().clean_rotation() if self.cleaned_data["rotation"].strip() else []

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [[data.pop(name)] for name in WEEKS if data.get(name)]
        if "rotation" in data:
            if chosen and not data["rotation"]:
                data["game"] = chosen[0][0].split(" ", 1)[0]
            data["rotation"] = chosen + data["rotation"]
            if not data["rotation"]:
                self.add_error(WEEKS[0], _("Choose a mission for at least one week."))
        return {name: answer for name, answer in data.items() if name not in WEEKS}


def initial_of(series: Series) -> dict[str, Any]:
    """Return the form's initial values of a series."""
    options = series.options.split()
    same = ("title", "weekday", "time_zone", "window_hours", "game", "players", "policy", "max_attempts")
    return {name: getattr(series, name) for name in (*same, "difficulty", "announced_days", "contribution_hours")} | {
        "time": f"{series.hour:02}:{series.minute:02}",
        **_rotation_of(series),
        "three_player_challenge": THREE_PLAYER_CHALLENGE in options,
        "clock": UNTIMED if UNTIMED in options else "",
    }


def _rotation_of(series: Series) -> dict[str, str]:
    """Return the first weeks of one listed mission as choices, and the rest as text."""
    listed = {f"{slug} {mission}" for slug in games.GAMES for mission, _label in mission_choices(slug)}
    chosen: dict[str, str] = {}
    weeks = list(series.rotation)
    for name in WEEKS:
        stages = [" ".join(game_and_mission(stage, series.game)) for stage in weeks[0]] if weeks else []
        if len(stages) != 1 or stages[0] not in listed:
            break
        chosen[name] = stages[0]
        weeks.pop(0)
    return chosen | {"rotation": "\n".join("; ".join(week) for week in weeks)}


# --- a club's all-time standings


class CrewPlacesForm(forms.Form):
    """The crew whose places are listed, if any."""

    crew = forms.ModelChoiceField(
        queryset=Crew.objects.none(),
        to_field_name="slug",
        required=False,
        error_messages={"invalid_choice": UNKNOWN_CREW},
    )

    def __init__(self, *args: Any, crews: QuerySet[Crew], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, crews)


class HeadToHeadForm(forms.Form):
    """Two crews to compare."""

    crew = forms.ModelChoiceField(
        label=_("Crew"),
        queryset=Crew.objects.none(),
        to_field_name="slug",
        error_messages={"invalid_choice": UNKNOWN_CREW, "required": _("Choose a crew.")},
    )
    other = forms.ModelChoiceField(
        label=_("Other crew"),
        queryset=Crew.objects.none(),
        to_field_name="slug",
        error_messages={"invalid_choice": UNKNOWN_CREW, "required": _("Choose the other crew.")},
    )

    def __init__(self, *args: Any, crews: QuerySet[Crew], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, crews)

    def clean_other(self) -> Crew:
        """Return the other crew. A crew cannot be compared with itself."""
        other: Crew = self.cleaned_data["other"]
        if other == self.cleaned_data.get("crew"):
            raise ValidationError(_("Choose two different crews."))
        return other


def _offer(form: forms.Form, crews: QuerySet[Crew]) -> None:
    """Offer these crews in every field of the form."""
    for field in form.fields.values():
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = crews
            field.empty_label = _("Choose a crew")
