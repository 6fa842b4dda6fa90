"""The directors' desk: rulings with a reason, recounted, public, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from games import commit_reveal
from logbook.challenges import tasks
from logbook.challenges.exceptions import (
    AttemptAgainstClock,
    AttemptsUsed,
    ChallengeCancelled,
    ChallengeOver,
    ChallengePaused,
    CloseNotLater,
    CrewNotOut,
    DealNotReady,
    EntriesNotMergeable,
    EntryClosed,
    EntryMerged,
    EntryStillOpen,
    GauntletOver,
    NoResult,
    NoSuchDeal,
    NothingChanges,
    NotPaused,
    ReasonMissing,
    RulingFinal,
)
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import challenges, lifecycle, rulings
from logbook.challenges.services import commit_reveal as seal_services
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.tables.exceptions import MissionWon
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals
from tests.challenges.conftest import lines, play
from tests.challenges.rulings_scenes import State, by, counted_whole
from tests.challenges.scenes import HOUR, NOON, deal, end, make, stage_of, table_of
from tests.leaderboards.results_scenes import snapshot
from tests.tables.scenes import AT_ONCE

pytestmark = pytest.mark.django_db


# --- results


def test_a_void_stage_counts_for_nobody_until_it_is_taken_back(played: Challenge, olga: Player) -> None:
    before = counted_whole()
    ruling = rulings.void_deal(by(played, olga), stage=stage_of(played))
    assert lines() == [(1, "Borealis", 0, 0)]
    counted_whole()
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert counted_whole() == before
    ruling.refresh_from_db()
    assert (ruling.taken_back_by, Ruling.objects.count()) == (olga, 1)


def test_a_void_deal_is_taken_out_of_every_count(played: Challenge, olga: Player, crew: Crew, rivals: Crew) -> None:
    rulings.void_deal(by(played, olga), stage=stage_of(played), attempt=1)
    assert lines() == [(1, "Aurora", 1, 1), (2, "Borealis", 0, 0)]
    assert Table.objects.get(crew=rivals, stage__number=1).state == "between", "its success was on the void deal"
    assert not Result.objects.filter(crew=rivals, stage__number=1).exists()
    counted_whole()
    assert results.uncounted_tables(before=NOON + HOUR) == []


def test_a_result_is_corrected_and_goes_on_from_there(
    played: Challenge, olga: Player, rivals: Crew, charlie: Player
) -> None:
    stage, before = stage_of(played, 2), counted_whole()
    ruling = rulings.correct_result(by(played, olga), stage=stage, crew=rivals, won=False, needed=2, distress=True)
    assert (ruling.before, ruling.after["attempts"]) == ({"won": False, "attempts": 1, "distress": False}, 2)
    with time_machine.travel(NOON, tick=False):
        play(Table.objects.get(crew=rivals, stage=stage), charlie, "w")
    assert lines()[0] == (1, "Borealis", 2, 1 + 4)
    counted_whole()
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert lines()[0] == (1, "Borealis", 2, 1 + 2)
    assert counted_whole() != before


@pytest.mark.parametrize(
    ("result", "columns"),
    [
        ({"won": True, "needed": 1, "distress": False}, (1, 1, 1)),
        ({"won": True, "needed": 1, "distress": True}, (1, 2, 2)),
        ({"won": True, "needed": 2, "distress": False}, (2, 2, 1)),
        ({"won": False, "needed": 2, "distress": False}, (2, 2, None)),
    ],
)
def test_standings_read_the_corrected_result(
    played: Challenge, olga: Player, crew: Crew, rivals: Crew, result: dict[str, Any], columns: tuple[object, ...]
) -> None:
    others = snapshot_of(crew)
    rulings.correct_result(by(played, olga), stage=stage_of(played, 2), crew=rivals, **result)
    row = Result.objects.get(crew=rivals, stage__number=2)
    assert (row.won, row.distress) == (result["won"], result["distress"])
    assert (row.attempts, row.score, row.best) == columns
    assert snapshot_of(crew) == others


def snapshot_of(crew: Crew) -> list[tuple[Any, ...]]:
    return list(Result.objects.filter(crew=crew).order_by("pk").values_list())


def test_a_corrected_success_ends_the_stage(played: Challenge, olga: Player, rivals: Crew, charlie: Player) -> None:
    rulings.correct_result(by(played, olga), stage=stage_of(played, 2), crew=rivals, won=True, needed=1, distress=False)
    table = Table.objects.get(crew=rivals, stage__number=2)
    assert table.state == Table.State.WON
    with time_machine.travel(NOON, tick=False), pytest.raises(MissionWon):
        deals.start_attempt(table_id=table.pk, player=charlie)
    assert lines()[0] == (1, "Borealis", 2, 2)


@pytest.mark.parametrize(("counts", "line"), [("better", (1, "Borealis", 1, 1)), ("earlier", (1, "Borealis", 1, 2))])
def test_two_entries_become_one(
    played: Challenge, olga: Player, crew: Crew, rivals: Crew, alice: Player, counts: str, line: tuple[object, ...]
) -> None:
    before = counted_whole()
    Table.objects.get(crew=rivals, stage__number=1).attempts.update(ended_at=NOON + timedelta(minutes=1))
    ruling = rulings.merge_entries(by(played, olga), crew=crew, into=rivals, counts=counts)
    assert lines() == [line]
    assert set(Result.objects.values_list("crew", flat=True)) == {rivals.pk}
    counted_whole()
    with time_machine.travel(NOON, tick=False), pytest.raises(EntryMerged):
        table_of(played, crew, alice, 2)
    with pytest.raises(EntriesNotMergeable):
        rulings.merge_entries(by(played, olga), crew=rivals, into=crew, counts=counts)
    Table.objects.get(crew=rivals, stage__number=1).attempts.update(ended_at=NOON)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert counted_whole() == before


def test_a_merged_crews_later_play_is_compared_with_the_other_entry(
    played: Challenge, olga: Player, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    with time_machine.travel(NOON, tick=False):
        play(table_of(played, crew, alice, 2), alice, "ll")
        rulings.merge_entries(by(played, olga), crew=crew, into=rivals, counts="better")
        play(Table.objects.get(crew=rivals, stage__number=2), charlie, "w")
    assert lines() == [(1, "Borealis", 2, 1 + 2)]
    counted_whole()


def test_a_crew_is_readmitted_with_cards_of_its_own(club: Club, olga: Player, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        challenge = make(club, olga, policy="gauntlet", playouts=0)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        challenge.refresh_from_db()
        table = play(table_of(challenge, crew, alice), alice, "l")
        with pytest.raises(GauntletOver):
            table_of(challenge, crew, alice, 2)
        ruling = rulings.grant_extra_attempt(by(challenge, olga), stage=stage_of(challenge), crew=crew)
        table.refresh_from_db()
        assert table.state == Table.State.BETWEEN
        with pytest.raises(DealNotReady):
            deals.start_attempt(table_id=table.pk, player=alice)
        clock.shift(timedelta(seconds=31))
        tasks.open_and_close_due.delay()  # The task of its preparation was lost.
        play(table, alice, "w")
        with pytest.raises(AttemptsUsed):
            rulings.take_back_ruling(ruling=ruling, by=olga)
        assert table_of(challenge, crew, alice, 2).pk
    assert Deal.objects.get(stage__number=1, attempt=2).seed.startswith(f"{challenge.base_seed}/1/2/")
    assert lines() == [(1, "Aurora", 1, 2)]
    counted_whole()


def test_a_readmission_that_was_not_used_is_taken_back(running: Challenge, olga: Player, crew: Crew,
                                                       alice: Player) -> None:  # fmt: skip
    with time_machine.travel(NOON, tick=False):
        table = play(table_of(running, crew, alice), alice, "lll")
        ruling = rulings.grant_extra_attempt(by(running, olga), stage=stage_of(running), crew=crew)
        rulings.take_back_ruling(ruling=ruling, by=olga)
        table.refresh_from_db()
        assert table.state == Table.State.ENDED
        with pytest.raises(RulingFinal):
            rulings.take_back_ruling(ruling=ruling, by=olga)


def test_what_cannot_be_decided_is_a_sentence_and_stores_nothing(
    played: Challenge, olga: Player, crew: Crew, rivals: Crew
) -> None:
    stage = stage_of(played)
    wrong: list[tuple[type[Refusal], Callable[[], object]]] = [
        (ReasonMissing, lambda: rulings.void_deal(by(played, olga, "  "), stage=stage)),
        (NoSuchDeal, lambda: rulings.void_deal(by(played, olga), stage=stage, attempt=9)),
        (
            NothingChanges,
            lambda: rulings.correct_result(
                by(played, olga), stage=stage, crew=crew, won=True, needed=2, distress=False
            ),
        ),
        (
            NoResult,
            lambda: rulings.correct_result(
                by(played, olga), stage=stage_of(played, 2), crew=crew, won=True, needed=2, distress=False
            ),
        ),
        (EntriesNotMergeable, lambda: rulings.merge_entries(by(played, olga), crew=crew, into=crew, counts="better")),
        (CrewNotOut, lambda: rulings.grant_extra_attempt(by(played, olga), stage=stage, crew=crew)),
        (EntryStillOpen, lambda: lifecycle.admit_crew_late(by(played, olga), crew=crew)),
        (NotPaused, lambda: lifecycle.resume_challenge(by(played, olga))),
        (CloseNotLater, lambda: lifecycle.extend_challenge(by(played, olga), closes_at=NOON + HOUR)),
    ]
    before = snapshot()
    with time_machine.travel(NOON, tick=False):
        for error, ruling in wrong:
            with pytest.raises(error) as refused:
                ruling()
            assert str(refused.value).endswith(".")
    assert not Ruling.objects.exists()
    assert snapshot() == before


# --- the life of a challenge


def test_a_pause_stops_play_and_moves_the_close(running: Challenge, olga: Player, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        table = table_of(running, crew, alice)
        deal(table, alice)
        lifecycle.pause_challenge(by(running, olga))
        running.refresh_from_db()
        with pytest.raises(ChallengePaused):
            attempts.act(table_id=table.pk, player=alice, text="play B1", seen=table.version)
        with pytest.raises(ChallengePaused):
            table_of(running, crew, alice, 2)
        clock.move_to(NOON + 5 * HOUR, tick=False)
        tasks.open_and_close_due.delay()
        running.refresh_from_db()
        assert running.state == State.PAUSED, "the window does not pass meanwhile"
        lifecycle.resume_challenge(by(running, olga))
        running.refresh_from_db()
        assert (running.state, running.closes_at) == (State.OPEN, NOON + 7 * HOUR)
        end(table, won=True)
    assert lines() == [(1, "Aurora", 1, 1)]


def test_a_running_clock_is_not_paused(club: Club, olga: Player, crew: Crew, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        challenge = make(club, olga, missions=["1", f"deep-sea {AT_ONCE}"], playouts=0)
        Deal.objects.update(seed="s", state="ready")
        Challenge.objects.filter(pk=challenge.pk).update(state=State.OPEN)
        challenge.refresh_from_db()
        table = table_of(challenge, crew, alice, 2)
        deal(table, alice)
        with pytest.raises(AttemptAgainstClock):
            lifecycle.pause_challenge(by(challenge, olga))
    challenge.refresh_from_db()
    assert challenge.state == State.OPEN


def test_an_extension_keeps_it_open_and_can_be_taken_back(running: Challenge, olga: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        ruling = lifecycle.extend_challenge(by(running, olga), closes_at=NOON + 9 * HOUR)
        clock.move_to(NOON + HOUR, tick=False)
        lifecycle.take_back_extension(ruling=ruling, decision=by(running, olga))
        running.refresh_from_db()
        assert running.closes_at == NOON + 2 * HOUR
        ruling = lifecycle.extend_challenge(by(running, olga), closes_at=NOON + 9 * HOUR)
        clock.move_to(NOON + 3 * HOUR, tick=False)
        tasks.open_and_close_due.delay()
        ruling.refresh_from_db()
        with pytest.raises(RulingFinal):
            lifecycle.take_back_extension(ruling=ruling, decision=by(running, olga))
    running.refresh_from_db()
    assert running.state == State.OPEN


def test_a_cancelled_challenge_ends_what_runs_and_opens_its_seal(
    running: Challenge, olga: Player, crew: Crew, alice: Player
) -> None:
    with time_machine.travel(NOON, tick=False):
        table = table_of(running, crew, alice)
        attempt = deal(table, alice)
        lifecycle.cancel_challenge(by(running, olga))
        running.refresh_from_db()
        with pytest.raises(ChallengeCancelled):
            table_of(running, crew, alice, 2)
        with pytest.raises(ChallengeOver):
            lifecycle.cancel_challenge(by(running, olga))
    attempt.refresh_from_db()
    table.refresh_from_db()
    assert (running.state, running.closed_at) == (State.CANCELLED, NOON)
    assert (attempt.state, attempt.reason_code, table.state) == ("abandoned", "window-closed", "ended")
    assert all(step.holds for step in commit_reveal.check(seal_services.reveal_seal(running)))


def test_what_is_cancelled_while_it_is_stirred_can_be_opened_too(club: Club, olga: Player) -> None:
    with time_machine.travel(NOON - 24 * HOUR, tick=False):
        challenge = make(club, olga, contributions_until=NOON - HOUR)
        lifecycle.cancel_challenge(by(challenge, olga))
    challenge.refresh_from_db()
    assert challenge.is_over
    assert all(step.holds for step in commit_reveal.check(seal_services.reveal_seal(challenge)))


def test_a_crew_is_let_in_late(running: Challenge, olga: Player, crew: Crew, rivals: Crew, charlie: Player) -> None:
    Challenge.objects.filter(pk=running.pk).update(entry_until=NOON)
    running.refresh_from_db()
    with time_machine.travel(NOON, tick=False):
        with pytest.raises(EntryClosed):
            table_of(running, rivals, charlie)
        ruling = lifecycle.admit_crew_late(by(running, olga), crew=rivals)
        assert table_of(running, rivals, charlie).pk
        with pytest.raises(AttemptsUsed):
            rulings.take_back_ruling(ruling=ruling, by=olga)
