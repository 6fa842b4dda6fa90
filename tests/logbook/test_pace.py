"""Bots leave people time to speak, and no longer than that."""

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

import games
from games.crew.state import State
from logbook.models import Player, Seat, Table
from logbook.pace import bots_are_courteous, pause
from logbook.services import attempts
from tests.conftest import SignedIn
from tests.games.builders import act, dealt, texts
from tests.logbook.test_attempts import open_table, started, state_of


@pytest.fixture(autouse=True)
def _pauses(settings: Settings) -> None:
    settings.BOT_PAUSE_SECONDS, settings.BOT_COURTESY_SECONDS = 1, 12


def at_the_first_trick(mission: str = "16") -> State:
    return dealt(games.Setup("planet-nine", mission, 4, "pace"))


def after_one_trick(mission: str = "13") -> State:
    state = dealt(games.Setup("planet-nine", mission, 4, "pace"))
    while not state.tricks:
        (seat,) = state.waiting_on
        state = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith('play'))}")
    return state


def test_before_the_first_trick_people_may_want_distress() -> None:
    assert pause(at_the_first_trick().view(None), [0]) == 12


def test_before_a_later_trick_they_may_want_to_signal() -> None:
    assert pause(after_one_trick("13").view(None), [0]) == 3


def test_nobody_waits_for_those_who_cannot_speak() -> None:
    state = dealt(games.Setup("planet-nine", "tasks=1 disruption=5", 4, "pace"))
    (seat,) = state.waiting_on
    state = act(state, f"{seat} {texts(state, seat)[0]}")
    assert pause(state.view(None), [0]) == 12, "a disruption does not forbid the distress signal"
    assert pause(state.view(None), []) == 1, "bots among themselves do not wait"


def test_within_a_trick_bots_play_at_their_pace() -> None:
    state = at_the_first_trick()
    (seat,) = state.waiting_on
    state = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith('play'))}")
    assert pause(state.view(None), [0, 1, 2, 3]) == 1


def test_who_has_signalled_is_not_waited_for() -> None:
    state = after_one_trick("13")
    signal = next(text for text in texts(state, 0) if text.startswith("signal"))
    assert not bots_are_courteous(act(state, f"0 {signal}").view(None), [0])


def test_a_pause_tells_nothing_that_is_hidden() -> None:
    state = at_the_first_trick()
    assert pause(state.view(None), [1]) == pause(at_the_first_trick().view(None), [1])


# At a table


def bot_leads(alice: Player) -> tuple[int, int]:
    """A table where a bot leads the first trick of mission 16, and the number it is at."""
    table = open_table(alice, mission="16", bots=3)
    Table.objects.filter(pk=table.pk).update(base_seed="a bot leads")
    attempt = started(table, alice)
    assert 0 not in state_of(attempt).waiting_on
    table.refresh_from_db()
    return table.pk, table.version


@pytest.mark.django_db
def test_who_is_alone_with_bots_may_tell_them_to_go_on(alice: Player, signed_in: SignedIn) -> None:
    table_id, number = bot_leads(alice)
    client = signed_in(alice)
    page = client.get(f"/tables/{table_id}/").content.decode()
    assert "The bots leave you a moment to speak." in page
    assert "Go on" in page
    assert client.post(f"/tables/{table_id}/hurry/", {"seen": number}).status_code == 303
    assert client.get(f"/tables/{table_id}/hurry/").status_code == 405


@pytest.mark.django_db
def test_with_others_at_the_table_nobody_hurries_the_bots(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    table_id, number = bot_leads(alice)
    bot = Seat.objects.filter(table=table_id).exclude(bot="").first()
    assert bot is not None
    Seat.objects.filter(pk=bot.pk).update(player=bob, bot="")
    client = signed_in(alice)
    assert client.post(f"/tables/{table_id}/hurry/", {"seen": number}).status_code == 409


@pytest.mark.django_db
def test_a_stranger_hurries_nobody(alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    table_id, number = bot_leads(alice)
    client = signed_in(charlie)
    assert client.post(f"/tables/{table_id}/hurry/", {"seen": number}).status_code == 404


@pytest.mark.django_db
def test_hurried_bots_act(alice: Player, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> None:
    table_id, number = bot_leads(alice)
    with django_capture_on_commit_callbacks(execute=True):
        attempts.bots_hurry(table_id=table_id, player=alice, seen=number)
    assert Table.objects.get(pk=table_id).version > number
