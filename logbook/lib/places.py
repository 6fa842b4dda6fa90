"""A place in a ranking, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

_TEENS = (11, 12, 13)


def place_text(place: int, total: int) -> str:
    """Return a place among so many, as the language counts: "2nd of 9", « 2e sur 9 »."""
    return _("%(place)s of %(total)d") % {"place": ordinal_text(place), "total": total}


def ordinal_text(place: int) -> str:
    """Return a place as the language counts: "2nd", « 2e »."""
    return _ordinal(place) % {"place": place}


def _ordinal(place: int) -> str:
    if place == 1:
        return pgettext("first ordinal", "%(place)dst")
    last = 0 if place % 100 in _TEENS else place % 10
    if last == 1:
        return pgettext("ordinal", "%(place)dst")
    if last == 2:
        return pgettext("ordinal", "%(place)dnd")
    if last == 3:
        return pgettext("ordinal", "%(place)drd")
    return pgettext("ordinal", "%(place)dth")
