"""Prepared cards: a player's next card by the suit led, and the cards of the last trick, which play themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

import games
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.tables import presence, tasks
from logbook.tables.exceptions import NothingRunning, NotInHand, NotSeated
from logbook.tables.models import Attempt, Event, PreparedCard, Table
from logbook.tables.services import attempts, prepare, prepared_cards, stand_ins
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started, state_of
from tests.tables.stand_ins_scenes import player_at, running

pytestmark = pytest.mark.django_db

Sent = list[tuple[int, int, int, float]]


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What is queued of prepared cards, with its countdown."""
    found: Sent = []

    def later(task: str, *arguments: int, countdown: float = 0, **_params: object) -> None:
        if task == "tables.play_prepared":
            attempt_id, seat, number = arguments
            found.append((attempt_id, seat, number, countdown))

    monkeypatch.setattr(queue, "later", later)
    return found


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    """Three players before the first trick."""
    table = open_table(alice, bob, olga)
    started(table, alice)
    while running(table).phase != "gap":
        play(table)
    return table


def play(table: Table, text: str = "") -> None:
    """The awaited seat does this, or the first thing that it may do (a card, where it may play one)."""
    table.refresh_from_db()
    attempt = running(table)
    seat = min(attempt.waiting_on)
    legal = [action.text for action in state_of(attempt).legal_actions(seat)]
    text = text or next((one for one in legal if one.startswith("play")), legal[0])
    attempts.act(table_id=table.pk, player=player_at(table, seat), text=text, seen=table.version)


def hand_of(table: Table, seat: int) -> list[str]:
    return list(state_of(running(table)).view(seat)["hand"])


def wait_for(table: Table, seat: int, led: str, card: str) -> None:
    prepare.prepare(table_id=table.pk, player=player_at(table, seat), cards={led: card})


def follower(table: Table) -> tuple[int, str, str]:
    """The seat after the leader, the suit that the leader is going to lead, and a card that follows it."""
    leader = min(running(table).waiting_on)
    seat = (leader + 1) % 3
    led = next(card for card in hand_of(table, leader) if any(one[0] == card[0] for one in hand_of(table, seat)))
    return seat, led, next(card for card in hand_of(table, seat) if card[0] == led[0])


def test_it_is_played_when_its_turn_comes(table: Table, sent: Sent) -> None:
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    play(table, f"play {led}")
    ((attempt_id, queued_seat, number, countdown),) = sent
    assert (attempt_id, queued_seat) == (running(table).pk, seat)
    assert 1 <= countdown <= 4
    tasks.play_prepared(attempt_id, seat, number)
    event = Event.objects.latest("pk")
    assert (event.seat, event.text, event.player, event.by_stand_in) == (
        seat,
        f"play {card}",
        player_at(table, seat),
        False,
    )
    assert not PreparedCard.objects.exists()
    tasks.play_prepared(attempt_id, seat, number)
    assert Event.objects.latest("pk") == event, "a repeated call does nothing"


def test_prepared_card_by_turns_takes_minutes(table: Table, sent: Sent) -> None:
    seat, led, card = follower(table)
    Table.objects.filter(pk=table.pk).update(pace="1d")
    wait_for(table, seat, led[0], card)
    play(table, f"play {led}")
    ((*_about, countdown),) = sent
    assert 60 <= countdown <= 1200


def test_the_time_does_not_depend_on_the_hand(table: Table, sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, float]] = []

    def uniform(least: float, most: float) -> float:
        asked.append((least, most))
        return 2.0

    monkeypatch.setattr(prepared_cards._chance, "uniform", uniform)
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    play(table, f"play {led}")
    assert asked == [prepared_cards.SECONDS]
    assert sent[0][-1] == 2.0


def test_another_suit_plays_nothing(table: Table, sent: Sent) -> None:
    seat, led, _card = follower(table)
    other = next(suit for suit in "PBGYR" if suit != led[0])
    wait_for(table, seat, other, prepare.playable(hand_of(table, seat), other)[0])
    play(table, f"play {led}")
    assert sent == []
    play(table)
    assert not PreparedCard.objects.exists(), "it was for the next card alone"


def test_anything_but_a_card_in_between_drops_it(table: Table, sent: Sent) -> None:
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    other = (seat + 1) % 3
    if other in running(table).waiting_on:
        other = (seat + 2) % 3
    for candidate in (seat, other):
        signals = [
            one.text for one in state_of(running(table)).legal_actions(candidate) if one.text.startswith("signal")
        ]
        if signals:
            table.refresh_from_db()
            player = player_at(table, candidate)
            attempts.act(table_id=table.pk, player=player, text=signals[0], seen=table.version)
            break
    assert not PreparedCard.objects.exists()
    play(table, f"play {led}")
    assert sent == []


def test_it_outlasts_that_a_player_asks_for_a_signal(table: Table, sent: Sent) -> None:
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    play(table, f"play {led}")
    asking = next(
        (other for other in range(3) for one in state_of(running(table)).legal_actions(other) if one.text == "ask"),
        None,
    )
    assert asking is not None
    table.refresh_from_db()
    attempts.act(table_id=table.pk, player=player_at(table, asking), text="ask", seen=table.version)
    assert PreparedCard.objects.exists()


def test_a_stand_in_drops_it(table: Table, sent: Sent) -> None:
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    stand_ins.leave(table_id=table.pk, player=player_at(table, seat))
    assert not PreparedCard.objects.exists()


def test_only_cards_that_could_be_played_are_prepared(table: Table, charlie: Player) -> None:
    seat, led, _card = follower(table)
    hand = hand_of(table, seat)
    foreign = next(card for card in hand_of(table, (seat + 1) % 3))
    wrong = next(card for card in hand if card[0] != led[0])
    for card in (foreign, wrong, "Z9"):
        with pytest.raises(NotInHand):
            wait_for(table, seat, led[0], card)
    with pytest.raises(NotSeated):
        prepare.prepare(table_id=table.pk, player=charlie, cards={})
    attempts.abandon_attempt(table_id=table.pk, player=player_at(table, 0), seen=Table.objects.get().version)
    with pytest.raises(NothingRunning):
        prepare.prepare(table_id=table.pk, player=player_at(table, 0), cards={})


def test_only_its_owner_sees_it(table: Table, signed_in: SignedIn) -> None:
    seat, led, card = follower(table)
    owner, other = player_at(table, seat), player_at(table, (seat + 1) % 3)
    address, version = reverse("table", args=(table.pk,)), Table.objects.get().version
    before = signed_in(other).get(address).text
    answer = signed_in(owner).post(reverse("table-prepare", args=(table.pk,)), {f"led-{led[0]}": card, "led-X": ""})
    assert answer.status_code == 303
    assert Table.objects.get().version == version
    own = signed_in(owner).get(address).text
    assert "Card prepared" in own
    assert f'<option value="{card}" selected>' in own
    after = signed_in(other).get(address).text
    assert "Card prepared" not in after
    assert len(before) == len(after)


@pytest.mark.parametrize("fields", [{"led-PP": "P1"}, {"led-P": "pink"}, {"led-": "P1"}])
def test_what_is_no_card_is_refused(fields: dict[str, str], table: Table, signed_in: SignedIn) -> None:
    answer = signed_in(player_at(table, 0)).post(reverse("table-prepare", args=(table.pk,)), fields)
    assert answer.status_code == 400


def test_a_lost_task_is_found_by_the_sweep(table: Table, sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    play(table, f"play {led}")
    assert prepare.forgotten_cards(timezone.now()) == []
    number = Table.objects.get().version
    late = timezone.now() + prepare.LATE + timedelta(seconds=1)
    assert prepare.forgotten_cards(late) == [(running(table).pk, seat, number)]
    Table.objects.update(moved_at=timezone.now() + timedelta(minutes=2))
    assert prepare.forgotten_cards(timezone.now()) == [(running(table).pk, seat, number)], "a clock was wrong"
    Table.objects.update(moved_at=timezone.now())
    Table.objects.filter(pk=table.pk).update(pace="8h")
    assert prepare.forgotten_cards(late) == []


# --- the last trick


def test_the_last_trick_plays_itself_and_no_earlier_one_does(
    alice: Player, bob: Player, olga: Player, charlie: Player, sent: Sent
) -> None:
    table, seats = open_table(alice, bob, olga, charlie, mission="5"), []
    Table.objects.filter(pk=table.pk).update(base_seed=_seed_of_a_whole_round())
    started(table, alice)
    for _ in range(200):
        attempt = table.attempts.get()
        if attempt.state != Attempt.State.PLAYING:
            break
        state = state_of(attempt)
        view = state.view(None)
        is_last = sum(view["tricks_won"]) + 1 == view["tricks_total"] and view["phase"] in ("gap", "trick")
        late = timezone.now() + prepare.LATE + timedelta(seconds=1)
        if is_last and sent:
            attempt_id, seat, number, _countdown = sent.pop()
            assert prepare.forgotten_cards(late) == [(attempt_id, seat, number)], "should its task be lost"
            assert prepare.forgotten_cards(timezone.now()) == []
            assert seat in attempt.waiting_on
            seats.append(seat)
            tasks.play_prepared(attempt_id, seat, number)
            continue
        assert prepare.forgotten_cards(late) == []
        assert not sent, "a forced card of an earlier trick is the player's own"
        play(table)
    assert table.attempts.get().state != Attempt.State.PLAYING
    assert sorted(seats) == [0, 1, 2, 3]


def _seed_of_a_whole_round() -> str:
    """Return a seed with which the first legal cards last until the end."""
    for seed in map(str, range(500)):
        state = games.deal(games.Setup("planet-nine", "5", 4, f"{seed}/1"))
        while state.outcome is None:
            seat = min(state.waiting_on)
            legal = [action.text for action in state.legal_actions(seat)]
            text = next((one for one in legal if one.startswith("play")), legal[0])
            state = state.apply(games.Action(seat, text))
        if sum(state.view(None)["tricks_won"]) == state.view(None)["tricks_total"]:
            return seed
    raise AssertionError("no such deal")


def test_the_task_is_queued_on_commit(
    table: Table, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    seat, led, card = follower(table)
    wait_for(table, seat, led[0], card)
    with django_capture_on_commit_callbacks(execute=True):
        play(table, f"play {led}")
    assert Event.objects.filter(seat=seat, text=f"play {card}").exists()
