"""Selectors of the pages of challenges."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from games import commit_reveal
from logbook.challenges.models.challenges import Challenge, SeedContribution, Stage, Standing, progress_number
from logbook.challenges.outcomes import ActiveRulings
from logbook.challenges.selectors.certification import DealRow, Progress, progress_of, sealed_deals
from logbook.challenges.selectors.rulings import RulingRow, history_entries, history_of
from logbook.challenges.selectors.steps import StageState, stage_states
from logbook.clubs.models import ClubCrew, ClubMember
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.missions import options_of
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.seat_labels import mission_text_of

UNSEALED_STATES = (Challenge.State.COLLECTING_SEEDS, Challenge.State.PREPARING, Challenge.State.FAILED)


CREWS_A_PAGE: Final = 20
"""The crews whose stages a page shows, of the reader's own and of the others."""


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage with its text and its sealed deals."""

    stage: Stage
    text: str
    deals: tuple[DealRow, ...] = ()


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
    mine_page: Page[Crew]
    """The reader's crews, a page at a time: each has all stages."""
    others: tuple[CrewPart, ...]
    """The other crews, once the challenge is closed."""
    others_page: Page[Crew]
    own_crews: frozenset[int]
    """The reader's crews; the standings mark their rows."""
    seed_contributions: tuple[SeedContribution, ...]
    """The seed contributions of members."""
    may_contribute: bool
    """True if the reader may still contribute."""
    checked: tuple[commit_reveal.Step, ...] | None
    """The steps of a check of the opened seal, where the reader asked for one."""
    attempts_allowed: int
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
    def is_verified(self) -> bool:
        """Return whether a check has run and no step failed; a step that cannot be checked here is no failure."""
        return self.checked is not None and not any(step.holds is False for step in self.checked)

    @property
    def ended(self) -> list[Attempt]:
        """The ended attempts of the crews on the page."""
        return [
            attempt for part in self.mine + self.others for stage in part.stages for attempt in stage.ended_attempts
        ]


def challenge_page(
    challenge: Challenge,
    player: Player | None,
    crews: QuerySet[Crew],
    *,
    known: Collection[tuple[int, int]] = (),
    shows_all: bool = False,
    checked: tuple[commit_reveal.Step, ...] | None = None,
    page: str | None = None,
) -> ChallengePage:
    """Return the page for this reader and their `crews`, with a check of the seal on demand.

    `known` are the deals (stage and attempt) that the reader may read in full; without `shows_all`, the results
    of other crews are left out. `page` is the number of the page of crews.
    """
    stages = tuple(_stages_of(challenge))
    every = tuple(challenge.standings.select_related("crew").order_by("rank", "crew__name"))
    readers_crews, entered_crews = _crews_of_reader(challenge, crews)
    own = {crew.pk for crew in entered_crews}
    standings = every if shows_all else tuple(standing for standing in every if standing.crew_id in own)
    mine_page = Paginator(entered_crews, CREWS_A_PAGE).get_page(page)
    others_page = Paginator(_other_crews(challenge, standings, own), CREWS_A_PAGE).get_page(page)
    history, rulings, names = history_of(challenge)
    parts = _crew_parts(
        challenge, stages, standings if shows_all else (), [*mine_page, *others_page], rulings, names, player
    )
    organizer, is_unsealed = _organizes(challenge, player), challenge.state in UNSEALED_STATES
    deals = {} if is_unsealed else sealed_deals(challenge, known, all_visible=shows_all)
    return ChallengePage(
        challenge=challenge,
        stages=tuple(StageRow(stage, _stage_text(challenge, stage), deals.get(stage.pk, ())) for stage in stages),
        standings=standings,
        shows_all=shows_all,
        hidden_crews=len(every) - len(standings),
        mine=parts[: len(mine_page)],
        mine_page=mine_page,
        others=parts[len(mine_page) :],
        others_page=others_page,
        own_crews=frozenset(own),
        seed_contributions=(
            contributions := tuple(challenge.seed_contributions.order_by("pk")) if challenge.contributions_until else ()
        ),
        may_contribute=_may_contribute(challenge, player, contributions),
        checked=checked,
        attempts_allowed=challenge.attempts_allowed,
        organizer=organizer,
        progress=progress_of(challenge, stages, in_detail=organizer) if is_unsealed and challenge.base_seed else None,
        history=history if shows_all else history_entries(history, own),
        may_bring_crew=not entered_crews and bool(readers_crews),
    )


def _crews_of_reader(challenge: Challenge, crews: QuerySet[Crew]) -> tuple[list[Crew], list[Crew]]:
    """Return the reader's crews by name, and those of them that are entered."""
    entry = ClubCrew.objects.filter(club=challenge.club_id, crew=OuterRef("pk"))
    found = list(crews.annotate(is_entered=Exists(entry)).order_by("name", "pk"))
    return [*found], [crew for crew in found if crew.is_entered]


def _stages_of(challenge: Challenge) -> QuerySet[Stage]:
    """Return the stages in order; of races that are over with the deals whose travellers the page leads to."""
    stages = challenge.stages.order_by("number")
    return stages.prefetch_related("deals") if challenge.is_over and not challenge.kind.is_proven else stages


def _other_crews(challenge: Challenge, standings: Sequence[Standing], own: Collection[int]) -> list[Crew]:
    """Return the other crews whose stages the page shows, once a challenge of missions is over."""
    if not challenge.is_over or not challenge.kind.is_won:
        return []
    return [standing.crew for standing in standings if standing.crew_id not in own]


def _may_contribute(challenge: Challenge, player: Player | None, contributions: Sequence[SeedContribution]) -> bool:
    if player is None or not challenge.accepts_contributions or player.pk in {one.player_id for one in contributions}:
        return False
    return ClubMember.objects.filter(club=challenge.club_id, player=player).exists()


def _stage_text(challenge: Challenge, stage: Stage) -> str:
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
    rank = {one.crew_id: one.rank for one in standings if one.stages_won}
    parts = []
    for crew in crews:
        own = [by_place.get((crew.pk, stage.pk)) for stage in stages]
        parts.append(
            CrewPart(
                crew=crew,
                stages=stage_states(challenge, stages, crew, own, rulings),
                rank=rank.get(crew.pk),
                into=names.get(rulings.merged_into(crew.pk), "") if crew.pk in rulings.merged else "",
            )
        )
    return tuple(parts)


def challenge_number(challenge_id: int) -> int:
    """Return the announced number of a challenge's preparation."""
    return progress_number(challenge_id)
