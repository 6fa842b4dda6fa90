"""API views of attempts and replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.attempts import AttemptRowSerializer, attempt_response, attempt_row, attempt_rows, attempts_of
from logbook.api.base_views import AnyMediaType, Operation, operation, parse_query, respond, serialize_many
from logbook.api.callers import caller, person
from logbook.api.pagination import paged, paged_sequence
from logbook.api.tables import table_now
from logbook.challenges.access.replays import replay_for
from logbook.challenges.services import deal_access
from logbook.lib.replica import read_primary_about, reads_from_replica
from logbook.people.models.players import Player
from logbook.replays.api.serializers import AttemptFilterSerializer, MomentSerializer, ReplaySerializer
from logbook.replays.selectors import replays
from logbook.replays.selectors.positions import length_of, moments_open
from logbook.replays.services import analyses
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt

FILTERS = {"game": "table__game", "state": "state", "crew": "table__crew__slug"}
TEXT = {(200, "text/plain"): OpenApiResponse({"type": "string"}, "The record.")}


class AttemptListView(Operation):
    """The caller's attempts."""

    @operation("listAttempts", AttemptRowSerializer, filters=AttemptFilterSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the attempts at the caller's tables, newest first."""
        player, filters = person(request), parse_query(AttemptFilterSerializer, request)
        attempts = attempts_of(player).filter(**{FILTERS[name]: value for name, value in filters.items()})
        return paged(request, attempts, lambda page: attempt_rows(page, player))


class AttemptDetailView(Operation):
    """An attempt."""

    @operation("readAttempt", AttemptRowSerializer)
    def get(self, request: Request, attempt: int) -> Response:
        """Get an attempt."""
        return respond(AttemptRowSerializer, attempt_response(person(request), attempt))


class TableAttemptsView(Operation):
    """A table's attempts."""

    @operation("listTableAttempts", AttemptRowSerializer, listed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """List a table's attempts, newest first."""
        player = person(request)
        attempts = attempts_of(player).filter(table=table_now(player, table_id))
        return paged(request, attempts, lambda page: attempt_rows(page, player), "-number")


class ReplayDetailView(Operation):
    """A replay."""

    is_open = True

    @operation("readReplay", ReplaySerializer)
    @reads_from_replica
    def get(self, request: Request, attempt: int) -> Response:
        """Get the replay of a finished attempt.

        Returns its result, seats and analysis. 404 unless the caller may see all cards of the attempt. Reading a deal
        of a running challenge is recorded in its access log.
        """
        player = caller(request)
        attempt_now = _open_attempt_or_404(player, attempt)
        faces = replays.faces_at(attempt_now)
        return respond(
            ReplaySerializer,
            {
                **attempt_row(attempt_now, {attempt_now.pk}),
                "seats": [{"number": face.number, "name": face.name, "kind": face.kind} for face in faces],
                "moments": length_of(attempt_now),
                "analysis": _verdict(attempt_now),
            },
        )


class ReplayMomentsView(Operation):
    """The moments of a replay."""

    is_open = True

    @operation("listMoments", MomentSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request, attempt: int) -> Response:
        """List the moments of a finished attempt, with each seat's view.

        Moments are large: set `limit` to keep pages small.
        """
        attempt_now = _open_attempt_or_404(caller(request), attempt)
        return paged_sequence(request, range(length_of(attempt_now)), lambda steps: _moments(attempt_now, steps))


class ReplayRecordView(Operation):
    """A replay's record."""

    is_open = True
    content_negotiation_class = AnyMediaType

    @operation("readRecord", TEXT)
    @reads_from_replica
    def get(self, request: Request, attempt: int) -> HttpResponse:
        """Download the record of a finished attempt.

        `python -m games replay` plays it again. 404 for a race that others may still be dealt.
        """
        player = caller(request)
        attempt_now = replay_for(player, attempt)
        read_primary_about(attempt_now.ended_at)
        text = replays.record_of(attempt_now)
        if text is None:
            raise Http404
        deal_access.record_replay_access(attempt_now, player)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _open_attempt_or_404(player: Player | None, attempt: int) -> Attempt:
    """Return an attempt whose cards the reader may see, and record the access."""
    attempt_now = replay_for(player, attempt)
    read_primary_about(attempt_now.ended_at)
    deal_access.record_replay_access(attempt_now, player)
    return attempt_now


def _verdict(attempt: Attempt) -> dict[str, Any] | None:
    if not attempt.is_unsealed or not kind_of(attempt.table.game).has_analysis:
        return None
    analyses.request_analysis(attempt)
    verdict = replays.found_of(attempt)
    if verdict is None:
        return None
    saving = [{"seat": action.seat, "text": action.text} for action in verdict.saving]
    return {"winnable": verdict.winnable, "fatal": verdict.fatal, "saving": saving}


def _moments(attempt: Attempt, steps: Sequence[int]) -> Sequence[Any]:
    return serialize_many(
        MomentSerializer,
        [
            {
                "step": moment.step,
                "action": moment.action and {"seat": moment.action.seat, "text": moment.action.text},
                "views": list(moment.views),
            }
            for moment in moments_open(attempt, steps)
        ],
    )
