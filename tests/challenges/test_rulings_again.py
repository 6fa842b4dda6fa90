"""Rulings taken back and repeated: only the rulings in force count, whatever their history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from logbook.challenges import active_rulings
from logbook.challenges.access.deals import known_deals_in, knows_deal
from logbook.challenges.exceptions import AttemptsUsed, CrewNotOut, NothingChanges, RulingFinal, ShutOutOfDeal
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services import deal_access, rulings, table_outcomes
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.people.models.players import Player
from logbook.tables.exceptions import NoAttemptsLeft
from logbook.tables.models import Table
from logbook.tables.services import deals
from tests.challenges.completion_scenes import opened
from tests.challenges.conftest import play
from tests.challenges.mergers import cast, counting, dora, merge, third, three
from tests.challenges.rulings_scenes import by, counted_whole
from tests.challenges.scenes import NOON, deal, end, stage_of, table_of

__all__ = ["cast", "dora", "third", "three"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


# --- once more


def test_what_was_void_and_counts_again_can_be_void_again(
    three: Challenge, crew: Crew, rivals: Crew, olga: Player
) -> None:
    decision, stage = by(three, olga), stage_of(three)
    before = counted_whole()
    first = rulings.void_deal(decision, stage=stage, attempt=1)
    without = counted_whole()
    assert counting() == {"Aurora": ("Aurora", 1)}
    with pytest.raises(NothingChanges):
        rulings.void_deal(decision, stage=stage, attempt=1)
    rulings.take_back_ruling(ruling=first, by=olga)
    assert counted_whole() == before
    again = rulings.void_deal(decision, stage=stage, attempt=1)
    assert counted_whole() == without
    whole = rulings.void_deal(decision, stage=stage)
    assert counting() == {}
    rulings.take_back_ruling(ruling=again, by=olga)
    assert counting() == {}, "the whole stage is void still"
    rulings.take_back_ruling(ruling=whole, by=olga)
    assert counted_whole() == before


def test_the_later_of_two_corrections_holds_until_it_is_undone(three: Challenge, crew: Crew, olga: Player) -> None:
    decision, stage = by(three, olga), stage_of(three)
    before = counted_whole()
    first = rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=3, distress=True)
    once = counted_whole()
    second = rulings.correct_result(decision, stage=stage, crew=crew, won=False, needed=1, distress=False)
    assert counting()["Aurora"] == ("Aurora", None)
    twice = counted_whole()
    assert (second.before["attempts"], second.before["won"]) == (3, True)
    rulings.take_back_ruling(ruling=second, by=olga)
    assert (counted_whole(), counting()["Aurora"]) == (once, ("Aurora", 4))
    other = rulings.correct_result(decision, stage=stage, crew=crew, won=False, needed=1, distress=False)
    rulings.take_back_ruling(ruling=first, by=olga)
    assert counted_whole() == twice
    rulings.take_back_ruling(ruling=other, by=olga)
    assert counted_whole() == before


def test_a_crew_is_readmitted_twice(running: Challenge, crew: Crew, alice: Player, olga: Player) -> None:
    decision, stage = by(running, olga), stage_of(running)
    table = play(table_of(running, crew, alice), alice, "lll")
    first = rulings.grant_extra_attempt(decision, stage=stage, crew=crew)
    with pytest.raises(CrewNotOut):
        rulings.grant_extra_attempt(decision, stage=stage, crew=crew)
    prepared(stage.challenge)
    table.refresh_from_db()
    play(table, alice, "l")
    with pytest.raises(NoAttemptsLeft):
        deals.start_attempt(table_id=table.pk, player=alice)
    second = rulings.grant_extra_attempt(decision, stage=stage, crew=crew)
    assert (second.before["allowed"], second.after["allowed"]) == (4, 5)
    rulings.take_back_ruling(ruling=first, by=olga)
    with pytest.raises(AttemptsUsed, match=crew.name):
        rulings.take_back_ruling(ruling=second, by=olga)
    table.refresh_from_db()
    assert table.state == Table.State.ENDED, "one of the two is left, and used"
    counted_whole()


def test_a_repeated_readmission_has_the_same_deal(running: Challenge, crew: Crew, alice: Player, olga: Player) -> None:
    decision, stage = by(running, olga), stage_of(running)
    table = play(table_of(running, crew, alice), alice, "lll")
    for _time in range(2):
        ruling = rulings.grant_extra_attempt(decision, stage=stage, crew=crew)
        assert ruling.after["allowed"] == 4
        rulings.take_back_ruling(ruling=ruling, by=olga)
    rulings.grant_extra_attempt(decision, stage=stage, crew=crew)
    prepared(running)
    assert Deal.objects.filter(stage=stage, attempt__gt=3).count() == 1
    table.refresh_from_db()
    play(table, alice, "w")
    assert counting() == {"Aurora": ("Aurora", 4)}
    counted_whole()


def test_what_a_merged_crew_has_played_uses_up_nothing_of_the_other(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    for own, player in ((crew, alice), (rivals, charlie)):
        play(table_of(running, own, player), player, "lll")
    ruling = rulings.grant_extra_attempt(by(running, olga), stage=stage_of(running), crew=rivals)
    merge(running, olga, crew, rivals)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert set(Table.objects.values_list("state", flat=True)) == {Table.State.ENDED}
    counted_whole()


def prepared(challenge: Challenge) -> None:
    """What was added is ready to be dealt."""
    Deal.objects.filter(stage__challenge=challenge, seed="").update(seed="added", state="ready")
    Deal.objects.filter(stage__challenge=challenge).update(state="ready")


# --- give up, let back, give up again


def test_who_was_let_back_gives_up_again_and_is_let_back_again(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    stage, decision = stage_of(running), Decision(running, olga, "The wrong button.")
    table = table_of(running, crew, alice)

    def out() -> bool:
        assert known_deals_in(bob, running) <= {(stage.pk, 1)}
        try:
            deal_access.ensure_may_be_dealt(table, 1, [bob])
        except ShutOutOfDeal:
            assert knows_deal(bob, stage, 1)
            return True
        assert not knows_deal(bob, stage, 1)
        return False

    made = []
    for time in (1, 2):
        access = deal_access.give_up_deal(player=bob, stage=stage, number=1)
        assert out()
        made.append(rulings.restore_player(decision, access=access))
        assert not out()
        assert DealAccess.objects.filter(player=bob, how="gave-up").count() == time, "each is a line of its own"
        with pytest.raises(NothingChanges):
            rulings.restore_player(decision, access=access)
    access = deal_access.give_up_deal(player=bob, stage=stage, number=1)
    for ruling in made:
        rulings.take_back_ruling(ruling=ruling, by=olga)
    rulings.restore_player(decision, access=access)
    assert not out(), "all three lines are taken back with the last"
    assert DealAccess.objects.filter(player=bob, how="gave-up", taken_back_at=None).count() == 0


def test_who_was_let_back_and_is_out_again_is_let_back_once_more(running: Challenge, bob: Player, olga: Player) -> None:
    stage, decision = stage_of(running), Decision(running, olga, "The wrong button.")
    access = deal_access.give_up_deal(player=bob, stage=stage, number=1)
    known = []
    for _time in range(2):
        ruling = rulings.restore_player(decision, access=access)
        known.append(knows_deal(bob, stage, 1))
        rulings.take_back_ruling(ruling=ruling, by=olga)
        known.append(knows_deal(bob, stage, 1))
        with pytest.raises(RulingFinal):
            rulings.take_back_ruling(ruling=ruling, by=olga)
    assert known == [False, True, False, True]


def test_other_deals_stay_as_they_are_while_one_is_given_back(running: Challenge, bob: Player, olga: Player) -> None:
    stage = stage_of(running)
    first, _second = (deal_access.give_up_deal(player=bob, stage=stage, number=number) for number in (1, 2))
    rulings.restore_player(Decision(running, olga, "The wrong button."), access=first)
    assert known_deals_in(bob, running) == {(stage.pk, 2)}


# --- what the rulings in force leave of a result


def test_discounted_tables_are_found_over_all_challenges(
    club: Club, olga: Player, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    tables = []
    for _time in range(2):
        challenge = opened(club, olga, missions=["1"])
        for own, player in ((crew, alice), (rivals, charlie)):
            tables.append(play(table_of(challenge, own, player), player, "w").pk)
        rulings.void_deal(by(challenge, olga), stage=stage_of(challenge))
    both = list(Challenge.objects.all())
    assert active_rulings.void_stages(both) == set(Stage.objects.values_list("pk", flat=True))
    assert table_outcomes.discounted_tables(tables) == set(tables)
    assert table_outcomes.discounted_tables(tables[1:3]) == set(tables[1:3])
    assert table_outcomes.discounted_tables(tables[:1]) == set(tables[:1])


def test_an_attempt_that_is_still_played_is_not_weighed(
    running: Challenge, crew: Crew, alice: Player, olga: Player
) -> None:
    """What a correction says is about the attempts that were over; the one under way counts after it."""
    decision, stage = by(running, olga), stage_of(running)
    table = play(table_of(running, crew, alice), alice, "l")
    deal(table, alice)
    void = rulings.void_deal(decision, stage=stage, attempt=3)
    assert Result.objects.get().attempts == 1
    rulings.take_back_ruling(ruling=void, by=olga)
    ruling = rulings.correct_result(decision, stage=stage, crew=crew, won=False, needed=2, distress=False)
    assert ruling.after["until"] == 1
    end(table, won=True)
    assert counting() == {"Aurora": ("Aurora", 3)}
    counted_whole()


def test_a_correction_without_a_counted_deal_says_so(
    running: Challenge, crew: Crew, alice: Player, olga: Player
) -> None:
    decision, stage = by(running, olga), stage_of(running)
    play(table_of(running, crew, alice), alice, "l")
    rulings.void_deal(decision, stage=stage, attempt=1)
    ruling = rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=1, distress=False)
    assert ruling.before == {"won": None, "attempts": None, "distress": None}
