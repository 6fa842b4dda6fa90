"""Quota of comments."""

from __future__ import annotations

from typing import Final

from logbook.lib.quotas import HOUR, Quota
from logbook.reviews.exceptions import TooManyComments

COMMENTS: Final = Quota("comments", 60, HOUR, TooManyComments)
"""Comments of one player, on all attempts."""
