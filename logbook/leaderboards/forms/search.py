"""Search form of the list of leaderboards."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.tables.setup_fields import PLAYERS


class BoardSearchForm(forms.Form):
    """A mission's number, or a player's or crew's name; and the number of players."""

    q = forms.CharField(
        label=_("Mission, player or crew"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
        error_messages={"max_length": _("Enter at most 40 characters.")},
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[("", _("2 to 5")), *PLAYERS],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("The game is for 2 to 5 players.")},
    )

    @property
    def words(self) -> str:
        """Return what is searched for; "" for nothing, or for what cannot be."""
        return str(getattr(self, "cleaned_data", {}).get("q") or "")

    @property
    def number(self) -> int | None:
        """Return the number of players; None for all."""
        number: int | None = getattr(self, "cleaned_data", {}).get("players")
        return number
