"""Text and picture of a result that a player shares. It names game, mission and day, and tells each try by marks:
how many tasks (or tricks, where there are no tasks) were done before it broke. It never says which task, and nothing of
cards and seats.
"""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from logbook.daily.models import MOST_TRIES, DailyDeal, DailyResult
from logbook.daily.selectors.own import BROKE, DONE, OPEN, OwnResult, Try
from logbook.lib.mail import site_address
from logbook.lib.share_picture import SharePicture, SquareRow
from logbook.lib.time_zones import date_text
from logbook.rounds.text import mission_title

SALT: Final = "daily-result"


def result_token(result: DailyResult) -> str:
    """Return the address part of a result. It cannot be guessed, so its players decide who reads it."""
    return signing.Signer(salt=SALT).sign(str(result.pk))


def number_in(token: str) -> int | None:
    """Return the result's number in a token; None for a wrong one."""
    try:
        return int(signing.Signer(salt=SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def share_text(own: OwnResult) -> str:
    """Return the text to share: mission and day, the outcome, a line a try, and the address; "" before a try's end."""
    if not own.tries:
        return ""
    address = site_address(reverse("daily-shared", args=(result_token(own.result),)))
    lines = [f"{one.number} {one.squares} {end_words(one)}".replace("  ", " ") for one in own.tries]
    return "\n".join(filter(None, (heading_of(own.result), outcome_of(own), *lines, address)))


def end_words(one: Try) -> str:
    """Return how a try ended."""
    if one.points is not None:
        points = ngettext("%(points)s point", "%(points)s points", one.points) % {"points": one.points}
        return _("%(points)s, won") % {"points": points} if one.won else points
    if one.won:
        return pgettext("try", "won, with the distress signal") if one.distress else pgettext("try", "won")
    return pgettext("try", "not won")


def title_of(deal: DailyDeal) -> str:
    """Return the deal's title: the game and the day."""
    day = date_text(deal.date)
    return _("%(game)s, %(day)s") % {"game": deal.name, "day": day}


def heading_of(result: DailyResult) -> str:
    """Return the game, the mission and the day."""
    words = {"mission": mission_of(result), "day": date_text(result.deal.date)}
    return _("%(mission)s, %(day)s") % words


def mission_of(result: DailyResult) -> str:
    """Return the game and the mission."""
    return _("%(game)s: %(mission)s") % {"game": result.deal.name, "mission": mission_title(result.table.mission)}


def outcome_of(own: OwnResult) -> str:
    """Return on which try the mission was won, or how many did not; "" where points tell it."""
    if own.has_points:
        return ""
    if own.result.solved_on:
        return _("Solved on try %(number)s of %(most)s") % {"number": own.result.solved_on, "most": MOST_TRIES}
    tries = len(own.tries)
    return ngettext("Not solved in %(tries)s try", "Not solved in %(tries)s tries", tries) % {"tries": tries}


def picture_of(own: OwnResult) -> SharePicture:
    """Return the picture of a result."""
    day = _("Deal of the day, %(day)s") % {"day": date_text(own.result.deal.date)}
    lines = tuple(filter(None, (day, outcome_of(own))))
    return SharePicture(title=mission_of(own.result), lines=lines, rows=tuple(_row(one) for one in own.tries))


def _row(one: Try) -> SquareRow:
    full, broken, empty = (one.marks.count(mark) for mark in (DONE, BROKE, OPEN))
    return SquareRow(str(one.number), full, empty, end_words(one), broken)
