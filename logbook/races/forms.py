"""Filter form of a scenario's leaderboards: the board, the races that count, the page."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.leaderboards.board_fields import CursorField, since_field, yes_or_no
from logbook.races.models.results import RaceResult
from logbook.races.selectors.boards import RaceFilters, RaceMeasure
from logbook.tables.setup_fields import PLAYERS

FILTERS: Final = ("players", "rivals", "club", "sealed", "since")


class RaceBoardForm(forms.Form):
    """Filters of a scenario's leaderboard."""

    board = forms.ChoiceField(
        choices=[(measure.value, measure.value) for measure in RaceMeasure],
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("This leaderboard doesn’t exist.")},
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[("", _("any number")), *PLAYERS],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("The game is for 2 to 5 players.")},
    )
    rivals = forms.ChoiceField(
        label=_("Opponents"),
        choices=[("", _("any")), *RaceResult.Rivals.choices],
        required=False,
        error_messages={"invalid_choice": _("Choose opponents: bots, people or both.")},
    )
    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("everyone"),
        error_messages={"invalid_choice": _("Choose one of your clubs.")},
    )
    sealed = yes_or_no(
        _("Seeds"),
        _("from challenges (sealed)"),
        _("outside challenges"),
        _("Choose seeds from challenges or seeds outside challenges."),
    )
    since = since_field()
    after = CursorField(required=False, widget=forms.HiddenInput)
    before = CursorField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = clubs

    @property
    def measure(self) -> RaceMeasure:
        """Return the requested board; the first board if the request names none or an unknown one."""
        return RaceMeasure(getattr(self, "cleaned_data", {}).get("board") or RaceMeasure.POINTS)

    @property
    def filters(self) -> RaceFilters:
        """Return the filters that the races must pass."""
        return RaceFilters(**{name: self.cleaned_data[name] for name in FILTERS}) if self.is_valid() else RaceFilters()
