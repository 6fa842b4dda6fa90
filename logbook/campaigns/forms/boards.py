"""Form of a campaign board's address: which kind of logbooks, and which page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.campaigns.models import CampaignStanding
from logbook.leaderboards.board_fields import CursorField

Kind = CampaignStanding.Kind


class CampaignBoardForm(forms.Form):
    """The filter of a campaign board."""

    kind = forms.ChoiceField(
        choices=Kind.choices,
        required=False,
        error_messages={"invalid_choice": _("This leaderboard doesn’t exist.")},
    )
    after = CursorField(required=False)
    before = CursorField(required=False)

    @property
    def chosen(self) -> Kind:
        """The kind of logbooks; proven ones unless the request names others."""
        return Kind(getattr(self, "cleaned_data", {}).get("kind") or Kind.PROVEN)
