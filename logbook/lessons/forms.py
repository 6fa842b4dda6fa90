"""Form of practice with help: a mission of either game of missions, and the number of players."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

import games
from logbook.lib.setup_errors import setup_error_words
from logbook.tables.kinds import MISSIONS, kind_coded
from logbook.tables.services.first_table import FIRST, Wish
from logbook.tables.setup_fields import missions_of, players_field


class PracticeForm(forms.Form):
    """The table to practise at."""

    mission = forms.ChoiceField(
        label=_("Mission"),
        initial=f"{FIRST.game} {FIRST.mission}",
        error_messages={
            "required": _("Choose a mission."),
            "invalid_choice": _("This mission doesn’t exist. Choose another one."),
        },
    )
    players = players_field(_("Bots take the other seats."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mission = cast("forms.ChoiceField", self.fields["mission"])
        mission.choices = missions_of(kind_coded(MISSIONS).slugs)

    @property
    def wish(self) -> Wish:
        """The table that was chosen."""
        game, _space, mission = self.cleaned_data["mission"].partition(" ")
        return Wish(game, mission, self.cleaned_data["players"], helped=True)

    def refuse(self, error: games.GameError) -> None:
        """Report an error of the engine at the mission."""
        self.add_error("mission", setup_error_words(error))
