"""Selectors of the pages of challenges."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from games import commit_reveal
from logbook.challenges.models.challenges import Challenge, SeedContribution, Stage, Standing, progress_number
from logbook.challenges.outcomes import ActiveRulings, PlayedAttempt
from logbook.challenges.selectors.certification import DealRow, Progress, progress_of, sealed_deals
from logbook.challenges.selectors.rulings import RulingRow, history_entries, history_of
from logbook.clubs.models import ClubCrew, ClubMember
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.missions import options_of
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.seat_labels import mission_text_of

UNSEALED = (Challenge.State.COLLECTING_SEEDS, Challenge.State.PREPARING, Challenge.State.FAILED)

Next = Literal[
    "take",
    "continue",
    "retry",
    "again",
    "won",
    "used-up",
    "locked",
    "out",
    "wait",
    "paused",
    "over",
    "cancelled",
    "void",
    "merged",
    "late",
]
"""A crew's next step at a stage, or why it has none: `_own_crews.html` holds the words."""
PLAYABLE: frozenset[Next] = frozenset({"take", "continue", "retry", "again"})


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage with its text and its sealed deals."""

    stage: Stage
    words: str
    deals: tuple[DealRow, ...] = ()


@dataclass(frozen=True, slots=True)
class StageState:
    """A crew's state at one stage, and its next step there."""

    stage: Stage
    table: Table | None
    attempts: int
    ended: tuple[Attempt, ...]
    """The ended attempts."""
    allowed: int
    distress: bool
    score: int | None
    """The score, once the stage is won."""
    ruled: bool
    """True if a ruling has changed the outcome."""
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
    into: str = ""
    """The crew that its entry was merged into."""


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """The data of a challenge's page."""

    challenge: Challenge
    stages: tuple[StageRow, ...]
    standings: tuple[Standing, ...]
    mine: tuple[CrewPart, ...]
    others: tuple[CrewPart, ...]
    """The other crews, once the challenge is closed."""
    seed_contributions: tuple[SeedContribution, ...]
    """The seed contributions of members."""
    may_contribute: bool
    """True if the reader may still contribute."""
    checked: tuple[commit_reveal.Step, ...] | None
    """The steps of a check of the opened seal, where the reader asked for one."""
    allowed: int
    organizer: bool
    progress: Progress | None
    """The progress of the preparation, until the deals are sealed."""
    shows_all: bool = False
    """True if the reader has nothing more to play here, and may see other crews' results."""
    hidden_crews: int = 0
    """The number of crews in the standings that are hidden from the reader."""
    history: tuple[RulingRow, ...] = ()
    """The rulings, latest first."""
    may_bring_crew: bool = False
    """True if none of the reader's crews is in the club, and the reader has one to add."""

    @property
    def own_crews(self) -> frozenset[int]:
        """The reader's crews; the standings mark their rows."""
        return frozenset(part.crew.pk for part in self.mine)

    @property
    def ended(self) -> list[Attempt]:
        """The ended attempts of the crews on the page."""
        return [attempt for part in self.mine + self.others for stage in part.stages for attempt in stage.ended]


def challenge_page(
    challenge: Challenge,
    player: Player | None,
    crews: QuerySet[Crew],
    *,
    known: Collection[tuple[int, int]] = (),
    shows_all: bool = False,
    checked: tuple[commit_reveal.Step, ...] | None = None,
) -> ChallengePage:
    """Return the page for this reader and their `crews`, with a check of the seal on demand.

    `known` are the deals (stage and attempt) that the reader may read in full; without `shows_all`, the results
    of other crews are left out.
    """
    stages = tuple(challenge.stages.order_by("number"))
    every = tuple(challenge.standings.select_related("crew").order_by("rank", "crew__name"))
    entry = ClubCrew.objects.filter(club=challenge.club_id, crew=OuterRef("pk"))
    readers_crews = list(crews.annotate(is_entered=Exists(entry)).order_by("name", "pk"))
    entered: list[Crew] = [crew for crew in readers_crews if crew.is_entered]
    own = {crew.pk for crew in entered}
    standings = every if shows_all else tuple(line for line in every if line.crew_id in own)
    closed = challenge.is_over
    others = [line.crew for line in standings if line.crew_id not in own] if closed and not challenge.rivals else []
    history, rulings, names = history_of(challenge)
    parts = _crew_parts(challenge, stages, standings if shows_all else (), entered + others, rulings, names, player)
    organizer, unsealed = _organizes(challenge, player), challenge.state in UNSEALED
    deals = {} if unsealed else sealed_deals(challenge, known, all_visible=shows_all)
    return ChallengePage(
        challenge=challenge,
        stages=tuple(StageRow(stage, _stage_words(challenge, stage), deals.get(stage.pk, ())) for stage in stages),
        standings=standings,
        shows_all=shows_all,
        hidden_crews=len(every) - len(standings),
        mine=parts[: len(entered)],
        others=parts[len(entered) :],
        seed_contributions=(
            contributions := tuple(challenge.seed_contributions.order_by("pk")) if challenge.contributions_until else ()
        ),
        may_contribute=_may_contribute(challenge, player, contributions),
        checked=checked,
        allowed=challenge.attempts_allowed,
        organizer=organizer,
        progress=progress_of(challenge, stages, in_detail=organizer) if unsealed and challenge.base_seed else None,
        history=history if shows_all else history_entries(history, own),
        may_bring_crew=not entered and bool(readers_crews),
    )


def _may_contribute(challenge: Challenge, player: Player | None, contributions: Sequence[SeedContribution]) -> bool:
    if player is None or not challenge.accepts_contributions or player.pk in {one.player_id for one in contributions}:
        return False
    return ClubMember.objects.filter(club=challenge.club_id, player=player).exists()


def _stage_words(challenge: Challenge, stage: Stage) -> str:
    return mission_text_of(
        stage.game, stage.mission, challenge.players, " ".join(options_of(stage.game, challenge.options))
    )


def _organizes(challenge: Challenge, player: Player | None) -> bool:
    roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    return (
        player is not None and ClubMember.objects.filter(club=challenge.club_id, player=player, role__in=roles).exists()
    )


def _crew_parts(
    challenge: Challenge,
    stages: Sequence[Stage],
    standings: Sequence[Standing],
    crews: Sequence[Crew],
    rulings: ActiveRulings,
    names: Mapping[int, str],
    player: Player | None,
) -> tuple[CrewPart, ...]:
    attempts = Prefetch("attempts", Attempt.objects.order_by("number"))
    soloist = {"soloist": player} if challenge.is_solo else {}
    tables = Table.objects.filter(stage__in=stages, crew__in=crews, **soloist).select_related("stage__challenge")
    by_place = {(table.crew_id, table.stage_id): table for table in tables.prefetch_related(attempts)}
    rank = {standing.crew_id: standing.rank for standing in standings if standing.stages_won}
    parts = []
    for crew in crews:
        own = [by_place.get((crew.pk, stage.pk)) for stage in stages]
        states = [
            _stage_state(challenge, stage, table, crew, rulings) for stage, table in zip(stages, own, strict=True)
        ]
        hindrance = _obstacle(challenge, crew, own, rulings)
        parts.append(
            CrewPart(
                crew=crew,
                stages=_with_next(_in_order(challenge, states), hindrance),
                rank=rank.get(crew.pk),
                into=names.get(rulings.merged_into(crew.pk), "") if crew.pk in rulings.merged else "",
            )
        )
    return tuple(parts)


STATE_BEHIND: dict[Next, str] = {"won": Table.State.WON, "void": Table.State.WON, "used-up": Table.State.ENDED}
"""The table's state that a stage's next step means for the later stages."""


def _obstacle(challenge: Challenge, crew: Crew, tables: Sequence[Table | None], rulings: ActiveRulings) -> Next | None:
    """Return the obstacle that keeps the whole crew from playing, if there is one."""
    if challenge.state == Challenge.State.CANCELLED:
        return "cancelled"
    if challenge.is_over:
        return "over"
    if challenge.state == Challenge.State.PAUSED:
        return "paused"
    if challenge.state != Challenge.State.OPEN:
        return "wait"
    if crew.pk in rulings.merged:
        return "merged"
    begun = any(tables) or crew.pk in rulings.let_in
    return None if begun or challenge.may_be_entered else "late"


def _in_order(challenge: Challenge, states: Sequence[StageState]) -> list[StageState]:
    """Return the stages as the policy's order opens them to the crew."""
    policy, found, earlier = challenge.scoring_policy, list[StageState](), list[str]()
    for state in states:
        obstacle = policy.obstacle(earlier) if state.next in PLAYABLE else None
        if obstacle is not None:
            found.append(replace(state, next="out" if obstacle.is_lost else "locked"))
        else:
            found.append(state)
        earlier.append(STATE_BEHIND.get(state.next, ""))
    return found


def _with_next(states: Sequence[StageState], hindrance: Next | None) -> tuple[StageState, ...]:
    playable = list(states) if hindrance is None else [_with_obstacle(state, hindrance) for state in states]
    following = next((state for state in playable if state.next in PLAYABLE - {"again"}), None)
    return tuple(replace(state, now=state is following) for state in playable)


def _with_obstacle(state: StageState, hindrance: Next) -> StageState:
    if state.next in ("won", "void"):
        return state
    return replace(state, next="won" if state.next == "again" else hindrance)


def _stage_state(
    challenge: Challenge, stage: Stage, table: Table | None, crew: Crew, rulings: ActiveRulings
) -> StageState:
    attempts = list(table.attempts.all()) if table is not None else []
    ended = [attempt for attempt in attempts if attempt.state != Attempt.State.PLAYING]
    played = [PlayedAttempt(one.number, one.state == Attempt.State.SUCCESS, one.distress) for one in ended]
    outcome = rulings.outcome(stage.pk, crew.pk, played)
    won = outcome is not None and outcome.won
    return StageState(
        stage=stage,
        table=table,
        attempts=len(attempts),
        ended=tuple(ended),
        allowed=rulings.allowed(challenge.attempts_allowed, stage.pk, crew.pk),
        distress=any(attempt.distress for attempt in attempts),
        score=challenge.scoring_policy.score(outcome) if outcome is not None else None,
        ruled=rulings.touches(stage.pk, crew.pk),
        next="void" if rulings.is_void(stage.pk, challenge.attempts_allowed) else _next_step(table, won=won),
    )


NEXT_OF: dict[str, Next] = {
    Table.State.GATHERING: "continue",
    Table.State.PLAYING: "continue",
    Table.State.BETWEEN: "retry",
    Table.State.WON: "won",
    Table.State.ENDED: "used-up",
}


def _next_step(table: Table | None, *, won: bool) -> Next:
    if table is None:
        return "take"
    following = NEXT_OF[table.state]
    return "again" if won and following == "retry" else following


def challenge_number(challenge_id: int) -> int:
    """Return the announced number of a challenge's preparation."""
    return progress_number(challenge_id)


def challenge_rows(challenges: QuerySet[Challenge], *, game: str = "") -> list[Challenge]:
    """Return challenges for a list, of one game or all: announced and open ones first, then the latest closed ones."""
    wanted = challenges.filter(pk__in=Stage.objects.filter(game=game).values("challenge")) if game else challenges
    found = wanted.prefetch_related("stages").order_by("-opens_at", "-pk")[:100]
    order = {
        Challenge.State.OPEN: 0,
        Challenge.State.SCHEDULED: 1,
        Challenge.State.PREPARING: 1,
        Challenge.State.COLLECTING_SEEDS: 1,
        Challenge.State.PAUSED: 0,
        Challenge.State.FAILED: 1,
        Challenge.State.CLOSED: 2,
        Challenge.State.CANCELLED: 2,
    }
    return sorted(found, key=lambda challenge: order[Challenge.State(challenge.state)])
