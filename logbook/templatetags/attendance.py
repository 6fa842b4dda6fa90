"""Template filter of attendance."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def who_was_there(entry: Any) -> str:
    """Return the names of an entry's people, with captain and substitutes marked. Their rows must be prefetched."""
    return ", ".join(_attendee_text(row) for row in entry.attendances.all())


def _attendee_text(row: Any) -> str:
    person = row.player or (row.guest and (row.guest.claimed_by or row.guest))
    name = person.name if person else _("someone")
    if row.points is not None or row.won:
        return _race_attendee_text(name, row)
    if row.captain:
        return _("%(name)s (captain)") % {"name": name}
    return _("%(name)s (substitute)") % {"name": name} if row.substitute else name


def _race_attendee_text(name: str, row: Any) -> str:
    text = f"{name} {row.points}" if row.points is not None else name
    return _("%(name)s (won)") % {"name": text} if row.won else text
