"""Slugs made from names."""

from __future__ import annotations

from typing import Any

from django.db.models import Manager
from django.utils.text import slugify

LENGTH = 60
# /crews/new/ is a page.
RESERVED = {"new"}


def free_slug(rows: Manager[Any], name: str) -> str:
    """Return a slug that none of these rows has: from the name, numbered if it is taken.

    Call it inside the transaction that uses the slug; the column is unique, so a lost race is an error, not a mix-up.
    """
    base = slugify(name)[:LENGTH] or rows.model.__name__.lower()
    used_slugs = set(rows.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED
    if base not in used_slugs:
        return base
    return next(slug for number in range(2, len(used_slugs) + 3) if (slug := f"{base}-{number}") not in used_slugs)
