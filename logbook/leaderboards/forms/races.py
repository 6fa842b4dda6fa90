"""Which of a scenario's boards to show, of which races, and from where on."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.leaderboards.forms.boards import CursorField, LeaderboardForm, yes_or_no
from logbook.leaderboards.models.races import RaceResult
from logbook.leaderboards.selectors.races import RaceFilters, RaceMeasure

FILTERS: Final = ("players", "rivals", "club", "sealed", "since")


class RaceBoardForm(forms.Form):
    """The filters of a scenario's board."""

    board = forms.ChoiceField(
        choices=[(measure.value, measure.value) for measure in RaceMeasure],
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("There is no such board.")},
    )
    players = LeaderboardForm.base_fields["players"]
    rivals = forms.ChoiceField(
        label=_("Rivals"),
        choices=[("", _("any")), *RaceResult.Rivals.choices],
        required=False,
        error_messages={"invalid_choice": _("Races are against bots, people, or both.")},
    )
    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("everybody"),
        error_messages={"invalid_choice": _("Choose one of your own clubs.")},
    )
    sealed = yes_or_no(
        _("Seeds"), _("sealed: a challenge's"), _("free"), _("Choose sealed seeds of challenges, or free ones.")
    )
    since = LeaderboardForm.base_fields["since"]
    after = CursorField(required=False, widget=forms.HiddenInput)
    before = CursorField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = clubs

    @property
    def measure(self) -> RaceMeasure:
        """The board that is asked for; the first, where there is none such."""
        return RaceMeasure(getattr(self, "cleaned_data", {}).get("board") or RaceMeasure.POINTS)

    @property
    def filters(self) -> RaceFilters:
        """What may be on the board."""
        return RaceFilters(**{name: self.cleaned_data[name] for name in FILTERS}) if self.is_valid() else RaceFilters()
