"""Signals of results and standings. The subjects above subscribe in their `receivers.py`."""

from __future__ import annotations

from django.dispatch import Signal

standings_closed = Signal()
"""Sent after the standings of a closed challenge are rewritten (`challenge_id`)."""

everything_recomputed = Signal()
"""Sent after all results and standings are rebuilt."""

games_wanted = Signal()
"""Sent while ratings are computed. A receiver returns its subject's games: `rating.RatedGame`s in weekly order."""
