"""What a player shares of a result: text, and a picture. It holds tasks done or open and how a try ended, never which
task, and nothing of cards, seats or tricks.
"""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from logbook.daily.models import DailyDeal, DailyResult
from logbook.daily.selectors.own import DONE, OPEN, OwnResult, Try
from logbook.lib.mail import site_address
from logbook.lib.share_picture import SharePicture, SquareRow

SALT: Final = "daily-result"


def token_of(result: DailyResult) -> str:
    """Return the address part of a result. It cannot be guessed, so its players decide who reads it."""
    return signing.Signer(salt=SALT).sign(str(result.pk))


def number_in(token: str) -> int | None:
    """Return the result's number in a token; None for a wrong one."""
    try:
        return int(signing.Signer(salt=SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def share_text(own: OwnResult) -> str:
    """Return the text to share: the game and the day, a line a try, and the address; "" before a try has ended."""
    if not own.tries:
        return ""
    address = site_address(reverse("daily-shared", args=(token_of(own.result),)))
    lines = [f"{one.number} {one.squares} {end_words(one)}".replace("  ", " ") for one in own.tries]
    return "\n".join((title_of(own.result.deal), *lines, address))


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
    day = date_format(deal.date, "DATE_FORMAT")
    return _("%(game)s, %(day)s") % {"game": deal.name, "day": day}


def picture_of(own: OwnResult) -> SharePicture:
    """Return the picture of a result."""
    rows = tuple(SquareRow(str(one.number), *_squares(one), end_words(one)) for one in own.tries)
    return SharePicture(title=title_of(own.result.deal), lines=(_("Deal of the day"),), rows=rows)


def _squares(one: Try) -> tuple[int, int]:
    """Return how many squares are full, and how many are empty."""
    return one.squares.count(DONE), one.squares.count(OPEN)
