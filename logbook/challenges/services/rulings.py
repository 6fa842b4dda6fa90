"""Services of rulings: organizers' decisions on results, and taking them back.

A ruling is written once, with its reason, and is public. Its results are counted anew in the same transaction: tables
first, then the challenge, in the order in which every service locks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from logbook.challenges import active_rulings, signals
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.exceptions import (
    AttemptsUsed,
    AttemptUnderWay,
    ChallengeOver,
    ConflictOfInterest,
    CrewNotOut,
    EntriesNotMergeable,
    MergedResultCounts,
    NoResult,
    NoSuchDeal,
    NothingChanges,
    NotInRaces,
    ReasonMissing,
    RulingFinal,
    TooManyAttempts,
)
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings, Outcome
from logbook.challenges.services import certification, deal_access, table_outcomes
from logbook.crews.models.crews import Crew
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempt_counts, attempts, former_players

Kind = Ruling.Kind
Facts = dict[str, object]


@dataclass(frozen=True, slots=True)
class Decision:
    """The organizer, the challenge and the reason of a ruling."""

    challenge: Challenge
    by: Player
    reason: str


def write(decision: Decision, kind: str, *, before: Facts, after: Facts, **about: object) -> Ruling:
    """Write a ruling into the challenge's history. Raises ReasonMissing."""
    reason = " ".join(decision.reason.split())
    if not reason:
        raise ReasonMissing
    ruling = Ruling.objects.create(
        challenge=decision.challenge, by=decision.by, reason=reason, kind=kind, before=before, after=after, **about
    )
    if kind in Ruling.OF_LIFE:
        signals.challenge_ruled.send(sender=Ruling, ruling=ruling)
    return ruling


def ensure_no_conflict(decision: Decision, *crews: Crew, people: Iterable[Player] = ()) -> None:
    """Raise ConflictOfInterest if one of these crews or people is the organizer's own."""
    part = OwnPart.of(decision.by, decision.challenge)
    if part.has([crew.pk for crew in crews], [one.pk for one in people]):
        raise ConflictOfInterest


def _ensure_missions(decision: Decision) -> None:
    """Raise NotInRaces where the challenge has no missions."""
    if not decision.challenge.kind.is_won:
        raise NotInRaces


# --- the decisions


@transaction.atomic
def void_deal(decision: Decision, *, stage: Stage, attempt: int | None = None) -> Ruling:
    """Void a stage, or one attempt's deal at it, for every crew. Raises NoSuchDeal, NothingChanges.

    It changes every crew's result: ConflictOfInterest for an organizer who plays with one of them.
    """
    if OwnPart.of(decision.by, decision.challenge).plays:
        raise ConflictOfInterest
    tables = _lock_tables(Table.objects.filter(stage=stage))
    rulings = active_rulings.active_rulings_of(decision.challenge.pk)
    if attempt is not None and not Deal.objects.filter(stage=stage, attempt=attempt).exists():
        raise NoSuchDeal(attempt=attempt)
    if stage.pk in rulings.void_stages or (stage.pk, attempt) in rulings.void_deals:
        raise NothingChanges
    ruling = write(
        decision, Kind.VOID, stage=stage, attempt=attempt, before={"counted": True}, after={"counted": False}
    )
    _recount(ruling, tables)
    return ruling


@transaction.atomic
def correct_result(decision: Decision, *, stage: Stage, crew: Crew, won: bool, needed: int, distress: bool) -> Ruling:
    """Correct a crew's result at a stage; its later attempts count as always.

    Raises ConflictOfInterest, NoResult, NothingChanges, MergedResultCounts, TooManyAttempts.
    """
    _ensure_missions(decision)
    ensure_no_conflict(decision, crew)
    tables = _lock_tables(Table.objects.filter(stage=stage, crew=crew))
    if not tables:
        raise NoResult(crew=crew.name)
    _ensure_result_counts(tables[0])
    if needed > (most := table_outcomes.attempts_allowed(tables[0])):
        raise TooManyAttempts(allowed=most)
    rulings = active_rulings.active_rulings_of(decision.challenge.pk)
    played = table_outcomes.played_attempts([tables[0].pk]).get(tables[0].pk)
    if not played:
        raise NoResult(crew=crew.name)
    before, after = (
        _result_facts(rulings.outcome(stage.pk, crew.pk, played)),
        _result_facts(Outcome(won, needed, distress, None)),
    )
    if before == after:
        raise NothingChanges
    until = {"until": played[-1].number}
    ruling = write(decision, Kind.CORRECT, stage=stage, crew=crew, before=before, after=after | until)
    _recount(ruling, tables)
    return ruling


def _ensure_result_counts(table: Table) -> None:
    """Raise MergedResultCounts where, among merged entries, another crew's result counts."""
    counts = table_outcomes.counting_table(table)
    if counts != table.pk:
        crew = Table.objects.select_related("crew").get(pk=counts).crew
        raise MergedResultCounts(crew=crew.name if crew else "")


def _result_facts(outcome: Outcome | None) -> Facts:
    if outcome is None:
        return {"won": None, "attempts": None, "distress": None}
    return {"won": outcome.won, "attempts": outcome.attempts, "distress": outcome.distress}


@transaction.atomic
def merge_entries(decision: Decision, *, crew: Crew, into: Crew, counts: str) -> Ruling:
    """Merge two crews' entries: at each stage the better or the earlier result counts, for `into`.

    Raises ConflictOfInterest, EntriesNotMergeable, NoResult, AttemptUnderWay.
    """
    _ensure_missions(decision)
    ensure_no_conflict(decision, crew, into)
    tables = _lock_tables(_tables_of(decision.challenge, crew.pk, into.pk))
    rulings, playing = active_rulings.active_rulings_of(decision.challenge.pk), {table.crew_id for table in tables}
    if crew == into or crew.pk in rulings.merged or into.pk in rulings.merged:
        raise EntriesNotMergeable
    for entry in (crew, into):
        if entry.pk not in playing:
            raise EntriesNotMergeable
    if any(table.state == Table.State.PLAYING and table.crew_id == crew.pk for table in tables):
        raise AttemptUnderWay(crew=crew.name)
    ruling = write(
        decision,
        Kind.MERGE,
        crew=crew,
        other=into,
        before={"crew": crew.name, "counts": ""},
        after={"crew": into.name, "counts": counts},
    )
    _recount(ruling, tables)
    return ruling


@transaction.atomic
def grant_extra_attempt(decision: Decision, *, stage: Stage, crew: Crew) -> Ruling:
    """Grant one more attempt at a stage to a crew that is out there; its deal is prepared like all others.

    Raises ConflictOfInterest, ChallengeOver, CrewNotOut.
    """
    _ensure_missions(decision)
    ensure_no_conflict(decision, crew)
    if decision.challenge.is_over:
        raise ChallengeOver
    tables = _lock_tables(Table.objects.filter(stage=stage, crew=crew))
    if not tables or tables[0].state != Table.State.ENDED:
        raise CrewNotOut(crew=crew.name)
    most = table_outcomes.attempts_allowed(tables[0])
    ruling = write(
        decision, Kind.READMIT, stage=stage, crew=crew, before={"allowed": most}, after={"allowed": most + 1}
    )
    deal, new = Deal.objects.get_or_create(
        stage=stage, attempt=most + 1, defaults={"most_candidates": certification.MOST_CANDIDATES}
    )
    if new:
        queue.later("challenges.prepare_deal", deal.pk, deal.steps)
    _recount(ruling, tables)
    return ruling


@transaction.atomic
def restore_player(decision: Decision, *, access: DealAccess) -> Ruling:
    """Discount deal access that shuts a player out of a deal, or binds them to a crew; the row stays.

    Raises ChallengeOver, ConflictOfInterest, NothingChanges.
    """
    if decision.challenge.is_over:
        raise ChallengeOver
    Stage.objects.select_for_update().get(pk=access.stage_id)
    player = access.player or (access.guest.claimed_by if access.guest else None)
    if player is None:
        raise NothingChanges
    crews = [access.table.crew] if access.table and access.table.crew else []
    ensure_no_conflict(decision, *crews, people=[player])
    keys = deal_access.revoke_deal_access(access=access, player=player, by=decision.by)
    if not keys:
        raise NothingChanges
    ruling = write(
        decision,
        Kind.RESTORE,
        stage=access.stage,
        attempt=access.attempt,
        player=player,
        crew=access.table.crew if access.table and access.how in DealAccess.OF_A_HAND else None,
        before={"may_play": False},
        after={"may_play": True, "accesses": keys},
    )
    signals.results_ruled.send(sender=Ruling, ruling=ruling, crews=[])
    return ruling


# --- taking back


@transaction.atomic
def take_back_ruling(*, ruling: Ruling, by: Player) -> None:
    """Take back a ruling; it stays in the history, marked so. Raises ConflictOfInterest, RulingFinal, AttemptsUsed."""
    tables = _lock_tables(_affected_tables(ruling))
    locked = Ruling.objects.select_for_update(of=("self",)).select_related("challenge", "crew").get(pk=ruling.pk)
    undoable = (*Ruling.OF_RESULTS, Kind.READMIT, Kind.LATE_ENTRY, Kind.RESTORE)
    if not locked.is_in_force or locked.kind not in undoable:
        raise RulingFinal
    if OwnPart.of(by, locked.challenge).is_own(locked):
        raise ConflictOfInterest
    _ensure_unused(locked, tables)
    if locked.kind == Kind.RESTORE:
        deal_access.restore_deal_access(locked.after["accesses"])
    locked.taken_back_by, locked.taken_back_at = by, timezone.now()
    locked.save(update_fields=["taken_back_by", "taken_back_at"])
    _recount(locked, tables)


def _ensure_unused(ruling: Ruling, tables: Iterable[Table]) -> None:
    """Raise AttemptsUsed if the permission has been used."""
    if ruling.kind == Kind.RESTORE:
        _ensure_not_dealt(ruling)
        return
    stage_tables = list(tables)
    counts = [table.attempts.count() for table in stage_tables]
    if ruling.kind == Kind.READMIT:
        late = any(
            count >= table_outcomes.attempts_allowed(table) for table, count in zip(stage_tables, counts, strict=True)
        )
    else:
        late = ruling.kind == Kind.LATE_ENTRY and bool(stage_tables)
    if late:
        raise AttemptsUsed(crew=ruling.crew.name if ruling.crew else "")


def _ensure_not_dealt(ruling: Ruling) -> None:
    # A player is never dealt a deal they are out of: access newer than those rows is newer than the ruling.
    later = DealAccess.objects.filter(player=ruling.player, pk__gt=max(ruling.after["accesses"]))
    hands = later.filter(stage=ruling.stage, attempt=ruling.attempt or 0, how__in=DealAccess.OF_A_HAND)
    if ruling.player is not None and hands.exists():
        raise AttemptsUsed(crew=ruling.player.name)


def _affected_tables(ruling: Ruling) -> QuerySet[Table]:
    """Return the tables whose results the ruling affects."""
    if ruling.kind == Kind.RESTORE:
        return Table.objects.none()
    if ruling.crew_id is not None and ruling.other_id is not None:
        return _tables_of(ruling.challenge, ruling.crew_id, ruling.other_id)
    tables = Table.objects.filter(stage__challenge=ruling.challenge)
    if ruling.stage_id is not None:
        tables = tables.filter(stage=ruling.stage_id)
    return tables if ruling.kind == Kind.VOID else tables.filter(crew=ruling.crew_id)


def _tables_of(challenge: Challenge, *crews: int) -> QuerySet[Table]:
    """Return the tables of these crews, and of crews whose entries were merged with theirs."""
    family = active_rulings.active_rulings_of(challenge.pk).merged_crews(crews)
    return Table.objects.filter(stage__challenge=challenge, crew__in=family)


# --- counting anew


def _lock_tables(tables: QuerySet[Table]) -> list[Table]:
    return list(tables.select_for_update(of=("self",)).select_related("stage__challenge", "crew").order_by("pk"))


def _recount(ruling: Ruling, tables: Sequence[Table]) -> None:
    """Recount these tables, their results and the standings by the rulings now in force, and tell whom it concerns."""
    rulings, keys = active_rulings.active_rulings_of(ruling.challenge_id), set()
    attempt_counts.write_counts_of_tables([table.pk for table in tables])
    for table in tables:
        _set_table_state(table, rulings)
        keys |= set(table_outcomes.tables_counted_with(table))
    signals.outcomes_changed.send(sender=Challenge, challenge_id=ruling.challenge_id, tables=sorted(keys))
    signals.results_ruled.send(sender=Ruling, ruling=ruling, crews=sorted(_ruled_crews(ruling, tables)))


def _set_table_state(table: Table, rulings: ActiveRulings) -> None:
    """Set the table's state, unless an attempt runs there or none was ever played."""
    running = Q(state=Attempt.State.PLAYING)
    if not table.attempts.exists() or table.attempts.filter(running).exists():
        return
    state = table_outcomes.stage_table_state(table, rulings)
    if state != table.state:
        table.state = state
        former_players.free_seats(table)
        attempts.bump_version(table, fields=("state",))


def _ruled_crews(ruling: Ruling, tables: Sequence[Table]) -> set[int]:
    """Return the crews whose result the ruling, or its end, changes, or who may play more by it.

    `tables` are those whose results it may change. A crew whose entry was merged with another one shares its result.
    """
    if ruling.kind == Kind.READMIT:
        return {ruling.crew_id} if ruling.crew_id is not None else set()
    if ruling.kind not in Ruling.OF_RESULTS:
        return set()
    others = Ruling.objects.in_force().filter(challenge=ruling.challenge_id).exclude(pk=ruling.pk)
    earlier, later = list(others.filter(pk__lt=ruling.pk)), list(others.filter(pk__gt=ruling.pk))
    without, by_it = ActiveRulings.of([*earlier, *later]), ActiveRulings.of([*earlier, ruling, *later])
    if ruling.kind == Kind.MERGE:
        return by_it.merged_crews(table.crew_id for table in tables if table.crew_id is not None)
    before, after = (table_outcomes.counting_outcomes(tables, rulings) for rulings in (without, by_it))
    changed = {place for place in before.keys() | after.keys() if before.get(place) != after.get(place)}
    return by_it.merged_crews(crew for _stage, crew, _soloist in changed)
