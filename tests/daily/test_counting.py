"""Places, percentiles and the order of first attempts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from logbook.clubs.models import Club
from logbook.clubs.services import clubs
from logbook.daily import ranking
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.daily.selectors.boards import board
from logbook.daily.services import counting, plays, results
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Attempt
from tests.conftest import person
from tests.daily.counting_scenes import earlier_days, finished, old_account, other_challenge
from tests.daily.scenes import CLOSE, begin, close, lose, win


def test_the_order_of_first_attempts() -> None:
    keys = [
        ranking.key_of_mission(won=True, distress=False, tasks_done=4),
        ranking.key_of_mission(won=True, distress=True, tasks_done=4),
        ranking.LOST_AT_ONCE - 9,
        ranking.LOST_AT_ONCE - 2,
        ranking.LOST_AT_ONCE,
        ranking.key_of_mission(won=False, distress=False, tasks_done=3),
        ranking.key_of_mission(won=False, distress=True, tasks_done=0),
    ]
    assert keys == sorted(set(keys))


@given(st.lists(st.integers(0, 300), min_size=2, max_size=4), st.lists(st.integers(0, 300), min_size=2, max_size=4))
def test_races_are_ranked_by_points_then_margin(one: Sequence[int], other: Sequence[int]) -> None:
    def by_hand(scores: Sequence[int]) -> tuple[int, int]:
        return -scores[0], -(scores[0] - max(scores[1:]))

    def keys(scores: Sequence[int]) -> int:
        return ranking.key_of_race(scores, 0)

    assert (keys(one) < keys(other)) == (by_hand(one) < by_hand(other))
    assert keys(one) < ranking.RACE + ranking.WIDEST_MARGIN


def loses_in(player: Player, deal: DailyDeal, trick: int | None) -> None:
    """A first attempt that is lost in this trick, as the solver says."""
    attempt = lose(begin(deal, player), player)
    Analysis.objects.update_or_create(attempt=attempt, defaults={"solver": 2, "lost_in": trick})


def places(deal: DailyDeal) -> list[tuple[str, int | None, int | None]]:
    """Name, place and percentile of each result alone, the best first."""
    results = DailyResult.objects.filter(deal=deal).order_by("rank_key", "pk")
    return [(result.seats.get().player.name, result.place, result.percentile) for result in results]


@pytest.mark.django_db
def test_places_are_shared_and_percentiles_are_for_everyone(
    deal: DailyDeal, guest: Player, clock: time_machine.Traveller
) -> None:
    ann, ben, cid, new = old_account("Ann"), old_account("Ben"), old_account("Cid"), person("New")
    earlier_days(deal, ann, ben, cid, new)
    win(begin(deal, guest))
    loses_in(ann, deal, 5)
    loses_in(ben, deal, 5)
    loses_in(cid, deal, None)
    loses_in(new, deal, 2)
    clock.move_to(CLOSE)
    close()
    assert places(deal) == [
        ("Gus", None, 100),
        ("Ann", 1, 50),
        ("Ben", 1, 50),
        ("New", None, 25),
        ("Cid", 3, 0),
    ]
    deal.refresh_from_db()
    assert (deal.plays, deal.wins) == (5, 1)
    rows = board(deal, "1", ben).rows.object_list
    assert [(row.place, row.names, row.mine, row.lost_in) for row in rows] == [
        (1, ("Ann",), False, 5),
        (1, ("Ben",), True, 5),
        (3, ("Cid",), False, None),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "place"), [(1, None), (2, 1)])
def test_a_place_needs_three_finished_days(
    deal: DailyDeal, clock: time_machine.Traveller, days: int, place: int | None
) -> None:
    ann = old_account("Ann")
    earlier_days(deal, ann, number=days)
    win(begin(deal, ann))
    clock.move_to(CLOSE)
    close()
    assert places(deal) == [("Ann", place, 0)]


@pytest.mark.django_db
def test_a_program_has_a_board_of_its_own(deal: DailyDeal, clock: time_machine.Traveller) -> None:
    ann, robot = old_account("Ann"), old_account("Robot")
    earlier_days(deal, ann, robot)
    table = begin(deal, robot)
    DailyResult.objects.filter(table=table).update(by_program=True)
    win(table)
    loses_in(ann, deal, 3)
    clock.move_to(CLOSE)
    close()
    deal.refresh_from_db()
    assert [row.names for row in board(deal, "1", None).rows.object_list] == [("Ann",)]
    assert [(row.place, row.names) for row in board(deal, "programs", None).rows.object_list] == [(1, ("Robot",))]
    assert deal.plays == 1


@pytest.mark.django_db
def test_turning_points_that_come_late_still_move_places(deal: DailyDeal, clock: time_machine.Traveller) -> None:
    ann, ben = old_account("Ann"), old_account("Ben")
    earlier_days(deal, ann, ben)
    loses_in(ann, deal, 4)
    loses_in(ben, deal, None)
    clock.move_to(CLOSE)
    close()
    assert places(deal) == [("Ann", 1, 100), ("Ben", 2, 0)]
    assert counting.due(now=CLOSE + timedelta(hours=1)) == []
    Analysis.objects.filter(attempt__table__seats__player=ben).update(lost_in=7)
    assert counting.due(now=CLOSE + timedelta(hours=1)) == [deal.pk]
    counting.count(deal_id=deal.pk)
    assert places(deal) == [("Ben", 1, 100), ("Ann", 2, 0)]
    assert counting.due(now=CLOSE + timedelta(hours=1)) == []


@pytest.mark.django_db
def test_the_close_says_nothing_before_it_is_counted(deal: DailyDeal, alice: Player) -> None:
    win(begin(deal, alice))
    result = DailyResult.objects.get()
    assert (result.place, result.percentile) == (None, None)
    assert counting.due(now=CLOSE + timedelta(hours=1)) == []
    assert Attempt.objects.filter(table__daily=True).count() == 1


def test_a_race_that_was_given_up_is_behind_every_finished_one() -> None:
    assert ranking.key_of_race([0, 400, 500], 0) < ranking.GIVEN_UP


def test_a_result_that_lost_its_people_has_no_place(deal: DailyDeal, clock: time_machine.Traveller) -> None:
    ann, bea = old_account("Ann"), old_account("Bea")
    earlier_days(deal, ann, bea)
    win(begin(deal, ann))
    win(begin(deal, bea))
    DailySeat.objects.filter(deal=deal, player=bea).delete()
    clock.move_to(CLOSE)
    close()
    places = DailyResult.objects.filter(deal=deal).values_list("table__opened_by__name", "place")
    assert dict(places) == {"Ann": 1, "Bea": None}


def test_a_merge_after_the_count_counts_the_day_again(
    deal: DailyDeal, guest: Player, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = old_account("Ann")
    earlier_days(deal, ann)
    lose(begin(deal, guest), guest)
    win(begin(deal, ann))
    clock.move_to(CLOSE)
    close()
    queued: list[tuple[object, ...]] = []
    monkeypatch.setattr(queue, "later", lambda *task: queued.append(task))
    results.hand_over(guest, ann)
    assert ("daily.count_day", deal.pk) in queued
    counting.count(deal_id=deal.pk)
    deal.refresh_from_db()
    assert (deal.plays, deal.wins, deal.places) == (1, 0, 1)


def test_a_counted_result_stays_a_persons(deal: DailyDeal, clock: time_machine.Traveller) -> None:
    ann = old_account("Ann")
    earlier_days(deal, ann)
    table = begin(deal, ann)
    win(table)
    plays.play_alone(deal=deal, player=ann, address="", by_program=True)
    assert not DailyResult.objects.get(table=table).by_program  # The table was there before.
    clock.move_to(CLOSE)
    close()
    results.mark_program(table_id=table.pk)
    assert not DailyResult.objects.get(table=table).by_program


@pytest.mark.django_db
@pytest.mark.parametrize(("days_before", "place"), [(6, None), (7, 1)])
def test_a_place_needs_an_address_that_was_confirmed_a_week_before(
    deal: DailyDeal, clock: time_machine.Traveller, days_before: int, place: int | None
) -> None:
    ann = old_account("Ann")
    ann.confirmed_at = deal.challenge.opens_at - timedelta(days=days_before)
    ann.save()
    earlier_days(deal, ann)
    win(begin(deal, ann))
    clock.move_to(CLOSE)
    close()
    assert places(deal) == [("Ann", place, 0)]


@pytest.mark.django_db
def test_a_clubs_board_keeps_former_members_and_omits_newcomers(
    deal: DailyDeal, club: Club, clock: time_machine.Traveller
) -> None:
    opened = deal.challenge.opens_at
    before, later = opened - timedelta(days=1), opened + timedelta(hours=1)
    stays, leaves, left, comes, returns = (old_account(name) for name in ("Stan", "Lea", "Lou", "Cleo", "Rita"))
    earlier_days(deal, stays, leaves, left, comes, returns)
    for player, joined in ((stays, before), (leaves, before), (left, before), (comes, later), (returns, before)):
        win(begin(deal, player))
        clubs.join_club(club=club, player=player)
        club.members.filter(player=player).update(joined_at=joined)
    for player, moment in ((leaves, later), (left, opened), (returns, later)):
        clock.move_to(moment)
        clubs.leave_club(club=club, player=player)
    clubs.join_club(club=club, player=returns)
    clock.move_to(CLOSE)
    close()
    deal.refresh_from_db()
    page = board(deal, "1", None, group=club)
    assert {row.names for row in page.rows.object_list} == {("Stan",), ("Lea",), ("Rita",)}
    assert (page.results, board(deal, "1", None).results) == (3, 5)


@pytest.mark.django_db
def test_a_race_needs_three_days_that_closed_before_it(
    today: dict[str, DailyDeal], clock: time_machine.Traveller
) -> None:
    race, ann = today["deep-blue"], old_account("Ann")
    for n in (1, 2):
        day = DailyDeal.objects.create(
            date=race.date + timedelta(days=n), game="planet-nine", challenge=other_challenge(race, n)
        )
        finished(day, ann)
    lose(begin(race, ann), ann)
    counting.count(deal_id=race.pk)
    assert DailyResult.objects.get(deal=race).place == 1


@pytest.mark.django_db
def test_a_crew_in_which_a_program_plays_has_no_place(deal: DailyDeal, clock: time_machine.Traveller) -> None:
    ann, ben = old_account("Ann"), old_account("Ben")
    earlier_days(deal, ann, ben)
    for player in (ann, ben):
        lose(begin(deal, player), player)
    DailyResult.objects.filter(deal=deal).update(people=2, by_program=True)
    own = DailyResult.objects.filter(deal=deal).order_by("pk")
    DailySeat.objects.create(result=own[0], deal=deal, player=person("Cid"), alone=False)
    DailySeat.objects.create(result=own[1], deal=deal, player=person("Dan"), alone=False)
    counting.count(deal_id=deal.pk)
    assert set(own.values_list("place", flat=True)) == {None}


@pytest.mark.django_db
def test_throwaway_guests_of_one_address_count_once_in_the_field(
    deal: DailyDeal, alice: Player, clock: time_machine.Traveller
) -> None:
    lose(begin(deal, alice), alice)
    for _guest in range(4):
        win(plays.play_alone(deal=deal, player=None, address="192.0.2.7"))
    win(plays.play_alone(deal=deal, player=None, address="192.0.2.8"))
    given_up = plays.play_alone(deal=deal, player=None, address="192.0.2.9")
    guest = given_up.seats.get(player__isnull=False).player
    assert guest is not None
    lose(given_up, guest)
    clock.move_to(CLOSE)
    close()
    field = DailyResult.objects.filter(deal=deal, in_field=True)
    assert field.count() == 3, "Alice, and a guest of each address that played to the end"
    mine = DailyResult.objects.get(seats__player=alice)
    assert (mine.in_field, mine.percentile) == (True, 0)
    assert set(DailyResult.objects.filter(won_first=True).values_list("percentile", flat=True)) <= {50, 33}


@pytest.mark.django_db
def test_mark_of_a_guest_names_no_address(deal: DailyDeal) -> None:
    first = plays.play_alone(deal=deal, player=None, address="192.0.2.7").daily_result
    second = plays.play_alone(deal=deal, player=None, address="192.0.2.7").daily_result
    other = plays.play_alone(deal=deal, player=None, address="192.0.2.8").daily_result
    marks = [DailyResult.objects.get(pk=one.pk).guest_mark for one in (first, second, other)]
    assert marks[0] == marks[1] != marks[2]
    assert all(len(mark) == 64 and "192" not in mark[:3] for mark in marks)


@pytest.mark.django_db
def test_account_counts_in_the_field_from_any_address(
    deal: DailyDeal, alice: Player, bob: Player, clock: time_machine.Traveller
) -> None:
    for player in (alice, bob):
        win(begin(deal, player))
    clock.move_to(CLOSE)
    close()
    assert DailyResult.objects.filter(in_field=True, guest_mark="").count() == 2
