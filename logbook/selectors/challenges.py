"""Challenges as their pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Prefetch, QuerySet

from games import seal
from logbook import ranking
from logbook.missions import options_of
from logbook.models import Attempt, Challenge, ClubMember, Crew, Player, Stage, Standing, Stir, Table
from logbook.models.challenges import progress_number

from .preparing import DealLine, Progress, progress_of, sealed_deals
from .tables import mission_words

UNSEALED = (Challenge.State.STIRRING, Challenge.State.PREPARING, Challenge.State.FAILED)

Next = Literal["take", "continue", "retry", "won", "used-up", "wait", "over"]


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage, explained, with its sealed deals."""

    stage: Stage
    words: str
    deals: tuple[DealLine, ...] = ()


@dataclass(frozen=True, slots=True)
class StageState:
    """How one crew stands at one stage, and what it can do next."""

    stage: Stage
    table: Table | None
    attempts: int
    ended: tuple[Attempt, ...]
    """Those that are over."""
    allowed: int
    distress: bool
    score: int | None
    """The score, once the stage is won."""
    next: Next
    now: bool = False
    """The stage to play next: the first that is neither won nor used up."""


@dataclass(frozen=True, slots=True)
class CrewPart:
    """A crew in the challenge."""

    crew: Crew
    stages: tuple[StageState, ...]
    rank: int | None
    """Its rank, once it has won a stage."""


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """All that a challenge's page shows."""

    challenge: Challenge
    stages: tuple[StageLine, ...]
    standings: tuple[Standing, ...]
    mine: tuple[CrewPart, ...]
    others: tuple[CrewPart, ...]
    """The other crews, once the challenge is closed."""
    stirs: tuple[Stir, ...]
    """The words that members have added to the seed."""
    may_stir: bool
    """Whether the reader may still add theirs."""
    checked: tuple[seal.Step, ...] | None
    """What a check of the opened seal found, where one was asked for."""
    allowed: int
    organizer: bool
    progress: Progress | None
    """How far the deals are, until they are sealed."""

    @property
    def own_crews(self) -> frozenset[int]:
        """The reader's crews, whose lines in the standings are marked."""
        return frozenset(part.crew.pk for part in self.mine)

    @property
    def ended(self) -> list[Attempt]:
        """Every attempt that is over, of the crews which are shown."""
        return [attempt for part in self.mine + self.others for stage in part.stages for attempt in stage.ended]


def challenge_page(
    challenge: Challenge,
    player: Player | None,
    crews: QuerySet[Crew],
    *,
    checked: tuple[seal.Step, ...] | None = None,
) -> ChallengePage:
    """The challenge for this reader, whose crews these are; with a check of its seal, if that was asked for."""
    stages = tuple(challenge.stages.order_by("number"))
    standings = tuple(challenge.standings.select_related("crew").order_by("rank", "crew__name"))
    entered = list(crews.filter(club_entries__club=challenge.club_id).order_by("name", "pk"))
    own = {crew.pk for crew in entered}
    closed = challenge.is_over
    others = [standing.crew for standing in standings if standing.crew_id not in own] if closed else []
    parts = _parts(challenge, stages, standings, entered + others)
    organizer, unsealed = _organizes(challenge, player), challenge.state in UNSEALED
    deals = {} if unsealed else sealed_deals(challenge)
    return ChallengePage(
        challenge=challenge,
        stages=tuple(StageLine(stage, _stage_words(challenge, stage), deals.get(stage.pk, ())) for stage in stages),
        standings=standings,
        mine=parts[: len(entered)],
        others=parts[len(entered) :],
        stirs=(stirs := tuple(challenge.stirs.order_by("pk")) if challenge.stir_until else ()),
        may_stir=_may_stir(challenge, player, stirs),
        checked=checked,
        allowed=challenge.attempts_allowed,
        organizer=organizer,
        progress=progress_of(challenge, stages, in_detail=organizer) if unsealed and challenge.base_seed else None,
    )


def _may_stir(challenge: Challenge, player: Player | None, stirs: Sequence[Stir]) -> bool:
    if player is None or not challenge.may_be_stirred or player.pk in {stir.player_id for stir in stirs}:
        return False
    return ClubMember.objects.filter(club=challenge.club_id, player=player).exists()


def _stage_words(challenge: Challenge, stage: Stage) -> str:
    return mission_words(
        stage.game, stage.mission, challenge.players, " ".join(options_of(stage.game, challenge.options))
    )


def _organizes(challenge: Challenge, player: Player | None) -> bool:
    roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    return (
        player is not None and ClubMember.objects.filter(club=challenge.club_id, player=player, role__in=roles).exists()
    )


def _parts(
    challenge: Challenge, stages: Sequence[Stage], standings: Sequence[Standing], crews: Sequence[Crew]
) -> tuple[CrewPart, ...]:
    attempts = Prefetch("attempts", Attempt.objects.order_by("number"))
    tables = Table.objects.filter(stage__in=stages, crew__in=crews).select_related("stage__challenge")
    by_place = {(table.crew_id, table.stage_id): table for table in tables.prefetch_related(attempts)}
    rank = {standing.crew_id: standing.rank for standing in standings if standing.stages_won}
    return tuple(
        CrewPart(
            crew=crew,
            stages=_with_next([_stage_state(challenge, stage, by_place.get((crew.pk, stage.pk))) for stage in stages]),
            rank=rank.get(crew.pk),
        )
        for crew in crews
    )


def _with_next(states: Sequence[StageState]) -> tuple[StageState, ...]:
    following = next((state for state in states if state.next in ("take", "continue", "retry")), None)
    return tuple(replace(state, now=state is following) for state in states)


def _stage_state(challenge: Challenge, stage: Stage, table: Table | None) -> StageState:
    attempts = list(table.attempts.all()) if table is not None else []
    ended = [attempt for attempt in attempts if attempt.state != Attempt.State.PLAYING]
    won = table is not None and table.state == Table.State.WON
    distress = any(attempt.distress for attempt in attempts)
    return StageState(
        stage=stage,
        table=table,
        attempts=len(attempts),
        ended=tuple(ended),
        allowed=challenge.attempts_allowed,
        distress=distress,
        score=ranking.score(attempts=len(ended), distress=distress) if won else None,
        next=_next_step(challenge, table),
    )


NEXT_OF: dict[str, Next] = {
    Table.State.GATHERING: "continue",
    Table.State.PLAYING: "continue",
    Table.State.BETWEEN: "retry",
    Table.State.WON: "won",
    Table.State.ENDED: "used-up",
}


def _next_step(challenge: Challenge, table: Table | None) -> Next:
    if table is not None and table.state == Table.State.WON:
        return "won"
    if challenge.is_over:
        return "over"
    if challenge.state != Challenge.State.OPEN:
        return "wait"
    return "take" if table is None else NEXT_OF[table.state]


def challenge_number(challenge_id: int) -> int:
    """The number that is announced while its deals are prepared."""
    return progress_number(challenge_id)


def challenge_rows(challenges: QuerySet[Challenge], *, game: str = "") -> list[Challenge]:
    """Challenges for a list, of a game or of all: those to come and open first, then the latest of the closed ones."""
    wanted = challenges.filter(pk__in=Stage.objects.filter(game=game).values("challenge")) if game else challenges
    found = wanted.prefetch_related("stages").order_by("-opens_at", "-pk")[:100]
    order = {
        Challenge.State.OPEN: 0,
        Challenge.State.SCHEDULED: 1,
        Challenge.State.PREPARING: 1,
        Challenge.State.STIRRING: 1,
        Challenge.State.PAUSED: 0,
        Challenge.State.FAILED: 1,
        Challenge.State.CLOSED: 2,
        Challenge.State.CANCELLED: 2,
    }
    return sorted(found, key=lambda challenge: order[Challenge.State(challenge.state)])
