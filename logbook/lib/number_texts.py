"""Numbers as pages write them: a duration as a clock shows it, a percentage, a difference with its sign."""

from __future__ import annotations

from django.utils.translation import gettext as _


def duration_text(seconds: int) -> str:
    """Return a duration as a clock shows it: 7:05, or 1:02:40."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def percent_text(number: object) -> str:
    """Return a written number as a percentage, tied as the language does: 85%, « 85 % »."""
    return _("%(number)s%%") % {"number": number}


def margin_text(points: int) -> str:
    """Return a difference of whole points with its sign: +3, −12, 0."""
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"
