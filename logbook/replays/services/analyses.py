"""Services of analyses: find where finished attempts were lost. A worker does it, outside the game.

An analysis is made when a reader opens the replay, or while its workers are idle: the queue never grows with the rounds
that are played. Every call, early, late or repeated, gives a row with the same turning point; the access layer decides
who may read it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

import games
from games.crew.solver import SOLVER_VERSION, Annotation, Budget, annotate, rescue
from logbook.lib import queue
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import shared_positions, turning_points
from logbook.replays.signals import replay_answered
from logbook.tables import event_replay
from logbook.tables.kinds import games_without, kind_of
from logbook.tables.models import Attempt

BUDGETS: Final = (Budget(1_000_000, 40_000), Budget(20_000, 4_000), Budget(1_500, 1_000))
"""Time limits for each moment of a round: at the first try, and after a try that its worker did not finish."""
MOST_TRIES: Final = len(BUDGETS)
TRIED_LATELY: Final = timedelta(minutes=6)
"""Longer than a worker may take."""
ASKED_LATELY_SECONDS: Final = 20
MOST_ANALYSES: Final = 20
QUEUE: Final = "analyses"
OPENED_FIRST: Final = 0
"""The priority in the queue of an analysis that a reader waits for."""
_WITHOUT_OPTIONS: Final = Q(
    analysis__solver=SOLVER_VERSION, analysis__fatal__isnull=False, analysis__options__isnull=True
)


def analyse(*, attempt_id: int) -> None:
    """Analyse a finished attempt, unless this solver already has."""
    attempt = Attempt.objects.select_related("table").get(pk=attempt_id)
    has_analysis = kind_of(attempt.table.game).has_analysis and not attempt.is_at_a_real_table
    if attempt.state == Attempt.State.PLAYING or not has_analysis:
        return
    tries = _begin(attempt)
    if not tries:
        _add_options(attempt)
        return
    moments = event_replay.moments_of(attempt)
    others = shared_positions.analysed_alike(attempt)
    annotation = annotate(moments, BUDGETS[tries - 1], shared_positions.known_verdicts(others, moments))
    options = shared_positions.known_options(others, moments, annotation.fatal)
    signal = rescue(moments, annotation, BUDGETS[tries - 1])
    Analysis.objects.filter(attempt=attempt).update(
        solver=SOLVER_VERSION,
        winnable=list(annotation.winnable),
        fatal=annotation.fatal,
        saving=[[action.seat, action.text] for action in annotation.saving],
        lost_in=_lost_in(annotation, moments),
        options=options or turning_points.options_at(attempt, moments, annotation.fatal),
        passing=[[action.seat, action.text] for action in signal.line] if signal else [],
        passing_at=signal.place if signal else None,
    )
    replay_answered.send(sender=Analysis, attempt_id=attempt_id)


def request_analysis(attempt: Attempt) -> bool:
    """Queue an analysis, if this solver has none; return whether there is a result to wait for.

    An older solver's result can be read meanwhile. Races have no analysis: they are not lost by the table.
    """
    if not kind_of(attempt.table.game).has_analysis:
        return False
    analysis = getattr(attempt, "analysis", None)
    if analysis is not None and (analysis.solver == SOLVER_VERSION or _is_given_up(analysis)):
        return False
    if cache.add(f"analysis/{attempt.pk}", 1, ASKED_LATELY_SECONDS):
        queue.send("replays.analyse_attempt", attempt.pk, priority=OPENED_FIRST)
    return analysis is None or not analysis.is_done


def analyse_if_idle(attempt: Attempt) -> None:
    """Queue an analysis that no reader waits for, unless others wait; then the sweep does it once they are done."""
    if not attempt.is_at_a_real_table and kind_of(attempt.table.game).has_analysis and queue.is_empty(QUEUE):
        queue.send("replays.analyse_attempt", attempt.pk)


def _is_given_up(analysis: Analysis) -> bool:
    return analysis.tried_with == SOLVER_VERSION and analysis.tries >= MOST_TRIES


def unanalysed_attempts(*, before: datetime) -> list[int]:
    """Return finished attempts that this solver has not analysed, a limited number.

    Attempts without any analysis come first, then those of an older solver, then those whose analysis lacks the options
    at the turning point; each the latest first.
    """
    idle = Q(analysis__tried_at=None) | Q(analysis__tried_at__lt=timezone.now() - TRIED_LATELY)
    may_try = ~Q(analysis__tried_with=SOLVER_VERSION) | Q(analysis__tries__lt=MOST_TRIES)
    due = Q(analysis__isnull=True) | (Q(analysis__solver__lt=SOLVER_VERSION) & idle & may_try) | _WITHOUT_OPTIONS
    attempts = Attempt.objects.filter(due, ended_at__lt=before, place=Attempt.Place.ONLINE)
    attempts = attempts.exclude(table__game__in=games_without(lambda kind: kind.has_analysis))
    solver_version = Coalesce("analysis__solver", 0)
    return list(attempts.order_by(solver_version, "-ended_at", "-pk").values_list("pk", flat=True)[:MOST_ANALYSES])


@transaction.atomic
def _begin(attempt: Attempt) -> int:
    """Count a new try and return its number; 0 if there is no work, or another worker does it."""
    analysis, _is_new = Analysis.objects.get_or_create(attempt=attempt)
    own = Analysis.objects.filter(attempt=attempt, solver__lt=SOLVER_VERSION)
    own.exclude(tried_with=SOLVER_VERSION).update(tried_with=SOLVER_VERSION, tries=0, tried_at=None)
    idle = Q(tried_at=None) | Q(tried_at__lt=timezone.now() - TRIED_LATELY)
    if not own.filter(idle, tries__lt=MOST_TRIES).update(tries=F("tries") + 1, tried_at=timezone.now()):
        return 0
    analysis.refresh_from_db(fields=("tries",))
    return analysis.tries


def _add_options(attempt: Attempt) -> None:
    """Add the options at the turning point to an analysis that was made without them. It is tried once."""
    mine = Analysis.objects.filter(attempt=attempt, solver=SOLVER_VERSION, fatal__isnull=False)
    if mine.filter(options__isnull=True).update(options=[]):
        options = turning_points.options_at(attempt, event_replay.moments_of(attempt), mine.get().fatal)
        mine.update(options=options)


def _lost_in(annotation: Annotation, moments: tuple[games.State, ...]) -> int | None:
    """Return the number of the trick in which the mission was lost; 0 before the first one."""
    if annotation.fatal is None:
        return None
    view = moments[annotation.fatal].view(None)
    return sum(view["tricks_won"]) + 1 if view["trick"] else 0
