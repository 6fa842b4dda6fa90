"""The action that a form of a game's page posts."""

from __future__ import annotations

from django.http import QueryDict


def action_text(fields: QueryDict) -> str:
    """Return the field `action` with each ticked `piece`: checkboxes compose a payment."""
    return " ".join([fields.get("action", "").strip(), *fields.getlist("piece")])
