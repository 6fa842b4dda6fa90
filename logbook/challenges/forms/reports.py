"""Form that reports the end of an attempt at a real table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.challenges.forms.sitters import SeatsForm
from logbook.lib.moment_fields import MomentField


class ReportForm(SeatsForm):
    """Success or failure, with optional details."""

    success = forms.TypedChoiceField(
        label=_("How did it end?"),
        choices=(("yes", _("The mission succeeded")), ("no", _("The mission failed"))),
        coerce=lambda word: word == "yes",
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose whether the mission succeeded or failed."),
            "invalid_choice": _("Choose whether the mission succeeded or failed."),
        },
    )
    distress = forms.BooleanField(label=_("The distress signal was sent"), required=False)
    tricks = forms.IntegerField(
        label=_("Tricks played"),
        required=False,
        min_value=0,
        max_value=99,
        help_text=_("You can leave this empty."),
        error_messages={"invalid": _("Enter a number."), "min_value": _("Enter a number, 0 or more.")},
    )
    played_at = MomentField(
        label=_("When it ended"),
        required=False,
        help_text=_("Leave empty if it just ended."),
        error_messages={"invalid": _("Enter a date and time, such as 2026-11-20 20:30.")},
    )

    def __init__(self, data: dict[str, Any] | None = None, *, most: int, distress: bool, **people: Any) -> None:
        super().__init__(data, **people)
        tricks = self.fields["tricks"]
        tricks.widget.attrs["max"] = most
        tricks.error_messages["max_value"] = _("This deal has only %(most)s tricks.") % {"most": most}
        if distress:
            # A distress signal, once sent, stays active until the mission is won.
            self.fields.pop("distress")

    def clean_played_at(self) -> Any:
        when = self.cleaned_data["played_at"]
        if when is not None and when > timezone.now():
            raise ValidationError(_("That’s in the future. Enter a time between the start of this attempt and now."))
        return when

    @property
    def report_fields(self) -> dict[str, Any]:
        """Return the fields of a report."""
        data = self.cleaned_data
        return {
            "success": data["success"],
            "distress": data.get("distress", False),
            "tricks": data["tricks"],
            "played_at": data["played_at"],
            "sitters": self.sitters,
        }
