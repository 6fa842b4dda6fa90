"""Receivers of seasons."""

from __future__ import annotations

from typing import Any

from logbook.challenges import signals as challenges
from logbook.challenges.models.challenges import Challenge
from logbook.leaderboards import signals as leaderboards
from logbook.lib import queue
from logbook.people import handover
from logbook.seasons.models.seasons import SeasonNote
from logbook.seasons.services import series, standings


def listen() -> None:
    """Connect the receivers. A guest hands over no foreign key to a player here."""
    challenges.challenge_left_out.connect(_challenge_left_out, dispatch_uid="seasons")
    challenges.challenge_over.connect(_challenge_over, dispatch_uid="seasons")
    leaderboards.standings_closed.connect(_standings_closed, dispatch_uid="seasons")
    leaderboards.everything_recomputed.connect(_everything_recomputed, dispatch_uid="seasons")
    handover.stays(
        "Season.created_by",
        "SeasonNote.by",
        "SeasonStanding.player",
        "Series.created_by",
    )


# --- challenges


def _challenge_left_out(*, challenge: Challenge, **_params: Any) -> None:
    if challenge.series is not None:
        series.note(challenge.series, SeasonNote.Kind.UNREADY, number=challenge.occurrence)


def _challenge_over(*, challenge_id: int, **_params: Any) -> None:
    standings.recompute_duplicate_scores(challenge_id=challenge_id)


# --- standings


def _standings_closed(*, challenge_id: int, **_params: Any) -> None:
    queue.later("seasons.recompute_duplicate_scores", challenge_id)


def _everything_recomputed(**_params: Any) -> None:
    standings.recompute_everything()
