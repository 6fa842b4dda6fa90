"""Signals of reviews. Receivers run inside the transaction."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

review_changed: Final = Signal()
"""A comment was written, edited, deleted or removed: `attempt_id`."""
