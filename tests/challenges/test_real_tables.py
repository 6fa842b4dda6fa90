"""Attempts at real tables: given out like any other, not playable online, ended by one report."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.exceptions import (
    ChallengeClosed,
    DealAlreadyKnown,
    DealNotHandedOut,
    PlayedOnline,
    ReportedAlready,
)
from logbook.challenges.models.challenges import Challenge, Deal, Standing
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services import reports
from logbook.challenges.services.reports import Report
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.people.models.players import Player
from logbook.tables.exceptions import (
    AlreadyRunning,
    MissionWon,
    NoAttemptsLeft,
    NotInCrew,
    PlayedAtTable,
    PlaysElsewhere,
)
from logbook.tables.models import Attempt
from logbook.tables.services import attempts, bots
from tests.challenges.real_tables_scenes import NAMES, hand_out, tell
from tests.challenges.scenes import HOUR, NOON, deal, end, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


@pytest.fixture
def noon() -> object:
    with time_machine.travel(NOON + timedelta(minutes=10), tick=False) as clock:
        yield clock


# --- given out


def test_it_is_the_crews_next_attempt_with_the_deal_of_its_number(
    noon: object, running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    first = hand_out(running, crew, alice)
    assert (first.number, first.place, first.state, first.waiting_on) == (1, "table", "playing", [])
    assert first.seed == deal(table_of(running, rivals, charlie), charlie).seed
    tell(first, alice, success=False)
    assert hand_out(running, crew, alice).seed == Deal.objects.get(stage__number=1, attempt=2).seed


def test_it_is_refused_like_an_attempt_online(
    noon: object, club: Club, running: Challenge, crew: Crew, alice: Player, charlie: Player
) -> None:
    with pytest.raises(NotInCrew):
        hand_out(running, crew, charlie)
    first = hand_out(running, crew, alice)
    with pytest.raises(AlreadyRunning):
        hand_out(running, crew, alice)
    for more in (2, 3):
        tell(first, alice, success=False)
        first = hand_out(running, crew, alice)
        assert first.number == more
    tell(first, alice, success=False)
    with pytest.raises(NoAttemptsLeft):
        hand_out(running, crew, alice)
    with time_machine.travel(NOON + 3 * HOUR), pytest.raises(ChallengeClosed):
        hand_out(running, crew, alice, number=2)
    assert Attempt.objects.count() == 3


def test_nobody_plays_it_here(noon: object, running: Challenge, crew: Crew, alice: Player) -> None:
    table = table_of(running, crew, alice)
    attempt = hand_out(running, crew, alice)
    table.refresh_from_db()
    assert table.deadline is None
    for refused in (
        lambda: attempts.act(table_id=table.pk, player=alice, text="play B1", seen=table.version),
        lambda: attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version),
        lambda: bots.skip_bot_pause(table_id=table.pk, player=alice, seen=table.version),
    ):
        with pytest.raises(PlayedAtTable):
            refused()
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is None
    assert not attempt.events.exists()


def test_the_table_says_that_it_is_played_elsewhere(
    noon: object, running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice)
    for player in (alice, bob):
        shown = signed_in(player).get(reverse("table", args=(attempt.table_id,))).text
        assert "Attempt 1 is being played at the crew’s own table" in shown
        assert "Deal the cards" not in shown
        assert "data-card" not in shown


def test_crew_gets_from_the_challenge_to_the_report(
    noon: object, running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    address = reverse("stage-at-table", args=(running.pk, 1, crew.slug))
    assert address in client.get(reverse("challenge", args=(running.pk,))).text
    assert not Attempt.objects.exists()
    assert client.get(address).status_code == 200
    assert not Attempt.objects.exists()
    everybody = {"seat_0": f"p{alice.pk}", "seat_1": f"p{bob.pk}", "name_2": "Walter"}
    given = client.post(address, everybody)
    attempt = Attempt.objects.get()
    assert given.headers["Location"] == reverse("real-table", args=(attempt.table_id, 1))
    assert client.post(address, everybody).status_code == 409
    report = reverse("report", args=(attempt.table_id, 1))
    told = {"success": "yes", "tricks": "7", **everybody}
    assert client.get(report).status_code == 200
    assert client.post(report, told).headers["Location"] == reverse("table", args=(attempt.table_id,))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.tricks, attempt.reported_by) == ("success", 7, alice)
    assert list(attempt.sittings.values_list("number", "player__name")) == [(0, "Alice"), (1, "Bob"), (2, None)]
    assert attempt.sittings.filter(number=2, guest__name="Walter").exists()
    shown = client.get(reverse("table", args=(attempt.table_id,))).text
    assert "This stage is won." in shown
    assert "real table" in shown


# --- reported


def test_success_ends_the_stage_and_stands_on_the_board(
    noon: object, running: Challenge, crew: Crew, alice: Player, bob: Player
) -> None:
    attempt = hand_out(running, crew, alice)
    when = NOON + timedelta(minutes=10)
    tell(attempt, bob, distress=True, tricks=9, played_at=when)
    result = Result.objects.get()
    assert (attempt.state, attempt.ended_at, attempt.reported_by) == ("success", when, bob)
    assert (result.won, result.score) == (True, 2)
    assert Standing.objects.get().stages_won == 1
    with pytest.raises(MissionWon):
        hand_out(running, crew, alice)


def test_a_crew_changes_between_places(noon: object, running: Challenge, crew: Crew, alice: Player) -> None:
    tell(hand_out(running, crew, alice), alice, success=False, distress=True)
    table = table_of(running, crew, alice)
    online = deal(table, alice)
    assert (online.number, online.place, "distress-active" in online.options.split()) == (2, "online", True)
    end(table, won=False)
    tell(hand_out(running, crew, alice), alice)
    assert (Result.objects.get().attempts, Result.objects.get().score) == (3, 4)


def test_twice_is_refused_and_changes_nothing(
    noon: object, running: Challenge, crew: Crew, alice: Player, bob: Player
) -> None:
    attempt = hand_out(running, crew, alice)
    tell(attempt, alice, success=False)
    before = Attempt.objects.values().get()
    with pytest.raises(ReportedAlready, match="attempt 1 has already been reported"):
        tell(attempt, bob, success=True)
    assert Attempt.objects.values().get() == before


def test_only_what_was_given_out_is_reported(
    noon: object, running: Challenge, crew: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    for number in (1, 2):
        with pytest.raises(DealNotHandedOut):
            reports.report_attempt(table_id=table.pk, number=number, player=alice, report=Report(success=True))
    everybody = {f"name_{seat}": name for seat, name in enumerate(NAMES[:3])}
    address = reverse("report", args=(table.pk, 1))
    refused = signed_in(alice).post(address, {"success": "yes", **everybody})
    assert (refused.status_code, "at a real table, so there’s nothing to report." in refused.text) == (409, True)
    deal(table, alice)
    with pytest.raises(PlayedOnline):
        reports.report_attempt(table_id=table.pk, number=1, player=alice, report=Report(success=True))
    assert signed_in(charlie).get(address).status_code == 404
    with pytest.raises(NotInCrew):
        reports.report_attempt(table_id=table.pk, number=1, player=charlie, report=Report(success=True))


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"tricks": "14"}, "tricks", "This deal has only 13 tricks."),
        ({"tricks": "-1"}, "tricks", "Enter a number, 0 or more."),
        ({"tricks": "many"}, "tricks", "Enter a number."),
        ({"tricks": "0"}, "success", "A mission can’t be won without playing a trick."),
        ({"success": ""}, "success", "Choose whether the mission succeeded or failed."),
        ({"success": "perhaps"}, "success", "succeeded or failed"),
        ({"played_at": "2026-11-20T11:00"}, "played_at", "between the start of this attempt and now"),
        ({"played_at": "2026-11-20T23:00"}, "played_at", "in the future."),
        ({"played_at": "soon"}, "played_at", "Enter a date and time, such as"),
        ({"seat_0": "p777", "name_0": ""}, "seat_0", "Choose a member or a guest of the crew."),
        ({"name_0": ""}, "seat_0", "Choose who sits here."),
        ({"seat_0": "ALICE", "name_0": "Zoe"}, "name_0", "not both"),
        ({"name_0": "Zoe", "name_1": "zoe"}, "seat_1", "Each person can take only one seat."),
        (
            {"seat_0": "ALICE", "name_0": "", "seat_1": "ALICE", "name_1": ""},
            "seat_1",
            ("Each person can take only one seat."),
        ),
    ],
)
def test_impossible_reports_are_named_at_their_field(
    noon: object,
    wrong: dict[str, str],
    field: str,
    sentence: str,
    running: Challenge,
    crew: Crew,
    alice: Player,
    signed_in: SignedIn,
) -> None:
    attempt = hand_out(running, crew, alice)
    told = {f"name_{seat}": name for seat, name in enumerate(NAMES[:3])} | {"success": "yes"}
    told |= {key: f"p{alice.pk}" if value == "ALICE" else value for key, value in wrong.items()}
    response = signed_in(alice).post(reverse("report", args=(attempt.table_id, 1)), told)
    assert response.status_code == 422
    assert sentence in " ".join(response.context["form"].errors[field])
    assert Attempt.objects.get().state == "playing"


def test_nothing_is_reported_after_the_close(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON):
        attempt = hand_out(running, crew, alice)
    address = reverse("report", args=(attempt.table_id, 1))
    everybody = {f"name_{seat}": name for seat, name in enumerate(NAMES[:3])}
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        for _tick in (1, 2):
            client = signed_in(alice)
            for response in (client.get(address), client.post(address, {"success": "yes"} | everybody)):
                assert (
                    response.status_code,
                    "so results can’t be reported any more." in response.text,
                ) == (409, True)
            challenges_tasks.open_and_close_due.delay()
    attempt.refresh_from_db()
    assert (attempt.state, attempt.reason_code) == ("abandoned", "window-closed")


def test_sitting_elsewhere_is_no_way_to_play_a_deal_twice(
    noon: object, running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    rivals.members.create(player=bob)
    attempt = hand_out(running, crew, alice)
    tell(attempt, alice, success=False, sitters={1: bob})
    other = hand_out(running, rivals, charlie)
    with pytest.raises(DealAlreadyKnown, match="Bob was already dealt the cards of attempt 1 with another crew"):
        tell(other, charlie, sitters={0: bob})
    tell(other, charlie, sitters={0: charlie})
    with pytest.raises(PlaysElsewhere, match="Bob"):
        hand_out(running, rivals, charlie, 2, s1=bob)


def test_nobody_sits_for_two_crews(
    noon: object, running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    for player in (alice, bob):
        rivals.members.create(player=player)
    online = table_of(running, crew, alice)
    deal(online, alice)
    end(online, won=True)
    theirs = hand_out(running, rivals, charlie, 2)
    with pytest.raises(PlaysElsewhere, match="Alice is already playing this challenge with another crew"):
        tell(theirs, charlie, sitters={0: charlie, 1: alice})
    tell(theirs, charlie, sitters={0: charlie, 1: bob})
    with pytest.raises(PlaysElsewhere, match="Bob"):
        table_of(running, crew, bob, 2)
    with pytest.raises(PlaysElsewhere, match="Bob"):
        hand_out(running, crew, bob, 2)


def test_who_has_it_given_out_gets_no_seat(
    noon: object, running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice)
    assert not attempt.table.seats.exclude(player=None).exists()
    for player in (alice, bob):
        assert signed_in(player).get(reverse("table", args=(attempt.table_id,))).status_code == 200
        assert signed_in(player).get(reverse("real-table", args=(attempt.table_id, 1))).status_code == 200


def test_everything_is_in_the_ledger(noon: object, running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    tell(hand_out(running, crew, alice), alice, success=False, sitters={1: bob})
    table = table_of(running, crew, alice)
    deal(table, alice)
    told = list(DealAccess.objects.order_by("pk").values_list("player__name", "guest__name", "attempt", "how", "seat"))
    assert told == [
        ("Alice", None, 1, "handed-out", None),
        ("Alice", None, 1, "reported", None),
        (None, "Ann", 1, "sat", 0),
        ("Bob", None, 1, "sat", 1),
        (None, "Cleo", 1, "sat", 2),
        ("Alice", None, 2, "dealt", 0),
    ]
