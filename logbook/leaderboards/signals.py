"""What happens to results and standings. The subjects above subscribe in their `receivers.py`."""

from __future__ import annotations

from django.dispatch import Signal

standings_closed = Signal()
"""The standings of a closed challenge were written anew (`challenge_id`)."""

everything_recomputed = Signal()
"""All results and standings were written anew."""

games_wanted = Signal()
"""Ratings are worked out: a receiver returns the games that its subject adds, an iterator of `rating.Game` in the order
of their weeks."""
