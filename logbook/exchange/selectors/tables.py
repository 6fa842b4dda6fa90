"""Export of a crew's online tables, as facts. A seed is exported only where everyone may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Protocol

from django.db.models import Prefetch

from logbook.crews.models.crews import Crew
from logbook.exchange.models import ImportedExtra
from logbook.leaderboards.models.results import Result
from logbook.people.site_identity import export_key
from logbook.reviews.models import Comment
from logbook.tables.models import Attempt, Table

TABLES_PER_QUERY: Final = 200
Facts = dict[str, Any]


class KeyOf(Protocol):
    """Returns a person's key in the export: a player's, or at a real table a guest's."""

    def __call__(self, player: int | None, guest: int | None = None, /) -> str | None: ...


def tables_of(crew: Crew, opened: Collection[int], person: KeyOf, campaigns: Mapping[int, str]) -> Iterator[Facts]:
    """Yield the crew's tables, here and on other sites, in the order of their keys; people are keys."""
    own = {export_key("table", pk): pk for pk in Table.objects.filter(crew=crew).values_list("pk", flat=True)}
    extras = ImportedExtra.objects.filter(crew=crew, kind=ImportedExtra.Kind.TABLE).values_list("key", "pk")
    elsewhere = {str(key): pk for key, pk in extras}
    keys = sorted({*own, *elsewhere})
    for start in range(0, len(keys), TABLES_PER_QUERY):
        batch = keys[start : start + TABLES_PER_QUERY]
        tables = _fetched_tables([own[key] for key in batch if key in own])
        extras_by_key = ImportedExtra.objects.in_bulk([elsewhere[key] for key in batch if key not in own])
        for key in batch:
            if key in own:
                yield _table(key, tables[own[key]], opened, person, campaigns)
            else:
                yield extras_by_key[elsewhere[key]].facts


def _fetched_tables(keys: Collection[int]) -> dict[int, Table]:
    comments = Prefetch("attempts__comments", Comment.objects.order_by("step", "pk"))
    attempts = Prefetch("attempts", Attempt.objects.order_by("number"))
    tables = Table.objects.filter(pk__in=keys).select_related("stage__challenge__club", "result")
    by_id = {table.pk: table for table in tables.prefetch_related(attempts, "seats", "attempts__sittings", comments)}
    for table in by_id.values():
        for attempt in table.attempts.all():
            attempt.table = table
    return by_id


def _table(key: str, table: Table, opened: Collection[int], person: KeyOf, campaigns: Mapping[int, str]) -> Facts:
    stage = table.stage
    return {
        "key": key,
        "game": table.game,
        "mission": table.mission,
        "players": table.players,
        "options": table.options,
        "state": table.state,
        "distress": table.distress,
        "watching": table.watching,
        "opened": table.created_at.isoformat(),
        "opened_by": person(table.opened_by_id),
        "campaign": campaigns.get(table.campaign_id or 0),
        "challenge": stage
        and {"club": stage.challenge.club.name, "title": stage.challenge.title, "stage": stage.number},
        "seats": [
            {"number": seat.number, "person": person(seat.player_id), "bot": seat.bot} for seat in table.seats.all()
        ],
        "attempts": [_attempt(attempt, opened, person) for attempt in table.attempts.all()],
        "result": _result(table),
    }


def _attempt(attempt: Attempt, opened: Collection[int], person: KeyOf) -> Facts:
    facts: Facts = {
        "number": attempt.number,
        "place": attempt.place,
        "state": attempt.state,
        "distress": attempt.distress,
        "mixed": attempt.mixed,
        "started": attempt.started_at.isoformat(),
        "ended": attempt.ended_at.isoformat() if attempt.ended_at else None,
        "reported_by": person(attempt.reported_by_id),
        "sat": [
            {"number": one.number, "person": person(one.player_id, one.guest_id)} for one in attempt.sittings.all()
        ],
    }
    if attempt.scores is not None and attempt.pk in opened:
        facts["scores"] = attempt.scores
    if attempt.pk in opened:
        facts["tricks"], facts["reason"] = attempt.tricks, attempt.reason_code
        facts["comments"] = [_comment(one, person) for one in attempt.comments.all()]
    if attempt.is_public and not attempt.is_at_a_real_table:
        facts["seed"] = attempt.seed
    return facts


def _comment(comment: Comment, person: KeyOf) -> Facts:
    """Return a comment; its author is named if the file names them anyway."""
    return {
        "step": comment.step,
        "by": person(comment.player_id),
        "text": comment.text,
        "written": comment.created_at.isoformat(),
        "edited": comment.edited_at.isoformat() if comment.edited_at else None,
        "removed": comment.removed_at.isoformat() if comment.removed_at else None,
        "reason": comment.reason,
    }


def _result(table: Table) -> Facts | None:
    try:
        result = table.result
    except Result.DoesNotExist:
        return None
    return {
        "won": result.won,
        "attempts": result.attempts,
        "distress": result.distress,
        "score": result.score,
        "finished": result.finished_at.isoformat(),
    }
