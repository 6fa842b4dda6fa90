"""Scoring policies: the best of several, and the gauntlet."""

from __future__ import annotations

from typing import cast

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges import tasks
from logbook.challenges.exceptions import EntryClosed, GauntletOver, StagesInOrder
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.policies import POLICIES, CountedResult, Policy
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.people.models.players import Player
from logbook.tables.exceptions import MissionWon
from logbook.tables.models import Table
from logbook.tables.services import deals
from tests.challenges.scenes import HOUR, NOON, deal, end, make, stage_of, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


def opened(club: Club, olga: Player, **wishes: object) -> Challenge:
    with time_machine.travel(NOON, tick=False):
        challenge = make(club, olga, playouts=0, **wishes)
        challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def best_of(club: Club, olga: Player) -> Challenge:
    return opened(club, olga, policy="best-of", max_attempts=3, missions=["1"])


@pytest.fixture
def gauntlet(club: Club, olga: Player) -> Challenge:
    return opened(club, olga, policy="gauntlet", missions=["1", "4", "2"])


def play(table: Table, player: Player, *, won: bool, distress: bool = False) -> None:
    deal(table, player)
    end(table, won=won, distress=distress)


def test_the_best_of_several_goes_on_after_a_success(best_of: Challenge, crew: Crew, alice: Player) -> None:
    states = []
    with time_machine.travel(NOON, tick=False):
        table = table_of(best_of, crew, alice)
        for won, distress in ((True, True), (True, False), (False, False)):
            play(table, alice, won=won, distress=distress)
            line = Standing.objects.get(crew=crew)
            states.append((table.state, line.stages_won, line.score, line.rank))
        with pytest.raises(MissionWon):
            deals.start_attempt(table_id=table.pk, player=alice)
    assert states == [("between", 1, 2, 1), ("between", 1, 1, 1), ("won", 1, 1, 1)]
    result = Result.objects.get(table=table)
    assert (result.attempts, result.best, result.ended) == (1, 1, 3)


def test_an_attempt_inherits_no_signal_where_each_stands_alone(best_of: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        table = table_of(best_of, crew, alice)
        play(table, alice, won=False, distress=True)
        assert "distress" not in deal(table, alice).options


def test_the_best_of_none_won_is_not_won(best_of: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        table = table_of(best_of, crew, alice)
        for _ in range(3):
            play(table, alice, won=False)
    assert table.state == Table.State.ENDED
    assert Standing.objects.get(crew=crew).stages_won == 0


def test_a_success_stays_one_when_the_window_closes(best_of: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        table = table_of(best_of, crew, alice)
        play(table, alice, won=True)
        clock.move_to(NOON + 3 * HOUR, tick=False)
        tasks.open_and_close_due.delay()
    table.refresh_from_db()
    assert table.state == Table.State.WON


def test_its_page_offers_another_attempt_and_shows_the_score(
    best_of: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON, tick=False):
        play(table_of(best_of, crew, alice), alice, won=True, distress=True)
        shown = signed_in(alice).get(reverse("challenge", args=(best_of.pk,))).text
    assert "Play another attempt" in shown
    assert "score 2" in shown
    assert "You can play up to 3, even after a win." in shown


def test_a_gauntlet_is_played_in_order(gauntlet: Challenge, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        with pytest.raises(StagesInOrder) as refused:
            table_of(gauntlet, crew, alice, 3)
        assert str(refused.value) == "The stages of a gauntlet are played in order. Win stage 1 first."
        play(table_of(gauntlet, crew, alice, 1), alice, won=True)
        play(table_of(gauntlet, crew, alice, 2), alice, won=False)
        with pytest.raises(GauntletOver) as over:
            table_of(gauntlet, crew, alice, 3)
    assert "gauntlet is over: stage 2 wasn’t won" in str(over.value)
    line = Standing.objects.get(crew=crew)
    assert (line.stages_won, line.score, line.attempts) == (1, 1, 2)
    assert not Table.objects.filter(stage=stage_of(gauntlet, 3)).exists()


def test_the_page_of_a_gauntlet_says_what_comes(
    gauntlet: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(gauntlet.pk,))
    with time_machine.travel(NOON, tick=False):
        before = " ".join(client.get(address).text.split())
        play(table_of(gauntlet, crew, alice, 1), alice, won=False)
        after = " ".join(client.get(address).text.split())
        posted = client.post(reverse("challenge-play", args=(gauntlet.pk,)), {"crew": crew.pk, "stage": 2})
    assert (before.count("after the earlier stages"), before.count('button--primary"> Play <')) == (2, 1)
    assert (after.count("gauntlet over"), after.count('button--primary"> Play <')) == (2, 0)
    assert "Ranked by stages won in a row" in after
    assert (posted.status_code, "gauntlet is over: stage 1 wasn’t won" in posted.text) == (409, True)


def test_who_begins_must_begin_in_time(club: Club, olga: Player, crew: Crew, rivals: Crew, alice: Player,
                                       charlie: Player) -> None:  # fmt: skip
    challenge = opened(club, olga, entry_until=NOON + HOUR)
    with time_machine.travel(NOON, tick=False) as clock:
        table_of(challenge, crew, alice)
        clock.move_to(NOON + HOUR, tick=False)
        assert table_of(challenge, crew, alice, 2).pk
        with pytest.raises(EntryClosed):
            table_of(challenge, rivals, charlie)


class Second(Policy):
    """The organizer's most attempts; all that are won count two."""

    code = "second"
    label = "a policy of this test"
    standings_order = "By the policy of this test."

    def explained(self, most: int) -> str:
        return f"A test allows {most}."

    def score(self, counted: CountedResult) -> int | None:
        return 2 if counted.won else None


def test_a_new_policy_is_one_class_and_one_line(
    club: Club, olga: Player, crew: Crew, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast("dict[str, Policy]", POLICIES), Second.code, Second())
    challenge = opened(club, olga, policy="second", max_attempts=3, missions=["1"])
    challenge.full_clean()
    with time_machine.travel(NOON, tick=False):
        table = table_of(challenge, crew, alice)
        play(table, alice, won=False)
        play(table, alice, won=True)
        shown = signed_in(alice).get(reverse("challenge", args=(challenge.pk,))).text
        form = signed_in(olga).get(reverse("challenge-new", args=(club.slug,))).text
    assert (table.state, Standing.objects.get(crew=crew).score) == (Table.State.WON, 2)
    assert "A test allows 3." in shown
    assert "By the policy of this test." in shown
    assert '<option value="second">a policy of this test</option>' in form
