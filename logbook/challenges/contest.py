"""The contest of challenge tables (`logbook.tables.contest`): window, order of stages, entered crews, sealed deals, and
the effect of rulings on a table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from games.bots import bots_of
from logbook.challenges import active_rulings
from logbook.challenges.exceptions import (
    ChallengeCancelled,
    ChallengeClosed,
    ChallengeNotOpen,
    ChallengePaused,
    DealNotReady,
    EntryMerged,
    GauntletOver,
    NotEntered,
    StagesInOrder,
)
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services import deal_access, table_outcomes
from logbook.clubs.models import ClubCrew
from logbook.clubs.services import removals
from logbook.crews.models.crews import Crew
from logbook.crews.services.crews import is_member
from logbook.people.models.players import Player
from logbook.tables.counting import RuledPlace
from logbook.tables.exceptions import NoAttemptsLeft, NotInCrew
from logbook.tables.models import Attempt, Table


def ensure_window_open(challenge: Challenge) -> None:
    """Raise ChallengeCancelled, ChallengePaused, ChallengeNotOpen or ChallengeClosed unless play is possible now."""
    now = timezone.now()
    if challenge.state == Challenge.State.CANCELLED:
        raise ChallengeCancelled
    if challenge.state == Challenge.State.PAUSED:
        raise ChallengePaused
    if challenge.is_over or now >= challenge.closes_at:
        raise ChallengeClosed
    if challenge.state != Challenge.State.OPEN or now < challenge.opens_at:
        raise ChallengeNotOpen


def ensure_stage_order(stage: Stage, crew_id: int | None) -> None:
    """Raise GauntletOver or StagesInOrder where the policy requires earlier stages to be won first."""
    policy = stage.challenge.scoring_policy
    if not policy.in_order:
        return
    void = active_rulings.void_stages([stage.challenge])
    before = stage.challenge.stages.filter(number__lt=stage.number).exclude(pk__in=void)
    states = dict(Table.objects.filter(crew=crew_id, stage__in=before).values_list("stage", "state"))
    earlier = list(before.order_by("number"))
    obstacle = policy.obstacle([states.get(one.pk, "") for one in earlier])
    if obstacle is not None:
        refusal = GauntletOver if obstacle.is_lost else StagesInOrder
        raise refusal(number=earlier[obstacle.place].number)


def ensure_crew_entered(challenge: Challenge, crew: Crew) -> None:
    """Raise NotEntered or EntryMerged unless the crew plays in the challenge's club today, as its own entry."""
    if not ClubCrew.objects.filter(club=challenge.club_id, crew=crew).exists():
        raise NotEntered
    rulings = active_rulings.active_rulings_of(challenge.pk)
    if crew.pk in rulings.merged:
        raise EntryMerged(crew=Crew.objects.get(pk=rulings.merged_into(crew.pk)).name)


class StageTable:
    """The contest of a table that belongs to a stage: the stage's challenge."""

    def fetch(self, table: Table) -> None:
        """Read the stage and its challenge."""
        if table.stage_id is not None:
            table.stage = Stage.objects.select_related("challenge").get(pk=table.stage_id)

    def is_open(self, table: Table) -> bool:
        """True while the challenge is open."""
        challenge = stage_of(table).challenge
        return challenge.state == Challenge.State.OPEN and timezone.now() < challenge.closes_at

    def ensure_window_open(self, table: Table) -> None:
        """Raise what `ensure_window_open` raises."""
        ensure_window_open(stage_of(table).challenge)

    def may_be_played(self) -> Q:
        """Return the condition that the challenge is open and its window has not passed."""
        # A subquery: joined, the condition would decide by what the rows were before a concurrent change.
        now = timezone.now()
        stages = Stage.objects.filter(challenge__state=Challenge.State.OPEN, challenge__closes_at__gt=now)
        return Q(Exists(stages.filter(pk=OuterRef("stage"))))

    def ensure_may_start(self, table: Table) -> None:
        """Raise what `ensure_window_open`, `ensure_crew_entered` and `ensure_stage_order` raise."""
        stage = stage_of(table)
        ensure_window_open(stage.challenge)
        if table.crew:
            ensure_crew_entered(stage.challenge, table.crew)
        ensure_stage_order(stage, table.crew_id)

    def ensure_may_deal(self, table: Table, number: int) -> None:
        """Raise ShutOutOfDeal, DealAlreadyKnown, PlaysElsewhere or WasRemoved if a seated player may not play."""
        deal_access.ensure_seats_may_play(table, number)

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Raise NotInCrew, WasRemoved, PlaysElsewhere or ShutOutOfDeal."""
        if table.crew is None or not is_member(table.crew, player):
            raise NotInCrew
        removals.ensure_not_removed(stage_of(table).challenge.club_id, [player])
        deal_access.ensure_not_with_another_crew(table, player)
        deal_access.ensure_may_sit(table, player)

    def bots(self, table: Table) -> Sequence[str]:
        """Return all bots of the game; none where the members of a crew race each other."""
        return tuple(bots_of(table.game)) if stage_of(table).challenge.has_bots else ()

    def may_invite(self, table: Table) -> bool:
        """Return False: a challenge is for the crew alone."""
        return False

    def may_be_watched(self, table: Table) -> bool:
        """True once the challenge is over: until then, other crews play the same deals."""
        return stage_of(table).challenge.is_over

    def page_of(self, table: Table) -> tuple[str, str]:
        """Return the challenge's page and its title."""
        challenge = stage_of(table).challenge
        return reverse("challenge", args=(challenge.pk,)), challenge.title

    def attempt_words(self, number: int) -> str:
        """Return nothing: the crew counts its attempts."""
        return ""

    def counts_down_to(self, table: Table) -> datetime | None:
        """Return None: the challenge's page says when it closes."""
        return None

    def bot_secret(self, table: Table) -> str:
        """Return the challenge's secret once it is sealed, so that all crews and opponents meet the same bots."""
        challenge = stage_of(table).challenge
        return challenge.secret if challenge.facts else ""

    def share_text(self, table: Table) -> str:
        """Return nothing: the board of the challenge tells the result."""
        return ""

    def seed_for(self, table: Table, number: int) -> str:
        """Return the seed of the prepared deal. Raises NoAttemptsLeft and DealNotReady."""
        deal = Deal.objects.filter(stage=stage_of(table), attempt=number).first()
        if deal is None or number > table_outcomes.attempts_allowed(table):
            raise NoAttemptsLeft
        if deal.state != Deal.State.READY:
            raise DealNotReady
        return deal.seed

    def signal_lasts(self, table: Table) -> bool:
        """True if the policy lets the distress signal last."""
        return stage_of(table).challenge.scoring_policy.signal_lasts

    def dealt(self, table: Table, attempt: Attempt) -> None:
        """Record the deal access of every player who was dealt a hand."""
        deal_access.record_dealt_access(table, attempt)

    def was_dealt(self, table: Table, number: int, player: Player | None) -> bool:
        """True if deal access records that the player was dealt this attempt."""
        return DealAccess.objects.filter(player=player, table=table, attempt=number, how=DealAccess.How.DEALT).exists()

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """Return the table's state by the policy and the rulings in force."""
        return table_outcomes.stage_table_state(table)

    def not_stopped(self, attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
        """Leave out the attempts of challenges that are over or paused."""
        return attempts.exclude(table__stage__challenge__state__in=(*Challenge.OVER, Challenge.State.PAUSED))

    def ruled_out(self, attempts: Collection[RuledPlace]) -> Collection[RuledPlace]:
        """Return those of these attempts that are void, or replaced by a corrected result."""
        rulings = active_rulings.active_rulings_at({attempt.stage for attempt in attempts})
        return {attempt for attempt in attempts if rulings.rules_out(*attempt)}

    def acted_by_program(self, table: Table) -> None:
        """Do nothing: programs play in challenges as people do."""


def stage_of(table: Table) -> Stage:
    """Return the table's stage. Raises ValueError for a table without one."""
    stage: Stage | None = table.stage
    if stage is None:
        raise ValueError("a free table belongs to no challenge")
    return stage
