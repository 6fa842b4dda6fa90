"""Runs: the first run of the same people at a mission, across tables, one by one and all at once."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.services import rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest
from logbook.crews.services import anonymise, guests
from logbook.crews.signals import crew_merged
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.mission_chances import Chance, chances, curve
from logbook.leaderboards.selectors.mission_difficulty import PlayedBy, hardness
from logbook.leaderboards.services import results, runs
from logbook.lib.plots.figures import Moment
from logbook.people.models.players import Player
from logbook.people.services.players import merge_guest
from logbook.tables.models import Attempt, Sitting, Table
from tests.leaderboards.results_scenes import MONDAY, attempt_at, played
from tests.leaderboards.scenes import sat, seat_all, strangers
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> tuple[Player, ...]:
    return strangers()


def rows() -> list[tuple[bool, int, bool, int]]:
    """Return all runs: won, attempts, distress, bots."""
    return list(Run.objects.order_by("pk").values_list("won", "attempts", "distress", "bots"))


# --- what a run is


def test_a_run_goes_on_at_a_fresh_table_until_the_win(four: tuple[Player, ...]) -> None:
    sat("failure", "abandoned", people=four)
    assert rows() == [(False, 2, False, 0)]
    sat("success", people=four[::-1])  # The same people, whatever their seats.
    assert rows() == [(True, 3, False, 0)]
    sat("success", people=four)
    assert rows() == [(True, 3, False, 0)], "what comes after the first win counts for nothing"


def test_a_round_that_was_left_open_counts_once_its_people_went_on(four: tuple[Player, ...]) -> None:
    left = sat("playing", people=four)
    assert rows() == [], "it may still be won"
    sat("success", people=four)
    assert rows() == [(True, 2, False, 0)]
    left.attempts.update(state="success", ended_at=MONDAY)
    results.recompute_result(table_id=left.pk)
    assert rows() == [(True, 1, False, 0)], "it was won after all, and was the first"


def test_other_people_have_a_run_of_their_own(four: tuple[Player, ...]) -> None:
    fifth = Player.objects.create(name="Fifth")
    sat("failure", people=four)
    sat("success", people=(*four[:3], fifth))
    sat("success", people=four[:3])  # With a bot in the fourth seat.
    sat("success", people=four, mission="2")
    sat("success", people=four[:3], players=3)
    assert rows() == [
        (False, 1, False, 0), (True, 1, False, 0), (True, 1, False, 1), (True, 1, False, 0), (True, 1, False, 0),
    ]  # fmt: skip


def test_people_who_change_between_attempts_are_told_apart(four: tuple[Player, ...]) -> None:
    fifth = Player.objects.create(name="Fifth")
    table = sat("failure", people=four)
    attempt_at(table, 2, "success")
    seat_all(table, (*four[:3], fifth))
    results.recompute_result(table_id=table.pk)
    assert rows() == [(False, 1, False, 0), (True, 1, False, 0)]


def test_the_signal_of_any_attempt_of_the_run_counts(four: tuple[Player, ...]) -> None:
    sat("failure", people=four, distress=True)
    sat("success", people=four)
    run = Run.objects.get()
    assert (run.attempts, run.distress, run.rank_key) == (2, True, 5)


def test_a_win_in_which_a_stand_in_decided_is_none_and_a_loss_is_one(four: tuple[Player, ...]) -> None:
    table = sat("failure", "success", people=four)
    table.attempts.update(mixed=True)
    results.recompute_result(table_id=table.pk)
    assert rows() == [(False, 1, False, 0)]


def test_tables_of_bots_and_races_have_no_run(four: tuple[Player, ...]) -> None:
    sat("success", people=())
    sat("finished", people=four, game="deep-blue", mission="the-wrecks")
    assert rows() == []


@pytest.mark.parametrize(
    ("pace", "place", "seated", "seconds"),
    [
        ("live", "online", 4, 300),
        ("relaxed", "online", 4, None),
        ("live", "table", 4, None),
        ("live", "online", 3, None),
    ],
)
def test_only_live_rounds_of_people_have_a_time(
    pace: str, place: str, seated: int, seconds: int | None, four: tuple[Player, ...]
) -> None:
    table = played("success", seats=four[:seated], place=place, took=timedelta(minutes=5))
    Table.objects.filter(pk=table.pk).update(pace=pace)
    seat_all(table, four[:seated])
    results.recompute_result(table_id=table.pk)
    assert Run.objects.get().seconds == seconds


def test_who_sits_is_stored_when_the_cards_are_dealt(alice: Player) -> None:
    attempt = started(open_table(alice, count=3, bots=2), alice)
    assert list(attempt.sittings.values_list("number", "player")) == [(0, alice.pk)]


# --- challenges and rulings


@pytest.fixture
def stage(club: Club) -> Stage:
    challenge = Challenge.objects.create(
        club=club, title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), commitment="-",
        state=Challenge.State.OPEN,
    )  # fmt: skip
    stage = Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="1")
    Deal.objects.bulk_create(Deal(stage=stage, attempt=k, state="ready") for k in (1, 2, 3))
    return stage


def close(stage: Stage) -> None:
    Challenge.objects.update(state=Challenge.State.CLOSED)
    stage.challenge.refresh_from_db()
    results.count_challenge(challenge_id=stage.challenge_id)


def test_attempts_of_a_challenge_count_once_it_is_over(stage: Stage, crew: Crew, four: tuple[Player, ...]) -> None:
    sat("failure", "success", people=four, crew=crew, stage=stage)
    assert rows() == []
    sat("success", people=four)
    assert rows() == [(True, 1, False, 0)]
    close(stage)
    assert rows() == [(True, 2, False, 0)]
    assert Run.objects.get().challenge == stage.challenge


def figures() -> tuple[object, ...]:
    """Return what the overview, the curve and the mission's pages tell of the mission, to a stranger."""
    (overview,) = Client().get("/leaderboards/?game=planet-nine&q=1").context["overviews"]
    page = Client().get("/missions/planet-nine/1/").context["hardness"]
    return (
        [cell.chance for row in overview.rows for cell in row.cells],
        curve("planet-nine", 4, chances("planet-nine")).moments[0],
        (page.whole, page.by_players, page.attempts_bars),
    )


def test_no_figure_tells_of_a_challenge_until_it_is_over(stage: Stage, crew: Crew, four: tuple[Player, ...]) -> None:
    for _number in range(5):
        sat("failure", "success", people=strangers())
    before = figures()
    sat("failure", "failure", "success", people=four, crew=crew, stage=stage)
    assert figures() == before
    results.recompute_everything()
    assert figures() == before
    close(stage)
    after = figures()
    assert after[0] != before[0]
    assert after[1] == Moment("1", *_share(6, 13), of=13)
    assert hardness("planet-nine", "1").whole == PlayedBy(0, results=6, won=6, attempts=13)
    results.recompute_everything()
    assert figures() == after


def _share(won: int, attempts: int) -> tuple[float, float, float]:
    chance = Chance(attempts=attempts, won=won)
    return chance.share, chance.interval.least, chance.interval.most


def test_a_challenge_alone_leaves_a_mission_without_figures(stage: Stage, crew: Crew, four: tuple[Player, ...]) -> None:
    sat("failure", people=four, crew=crew, stage=stage)
    assert chances() == {}
    assert hardness("planet-nine", "1").by_players == ()
    close(stage)
    assert list(chances().values()) == [Chance(attempts=1)]


def test_a_void_deal_is_no_attempt(stage: Stage, crew: Crew, four: tuple[Player, ...]) -> None:
    sat("failure", "success", people=four, crew=crew, stage=stage)
    rulings.void_deal(Decision(stage.challenge, Player.objects.create(name="Director"), "so"), stage=stage, attempt=1)
    close(stage)
    assert rows() == [(True, 1, False, 0)]


def test_a_corrected_result_replaces_its_attempts(stage: Stage, crew: Crew, four: tuple[Player, ...]) -> None:
    sat("failure", people=four)
    sat("failure", "failure", people=four, crew=crew, stage=stage)
    decision = Decision(stage.challenge, Player.objects.create(name="Director"), "so")
    rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=1, distress=True)
    close(stage)
    assert rows() == [(True, 2, True, 0)]


def test_a_stage_that_is_void_is_void_whatever_was_corrected(
    stage: Stage, crew: Crew, four: tuple[Player, ...]
) -> None:
    sat("failure", people=four, crew=crew, stage=stage)
    decision = Decision(stage.challenge, Player.objects.create(name="Director"), "so")
    rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=1, distress=False)
    rulings.void_deal(decision, stage=stage)
    close(stage)
    assert rows() == []


def test_a_corrected_win_has_no_time_and_stands_for_a_mixed_one(
    stage: Stage, crew: Crew, four: tuple[Player, ...]
) -> None:
    table = sat("success", people=four, crew=crew, stage=stage, pace=Table.Pace.LIVE)
    table.attempts.update(mixed=True, state="failure")
    decision = Decision(stage.challenge, Player.objects.create(name="Director"), "so")
    rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=1, distress=False)
    table.attempts.update(state="success")
    close(stage)
    assert rows() == [(True, 1, False, 0)]
    table.attempts.update(mixed=False, state="failure")
    results.count_challenge(challenge_id=stage.challenge_id)
    assert Run.objects.get().seconds is None


# --- who people are


def test_a_guest_who_signs_in_is_the_player(four: tuple[Player, ...]) -> None:
    guest = Player.objects.create(name="Guest")
    sat("failure", people=(*four[:3], guest))
    sat("success", people=four)
    assert [row[:2] for row in rows()] == [(False, 1), (True, 1)]
    merge_guest(guest=guest, player=four[3])
    assert [row[:2] for row in rows()] == [(True, 2)]


def test_a_guest_of_the_crew_is_the_player_who_claims_them(
    crew: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    for player in (bob, charlie):
        CrewMember.objects.get_or_create(crew=crew, player=player)
    guest = Guest.objects.create(crew=crew, name="Bobby")
    table = played("failure", crew=crew, players=2, place="table", bots=False)
    attempt = table.attempts.get()
    Sitting.objects.create(attempt=attempt, number=0, player=alice)
    Sitting.objects.create(attempt=attempt, number=1, guest=guest)
    results.recompute_result(table_id=table.pk)
    sat("success", people=(alice, bob), players=2)
    assert [row[:2] for row in rows()] == [(False, 1), (True, 1)]
    claim = guests.claim_guest(guest=guest, player=bob)
    guests.grant_claim(claim=claim, by=charlie)
    assert [row[:2] for row in rows()] == [(True, 2)]
    guests.take_back_claim(claim=claim, by=bob)
    assert [row[:2] for row in rows()] == [(False, 1), (True, 1)]


def test_a_person_without_a_name_stays_one_person_at_their_table(crew: Crew, alice: Player, bob: Player) -> None:
    CrewMember.objects.get_or_create(crew=crew, player=bob)
    sat("failure", "failure", people=(alice, bob), players=2, crew=crew)
    anonymise.anonymise_member(crew=crew, player=bob)
    assert rows() == [(False, 2, False, 0)]
    assert "p" + str(bob.pk) not in Run.objects.get().people.split()


def test_a_person_who_removed_their_name_is_counted_anew_elsewhere(crew: Crew, bob: Player) -> None:
    CrewMember.objects.get_or_create(crew=crew, player=bob)
    sat("failure", people=(bob,), crew=crew)
    sat("success", people=(bob,))
    assert [row[:2] for row in rows()] == [(True, 2)]
    anonymise.anonymise_member(crew=crew, player=bob)
    after = [row[:2] for row in rows()]
    runs.write_all_runs()
    assert [row[:2] for row in rows()] == after == [(False, 1), (True, 1)]


def test_a_merged_crews_run_has_the_name_of_the_crew_it_became(crew: Crew, four: tuple[Player, ...]) -> None:
    into = Crew.objects.create(name="Borealis", slug="borealis")
    sat("success", people=four, crew=crew)
    Table.objects.update(state=Table.State.WON)
    crew_merged.send(Crew, crew=crew, into=into)
    assert Run.objects.get().crew == into


# --- one by one and all at once


STEPS = st.lists(
    st.tuples(
        st.integers(0, 3),  # which table
        st.sampled_from(["success", "failure", "abandoned", "playing", "deleted", "mixed", "swapped", "merged"]),
        st.booleans(),  # distress
    ),
    max_size=20,
)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([(1, "swapped", False), (3, "success", False), (1, "success", False), (3, "deleted", False)])
@given(STEPS)
def test_one_by_one_and_all_at_once_come_to_the_same(steps: list[tuple[int, str, bool]]) -> None:
    Table.objects.all().delete()
    Player.objects.all().delete()
    people = [Player.objects.create(name=str(number)) for number in range(4)]
    tables = [(played(players=2), [people[n % 2], people[2 + n // 2]]) for n in range(4)]
    for place, what, distress in steps:
        table, seated = tables[place]
        _step(table, seated, what, distress, people)
        results.recompute_result(table_id=table.pk)
    one_by_one = snapshot()
    call_command("recompute", stdout=StringIO())
    assert snapshot() == one_by_one
    Run.objects.all().delete()
    runs.write_all_runs()
    assert snapshot() == one_by_one


def _step(table: Table, seated: list[Player], what: str, distress: bool, people: list[Player]) -> None:
    last = table.attempts.order_by("-number").first()
    if what == "deleted" and last is not None:
        last.delete()
        runs.write_all_runs()  # Nothing tells any more who sat there.
    elif what == "mixed" and last is not None:
        Attempt.objects.filter(pk=last.pk).update(mixed=True)
    elif what == "swapped":
        seated[1] = next(one for one in people[2:] if one != seated[1])
    elif what == "merged" and last is not None:
        guest = Player.objects.create(name="Guest")
        Sitting.objects.filter(attempt=last, number=0).update(player=guest)
        results.recompute_result(table_id=table.pk)
        merge_guest(guest=guest, player=seated[0])
    elif last is not None and last.state == "playing" and what in ("success", "failure", "abandoned"):
        Attempt.objects.filter(pk=last.pk).update(state=what, distress=distress, ended_at=MONDAY)
    elif what in ("success", "failure", "abandoned", "playing") and (last is None or last.state != "playing"):
        attempt_at(table, (last.number if last else 0) + 1, what, distress=distress)
        seat_all(table, tuple(seated))


def snapshot() -> list[tuple[object, ...]]:
    names = [field.attname for field in Run._meta.concrete_fields]
    return list(Run.objects.order_by("pk").values_list(*names))
