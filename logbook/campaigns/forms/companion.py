"""Forms of the companion: the number of players, and the draw."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.tables.setup_fields import PLAYERS


class DrawForm(forms.Form):
    """The number of players, and the draw, which everyone with its link sees."""

    players = forms.TypedChoiceField(
        choices=PLAYERS,
        coerce=int,
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": _("The game is for 2 to 5 players.")},
    )
    seed = forms.RegexField(
        r"^[A-Za-z0-9_-]{1,40}$",
        required=False,
        error_messages={"invalid": _("This draw link isn’t valid. Draw again.")},
    )
    untimed = forms.BooleanField(required=False)
    campaign = forms.IntegerField(required=False, min_value=1)
