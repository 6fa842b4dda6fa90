"""Forms of the deals of the day."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.daily.selectors.boards import BOARDS


class BoardForm(forms.Form):
    """The choice of a board, and of one of the reader's clubs or crews."""

    board = forms.ChoiceField(choices=[*BOARDS.items()], required=False)
    club = forms.ModelChoiceField(Club.objects.none(), to_field_name="slug", required=False, label=_("Club"))
    crew = forms.ModelChoiceField(Crew.objects.none(), to_field_name="slug", required=False, label=_("Crew"))

    def __init__(self, *args: Any, clubs: QuerySet[Club], crews: QuerySet[Crew], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, rows in (("club", clubs), ("crew", crews)):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
            field.queryset = rows

    @property
    def kind(self) -> str:
        """The board; a player alone where none is named."""
        return (self.cleaned_data.get("board") if self.is_valid() else "") or "1"

    @property
    def group(self) -> Club | Crew | None:
        """The club or crew whose members are shown."""
        return (self.cleaned_data.get("club") or self.cleaned_data.get("crew")) if self.is_valid() else None

    @property
    def sentence(self) -> str:
        """The first error."""
        return str(next(iter(self.errors.values()))[0])
