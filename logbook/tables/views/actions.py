"""The action that a form of a round or race names."""

from __future__ import annotations

from django.http import QueryDict


def action_text(fields: QueryDict) -> str:
    """The field `action`, then each `piece` that was ticked: a payment is put together out of boxes."""
    return " ".join([fields.get("action", "").strip(), *fields.getlist("piece")])
