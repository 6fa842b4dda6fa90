"""Rooms of a running challenge: they show what the replay shows, and nothing of what could still be won."""

from __future__ import annotations

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services import rulings
from logbook.challenges.services.rulings import Decision
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.replays.models.bot_questions import Thought
from logbook.rooms.models import Room
from logbook.tables.models import Attempt
from logbook.tables.services import attempts, deals
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn
from tests.rooms.scenes import at, lead, stepper

pytestmark = pytest.mark.django_db

PAGES = ("room", "room-part", "room-stream", "room-review")
PRESSES = ("room-lead", "room-step", "room-play", "room-back", "room-swap", "room-marks")


@pytest.fixture
def attempt(running: Challenge, crew: Crew, alice: Player) -> Attempt:
    """A lost attempt of Alice's crew in an open challenge."""
    with time_machine.travel(NOON + HOUR, tick=False):
        table = table_of(running, crew, alice)
        deals.start_attempt(table_id=table.pk, player=alice)
        table.refresh_from_db()
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
        return table.attempts.get()


@pytest.fixture
def rival(rivals: Crew) -> Player:
    member = rivals.members.first()
    assert member is not None
    return member.player


def test_rivals_find_no_room_until_the_close(
    attempt: Attempt, rival: Player, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + HOUR):
        lead(signed_in(alice), attempt)
        browser = signed_in(rival)
        for name in PAGES:
            assert browser.get(at(attempt, name)).status_code == 404, name
        for name in PRESSES:
            assert browser.post(at(attempt, name), {"step": 1}).status_code == 404, name
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert stepper(signed_in(rival).get(at(attempt)).text) == f"0/{attempt.length}"


def test_crew_sees_the_cards_but_no_verdict(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    Analysis.objects.update_or_create(
        attempt=attempt, defaults={"solver": 10**6, "winnable": [False] * (attempt.length + 1), "fatal": 0}
    )
    with time_machine.travel(NOON + HOUR):
        browser = signed_in(alice)
        lead(browser, attempt)
        page = browser.get(at(attempt)).text
        assert "open-hand__cards" in page
        assert "now--" not in page
        assert "marked--" not in page
        assert 'id="fold-swap"' not in page
        assert 'name="action"' not in page
        assert "What-ifs open once the challenge closes" in page


@pytest.mark.parametrize(
    ("name", "fields"), [("room-play", {"action": "play B1"}), ("room-swap", {"first": "B1", "second": "B2"})]
)
def test_whatif_waits_for_the_close(
    name: str, fields: dict[str, str], attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + HOUR):
        browser = signed_in(alice)
        lead(browser, attempt)
        answer = browser.post(at(attempt, name), fields)
    assert answer.status_code == 403
    assert "What-ifs open once the challenge closes" in answer.text
    assert Room.objects.get().variation == ""
    assert not Thought.objects.exists()


@pytest.mark.parametrize("name", ["room", "room-part"])
def test_look_at_the_room_is_in_the_access_log(
    name: str, attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    before = DealAccess.objects.filter(player=bob).count()
    with time_machine.travel(NOON + HOUR):
        by_replay = signed_in(bob).get(at(attempt, "replay")).status_code
        after_replay = DealAccess.objects.filter(player=bob).count()
        DealAccess.objects.filter(player=bob).delete()
        browser = signed_in(bob)
        assert browser.get(at(attempt, name)).status_code == by_replay
    assert DealAccess.objects.filter(player=bob).count() == after_replay - before


@pytest.mark.parametrize("kind", ["void", "correct"])
def test_ruling_amid_a_room_leaves_it_as_it_is(
    kind: str, attempt: Attempt, running: Challenge, crew: Crew, olga: Player, alice: Player, signed_in: SignedIn
) -> None:
    stage = attempt.table.stage
    assert stage is not None
    with time_machine.travel(NOON + HOUR):
        browser = signed_in(alice)
        lead(browser, attempt)
        decision = Decision(running, olga, "Wrong cards")
        if kind == "void":
            rulings.void_deal(decision, stage=stage, attempt=attempt.number)
        else:
            rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=1, distress=False)
        status = browser.get(at(attempt, "replay")).status_code
        assert browser.get(at(attempt)).status_code == status == 200
        assert browser.post(at(attempt, "room-step"), {"step": 0}).status_code == 302
        assert Room.objects.get().leader == alice
