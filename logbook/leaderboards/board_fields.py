"""Forms that filter a leaderboard or turn its pages: what they have in common."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.leaderboards.selectors.pages import Cursor

CURSOR: Final = re.compile(r"(-?\d{1,17})\.(-?\d{1,17})", re.ASCII)


def yes_or_no(label: Any, yes: Any, no: Any, sentence: Any) -> forms.TypedChoiceField:
    """Return a yes/no field with a third, empty choice."""
    return forms.TypedChoiceField(
        label=label,
        choices=[("", _("any")), ("yes", yes), ("no", no)],
        coerce=lambda choice: choice == "yes",
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": sentence},
    )


def board_field(measures: type[Enum]) -> forms.ChoiceField:
    """Return a hidden field for the figure that a board compares."""
    return forms.ChoiceField(
        choices=[(measure.value, measure.value) for measure in measures],
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("This leaderboard doesn’t exist.")},
    )


def since_field() -> forms.DateField:
    """Return a field for the first day that counts."""
    return forms.DateField(
        label=_("Since"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Enter a date, such as 2026-11-30.")},
    )


class CursorField(forms.CharField):
    """The cursor of a page: the row of a board after (or before) which the page begins."""

    def to_python(self, value: Any) -> Any:
        """Return the cursor; None for the start of the board."""
        text = super().to_python(value)
        if not text:
            return None
        match = CURSOR.fullmatch(text)
        if match is None:
            raise forms.ValidationError(_("This page doesn’t exist. Start from the first page of the leaderboard."))
        return Cursor(int(match[1]), int(match[2]))


class BoardForm(forms.Form):
    """The filters and the page that boards of missions and of races have in common."""

    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("everyone"),
        error_messages={"invalid_choice": _("Choose one of your clubs.")},
    )
    since = since_field()
    after = CursorField(required=False, widget=forms.HiddenInput)
    before = CursorField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("club", clubs)

    def offer(self, name: str, choices: QuerySet[Any]) -> None:
        """Offer these rows in the field of this name."""
        field = self.fields[name]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = choices
