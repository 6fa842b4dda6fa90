"""Services of challenges: creation, preparation, deletion, and the tables of crews."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

import games
from games.bots import bots_of
from logbook.challenges import active_rulings, contest, policies, signals
from logbook.challenges.exceptions import DealsSealed, EntryClosed, MissionsAndRacesMixed, RacePolicy, RacesInSeries
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.services import certification, commit_reveal, deal_access, lifecycle
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews as crew_services
from logbook.lib import queue
from logbook.lib.seeds import new_base_seed
from logbook.lib.time_zones import moment_text
from logbook.people.models.players import Player
from logbook.tables.exceptions import NotInCrew, SeatsFixed, TableFull
from logbook.tables.kinds import Kind, kind_of
from logbook.tables.missions import game_and_mission, options_of
from logbook.tables.models import Seat, Table
from logbook.tables.services import tables as table_services

State = Challenge.State
DELETABLE = (State.COLLECTING_SEEDS, State.PREPARING, State.FAILED)
"""The states of a challenge before its deals are sealed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengePlan:
    """An organizer's plan: the missions (one for each stage), the crew size, the window and the attempts.

    `game` is the game of every mission whose line does not begin with another one, as in `deep-sea 12`.
    """

    title: str
    game: str
    missions: Sequence[str]
    players: int
    opens_at: datetime
    closes_at: datetime
    policy: str = policies.DEFAULT
    max_attempts: int = 10
    options: str = ""
    difficulty: str = Challenge.Difficulty.ANY
    playouts: int = field(default_factory=lambda: settings.RATING_PLAYOUTS)
    """The rounds of bots that rate a deal."""
    contributions_until: datetime | None = None
    """The end of seed contributions; None where members are not asked for any."""
    entry_until: datetime | None = None
    """The end of entry, after which no crew begins; None while the window is open."""
    series: int | None = None
    occurrence: int | None = None
    """The week and the series (by its key) of the challenge, if any."""
    rivals: str = Challenge.Rivals.BOTS
    """The rivals in a challenge of races."""
    bot: str = ""
    """The bot that fills seats and rates the deals, where the site has chosen it; empty where crews choose."""
    stand_ins: bool = False
    """Whether bots may play for players who are away."""
    closes_when_done: bool = False
    """Whether the challenge closes early once every crew is done."""

    @property
    def stages(self) -> list[tuple[str, str]]:
        """Return the game and the mission of each stage."""
        return [game_and_mission(mission, self.game) for mission in self.missions]

    @property
    def kind(self) -> Kind:
        """The kind of its stages. Raises MissionsAndRacesMixed, RacePolicy, RacesInSeries."""
        first, *others = (kind_of(game) for game, _mission in self.stages)
        if any(other is not first for other in others):
            raise MissionsAndRacesMixed
        if self.series is not None and not first.suits_series:
            raise RacesInSeries
        if first.has_points and not policies.POLICIES[self.policy].race_label:
            raise RacePolicy
        return first

    @property
    def of_its_kind(self) -> dict[str, object]:
        """Return the columns that only missions, or only races, have: races are neither proven nor rated."""
        options = " ".join(self.options.split())
        if self.kind.is_proven:
            return {"options": options, "difficulty": self.difficulty, "playouts": self.playouts, "bot": self.bot}
        bot = next(iter(bots_of(self.stages[0][0]))) if self.rivals == Challenge.Rivals.BOTS else ""
        return {"options": "", "playouts": 0, "rivals": self.rivals, "bot": bot}


def create_challenge(*, club: Club, by: Player | None, plan: ChallengePlan) -> Challenge:
    """Create a challenge with its stages; workers prepare its deals.

    Raises UnknownSetup, and for races MissionsAndRacesMixed, RacePolicy and RacesInSeries.
    """
    for game, mission in plan.stages:
        games.deal(games.Setup(game, mission, plan.players, options=options_of(game, plan.options)))
    of_its_kind = plan.of_its_kind
    with transaction.atomic():
        challenge = Challenge(
            club=club,
            title=plan.title,
            players=plan.players,
            policy=plan.policy,
            max_attempts=plan.max_attempts,
            **of_its_kind,
            opens_at=plan.opens_at,
            closes_at=plan.closes_at,
            contributions_until=plan.contributions_until,
            entry_until=plan.entry_until,
            stand_ins=plan.stand_ins,
            closes_when_done=plan.closes_when_done,
            series_id=plan.series,
            occurrence=plan.occurrence,
            secret=new_base_seed(),
            created_by=by,
        )
        commit_reveal.commit_seed(challenge, plan.stages)
        Stage.objects.bulk_create(
            Stage(challenge=challenge, number=number, game=game, mission=games.GAMES[game].mission_text(mission))
            for number, (game, mission) in enumerate(plan.stages, start=1)
        )
        signals.challenge_changed.send(sender=Challenge, challenge_id=challenge.pk, what="announced")
        if plan.contributions_until is None:
            commit_reveal.derive_seed(challenge_id=challenge.pk)
            challenge.refresh_from_db()
            certification.lay_out_deals(challenge_id=challenge.pk)
            queue.later("challenges.prepare_challenge", challenge.pk)
    return challenge


def prepare_challenge(*, challenge_id: int) -> None:
    """Prepare every deal of a challenge in this process, whatever other workers do. Idempotent."""
    certification.lay_out_deals(challenge_id=challenge_id)
    unfinished = Deal.objects.filter(stage__challenge=challenge_id, state=Deal.State.PREPARING)
    for deal_id, number in unfinished.values_list("pk", "steps"):
        steps: int | None = number
        while steps is not None:
            steps = certification.prepare_deal_step(deal_id=deal_id, steps=steps, again=True)
    certification.finish_preparation(challenge_id=challenge_id)
    lifecycle.open_and_close_due()


@transaction.atomic
def delete_challenge(*, challenge: Challenge) -> None:
    """Delete a challenge whose deals are not sealed yet. Raises DealsSealed."""
    locked = Challenge.objects.select_for_update().filter(pk=challenge.pk, state__in=DELETABLE).first()
    if locked is None:
        raise DealsSealed
    locked.delete()


def ensure_deletable(challenge: Challenge) -> None:
    """Require a challenge whose deals are not sealed yet. Raises DealsSealed."""
    if challenge.state not in DELETABLE:
        raise DealsSealed


def open_challenge_table(*, challenge: Challenge, stage: Stage, crew: Crew, player: Player) -> Table:
    """Return the crew's table at this stage, created on demand; the player sits down if a seat is free.

    Where every player races at a table of their own, it is the player's, and the bots are seated already.

    Raises ChallengeNotOpen, ChallengePaused, ChallengeClosed, NotEntered, NotInCrew, PlaysElsewhere, EntryClosed,
    EntryMerged, and in a gauntlet StagesInOrder and GauntletOver.
    """
    _ensure_may_play(challenge, stage, crew, player)
    try:
        return _sit_down(challenge, stage, crew, player)
    except IntegrityError:  # Another member was quicker: the table exists now.
        return _sit_down(challenge, stage, crew, player)


def challenge_table(*, challenge: Challenge, stage: Stage, crew: Crew, player: Player) -> Table:
    """Return the crew's table at this stage, created on demand, without seating the player.

    Raises what `open_challenge_table` raises.
    """
    _ensure_may_play(challenge, stage, crew, player)
    try:
        return _table_for(challenge, stage, crew, player)
    except IntegrityError:  # As above.
        return _table_for(challenge, stage, crew, player)


@transaction.atomic
def _table_for(challenge: Challenge, stage: Stage, crew: Crew, player: Player) -> Table:
    table = _stage_table(challenge, stage, crew, player)
    deal_access.ensure_not_with_another_crew(table, player)
    return table


def _ensure_may_play(challenge: Challenge, stage: Stage, crew: Crew, player: Player) -> None:
    contest.ensure_window_open(challenge)
    if not crew_services.is_member(crew, player):
        raise NotInCrew
    contest.ensure_crew_entered(challenge, crew)
    _ensure_may_enter(challenge, crew, player)
    contest.ensure_stage_order(stage, crew.pk)


def _ensure_may_enter(challenge: Challenge, crew: Crew, player: Player) -> None:
    if (
        challenge.may_be_entered
        or crew.pk in active_rulings.active_rulings_of(challenge.pk).let_in
        or challenge.entry_until is None
    ):
        return
    tables = Table.objects.filter(stage__challenge=challenge, crew=crew)
    if not (tables.filter(soloist=player) if challenge.is_solo else tables).exists():
        raise EntryClosed(until=moment_text(challenge.entry_until))


@transaction.atomic
def _sit_down(challenge: Challenge, stage: Stage, crew: Crew, player: Player) -> Table:
    table = _stage_table(challenge, stage, crew, player)
    with contextlib.suppress(TableFull, SeatsFixed):  # Then the player watches.
        table_services.take_seat(table=table, player=player)
    return table


def _stage_table(challenge: Challenge, stage: Stage, crew: Crew, player: Player) -> Table:
    soloist = player if challenge.is_solo else None
    existing = Table.objects.filter(stage=stage, crew=crew, soloist=soloist).first()
    if existing is not None:
        return existing
    table = Table.objects.create(
        game=stage.game,
        mission=stage.mission,
        players=challenge.players,
        options=" ".join(options_of(stage.game, challenge.options)),
        crew=crew,
        stage=stage,
        opened_by=player,
        soloist=soloist,
        stand_ins=challenge.stand_ins,
    )
    if soloist is not None:
        deal_access.ensure_not_with_another_crew(table, soloist)
        table_services.create_seats(table, [soloist], bot=challenge.bot)
        return table
    before = Table.objects.filter(crew=crew, stage__challenge=challenge).exclude(pk=table.pk).order_by("-pk").first()
    Seat.objects.bulk_create(Seat(table=table, **seat) for seat in _seats_like(before, table))
    return table


def _seats_like(before: Table | None, table: Table) -> list[dict[str, object]]:
    """Return the seats of the crew's last stage, without players who left crew or club; empty ones at the first."""
    if before is None:
        return [{"number": number} for number in range(table.players)]
    current = table.crew.members.filter(left_at=None) if table.crew else CrewMember.objects.none()
    if table.stage is not None:
        current = current.exclude(player__club_removals__club=table.stage.challenge.club_id)
    members = set(current.values_list("player_id", flat=True))
    rows = before.seats.order_by("number").values("number", "player_id", "bot")
    return [{**row, "player_id": row["player_id"] if row["player_id"] in members else None} for row in rows]
