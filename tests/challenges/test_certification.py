"""Certification of deals: proven, rated, picked or rejected; once, with any worker, after the death of any."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from pytest_django.fixtures import Settings

import games
from crewsite.celery import app
from games.crew.bots import BOTS
from games.crew.solver import Budget, Certificate, Verdict
from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.exceptions import DealsSealed
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.services import certification, challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.replays import tasks as replays_tasks
from logbook.tables import tasks as tables_tasks
from logbook.tables.exceptions import NothingToRetry
from tests.challenges.random_histories import Fates, everything, tried
from tests.challenges.scenes import HOUR, NOON, make

pytestmark = pytest.mark.django_db

State = Challenge.State
Fated = Callable[..., Fates]


@pytest.fixture
def fated(monkeypatch: pytest.MonkeyPatch) -> Fated:
    def decide(wins: dict[int, int], **others: object) -> Fates:
        fates = Fates(wins, **others)  # type: ignore[arg-type]  # a test names what it wants
        fates.come_true(monkeypatch)
        return fates

    return decide


def one_deal(club: Club, olga: Player, **wishes: object) -> Challenge:
    """A challenge of a single deal, rated by twenty rounds."""
    with time_machine.travel(NOON - HOUR, tick=False):
        return make(club, olga, **({"missions": ["1"], "policy": "single", "playouts": 20} | wishes))


def prepared(challenge: Challenge) -> Deal:
    with time_machine.travel(NOON - HOUR, tick=False):
        challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return Deal.objects.filter(stage__challenge=challenge).order_by("stage__number", "attempt")[0]


def stepped(deal: Deal) -> int | None:
    return certification.prepare_deal_step(deal_id=deal.pk, steps=deal.steps)


# --- what is picked


def test_the_first_that_can_be_won_and_is_as_hard_as_wished_is_picked(club: Club, olga: Player, fated: Fated) -> None:
    fated({3: 20, 4: 1, 5: 10, 6: 10}, undecided=[2])
    challenge = one_deal(club, olga, difficulty="medium")
    deal = prepared(challenge)
    assert tried(deal) == [
        (1, "lost", False),
        (2, "unknown", False),
        (3, "too-easy", False),
        (4, "too-hard", False),
        (5, "", True),
    ]
    assert (deal.state, deal.seed) == (Deal.State.READY, f"{challenge.base_seed}/1/1/5")
    assert challenge.state == State.SCHEDULED


def test_its_certificate_and_its_rating_are_kept(club: Club, olga: Player, fated: Fated, settings: Settings) -> None:
    settings.RATING_RANDOM_ROUNDS = 3
    fated({1: 13})
    candidate = prepared(one_deal(club, olga)).candidates.get()
    assert (candidate.wins, candidate.playouts) == (13, 20)
    assert candidate.rated_by == f"careful {BOTS['careful'].version}"
    assert candidate.random_share is not None
    assert candidate.certificate == {
        "line": ["0 take G3", "2 play Y5"],
        "engine": "prophecy",
        "version": 7,
        "nodes": 918273,
        "conflicts": 645546,
        "budget": {"nodes": settings.CERTIFY_NODES, "conflicts": settings.CERTIFY_CONFLICTS},
    }


@pytest.mark.parametrize("rater", ["careful 1", ""])
def test_a_rating_that_another_version_began_starts_again(
    club: Club, olga: Player, fated: Fated, settings: Settings, rater: str
) -> None:
    settings.RATING_RANDOM_ROUNDS = 3
    fated({1: 13})
    challenge = one_deal(club, olga)
    certification.lay_out_deals(challenge_id=challenge.pk)
    deal = Deal.objects.get(stage__challenge=challenge)
    assert stepped(deal) is not None  # It is proven.
    Candidate.objects.update(rated_by=rater, wins=9, playouts=9)
    candidate = prepared(challenge).candidates.get()
    assert (candidate.wins, candidate.playouts) == (13, 20)
    assert candidate.rated_by == f"careful {BOTS['careful'].version}"


def test_the_bot_that_a_deal_is_played_with_rates_it(club: Club, olga: Player, fated: Fated) -> None:
    fated({1: 13})
    challenge = one_deal(club, olga)
    Challenge.objects.update(bot="solver")
    assert prepared(challenge).candidates.get().rated_by == f"solver {BOTS['solver'].version}"


def test_what_is_clearly_not_meant_is_not_played_to_the_end(club: Club, olga: Player, fated: Fated) -> None:
    fated({1: 0, 2: 20})
    deal = prepared(one_deal(club, olga, difficulty="easy"))
    assert [candidate.playouts for candidate in deal.candidates.order_by("number")] == [6, 20]


@pytest.mark.parametrize(("wins", "nearest"), [({2: 20, 4: 2, 6: 14, 8: 16}, 6), ({3: 0, 5: 1}, 5)])
def test_nearest_deal_is_taken_where_none_has_that_difficulty(
    club: Club, olga: Player, fated: Fated, wins: dict[int, int], nearest: int
) -> None:
    fated({number: 20 if number > 10 else wins.get(number, -1) for number in wins})
    challenge = one_deal(club, olga, difficulty="medium")
    deal = prepared(challenge)
    picked = deal.candidates.get(picked=True)
    assert (picked.number, picked.playouts) == (nearest, 20)
    assert picked.rejected in ("too-easy", "too-hard")
    assert deal.candidates.count() == certification.MOST_CANDIDATES
    assert challenge.state == State.SCHEDULED


def test_no_more_are_rated_than_there_is_time_for(club: Club, olga: Player, fated: Fated) -> None:
    fates = fated(dict.fromkeys(range(1, 41), 20))
    deal = prepared(one_deal(club, olga, difficulty="hard"))
    assert len(fates.asked) == certification.MOST_RATED
    assert deal.candidates.get(picked=True).number == 1


# --- what fails


def test_challenge_fails_where_no_deal_can_be_won(club: Club, olga: Player, fated: Fated) -> None:
    fated({})
    challenge = one_deal(club, olga)
    deal = prepared(challenge)
    assert (deal.state, deal.seed, challenge.state) == (Deal.State.IMPOSSIBLE, "", State.FAILED)
    with time_machine.travel(NOON + HOUR):
        challenges_tasks.open_and_close_due.delay()
    challenge.refresh_from_db()
    assert challenge.state == State.FAILED


def test_more_candidates_can_be_tried(club: Club, olga: Player, fated: Fated) -> None:
    fates = fated({47: 10})
    challenge = one_deal(club, olga)
    prepared(challenge)
    certification.retry_preparation(challenge=challenge)
    deal = prepared(challenge)
    assert (deal.state, challenge.state) == (Deal.State.READY, State.SCHEDULED)
    assert deal.candidates.get(picked=True).number == 47
    assert len(fates.asked) == len(set(fates.asked)) == 47
    with pytest.raises(NothingToRetry):
        certification.retry_preparation(challenge=challenge)


def test_only_what_is_not_sealed_can_be_deleted(club: Club, olga: Player, fated: Fated) -> None:
    fated({})
    failed, fresh = one_deal(club, olga), one_deal(club, olga)
    prepared(failed)
    for challenge in (failed, fresh):
        challenges.delete_challenge(challenge=challenge)
    fated({1: 10})
    sealed = one_deal(club, olga)
    prepared(sealed)
    with pytest.raises(DealsSealed):
        challenges.delete_challenge(challenge=sealed)
    assert list(Challenge.objects.all()) == [sealed]


def test_a_step_of_what_is_deleted_does_nothing(club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    challenge = one_deal(club, olga)

    def deleted_meanwhile(state: games.State, budget: Budget) -> tuple[Verdict, Certificate | None]:
        Challenge.objects.all().delete()
        return Fates({1: 10}).certify(state, budget)

    monkeypatch.setattr(certification, "certify", deleted_meanwhile)
    ((deal_id, seen),) = certification.lay_out_deals(challenge_id=challenge.pk)
    assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) is None
    assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) is None
    assert not Candidate.objects.exists()


# --- once, with any worker


def test_preparing_again_changes_nothing(club: Club, olga: Player, fated: Fated) -> None:
    fates = fated({2: 10})
    challenge = one_deal(club, olga, missions=["1", "4"])
    prepared(challenge)
    found, asked = everything(challenge), len(fates.asked)
    prepared(challenge)
    challenges_tasks.prepare_challenge.delay(challenge.pk)
    assert (everything(challenge), len(fates.asked)) == (found, asked)


def test_a_repeated_job_is_stale(club: Club, olga: Player, fated: Fated) -> None:
    fates = fated({1: 10})
    ((deal_id, seen),) = certification.lay_out_deals(challenge_id=one_deal(club, olga).pk)
    assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) == seen + 1
    assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) is None
    assert len(fates.asked) == 1


def test_two_workers_at_the_same_step_store_it_once(
    club: Club, olga: Player, fated: Fated, monkeypatch: pytest.MonkeyPatch
) -> None:
    fates = fated({1: 10})
    ((deal_id, seen),) = certification.lay_out_deals(challenge_id=one_deal(club, olga).pk)
    others: list[int | None] = []

    def meanwhile(state: games.State, budget: Budget) -> tuple[Verdict, Certificate | None]:
        if not others:
            others.append(certification.prepare_deal_step(deal_id=deal_id, steps=seen))
            others.append(certification.prepare_deal_step(deal_id=deal_id, steps=seen, again=True))
        return fates.certify(state, budget)

    monkeypatch.setattr(certification, "certify", meanwhile)
    assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) is None
    assert others == [None, seen + 1], "left alone; and taken over, when we are thought to be dead"
    assert tried(Deal.objects.get()) == [(1, "", False)]


def test_the_challenge_is_scheduled_when_its_last_deal_is_ready(club: Club, olga: Player, fated: Fated) -> None:
    fated({1: 10})
    challenge = one_deal(club, olga, missions=["1", "4"], playouts=0)
    states = []
    for deal_id, seen in certification.lay_out_deals(challenge_id=challenge.pk):
        with time_machine.travel(NOON - HOUR, tick=False):
            assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) is None
        challenge.refresh_from_db()
        states.append(challenge.state)
    assert states == [State.PREPARING, State.SCHEDULED]


# --- after the death of a worker


class Killed(BaseException):
    """As sudden as a signal."""


def test_a_killed_worker_loses_one_step(
    club: Club, olga: Player, fated: Fated, monkeypatch: pytest.MonkeyPatch
) -> None:
    fates = fated({2: 10})
    challenge = one_deal(club, olga, difficulty="medium")

    def killed(*_args: object) -> int:
        raise Killed

    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        ((deal_id, seen),) = certification.lay_out_deals(challenge_id=challenge.pk)
        for _ in range(2):
            seen = certification.prepare_deal_step(deal_id=deal_id, steps=seen) or 0
        with monkeypatch.context() as patch:
            patch.setattr(certification, "bots_win", killed)
            with pytest.raises(Killed):
                certification.prepare_deal_step(deal_id=deal_id, steps=seen)
        clock.shift(timedelta(seconds=10))
        assert certification.stalled_deals(challenge_id=challenge.pk) == []
        assert certification.prepare_deal_step(deal_id=deal_id, steps=seen) is None
        clock.shift(certification.BUSY_FOR)
        assert certification.stalled_deals(challenge_id=challenge.pk) == [(deal_id, seen)]
        challenges_tasks.open_and_close_due.delay()
    challenge.refresh_from_db()
    assert challenge.state == State.SCHEDULED
    assert len(fates.asked) == 2, "what was proven is not proven again"


def test_a_candidate_that_kills_its_workers_is_left_alone(
    club: Club, olga: Player, fated: Fated, monkeypatch: pytest.MonkeyPatch
) -> None:
    fates = fated({2: 10})

    def deadly(state: games.State, budget: Budget) -> tuple[Verdict, Certificate | None]:
        if state.setup.seed.endswith("/1/1/1"):
            raise Killed
        return fates.certify(state, budget)

    monkeypatch.setattr(certification, "certify", deadly)
    challenge = one_deal(club, olga)
    certification.lay_out_deals(challenge_id=challenge.pk)
    deal = Deal.objects.get()
    for _ in range(certification.MOST_STARTED_STEPS):
        with pytest.raises(Killed):
            certification.prepare_deal_step(deal_id=deal.pk, steps=0, again=True)
    deal = prepared(challenge)
    assert tried(deal) == [(1, "unknown", False), (2, "", True)]


def test_lost_messages_are_sent_again_once_nothing_moves(club: Club, olga: Player, fated: Fated) -> None:
    fated({1: 10})
    challenge = one_deal(club, olga, missions=["1", "2"])
    with time_machine.travel(NOON, tick=False) as clock:
        one, other = certification.lay_out_deals(challenge_id=challenge.pk)
        for seen in range(3):
            clock.shift(certification.FORGOTTEN_AFTER * 0.6)
            certification.prepare_deal_step(deal_id=one[0], steps=seen)
            assert certification.stalled_deals(challenge_id=challenge.pk) == []
        clock.shift(certification.FORGOTTEN_AFTER)
        assert certification.stalled_deals(challenge_id=challenge.pk) == [(one[0], 3), other]


def test_the_job_of_a_dead_worker_is_taken_over_at_once(club: Club, olga: Player, fated: Fated) -> None:
    fated({1: 10})
    ((deal_id, seen),) = certification.lay_out_deals(challenge_id=one_deal(club, olga, playouts=0).pk)
    certification._lock_deal(deal_id, seen, again=False)
    for redelivered, state in ((False, "preparing"), (True, "ready")):
        challenges_tasks.prepare_deal.push_request(delivery_info={"redelivered": redelivered})  # type: ignore[call-arg]  # the stubs know no fields of a request
        try:
            challenges_tasks.prepare_deal.run(deal_id, seen)
        finally:
            challenges_tasks.prepare_deal.pop_request()
        assert Deal.objects.get().state == state


def test_what_waits_at_a_table_comes_before_what_is_prepared() -> None:
    def priority(task: str) -> int:
        # Without a route, Redis takes the task first.
        return int(app.amqp.router.route({}, task).get("priority", 0))

    order = [tables_tasks.play_bots.name, replays_tasks.analyse_attempt.name, challenges_tasks.prepare_deal.name]
    assert [priority(task) for task in order] == [0, 6, 9]


@pytest.mark.django_db(transaction=True)
def test_the_workers_prepare_what_is_created(club: Club, crew: Crew, olga: Player, fated: Fated) -> None:
    fated({2: 10})
    with time_machine.travel(NOON):
        challenge = make(club, olga, difficulty="medium", playouts=20)
    challenge.refresh_from_db()
    assert challenge.state == State.OPEN
    assert set(Candidate.objects.filter(picked=True).values_list("number", flat=True)) == {2}
