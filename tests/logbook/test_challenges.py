"""Challenges: sealed alike for all, opened and closed once, and entered by playing."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

import games
from logbook import tasks
from logbook.models import Attempt, Challenge, Club, ClubCrew, Crew, CrewMember, Deal, Player, Stage, Standing, Table
from logbook.services import attempts, challenges, errors, tables
from logbook.services.challenges import ChallengePlan
from tests.conftest import SignedIn
from tests.logbook.test_attempts import act_on

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
State = Challenge.State


def make(club: Club, by: Player, **wishes: object) -> Challenge:
    plan = {
        "title": "Week 47",
        "game": "planet-nine",
        "missions": ["1", "4"],
        "players": 3,
        "opens_at": NOON,
        "closes_at": NOON + 2 * HOUR,
        "max_attempts": 3,
    }
    return challenges.challenge_create(club=club, by=by, plan=ChallengePlan(**(plan | wishes)))  # type: ignore[arg-type]


@pytest.fixture
def challenge(club: Club, olga: Player) -> Challenge:
    """Not prepared yet."""
    with time_machine.travel(NOON - HOUR, tick=False):
        return make(club, olga)


@pytest.fixture
def running(challenge: Challenge) -> Challenge:
    """Open, with its deals made."""
    with time_machine.travel(NOON, tick=False):
        challenges.challenge_prepare(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def rivals(club: Club, charlie: Player) -> Crew:
    """Another crew of the club: Charlie's."""
    crew = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=crew, player=charlie, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=crew)
    return crew


def stage_of(challenge: Challenge, number: int = 1) -> Stage:
    return challenge.stages.get(number=number)


def table_of(challenge: Challenge, crew: Crew, player: Player, number: int = 1) -> Table:
    """The crew's table at a stage, bots on the other seats."""
    table = challenges.challenge_play(challenge=challenge, stage=stage_of(challenge, number), crew=crew, player=player)
    for seat in table.seats.filter(player=None):
        tables.bot_put(table_id=table.pk, by=player, number=seat.number, bot="careful")
    table.refresh_from_db()
    return table


def deal(table: Table, player: Player) -> Attempt:
    attempts.attempt_start(table_id=table.pk, player=player)
    table.refresh_from_db()
    return table.attempts.get(state="playing")


def end(table: Table, *, won: bool, distress: bool = False) -> None:
    """End the running attempt as if it had been played so."""
    attempt = table.attempts.get(state="playing")
    attempt.state = "success" if won else "failure"
    attempt.distress, attempt.ended_at, attempt.waiting_on = distress, NOON, []
    attempt.save()
    attempts._moved(table, attempt)
    tasks.results_recompute.delay(table.pk)
    table.refresh_from_db()


# --- sealing


def test_a_new_challenge_keeps_its_seed_and_shows_its_fingerprint(challenge: Challenge) -> None:
    assert len(bytes.fromhex(challenge.base_seed)) == 32
    assert challenge.seed_hash == hashlib.sha256(challenge.base_seed.encode()).hexdigest()
    assert challenge.state == State.PREPARING


def test_the_deals_are_made_once_and_by_the_contract(challenge: Challenge) -> None:
    for _ in range(2):
        challenges.challenge_prepare(challenge_id=challenge.pk)
    seeds = Deal.objects.order_by("stage__number", "attempt").values_list("seed", flat=True)
    base = challenge.base_seed
    assert list(seeds) == [f"{base}/{stage}/{attempt}" for stage in (1, 2) for attempt in (1, 2, 3)]


def test_a_single_attempt_has_a_single_deal(club: Club, olga: Player) -> None:
    challenge = make(club, olga, policy="single")
    challenges.challenge_prepare(challenge_id=challenge.pk)
    assert Deal.objects.filter(stage__challenge=challenge).count() == 2


def test_every_crew_gets_the_same_cards(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    with time_machine.travel(NOON):
        seeds = [deal(table_of(running, *who), who[1]).seed for who in ((crew, alice), (rivals, charlie))]
    assert seeds == [f"{running.base_seed}/1/1"] * 2


@pytest.mark.django_db(transaction=True)
def test_the_worker_prepares_what_is_created(club: Club, olga: Player) -> None:
    with time_machine.travel(NOON):
        challenge = make(club, olga)
    challenge.refresh_from_db()
    assert challenge.state == State.OPEN


# --- on time, once


def test_it_opens_and_closes_on_time(challenge: Challenge) -> None:
    states = []
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenges.challenge_prepare(challenge_id=challenge.pk)
        for moment in (NOON - HOUR, NOON, NOON + HOUR, NOON + 2 * HOUR, NOON + 3 * HOUR):
            clock.move_to(moment, tick=False)
            tasks.challenges_tick.delay()
            challenge.refresh_from_db()
            states.append(challenge.state)
    assert states == ["scheduled", "open", "open", "closed", "closed"]
    assert (challenge.opened_at, challenge.closed_at) == (NOON, NOON + 2 * HOUR)


def test_a_tick_that_comes_late_does_both_steps(challenge: Challenge) -> None:
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenges.challenge_prepare(challenge_id=challenge.pk)
        clock.move_to(NOON + 24 * HOUR, tick=False)
        for _ in range(3):
            tasks.challenges_tick.delay()
    challenge.refresh_from_db()
    assert challenge.state == State.CLOSED
    assert challenge.closed_at == NOON + 24 * HOUR


def test_a_step_is_taken_by_one_beat_only(running: Challenge) -> None:
    done = [challenges._step(running.pk, State.OPEN, state=State.CLOSED) for _ in range(3)]
    assert done == [True, False, False]


def test_a_forgotten_preparation_is_found(challenge: Challenge) -> None:
    with time_machine.travel(NOON):
        tasks.challenges_tick.delay()
    challenge.refresh_from_db()
    assert challenge.state == State.OPEN


def test_what_runs_at_the_close_is_stopped(running: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        table = table_of(running, crew, alice)
        attempt = deal(table, alice)
        act_if_mine(table, attempt)
        clock.move_to(NOON + 2 * HOUR, tick=False)
        # Even before any beat has noticed.
        table.refresh_from_db()
        with pytest.raises(errors.ChallengeClosed) as refused:
            attempts.attempt_act(table_id=table.pk, player=alice, text="play B1", seen=table.version)
        assert refused.value.status == 409
        tasks.challenges_tick.delay()
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
        challenges.challenge_play(challenge=challenge, stage=stage_of(challenge), crew=crew, player=alice)

    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenges.challenge_prepare(challenge_id=challenge.pk)
        with pytest.raises(errors.ChallengeNotOpen):
            play()
        clock.move_to(NOON + 2 * HOUR, tick=False)
        with pytest.raises(errors.ChallengeClosed):
            play()


def test_the_crew_has_one_table_a_stage(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    with time_machine.travel(NOON):
        first = challenges.challenge_play(challenge=running, stage=stage_of(running), crew=crew, player=alice)
        second = challenges.challenge_play(challenge=running, stage=stage_of(running), crew=crew, player=bob)
    assert first == second
    assert list(first.seats.order_by("number").values_list("player__name", flat=True)) == ["Alice", "Bob", None]


def test_the_next_stage_begins_with_the_same_seats(running: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON):
        table_of(running, crew, alice)
        second = challenges.challenge_play(challenge=running, stage=stage_of(running, 2), crew=crew, player=alice)
    assert list(second.seats.order_by("number").values_list("player__name", "bot")) == [
        ("Alice", ""),
        (None, "careful"),
        (None, "careful"),
    ]


def test_nobody_plays_for_another_crew_or_for_two(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    with time_machine.travel(NOON):
        with pytest.raises(errors.NotInCrew):
            challenges.challenge_play(challenge=running, stage=stage_of(running), crew=rivals, player=alice)
        table_of(running, crew, alice)
        CrewMember.objects.create(crew=rivals, player=alice)
        with pytest.raises(errors.PlaysElsewhere) as refused:
            challenges.challenge_play(challenge=running, stage=stage_of(running, 2), crew=rivals, player=alice)
        assert str(refused.value) == "Alice already plays this challenge with another crew."
        assert not Table.objects.filter(crew=rivals).exists()


def test_only_crews_of_the_club_play(running: Challenge, alice: Player) -> None:
    outside = Crew.objects.create(name="Outside", slug="outside")
    CrewMember.objects.create(crew=outside, player=alice)
    with time_machine.travel(NOON), pytest.raises(errors.NotEntered):
        challenges.challenge_play(challenge=running, stage=stage_of(running), crew=outside, player=alice)


def test_the_seats_are_fixed_once_cards_were_seen(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    with time_machine.travel(NOON):
        table = table_of(running, crew, alice)
        deal(table, alice)
        end(table, won=False)
        with pytest.raises(errors.SeatsFixed):
            tables.seat_take(table=table, player=bob, number=1)
        with pytest.raises(errors.SeatsFixed):
            tables.seat_leave(table_id=table.pk, player=alice)


def test_the_attempts_are_limited(running: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON):
        table = table_of(running, crew, alice)
        for number in (1, 2, 3):
            assert deal(table, alice).number == number
            end(table, won=False)
        assert table.state == Table.State.ENDED
        with pytest.raises(errors.NoAttemptsLeft):
            attempts.attempt_start(table_id=table.pk, player=alice)


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


# --- pages

FORM = {
    "title": "Week 47",
    "game": "planet-nine",
    "missions": "1\n4",
    "players": "4",
    "policy": "until-success",
    "max_attempts": "5",
    "opens_at": "2026-11-20T12:00",
    "closes_at": "2026-11-27T12:00",
}


def test_an_organizer_seals_a_challenge(club: Club, olga: Player, signed_in: SignedIn) -> None:
    address = reverse("challenge-new", args=(club.slug,))
    with time_machine.travel(NOON):
        client = signed_in(olga)
        assert client.get(address).status_code == 200
        response = client.post(address, FORM)
    challenge = Challenge.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, reverse("challenge", args=(challenge.pk,)))
    assert list(challenge.stages.values_list("number", "mission")) == [(1, "1"), (2, "4")]
    assert (challenge.created_by, challenge.closes_at) == (olga, datetime(2026, 11, 27, 12, tzinfo=UTC))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"title": ""}, "Give the challenge a title."),
        ({"missions": ""}, "Write at least one mission."),
        ({"missions": "1\n99"}, "has no mission “99”"),
        ({"missions": "tasks=3 flying"}, "does not describe a mission"),
        ({"missions": "\n".join(["1"] * 40)}, "at most 12 stages"),
        ({"players": "7"}, "2 to 5 players"),
        ({"three_player_challenge": "on"}, "for 3 players"),
        ({"closes_at": "2026-11-20T11:00"}, "closes after it opens"),
        ({"opens_at": "2026-11-01T12:00", "closes_at": "2026-11-02T12:00"}, "past"),
        ({"opens_at": "soon"}, "Write a day and a time"),
        ({"closes_at": ""}, "Say when."),
        ({"max_attempts": "0"}, "greater than or equal to 1"),
        ({"max_attempts": ""}, "Say how many attempts"),
        ({"policy": "forever"}, "until success, or one attempt"),
    ],
)
def test_a_wrong_challenge_is_a_sentence_at_its_field(
    wrong: dict[str, str], sentence: str, club: Club, olga: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON):
        response = signed_in(olga).post(reverse("challenge-new", args=(club.slug,)), FORM | wrong)
    assert response.status_code == 422
    assert sentence in response.text
    assert not Challenge.objects.exists()


def test_members_cannot_make_challenges_and_strangers_find_no_club(
    club: Club, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    address = reverse("challenge-new", args=(club.slug,))
    for player, status in ((bob, 403), (charlie, 404)):
        assert signed_in(player).get(address).status_code == status
        assert signed_in(player).post(address, FORM).status_code == status
    assert not Challenge.objects.exists()


def test_the_seed_is_shown_after_the_close_only(running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(running.pk,))
    shown = client.get(address).text
    assert running.seed_hash in shown
    assert running.base_seed not in shown
    with time_machine.travel(NOON + 3 * HOUR):
        tasks.challenges_tick.delay()
    assert running.base_seed in client.get(address).text


def test_strangers_find_no_challenge(running: Challenge, charlie: Player, signed_in: SignedIn) -> None:
    client = signed_in(charlie)
    assert client.get(reverse("challenge", args=(running.pk,))).status_code == 404
    assert client.post(reverse("challenge-play", args=(running.pk,))).status_code == 404
    assert running.title not in client.get(reverse("challenge-list")).text


def test_playing_leads_to_the_crews_table(running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    with time_machine.travel(NOON):
        client = signed_in(alice)
        address = reverse("challenge-play", args=(running.pk,))
        places = {client.post(address, {"crew": crew.pk, "stage": 1}).headers["Location"] for _ in range(2)}
    assert places == {reverse("table", args=(Table.objects.get().pk,))}


@pytest.mark.parametrize("wrong", [{"crew": ""}, {"crew": "777"}, {"crew": "x"}, {"stage": "9"}, {"stage": ""}])
def test_a_wrong_entry_is_one_sentence(
    wrong: dict[str, str], running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON):
        client = signed_in(alice)
        post = {"crew": str(crew.pk), "stage": "1"} | wrong
        response = client.post(reverse("challenge-play", args=(running.pk,)), post)
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert not Table.objects.exists()


def test_coming_too_late_is_said_on_the_page(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + 3 * HOUR):
        client = signed_in(alice)
        response = client.post(reverse("challenge-play", args=(running.pk,)), {"crew": crew.pk, "stage": 1})
    assert response.status_code == 409
    assert "This challenge is closed" in response.text


def test_a_challenge_page_takes_few_queries(
    running: Challenge,
    crew: Crew,
    rivals: Crew,
    alice: Player,
    charlie: Player,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(running.pk,))
    with time_machine.travel(NOON):
        for who in ((crew, alice), (rivals, charlie)):
            with django_assert_num_queries(9 if who[0] == crew else 10):
                client.get(address)
            table = table_of(running, *who)
            deal(table, who[1])
            end(table, won=True)


def test_the_engine_knows_every_prepared_deal(running: Challenge) -> None:
    for prepared in Deal.objects.select_related("stage"):
        setup = games.Setup("planet-nine", prepared.stage.mission, running.players, prepared.seed)
        assert games.deal(setup).waiting_on
