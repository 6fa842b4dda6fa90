"""Timing of bots: they leave people time to act first, and no longer than that."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

import games
from games.crew.bots import BOTS, RandomBot
from games.crew.state import State
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.tables import event_replay, tasks
from logbook.tables.bot_timing import bots_wait, leaves_time, may_agree, may_signal, pause
from logbook.tables.models import Seat, Table
from logbook.tables.services import attempts, bots
from tests.conftest import SignedIn
from tests.games.builders import act, dealt, texts
from tests.games.playout import with_hidden_exchanged
from tests.tables.attempts_scenes import open_table, started, state_of
from tests.tables.bot_timing_scenes import bot_leads


class TalkativeBot(RandomBot):
    """Signals whenever it may."""

    def choose(self, view: games.View, chance: Random) -> str | None:
        signals = [text for text in view["legal"] if text.startswith("signal")]
        return signals[0] if signals else super().choose(view, chance)


class EagerBot(RandomBot):
    """Proposes itself for the first task, asked or not."""

    def choose(self, view: games.View, chance: Random) -> str | None:
        own = [text for text in view["legal"] if text.startswith("propose T") and text.endswith(f" {view['seat']}")]
        return own[0] if own else super().choose(view, chance)


@pytest.fixture(autouse=True)
def _talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "talkative", TalkativeBot())
    monkeypatch.setitem(BOTS, "eager", EagerBot())


@pytest.fixture(autouse=True)
def _pauses(settings: Settings) -> None:
    settings.BOT_PAUSE_SECONDS, settings.BOT_COURTESY_SECONDS, settings.BOT_ALONE_COURTESY_SECONDS = 1, 45, 60


def at_the_first_trick(mission: str = "16") -> State:
    return dealt(games.Setup("planet-nine", mission, 4, "pace"))


def after_one_trick(mission: str = "13") -> State:
    state = dealt(games.Setup("planet-nine", mission, 4, "pace"))
    while not state.tricks:
        (seat,) = state.waiting_on
        state = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith(('play', 'take')))}")
    return state


def test_people_may_want_distress_before_anybody_signals() -> None:
    assert pause(at_the_first_trick(), [0, 1]) == 45
    captain = at_the_first_trick().captain
    assert bots_wait(at_the_first_trick(), [captain]), "the bots keep their signals while a person leads"
    assert bots_wait(at_the_first_trick(), [(captain + 1) % 4])


def test_people_may_want_other_tokens_before_a_task_is_taken() -> None:
    state = at_the_first_trick("23")
    assert pause(state, [0, 1]) == 45
    taken = act(state, f"{state.captain} {next(t for t in texts(state, state.captain) if t.startswith('take'))}")
    assert pause(taken, [0]) == 1


def test_people_may_want_to_signal_before_a_later_trick() -> None:
    assert pause(after_one_trick(), [0, 1]) == 4
    leader = next(iter(after_one_trick().waiting_on))
    assert not bots_wait(after_one_trick(), [leader]), "bots signal while a person thinks"


def test_nobody_waits_for_those_who_cannot_speak() -> None:
    assert pause(at_the_first_trick(), []) == 1, "bots among themselves do not wait"
    state = after_one_trick("tasks=1 each-rocket-wins-a-trick disruption=5")
    assert pause(state, [0]) == 1


def test_bots_play_at_their_pace_within_a_trick() -> None:
    state = at_the_first_trick()
    (seat,) = state.waiting_on
    state = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith('play'))}")
    assert pause(state, [0, 1, 2, 3]) == 1


def test_who_has_signalled_is_not_waited_for() -> None:
    state = after_one_trick()
    signal = next(text for text in texts(state, 0) if text.startswith("signal"))
    assert not may_signal(act(state, f"0 {signal}"), [0])


def test_a_pause_tells_nothing_that_is_hidden() -> None:
    for state in (at_the_first_trick(), at_the_first_trick("23"), after_one_trick()):
        other = with_hidden_exchanged(state, 1, Random(1))
        assert pause(other, [0, 2]) == pause(state, [0, 2])


# --- a player alone with bots


def a_bot_leads(mission: str = "16") -> tuple[State, int]:
    """The first trick of the mission, which seat 0 does not lead, and a seat of a person who can signal."""
    state = at_the_first_trick(mission)
    return state, (state.captain + 1) % 4


def test_a_player_alone_with_bots_is_left_a_few_seconds() -> None:
    state, seat = a_bot_leads()
    assert (pause(state, [seat]), leaves_time(state, [seat])) == (60, True)
    assert (pause(state, [state.captain]), leaves_time(state, [state.captain])) == (60, True), "for the distress signal"


def test_a_player_alone_with_bots_waits_for_nothing_in_mission_1() -> None:
    for game in ("planet-nine", "deep-sea"):
        state = games.deal(games.Setup(game, "1", 4, "pace"))
        while state.view(None)["phase"] != "gap":
            state = state.apply(state.legal_actions(min(state.waiting_on))[0])
        for seat in range(4):
            assert (pause(state, [seat]), leaves_time(state, [seat])) == (1, False)
        assert pause(state, [0, 1]) == 45, "two people may want to talk"


def test_bots_leave_a_player_one_pause_before_a_trick() -> None:
    state, seat = a_bot_leads()
    bot = (state.captain + 2) % 4
    signalled = act(state, f"{bot} {next(text for text in texts(state, bot) if text.startswith('signal'))}")
    assert may_signal(signalled, [seat])
    assert (pause(signalled, [seat]), leaves_time(signalled, [seat])) == (1, False)
    assert pause(signalled, [seat, state.captain]) == 4, "several people are left the same time after each signal"


def test_pause_is_short_after_a_trick() -> None:
    state = after_one_trick()
    seat = next(number for number in range(4) if number not in state.waiting_on)
    assert (pause(state, [seat]), leaves_time(state, [seat])) == (4, True)
    leader = next(iter(state.waiting_on))
    assert (pause(state, [leader]), leaves_time(state, [leader])) == (1, False)


def test_bots_do_not_wait_for_a_player_alone_who_cannot_signal() -> None:
    state = after_one_trick()
    seat = next(number for number in range(4) if number not in state.waiting_on)
    signalled = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith('signal'))}")
    assert pause(signalled, [seat]) == 1
    first, other = a_bot_leads()
    assert pause(first, [other], silent=[other]) == 1, "who will not signal has said all"


# At a table


@pytest.mark.django_db
def test_who_sits_with_bots_may_tell_them_to_go_on(alice: Player, signed_in: SignedIn) -> None:
    table_id, number = bot_leads(alice)
    client = signed_in(alice)
    page = client.get(f"/tables/{table_id}/").content.decode()
    assert "Bots are waiting in case you want to signal." in page
    assert "You can signal before this trick" in page
    assert "courtesy__count" in page
    assert "Continue" in page
    assert client.post(f"/tables/{table_id}/hurry/", {"seen": number}).status_code == 303
    assert client.get(f"/tables/{table_id}/hurry/").status_code == 405


def alice_leads(alice: Player, *others: Player) -> Table:
    """A table where Alice leads the first trick of mission 16, beside these players and bots."""
    table = open_table(alice, *others, mission="16", bots=3 - len(others))
    Table.objects.filter(pk=table.pk).update(base_seed="bots lead")
    Seat.objects.filter(table=table).exclude(bot="").update(bot="talkative")
    return table


@pytest.mark.django_db
def test_a_captain_alone_with_bots_is_not_offered_distress_first(alice: Player, signed_in: SignedIn) -> None:
    table = alice_leads(alice)
    attempt = started(table, alice)
    page = signed_in(alice).get(f"/tables/{table.pk}/").text
    assert "in case you want the distress signal" not in page
    assert "Bots may signal before you lead." in page
    assert "courtesy__count" in page
    assert page.index("fold-signal") < page.index("fold-propose-distress")
    table.refresh_from_db()
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is not None, "the pause over, they signal"


@pytest.mark.django_db
def test_no_bot_waits_in_mission_1_and_no_line_says_so(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, mission="1", bots=3)
    started(table, alice)
    assert 'class="courtesy"' not in signed_in(alice).get(f"/tables/{table.pk}/").text


@pytest.mark.django_db
def test_a_pause_that_is_over_is_not_shown_again(alice: Player, signed_in: SignedIn) -> None:
    table_id, _number = bot_leads(alice)
    Table.objects.filter(pk=table_id).update(moved_at=timezone.now() - timedelta(seconds=61))
    assert 'class="courtesy"' not in signed_in(alice).get(f"/tables/{table_id}/").text


@pytest.mark.django_db
def test_bots_keep_their_signals_while_a_person_may_signal_distress(
    alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    table = alice_leads(alice, bob)
    attempt = started(table, alice)
    assert "Bots signal once you continue." in signed_in(alice).get(f"/tables/{table.pk}/").text
    page = signed_in(bob).get(f"/tables/{table.pk}/").text
    assert "Alice leads trick 1" in page, "the table waits for her, not for bots"
    assert "courtesy__count" not in page
    table.refresh_from_db()
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is None
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version, hurried=True) is not None


@pytest.mark.django_db
def test_a_bot_proposes_itself_until_the_captain_declines(alice: Player) -> None:
    table = open_table(alice, game="deep-sea", mission="17", bots=3)
    Table.objects.filter(pk=table.pk).update(base_seed="captain alice")
    Seat.objects.filter(table=table).exclude(bot="").update(bot="eager")
    attempt = started(table, alice)
    assert state_of(attempt).waiting_on == {0}
    table.refresh_from_db()
    moved = bots.play_bot_step(attempt_id=attempt.pk, seen=table.version)
    assert moved is not None
    last = event_replay.actions_of(attempt)[-1]
    assert last.text.startswith("propose T")
    assert last.text.endswith(f" {last.seat}")
    attempts.act(table_id=table.pk, player=alice, text="decline", seen=moved.number)
    table.refresh_from_db()
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is None


@pytest.mark.django_db
def test_players_may_propose_first_beside_a_bot_as_captain(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, game="deep-sea", mission="17", bots=3)
    Table.objects.filter(pk=table.pk).update(base_seed="a captain")
    Seat.objects.filter(table=table).exclude(bot="").update(bot="random")
    attempt = started(table, alice)
    assert 0 not in state_of(attempt).waiting_on
    page = signed_in(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "Bots are waiting in case you want to propose something." in page
    assert "Continue" in page


@pytest.mark.django_db
def test_a_stranger_hurries_nobody(alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    table_id, number = bot_leads(alice)
    client = signed_in(charlie)
    assert client.post(f"/tables/{table_id}/hurry/", {"seen": number}).status_code == 404


@pytest.mark.django_db
def test_hurried_bots_act(alice: Player, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> None:
    table_id, number = bot_leads(alice)
    with django_capture_on_commit_callbacks(execute=True):
        bots.skip_bot_pause(table_id=table_id, player=alice, seen=number)
    assert Table.objects.get(pk=table_id).version > number


@pytest.mark.django_db
def test_hurried_bots_leave_no_more_time(alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    table_id, number = bot_leads(alice)
    attempt = Table.objects.get(pk=table_id).attempts.get()
    sent: list[dict[str, object]] = []
    monkeypatch.setattr(queue, "send", lambda *arguments, **named: sent.append(named))
    settings.CELERY_TASK_ALWAYS_EAGER = False
    tasks.play_bots(attempt.pk, number, hurried=True)
    assert sent == [{"countdown": 1, "hurried": True}]


@pytest.mark.parametrize(
    ("mission", "waits"), [("11", True), ("real-time=90 untimed=no-communication value-gap=9", False)]
)
def test_bots_wait_for_players_who_may_still_signal_in_the_sea(mission: str, waits: bool) -> None:
    options = ("untimed",) if "real-time" in mission else ()
    state = games.deal(games.Setup("deep-sea", mission, 4, "calm", options))
    while state.view(None)["phase"] != "gap":
        state = state.apply(state.legal_actions(min(state.waiting_on))[0])

    assert may_signal(state, [0]) is waits


# --- the table's speed, and players who will not signal


@pytest.mark.parametrize(("speed", "seconds"), [("slow", 2.5), ("normal", 1), ("fast", 0.4)])
def test_the_table_chooses_how_fast_bots_act(speed: str, seconds: float) -> None:
    assert pause(after_one_trick(), [], speed=speed) == seconds


def test_bots_do_not_wait_for_players_who_will_not_signal() -> None:
    state = after_one_trick()
    assert pause(state, [0, 1]) == 4
    assert pause(state, [0, 1], silent=[0]) == 4, "as long as for one player, so it does not tell who said so"
    assert pause(state, [0, 1], silent=[0, 1]) == 1


@pytest.mark.django_db
def test_a_player_who_will_not_signal_is_not_told_that_bots_wait(
    alice: Player, signed_in: SignedIn, settings: Settings
) -> None:
    settings.BOT_PAUSE_SECONDS = 60  # The pause is not over before the page is read.
    table = open_table(alice, bots=3, mission="13")
    attempt = started(table, alice)
    while not leaves_time(state_of(attempt), [0]) or may_agree(state_of(attempt), [0]):
        table.refresh_from_db()
        moved = bots.play_bot_step(attempt_id=attempt.pk, seen=table.version, hurried=True)
        if moved is None:
            table.refresh_from_db()
            text = state_of(attempt).legal_actions(0)[0].text
            attempts.act(table_id=table.pk, player=alice, text=text, seen=table.version)
    address = f"/tables/{table.pk}/"
    assert "Bots are waiting in case you want to signal." in signed_in(alice).get(address).text
    signed_in(alice).post(f"{address}decline/", {"until": "round"})
    assert "Bots are waiting in case you want to signal." not in signed_in(alice).get(address).text
