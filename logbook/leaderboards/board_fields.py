"""Fields of forms that filter a leaderboard or turn its pages."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

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
