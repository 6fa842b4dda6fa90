"""Addresses made from names."""

from __future__ import annotations

from django.utils.text import slugify

from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew

LENGTH = 60
# /crews/new/ is a page.
RESERVED = {"new"}


def free_slug(model: type[Crew | Club], name: str) -> str:
    """A slug nobody has: from the name, numbered when others have the same one.

    To be called inside the transaction that uses it; the column is unique, so a lost race is an error, not a mix-up.
    """
    base = slugify(name)[:LENGTH] or model.__name__.lower()
    taken = set(model.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED
    if base not in taken:
        return base
    return next(slug for number in range(2, len(taken) + 3) if (slug := f"{base}-{number}") not in taken)
