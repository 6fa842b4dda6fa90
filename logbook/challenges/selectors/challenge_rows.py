"""Selectors of lists of challenges: each with its state, and what it means for the reader's crews."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from logbook.challenges.active_rulings import active_rulings_by_challenge
from logbook.challenges.models.challenges import Challenge, Stage, Standing, is_solo
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings
from logbook.challenges.selectors.steps import StageState, stage_states
from logbook.clubs.models import ClubCrew
from logbook.crews.models.crews import Crew
from logbook.lib.lists import labelled, list_text
from logbook.people.models.players import Player
from logbook.rounds.text import mission_title
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.seat_labels import seat_name
from logbook.tables.selectors.seats import own_seat_of

State = Challenge.State
MOST: Final = 100
PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "open": (State.OPEN, State.PAUSED),
    "upcoming": (State.SCHEDULED, State.PREPARING, State.COLLECTING_SEEDS, State.FAILED),
    "closed": (State.CLOSED, State.CANCELLED),
}
"""The states behind each choice of the filter, in the order of the list."""


@dataclass(frozen=True, slots=True)
class StageMark:
    """A crew's result at one stage, as a mark and its text."""

    mark: str
    """tick, cross, or empty while there is no result."""
    text: str


@dataclass(frozen=True, slots=True)
class CrewLine:
    """One of the reader's crews in a challenge."""

    crew: Crew
    marks: tuple[StageMark, ...]
    text: str
    """Its result, or its next step, in a few words."""
    my_turn: bool = False


@dataclass(frozen=True, slots=True)
class ListedChallenge:
    """A challenge in a list."""

    challenge: Challenge
    crews: tuple[CrewLine, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """The reader's filters of a list; empty for all."""

    game: str = ""
    phase: str = ""
    crew: str = ""
    """The slug of one of the reader's crews: the challenges of its clubs."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """The facts that the rows need of all challenges at once."""

    entered: Mapping[int, Sequence[Crew]]
    tables: Mapping[tuple[int, int], Table]
    rulings: Mapping[int, ActiveRulings]
    ranks: Mapping[tuple[int, int], int]
    ranked: Mapping[int, int]


def challenge_rows(
    challenges: QuerySet[Challenge], player: Player | None, crews: QuerySet[Crew], filters: Filters | None = None
) -> list[ListedChallenge]:
    """Return challenges for a list: open ones first, then coming ones, then the latest closed ones."""
    filters = filters or Filters()
    own = list(crews.filter(slug=filters.crew) if filters.crew else crews)
    matching = _filtered(challenges, filters, own).prefetch_related(
        Prefetch("stages", Stage.objects.order_by("number"))
    )
    rows = list(matching.order_by("-opens_at", "-pk")[:MOST])
    order = {state: place for place, states in enumerate(PHASES.values()) for state in states}
    rows.sort(key=lambda challenge: order[State(challenge.state)])
    facts = _facts(rows, player, own)
    return [_listed(challenge, player, facts) for challenge in rows]


def _filtered(challenges: QuerySet[Challenge], filters: Filters, own: Collection[Crew]) -> QuerySet[Challenge]:
    if filters.game:
        challenges = challenges.filter(pk__in=Stage.objects.filter(game=filters.game).values("challenge"))
    if filters.crew:
        challenges = challenges.filter(club__in=ClubCrew.objects.filter(crew__in=own).values("club"))
    return challenges.filter(state__in=PHASES[filters.phase]) if filters.phase else challenges


def _facts(challenges: Sequence[Challenge], player: Player | None, own: Sequence[Crew]) -> _Facts:
    if not own or not challenges:
        return _Facts({}, {}, defaultdict(ActiveRulings), {}, {})
    closed = Standing.objects.filter(challenge__in=[one.pk for one in challenges if _is_ranked(one)])
    own_ranks = closed.filter(crew__in=own, stages_won__gt=0).values_list("challenge_id", "crew_id", "rank")
    counts = closed.order_by().values_list("challenge_id").annotate(Count("pk"))
    return _Facts(
        entered=_entered(challenges, own),
        tables=_tables(challenges, player, own),
        rulings=active_rulings_by_challenge(list(challenges), *Ruling.Kind),
        ranks={(challenge, crew): rank for challenge, crew, rank in own_ranks},
        ranked=dict(counts),
    )


def _is_ranked(challenge: Challenge) -> bool:
    return challenge.state == State.CLOSED and not challenge.is_being_counted and challenge.kind.is_won


def _entered(challenges: Sequence[Challenge], own: Sequence[Crew]) -> dict[int, list[Crew]]:
    """Return the reader's crews by club."""
    by_key, entered = {crew.pk: crew for crew in own}, defaultdict(list)
    entries = ClubCrew.objects.filter(crew__in=own, club__in={one.club_id for one in challenges})
    for club, crew in entries.order_by("crew__name", "crew").values_list("club_id", "crew_id"):
        entered[club].append(by_key[crew])
    return entered


def _tables(
    challenges: Sequence[Challenge], player: Player | None, own: Sequence[Crew]
) -> dict[tuple[int, int], Table]:
    """Return the crews' tables by crew and stage; where each player races alone, the reader's own."""
    seats = Seat.objects.filter(table__state=Table.State.PLAYING).select_related("player").order_by("number")
    alone = is_solo("stage__challenge__")
    tables = Table.objects.filter(~alone | Q(soloist=player), stage__challenge__in=challenges, crew__in=own)
    attempts = Prefetch("attempts", Attempt.objects.order_by("number"))
    stages = {stage.pk: stage for challenge in challenges for stage in challenge.stages.all()}
    found: dict[tuple[int, int], Table] = {}
    for table in tables.prefetch_related(attempts, Prefetch("seats", seats)):
        if table.crew_id and table.stage_id:
            table.stage = stages[table.stage_id]  # A join would make the stage and its challenge anew for each table.
            found[table.crew_id, table.stage_id] = table
    return found


# --- rows


def _listed(challenge: Challenge, player: Player | None, facts: _Facts) -> ListedChallenge:
    crews = facts.entered.get(challenge.club_id, ())
    lines = (_crew_line(challenge, crew, player, facts) for crew in crews)
    return ListedChallenge(challenge, tuple(line for line in lines if line.marks or line.text or line.my_turn))


def _crew_line(challenge: Challenge, crew: Crew, player: Player | None, facts: _Facts) -> CrewLine:
    stages = list(challenge.stages.all())
    tables = [facts.tables.get((crew.pk, stage.pk)) for stage in stages]
    states = stage_states(challenge, stages, crew, tables, facts.rulings[challenge.pk])
    is_started = any(state.attempts for state in states)
    running = next((state.table for state in states if state.table and state.table.state == Table.State.PLAYING), None)
    marks = tuple(_mark(challenge, state) for state in states) if is_started else ()
    if running is not None and not challenge.is_over:
        my_turn, waits = _turn(running, player)
        return CrewLine(crew, marks, waits, my_turn)
    if challenge.is_over:
        return CrewLine(crew, marks, _result(challenge, crew, states, facts))
    return CrewLine(crew, marks, _next_step(challenge, states))


def _mark(challenge: Challenge, state: StageState) -> StageMark:
    name = _("Stage %(number)s") % {"number": state.stage.number}
    if state.next == "void":
        mark, text = "", _("doesn’t count")
    elif challenge.kind.has_points and state.ended_attempts:
        mark, text = "tick", _("raced")
    elif state.score is not None:
        mark, text = "tick", pgettext("stage", "won")
    elif state.ended_attempts and state.next in {"used-up", "over", "out", "cancelled"}:
        mark, text = "cross", _("not won")
    else:
        mark, text = "", _("in progress") if state.attempts else _("not played yet")
    return StageMark(mark, labelled(name, text))


def _turn(table: Table, player: Player | None) -> tuple[bool, str]:
    """Return whether the table waits for the reader, or else for whom."""
    attempt = next((one for one in table.attempts.all() if one.state == Attempt.State.PLAYING), None)
    seats, turns = list(table.seats.all()), attempt.waiting_on if attempt is not None else ()
    if own_seat_of(seats, player) in turns:
        return True, ""
    names = list_text(seat_name(seat) for seat in seats if seat.number in turns)
    return False, _("Waiting for %(names)s") % {"names": names} if names else _("in progress")


def _result(challenge: Challenge, crew: Crew, states: Sequence[StageState], facts: _Facts) -> str:
    """Return the crew's result in a challenge that is over."""
    if challenge.state == State.CANCELLED:
        return ""
    if not any(state.attempts for state in states):
        return _("not played")
    if not challenge.kind.is_won:
        return ""
    won = sum(state.score is not None for state in states)
    parts = [_("won %(won)s of %(stages)s") % {"won": won, "stages": len(states)}]
    if rank := facts.ranks.get((challenge.pk, crew.pk)):
        parts.insert(0, _("rank %(rank)s of %(crews)s") % {"rank": rank, "crews": facts.ranked[challenge.pk]})
    return " · ".join(parts)


def _next_step(challenge: Challenge, states: Sequence[StageState]) -> str:
    """Return what the crew can do next, or why it can't; empty where the challenge's state says it."""
    if challenge.state != State.OPEN:
        return ""
    following = next((state for state in states if state.now), None)
    if following is None:
        obstacles = {"late": _("too late to start"), "merged": pgettext("entry", "merged"), "out": _("gauntlet over")}
        return next((obstacles[state.next] for state in states if state.next in obstacles), _("all stages played"))
    place = {"stage": following.stage.number, "mission": mission_title(following.stage.mission)}
    if following.next == "retry":
        place["attempt"] = following.attempts + 1
        return _("Next: stage %(stage)s, %(mission)s, attempt %(attempt)s") % place
    return _("Next: stage %(stage)s, %(mission)s") % place
