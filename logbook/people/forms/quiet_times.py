"""Forms of quiet times."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class QuietHoursForm(forms.Form):
    """The quiet hours of every day."""

    begins = forms.TimeField(
        label=_("From"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Enter a time, like 22:00.")},
    )
    ends = forms.TimeField(
        label=_("Until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Enter a time, like 07:00.")},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and bool(cleaned.get("begins")) != bool(cleaned.get("ends")):
            missing = "ends" if cleaned.get("begins") else "begins"
            self.add_error(missing, _("Enter both times, or neither."))
        return cleaned


class HolidaysForm(forms.Form):
    """Days off, from a first to a last day."""

    first = forms.DateField(
        label=_("First day"),
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"required": _("Choose the first day."), "invalid": _("Enter a date.")},
    )
    last = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Leave it empty for a single day."),
        error_messages={"invalid": _("Enter a date.")},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day can’t be before the first."))
        return cleaned
