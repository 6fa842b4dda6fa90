"""Form of an invitation into a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _


class BringCrewForm(forms.Form):
    """A choice of the crew that the player brings along into the club, or none yet."""

    crew: forms.ModelChoiceField = forms.ModelChoiceField(
        queryset=None,
        label=_("Crew"),
        required=False,
        empty_label=_("no crew yet"),
        error_messages={"invalid_choice": _("Choose one of your crews.")},
    )

    def __init__(self, data: Any = None, *, crews: QuerySet[Any]) -> None:
        super().__init__(data)
        field = self.fields["crew"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = crews
