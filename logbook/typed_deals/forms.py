"""Forms of typed deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import validate_single_line
from logbook.tables.mission_form import MissionForm


class BeginForm(MissionForm):
    """The mission of a round at a real table, and where it comes from: a campaign, a draw of the companion."""

    campaign = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    seed = forms.RegexField(r"^[A-Za-z0-9_-]{1,40}$", required=False, widget=forms.HiddenInput)
    MORE = frozenset({"game", "mission", "campaign", "seed"})


class NameForm(forms.Form):
    """The name of the player whose hand is typed in."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        required=False,
        validators=[validate_single_line],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": _("Use a name of up to 40 characters.")},
    )


class ResultForm(forms.Form):
    """The end of the round: the button that was pressed, and the distress signal."""

    result = forms.ChoiceField(choices=[("won", ""), ("lost", "")])
    distress = forms.BooleanField(required=False)


class LogForm(forms.Form):
    """The end of the round, for the logbook."""

    campaign = forms.IntegerField(min_value=1)
    won = forms.BooleanField(required=False)
    distress = forms.BooleanField(required=False)


def tasks_in(data: Mapping[str, Any], most: int = 40) -> tuple[list[str], list[int | None]]:
    """Return the tasks and owners of a form's rows; rows without a task are left out, unread owners are unknown."""
    rows = [(data.get(f"task-{row}", ""), data.get(f"owner-{row}", "")) for row in range(1, most + 1)]
    chosen = [(task, owner) for task, owner in rows if task]
    return [task for task, _owner in chosen], [int(owner) if owner in set("01234") else None for _task, owner in chosen]
