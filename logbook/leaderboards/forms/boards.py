"""Filter form of a mission's leaderboards: the board, the runs that count, the page."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.board_fields import BoardForm, board_field, yes_or_no
from logbook.leaderboards.selectors.boards import Filters, Measure
from logbook.seasons.selectors.seasons import seasons_of_clubs
from logbook.tables.models import Attempt
from logbook.tables.setup_fields import PLAYERS

FILTERS: Final = ("players", "crew", "club", "season", "place", "certified", "since")


class LeaderboardForm(BoardForm):
    """Filters of a mission's leaderboard."""

    field_order = ("board", *FILTERS)

    board = board_field(Measure)
    players = forms.TypedChoiceField(
        choices=PLAYERS,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("The game is for 2 to 5 players.")},
    )
    crew = forms.ModelChoiceField(
        label=_("Crew"),
        queryset=Crew.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("all crews"),
        error_messages={"invalid_choice": _("Choose one of your crews.")},
    )
    season: forms.ModelChoiceField = forms.ModelChoiceField(
        label=_("Season"),
        queryset=None,
        required=False,
        empty_label=_("all seasons"),
        error_messages={"invalid_choice": _("Choose a season from one of your clubs.")},
    )
    place = forms.ChoiceField(
        label=_("Played"),
        choices=[("", _("anywhere")), *Attempt.Place.choices],
        required=False,
        error_messages={"invalid_choice": _("Choose online or at a real table.")},
    )
    certified = yes_or_no(
        _("Deals"),
        _("from challenges (certified)"),
        _("outside challenges"),
        _("Choose deals from challenges or deals outside challenges."),
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], crews: QuerySet[Crew], **kwargs: Any) -> None:
        super().__init__(*args, clubs=clubs, **kwargs)
        self.offer("crew", crews)
        self.offer("season", seasons_of_clubs(clubs))

    @property
    def measure(self) -> Measure:
        """Return the requested board; the first board if the request names none or an unknown one."""
        return Measure(getattr(self, "cleaned_data", {}).get("board") or Measure.FEWEST)

    @property
    def filters(self) -> Filters:
        """Return the filters that the runs must pass."""
        if not self.is_valid():
            return Filters()
        season = self.cleaned_data["season"]
        filters_chosen = {name: self.cleaned_data[name] for name in FILTERS}
        return Filters(**filters_chosen | {"season": season.pk if season else None})
