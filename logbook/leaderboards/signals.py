"""What happens to results and standings. The subjects above subscribe in their `receivers.py`."""

from __future__ import annotations

from django.dispatch import Signal

standings_closed = Signal()
"""The standings of a closed challenge were written anew (`challenge_id`)."""

everything_recomputed = Signal()
"""All results and standings were written anew."""
