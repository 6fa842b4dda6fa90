"""A place in a ranking, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

_TEENS = (11, 12, 13)


def place_text(place: int, total: int) -> str:
    """Return a place among so many, as the language counts: "2nd of 9", « 2e sur 9 »."""
    return _sentence(place) % {"place": place, "total": total}


def _sentence(place: int) -> str:
    if place == 1:
        return _("1st of %(total)d")
    last = 0 if place % 100 in _TEENS else place % 10
    if last == 1:
        return _("%(place)dst of %(total)d")
    if last == 2:
        return _("%(place)dnd of %(total)d")
    if last == 3:
        return _("%(place)drd of %(total)d")
    return _("%(place)dth of %(total)d")
