"""Challenges: sealed alike for all crews, opened and closed once, and entered by playing."""

from __future__ import annotations

import pytest
import time_machine

import games
from games import commit_reveal
from logbook.challenges import tasks
from logbook.challenges.exceptions import ChallengeClosed, ChallengeNotOpen, NotEntered
from logbook.challenges.models.challenges import Challenge, Deal, Standing
from logbook.challenges.services import challenges, lifecycle
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.tables.exceptions import NoAttemptsLeft, NotInCrew, PlaysElsewhere, SeatsFixed
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests.challenges.scenes import HOUR, NOON, deal, end, make, stage_of, table_of
from tests.tables.attempts_scenes import act_on

pytestmark = pytest.mark.django_db

State = Challenge.State


# --- sealing


def test_a_new_challenge_keeps_its_seed_and_shows_its_fingerprint(challenge: Challenge) -> None:
    assert len(bytes.fromhex(challenge.base_seed)) == 32
    assert challenge.commitment == commit_reveal.commitment(challenge.facts, challenge.secret)
    assert challenge.base_seed == commit_reveal.base_seed(challenge.secret, [])
    assert challenge.state == State.PREPARING


def test_the_deals_are_made_once_and_by_the_contract(challenge: Challenge) -> None:
    for _ in range(2):
        challenges.prepare_challenge(challenge_id=challenge.pk)
    places = list(Deal.objects.order_by("stage__number", "attempt").values_list("stage__number", "attempt"))
    assert places == [(stage, attempt) for stage in (1, 2) for attempt in (1, 2, 3)]
    for sealed in Deal.objects.all():
        picked = sealed.candidates.get(picked=True).number
        assert sealed.seed == f"{challenge.base_seed}/{sealed.stage.number}/{sealed.attempt}/{picked}"


def test_a_single_attempt_has_a_single_deal(club: Club, olga: Player) -> None:
    challenge = make(club, olga, policy="single")
    challenges.prepare_challenge(challenge_id=challenge.pk)
    assert Deal.objects.filter(stage__challenge=challenge).count() == 2


def test_every_crew_gets_the_same_cards(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    with time_machine.travel(NOON):
        seeds = [deal(table_of(running, *who), who[1]).seed for who in ((crew, alice), (rivals, charlie))]
    assert seeds == [Deal.objects.get(stage__number=1, attempt=1).seed] * 2


@pytest.mark.django_db(transaction=True)
def test_the_worker_prepares_what_is_created(club: Club, olga: Player) -> None:
    with time_machine.travel(NOON):
        challenge = make(club, olga)
    challenge.refresh_from_db()
    assert challenge.state == State.OPEN


def test_the_engine_knows_every_prepared_deal(running: Challenge) -> None:
    for prepared in Deal.objects.select_related("stage"):
        setup = games.Setup("planet-nine", prepared.stage.mission, running.players, prepared.seed)
        assert games.deal(setup).waiting_on


# --- on time, once


def test_it_opens_and_closes_on_time(challenge: Challenge) -> None:
    states = []
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenges.prepare_challenge(challenge_id=challenge.pk)
        for moment in (NOON - HOUR, NOON, NOON + HOUR, NOON + 2 * HOUR, NOON + 3 * HOUR):
            clock.move_to(moment, tick=False)
            tasks.open_and_close_due.delay()
            challenge.refresh_from_db()
            states.append(challenge.state)
    assert states == ["scheduled", "open", "open", "closed", "closed"]
    assert (challenge.opened_at, challenge.closed_at) == (NOON, NOON + 2 * HOUR)


def test_a_tick_that_comes_late_does_both_steps(challenge: Challenge) -> None:
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenges.prepare_challenge(challenge_id=challenge.pk)
        clock.move_to(NOON + 24 * HOUR, tick=False)
        for _ in range(3):
            tasks.open_and_close_due.delay()
    challenge.refresh_from_db()
    assert challenge.state == State.CLOSED
    assert challenge.closed_at == NOON + 24 * HOUR


def test_a_step_is_taken_by_one_beat_only(running: Challenge) -> None:
    done = [lifecycle._change_state(running.pk, State.OPEN, state=State.CLOSED) for _ in range(3)]
    assert done == [True, False, False]


def test_a_forgotten_preparation_is_found(challenge: Challenge) -> None:
    with time_machine.travel(NOON):
        tasks.open_and_close_due.delay()
    challenge.refresh_from_db()
    assert challenge.state == State.OPEN


def test_what_runs_at_the_close_is_stopped(running: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        table = table_of(running, crew, alice)
        attempt = deal(table, alice)
        act_if_mine(table, attempt)
        clock.move_to(NOON + 2 * HOUR, tick=False)
        # Even before any beat.
        table.refresh_from_db()
        with pytest.raises(ChallengeClosed) as refused:
            attempts.act(table_id=table.pk, player=alice, text="play B1", seen=table.version)
        assert refused.value.status == 409
        tasks.open_and_close_due.delay()
    attempt.refresh_from_db()
    table.refresh_from_db()
    assert (attempt.state, attempt.reason_code) == ("abandoned", "window-closed")
    assert table.state == Table.State.ENDED


def act_if_mine(table: Table, attempt: Attempt) -> None:
    if 0 in attempt.waiting_on:
        act_on(table, attempt)


# --- who plays


def test_a_challenge_is_played_while_it_is_open(challenge: Challenge, crew: Crew, alice: Player) -> None:
    def play() -> None:
        challenge.refresh_from_db()
        challenges.open_challenge_table(challenge=challenge, stage=stage_of(challenge), crew=crew, player=alice)

    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenges.prepare_challenge(challenge_id=challenge.pk)
        with pytest.raises(ChallengeNotOpen):
            play()
        clock.move_to(NOON + 2 * HOUR, tick=False)
        with pytest.raises(ChallengeClosed):
            play()


def test_the_crew_has_one_table_a_stage(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    with time_machine.travel(NOON):
        first = challenges.open_challenge_table(challenge=running, stage=stage_of(running), crew=crew, player=alice)
        second = challenges.open_challenge_table(challenge=running, stage=stage_of(running), crew=crew, player=bob)
    assert first == second
    assert list(first.seats.order_by("number").values_list("player__name", flat=True)) == ["Alice", "Bob", None]


def test_the_next_stage_begins_with_the_same_seats(running: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON):
        table_of(running, crew, alice)
        second = challenges.open_challenge_table(challenge=running, stage=stage_of(running, 2), crew=crew, player=alice)
    assert list(second.seats.order_by("number").values_list("player__name", "bot")) == [
        ("Alice", ""),
        (None, "careful"),
        (None, "careful"),
    ]


def test_nobody_plays_for_another_crew_or_for_two(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    with time_machine.travel(NOON):
        with pytest.raises(NotInCrew):
            challenges.open_challenge_table(challenge=running, stage=stage_of(running), crew=rivals, player=alice)
        table_of(running, crew, alice)
        CrewMember.objects.create(crew=rivals, player=alice)
        with pytest.raises(PlaysElsewhere) as refused:
            challenges.open_challenge_table(challenge=running, stage=stage_of(running, 2), crew=rivals, player=alice)
        assert str(refused.value) == "Alice is already playing this challenge with another crew."
        assert not Table.objects.filter(crew=rivals).exists()


def test_only_crews_of_the_club_play(running: Challenge, alice: Player) -> None:
    outside = Crew.objects.create(name="Outside", slug="outside")
    CrewMember.objects.create(crew=outside, player=alice)
    with time_machine.travel(NOON), pytest.raises(NotEntered):
        challenges.open_challenge_table(challenge=running, stage=stage_of(running), crew=outside, player=alice)


def test_the_seats_are_fixed_once_cards_were_seen(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    with time_machine.travel(NOON):
        table = table_of(running, crew, alice)
        deal(table, alice)
        end(table, won=False)
        with pytest.raises(SeatsFixed):
            tables.take_seat(table=table, player=bob, number=1)
        with pytest.raises(SeatsFixed):
            tables.leave_seat(table_id=table.pk, player=alice)


def test_the_attempts_are_limited(running: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON):
        table = table_of(running, crew, alice)
        for number in (1, 2, 3):
            assert deal(table, alice).number == number
            end(table, won=False)
        assert table.state == Table.State.ENDED
        with pytest.raises(NoAttemptsLeft):
            deals.start_attempt(table_id=table.pk, player=alice)


# --- standings


def test_the_standings_follow_the_attempts(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    with time_machine.travel(NOON):
        ours, theirs = table_of(running, crew, alice), table_of(running, rivals, charlie)
        deal(ours, alice)
        end(ours, won=False)
        deal(ours, alice)
        end(ours, won=True)
        deal(theirs, charlie)
        end(theirs, won=True, distress=True)
    lines = Standing.objects.filter(challenge=running).order_by("rank", "crew__name")
    assert [(line.rank, line.crew.name, line.stages_won, line.score) for line in lines] == [
        (1, "Aurora", 1, 2),
        (1, "Borealis", 1, 2),
    ]
