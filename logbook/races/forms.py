"""Filter form of a scenario's leaderboards: the board, the races that count, the page."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.leaderboards.board_fields import BoardForm, board_field, yes_or_no
from logbook.races.models.results import RaceResult
from logbook.races.selectors.boards import RaceFilters, RaceMeasure
from logbook.tables.setup_fields import PLAYERS

FILTERS: Final = ("players", "rivals", "club", "sealed", "since")


class RaceBoardForm(BoardForm):
    """Filters of a scenario's leaderboard."""

    field_order = ("board", *FILTERS)

    board = board_field(RaceMeasure)
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
    sealed = yes_or_no(
        _("Seeds"),
        _("from challenges (sealed)"),
        _("outside challenges"),
        _("Choose seeds from challenges or seeds outside challenges."),
    )

    @property
    def measure(self) -> RaceMeasure:
        """Return the requested board; the first board if the request names none or an unknown one."""
        return RaceMeasure(getattr(self, "cleaned_data", {}).get("board") or RaceMeasure.POINTS)

    @property
    def filters(self) -> RaceFilters:
        """Return the filters that the races must pass."""
        return RaceFilters(**{name: self.cleaned_data[name] for name in FILTERS}) if self.is_valid() else RaceFilters()
