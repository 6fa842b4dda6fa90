"""The close of a challenge: everything is counted once, and winners are public only after the count."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.selectors.winners import winners_of
from logbook.challenges.services import challenges, lifecycle, result_counting
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.lib import queue
from logbook.notifications.models import ClubEvent
from logbook.notifications.services import digests, outbox
from logbook.people.models.players import Player
from logbook.seasons import tasks as seasons_tasks
from logbook.seasons.services import standings as standing_services
from logbook.tables.models import Table
from logbook.tables.services import attempts
from tests.challenges.scenes import HOUR, NOON, deal, end, make, table_of
from tests.conftest import SignedIn, person
from tests.notifications.scenes import DAY, choose, settle

CREWS = 4
CLOSE = NOON + 2 * HOUR
MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def played(clock: time_machine.Traveller, club: Club, crew: Crew, alice: Player, olga: Player) -> Challenge:
    """Alice's crew has won a stage; four other crews are playing. It is to close now."""
    challenge = make(club, olga)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    won = table_of(challenge, crew, alice)
    deal(won, alice)
    end(won, won=True)
    for number in range(CREWS):
        begin(challenge, number)
    clock.move_to(CLOSE)
    return challenge


def begin(challenge: Challenge, number: int) -> None:
    player = person(f"Dora{number}")
    crew = Crew.objects.create(name=f"Corona {number}", slug=f"corona-{number}")
    CrewMember.objects.create(crew=crew, player=player)
    ClubCrew.objects.create(club=challenge.club, crew=crew)
    deal(table_of(challenge, crew, player), player)


class Counts:
    """How often the standings and the duplicate scores are written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.standings = self.duplicate_scores = 0
        standings, measured = results._write_standings, standing_services._write_duplicate_scores

        def count_standings(keys: list[int]) -> None:
            self.standings += 1
            standings(keys)

        def count_duplicate_scores(keys: list[int]) -> None:
            self.duplicate_scores += 1
            measured(keys)

        monkeypatch.setattr(results, "_write_standings", count_standings)
        monkeypatch.setattr(standing_services, "_write_duplicate_scores", count_duplicate_scores)


def lose(monkeypatch: pytest.MonkeyPatch, *lost: str) -> list[object]:
    """The broker loses these tasks; what it was handed."""
    sent: list[object] = []
    real = queue.send

    def send(task: str, *arguments: object, **named: object) -> None:
        sent.append((task, *arguments))
        if task not in lost:
            real(task, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(queue, "send", send)
    return sent


def test_a_close_counts_once_and_not_once_for_each_running_table(
    played: Challenge,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    counts, sent = Counts(monkeypatch), lose(monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.open_and_close_due()
        lifecycle.open_and_close_due()
    assert (counts.standings, counts.duplicate_scores) == (1, 1)
    assert not [one for one in sent if isinstance(one, tuple) and one[0] == "leaderboards.recompute_results"]
    assert Result.objects.filter(challenge=played).count() == CREWS + 1
    assert Standing.objects.filter(challenge=played).count() == CREWS + 1
    played.refresh_from_db()
    assert played.counted_at == CLOSE


def test_what_ended_just_before_the_close_is_counted_with_the_rest(
    played: Challenge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own task comes late, to a challenge that is being counted, and then to one that is."""
    Result.objects.all().delete()
    Standing.objects.all().delete()
    lose(monkeypatch, "challenges.count_challenge")
    lifecycle.open_and_close_due()
    table = Table.objects.get(state="won")
    results.recompute_result(table_id=table.pk)
    assert not Standing.objects.exists()
    result_counting.count_challenge(challenge_id=played.pk)
    before = list(Standing.objects.order_by("pk").values())
    assert [row["rank"] for row in before].count(1) == 1
    results.recompute_result(table_id=table.pk)
    assert list(Standing.objects.order_by("pk").values()) == before


def test_results_are_announced_once_they_are_counted(
    played: Challenge, alice: Player, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(alice, played.club, "each")
    Result.objects.all().delete()
    Standing.objects.all().delete()
    with monkeypatch.context() as broken:
        lose(broken, "challenges.count_challenge")
        lifecycle.open_and_close_due()
        for _ in range(3):
            settle(clock)
            leaderboards_tasks.recompute_overlooked_results()
            seasons_tasks.recompute_overlooked_scores()
            clock.shift(HOUR)
    assert not ClubEvent.objects.filter(kind="results").exists()
    assert not [one for one in mail.outbox if "results are in" in str(one.body)]
    lifecycle.open_and_close_due()
    settle(clock)
    told = [str(one.body) for one in mail.outbox if "results are in" in str(one.body)]
    assert len(told) == 1
    assert "First place: Aurora." in told[0]


def test_no_sweep_counts_one_by_one_what_is_counted_at_once(
    played: Challenge, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = lose(monkeypatch, "challenges.count_challenge", "leaderboards.recompute_results")
    lifecycle.open_and_close_due()
    clock.shift(MINUTE)
    leaderboards_tasks.recompute_overlooked_results()
    seasons_tasks.recompute_overlooked_scores()
    assert [one for one in sent if isinstance(one, tuple) and one[0] == "challenges.count_challenge"] == [
        ("challenges.count_challenge", played.pk)
    ]
    assert not [one for one in sent if isinstance(one, tuple) and one[0] == "leaderboards.recompute_results"]
    lifecycle.open_and_close_due()
    assert sent[-1] == ("challenges.count_challenge", played.pk), "a lost one is sent again"


def test_counted_twice_it_is_told_once(played: Challenge) -> None:
    lifecycle.open_and_close_due()
    for _ in range(2):
        challenges_tasks.count_challenge(played.pk)
    assert ClubEvent.objects.filter(kind="results").count() == 1
    Challenge.objects.filter(pk=played.pk).update(counted_at=None)
    challenges_tasks.count_challenge(played.pk)
    assert ClubEvent.objects.filter(kind="results").count() == 1


def test_a_cancelled_challenge_is_counted_and_has_no_results_to_tell(played: Challenge, olga: Player) -> None:
    lifecycle.cancel_challenge(Decision(played, olga, "Snow"))
    played.refresh_from_db()
    assert played.counted_at == CLOSE
    assert not Table.objects.filter(state="playing").exists()
    assert list(ClubEvent.objects.filter(kind__in=("results", "cancelled")).values_list("kind", flat=True)) == [
        "cancelled"
    ]


def test_one_that_is_open_is_not_counted(played: Challenge) -> None:
    challenges_tasks.count_challenge(played.pk)
    played.refresh_from_db()
    assert (played.state, played.counted_at) == ("open", None)


def test_nobody_is_named_while_it_is_counted(
    played: Challenge, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, sentence = reverse("challenge", args=(played.pk,)), "Counting results. They’ll be complete in a moment."
    with monkeypatch.context() as broken:
        lose(broken, "challenges.count_challenge")
        lifecycle.open_and_close_due()
        assert winners_of([played.pk]) == {}
        assert sentence in signed_in(alice).get(page).text
    lifecycle.open_and_close_due()
    assert winners_of([played.pk]) == {played.pk: ["Aurora"]}
    assert sentence not in signed_in(alice).get(page).text


def test_a_digest_that_is_written_meanwhile_leaves_it_to_the_next(
    played: Challenge, alice: Player, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox.set_choices(player=alice, choices={played.club.pk: "weekly"})
    with monkeypatch.context() as broken:
        lose(broken, "challenges.count_challenge")
        lifecycle.open_and_close_due()
        clock.shift(3 * DAY)
        digests.write_digests()
        settle(clock)
    assert not [one for one in mail.outbox if "results are in" in str(one.body)]
    lifecycle.open_and_close_due()
    clock.shift(7 * DAY)
    digests.write_digests()
    settle(clock)
    told = [one.to for one in mail.outbox if "First place: Aurora." in str(one.body)]
    assert told.count(["alice@example.org"]) == 1


def test_an_attempt_reported_after_the_count_is_counted_by_itself(
    played: Challenge, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """What directors still set right has the standings written anew."""
    lifecycle.open_and_close_due()
    table = Table.objects.get(state="won")
    Standing.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        attempts.follow_attempt(attempts.lock_table(table.pk), table.attempts.get())
    assert Standing.objects.filter(challenge=played).count() == CREWS + 1
