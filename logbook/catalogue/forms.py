"""Forms of the task pages: filters."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.tables.setup_fields import PLAYERS

GROUPS: Final[dict[str, tuple[Any, frozenset[str]]]] = {
    "cards": (_("specific cards"), frozenset({"win_cards", "win_cards_in_last_trick"})),
    "values": (_("values"), frozenset({"win_value_count", "trick_won_with_value", "trick_all_values"})),
    "colours": (_("colours"), frozenset({"win_color_count", "win_each_color", "win_full_color"})),
    "submarines": (
        _("submarines"),
        frozenset({"win_submarine_count", "win_only_submarine", "win_card_with_submarine"}),
    ),
    "avoid": (_("things to avoid"), frozenset({"avoid_cards", "not_open_with"})),
    "sums": (_("what’s in a trick"), frozenset({"trick_parity", "trick_sum", "trick_equal_colors"})),
    "compare": (_("comparing two colours"), frozenset({"total_equal_colors", "total_more_color"})),
    "places": (
        _("specific tricks"),
        frozenset(
            {
                *("win_first_tricks", "avoid_first_tricks", "win_last_trick", "win_first_and_last"),
                *("win_only_first", "win_only_last"),
            }
        ),
    ),
    "numbers": (
        _("number of tricks"),
        frozenset({"exact_tricks", "exact_tricks_in_row", "tricks_in_row", "never_in_row", "predict_tricks"}),
    ),
    "others": (_("more or fewer tricks than others"), frozenset({"compare_tricks"})),
}
"""Groups of tasks: their labels, and their kinds."""

MOST_DIFFICULT: Final = 6


class TaskFilterForm(forms.Form):
    """The tasks to show, and the number of players."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=PLAYERS,
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("The game is for 2 to 5 players.")},
    )
    group = forms.ChoiceField(
        label=_("Type of task"),
        choices=[("", _("any type")), *((group, words) for group, (words, _kinds) in GROUPS.items())],
        required=False,
        error_messages={"invalid_choice": _("Choose a type of task from the list.")},
    )
    difficulty = forms.TypedChoiceField(
        label=_("Difficulty"),
        choices=[("", _("any")), *((n, str(n)) for n in range(1, MOST_DIFFICULT + 1))],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("Choose a difficulty from 1 to 6.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].initial = 4

    def shows(self, kind: str, difficulty: int) -> bool:
        """Return whether a task of this kind and difficulty passes the filter."""
        group = self.cleaned_data.get("group")
        own_difficulty = self.cleaned_data.get("difficulty")
        return (not group or kind in GROUPS[group][1]) and (own_difficulty is None or own_difficulty == difficulty)
