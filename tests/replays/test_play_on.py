"""Playing on from a replay: alone or with bots, without any trace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

import games
from games.crew.bots import BOTS, CarefulBot
from games.crew.solver import Lost, Unknown, Won
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.people.models.players import Player
from logbook.replays import tasks as replays_tasks
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import play_on, thinking
from logbook.replays.variations import UnreadableVariation, Variation
from logbook.seasons import tasks as seasons_tasks
from logbook.tables import event_replay
from logbook.tables import tasks as tables_tasks
from logbook.tables.models import Attempt
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import first_card, play_out
from tests.leaderboards.where_lost_scenes import Fields
from tests.replays.play_on_scenes import attempt, everything, url_of
from tests.replays.scenes import follow, gone_on, think
from tests.tables.attempts_scenes import act_on, open_table, started

__all__ = ["attempt"]  # Fixtures.

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def ask_of(attempt: Attempt) -> str:
    return reverse("replay-ask", args=(attempt.pk,))


def answered(client: Client, attempt: Attempt, fields: dict[str, Any]) -> Any:
    """Return the page with the answer, after a worker's thought."""
    response = client.post(ask_of(attempt), fields)
    assert response.status_code == 302
    think()
    return client.get(response.headers["Location"])


def start_of(attempt: Attempt) -> int:
    return first_card(event_replay.actions_of(attempt))


# --- the URL


actions = st.builds(games.Action, st.integers(0, 4), st.sampled_from(["play B7", "take P3", "propose P3 2", "ask"]))


@given(st.builds(Variation, st.integers(0, 99), st.lists(actions).map(tuple), st.none()))
def test_a_line_is_read_as_it_was_written(line: Variation) -> None:
    assert Variation.read(line.fields) == line


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"from": "x"},
        {"from": "-1"},
        {"from": "٣"},
        {"from": "999999"},
        {"from": "1", "moves": "play B7"},
        {"from": "1", "seat": "x"},
        {"from": "1", "moves": "~".join(["0 ask"] * 300)},
    ],
)
def test_what_is_no_line_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(UnreadableVariation):
        Variation.read(fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"from": "x"},
        {"from": "999"},
        {"from": "0", "moves": "0 play B1~0 play B1"},
        {"from": "0", "moves": "7 play B1"},
        {"from": "0", "moves": "0 nonsense"},
        {"from": "0", "seat": "9", "bot": "careful", "go": "1"},
        {"from": "0", "seat": "0", "bot": "nobody", "go": "1"},
        {"from": "0", "seat": "9", "bot": "careful"},
        {"from": "0", "seat": "0", "bot": "nobody"},
        {"from": "999", "action": "play B1"},
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(
    fields: dict[str, str], attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    assert signed_in(alice).get(url_of(attempt), fields).status_code == 404
    assert signed_in(alice).post(url_of(attempt), fields).status_code == 404


@pytest.mark.parametrize("start", ["0", "3", "99999", "x"])
def test_line_of_500_moves_is_refused_in_a_sentence(
    start: str, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    fields, browser = {"from": start, "moves": "~".join(["0 play B1"] * 500)}, signed_in(alice)
    for answer in (
        browser.get(url_of(attempt), fields),
        browser.post(url_of(attempt), {**fields, "action": "play B1"}),
        browser.post(ask_of(attempt), {**fields, "kind": "cards"}),
    ):
        assert answer.status_code == 422
        assert "This what-if has more moves than a round can have." in answer.text


# --- playing on


def test_whoever_is_to_act_can_play_any_card_that_may_be_played(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    client, start = signed_in(alice), start_of(attempt)
    moment = client.get(reverse("replay", args=(attempt.pk,)), {"step": start}).context["replay"]
    state = event_replay.moments_of(attempt)[start]
    leader = min(state.waiting_on)
    cards = {card.action for hand in moment.hands for card in hand.cards if card.action}
    assert cards == {action.text for action in state.legal_actions(leader) if action.text.startswith("play ")}
    for text in cards:
        page = follow(client, url_of(attempt), dict(moment.fields) | {"action": text})
        assert page.last == start + 1
        assert page.happened.endswith(".")


def test_a_card_that_may_not_be_played_is_refused_in_words(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    fields: Fields = {"from": start_of(attempt), "action": "play R9"}
    response = signed_in(alice).post(url_of(attempt), fields)
    assert response.status_code == 422
    assert 'role="alert"' in response.text


@pytest.mark.parametrize(
    ("game", "mission", "players"), [("planet-nine", "10", 2), ("planet-nine", "13", 4), ("deep-sea", "3", 3)]
)
def test_a_round_can_be_played_on_alone_from_the_deal_to_its_end(
    game: str,
    mission: str,
    players: int,
    alice: Player,
    bob: Player,
    olga: Player,
    charlie: Player,
    signed_in: SignedIn,
) -> None:
    people = (alice, bob, olga, charlie)[:players]
    table = open_table(*people, game=game, mission=mission)
    attempt = play_out(table, started(table, alice))
    line, chance, client = Variation(0), Random(5), signed_in(alice)
    setup = event_replay.setup_of(attempt)
    while (state := event_replay.state_after(setup, line.moves)).outcome is None:
        text = BOTS["careful"].choose(state.view(min(state.waiting_on)), chance)
        line = gone_on(attempt, line, text)
    page = client.get(url_of(attempt), line.fields).context["replay"]
    assert page.round.end is not None
    assert page.fields == ()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_player_plays_their_own_seat_to_the_end_with_bots(
    seat: int, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    client, start = signed_in(alice), start_of(attempt)
    fields: dict[str, Any] = {"from": start, "seat": seat, "bot": "careful", "go": 1}
    page = follow(client, url_of(attempt), fields)
    for _ in range(60):
        if page.round.end:
            break
        fields = dict(page.fields)
        mine = [card.action for hand in page.hands for card in hand.cards if card.action]
        assert all(hand.seat.number == seat for hand in page.hands for card in hand.cards if card.action)
        assert [hand.aside for hand in page.hands if hand.seat.number == seat] == [False]
        page = follow(client, url_of(attempt), fields | ({"action": mine[0]} if mine else {"go": 1}))
    assert page.round.end is not None


def test_bots_leave_a_moment_to_signal(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    start = start_of(attempt)
    leader = event_replay.actions_of(attempt)[start].seat
    fields: Fields = {"from": start, "seat": (leader + 1) % 3, "bot": "careful"}
    response = signed_in(alice).get(url_of(attempt), fields)
    assert response.context["replay"].aside.waits
    assert "Bots are waiting in case you want to signal." in response.text
    assert any(group.key == "signal" for group in response.context["replay"].groups)
    page = follow(signed_in(alice), url_of(attempt), fields | {"go": 1})
    assert page.last > start


def test_the_same_line_goes_on_the_same(attempt: Attempt) -> None:
    line = Variation(start_of(attempt), seat=1, bot="careful")
    assert gone_on(attempt, line, None) == gone_on(attempt, line, None)


# --- without a trace


def lists_of(client: Client) -> list[str]:
    """Return the lists of tables and results; without CSRF tokens, which differ in every response."""
    texts = [client.get(reverse(name)).text for name in ("table-list", "home", "leaderboard-list")]
    return [re.sub(r"[A-Za-z0-9]{64}", "", text) for text in texts]


def test_nothing_of_it_is_kept_or_counted(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client, start = signed_in(alice), start_of(attempt)
    client.get(reverse("replay", args=(attempt.pk,)))
    leaderboards_tasks.recompute_results.delay(attempt.table_id)
    before = everything()
    lists = lists_of(client)
    for seat in range(3):
        page = follow(client, url_of(attempt), {"from": start, "seat": seat, "bot": "careful", "go": 1})
        for _ in range(60):
            cards = [card.action for hand in page.hands for card in hand.cards if card.action]
            if page.round.end:
                break
            page = follow(client, url_of(attempt), dict(page.fields) | ({"action": cards[0]} if cards else {"go": 1}))
        assert page.round.end
    leaderboards_tasks.recompute_overlooked_results.delay()
    seasons_tasks.recompute_overlooked_scores.delay()
    replays_tasks.analyse_overlooked_attempts.delay()
    tables_tasks.resume_bots.delay()
    assert everything() == before
    assert lists_of(client) == lists


def test_strangers_play_on_from_nothing(
    attempt: Attempt, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    for client in (signed_in(charlie), Client()):
        assert client.get(url_of(attempt), {"from": 0}).status_code == 404
    running = started(open_table(alice, bob), alice)
    act_on(running.table, running)
    assert signed_in(alice).get(url_of(running), {"from": 0}).status_code == 404


def test_bots_and_the_solver_think_for_people_with_a_name_only(attempt: Attempt) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    start = start_of(attempt)
    shown = Client().get(reverse("replay", args=(attempt.pk,)), {"step": start})
    assert shown.status_code == 200
    assert "Play with bots" not in shown.text
    assert "Which of these cards" not in shown.text
    assert Client().get(url_of(attempt), {"from": start, "step": start}).status_code == 200
    fields: Fields = {"from": start, "seat": 0, "bot": "careful", "go": 1}
    assert Client().post(url_of(attempt), fields).status_code == 404
    assert Client().post(ask_of(attempt), {"from": start, "kind": "cards"}).status_code == 404
    assert not Thought.objects.exists()


def test_a_line_takes_few_queries(
    attempt: Attempt, alice: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, start = signed_in(alice), start_of(attempt)
    log = event_replay.actions_of(attempt)
    for moves in (1, 9):
        fields = Variation(start, log[start : start + moves]).fields
        with django_assert_num_queries(
            7
        ):  # session with player and user, messages, attempt, permission, events, seats, sittings
            assert client.get(url_of(attempt), fields).status_code == 200


# --- marks of cards


def test_each_card_says_whether_it_keeps_the_mission_winnable(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts: Iterator[Any] = iter([Won(()), Lost(), Unknown()])

    def three_verdicts(state: games.State, budget: object) -> dict[games.Action, Any]:
        plays = [action for action in state.legal_actions(min(state.waiting_on)) if action.text.startswith("play ")]
        return dict(zip(plays, verdicts, strict=False))

    monkeypatch.setattr(thinking, "solve_each", three_verdicts)
    client, url = signed_in(alice), reverse("replay", args=(attempt.pk,))
    page = client.get(url, {"step": start_of(attempt)}).context["replay"]
    assert page.may_judge
    assert not page.has_card_marks
    shown = answered(client, attempt, dict(page.fields) | {"kind": "cards"})
    assert shown.context["replay"].has_card_marks
    marks = {card.mark for hand in shown.context["replay"].hands for card in hand.cards}
    assert marks == {"", "open", "lost", "unknown"}
    for words in ("can still win", "loses", "unknown"):
        assert f': {words}"' in shown.text, "said, not only drawn"


def test_nothing_can_be_asked_where_no_card_is_played(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client, url = signed_in(alice), reverse("replay", args=(attempt.pk,))
    for step in (0, attempt.length):
        assert not client.get(url, {"step": step}).context["replay"].may_judge
        assert client.post(ask_of(attempt), {"from": step, "kind": "cards"}).status_code == 404


@pytest.mark.parametrize("hurried", [False, True])
def test_bots_propose_nothing_to_a_player_who_is_captain(
    hurried: bool, alice: Player, bob: Player, olga: Player
) -> None:
    attempt = started(open_table(alice, bob, olga, game="deep-sea", mission="17"), alice)
    (captain,) = attempt.waiting_on
    acting = [
        play_on.bots_are_to_act(attempt, Variation(0, seat=seat, bot="solver"), hurried=hurried) for seat in range(3)
    ]
    assert acting == [hurried and seat != captain for seat in range(3)]


# --- reasons of bots


class TalkativeBot(CarefulBot):
    slug = "talkative"
    explains = True

    def explain(self, view: games.View, text: str, chance: Random) -> games.Sentence | None:
        assert view.seat == 2
        assert text in view["legal"]
        return games.Sentence("not-your-turn", {"seat": 0, "other_seat": 1}) if text.startswith("play") else None


@pytest.fixture
def with_a_bot(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    monkeypatch.setitem(BOTS, "talkative", TalkativeBot())
    attempt = play_out_with_bots(alice, bob)
    attempt.table.seats.filter(number=2).update(bot="talkative")
    return attempt


def play_out_with_bots(alice: Player, bob: Player) -> Attempt:
    table = open_table(alice, bob, bots=1, mission="4")
    attempt = started(table, alice)
    tables_tasks.play_bots.delay(attempt.pk, table.version)
    attempt.refresh_from_db()
    while attempt.state == Attempt.State.PLAYING:
        act_on(table, attempt)
        table.refresh_from_db()
        tables_tasks.play_bots.delay(attempt.pk, table.version)
        attempt.refresh_from_db()
    return attempt


def test_a_bot_says_why_it_played_a_card(with_a_bot: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client, url = signed_in(alice), reverse("replay", args=(with_a_bot.pk,))
    log = event_replay.actions_of(with_a_bot)
    of_bot = next(n for n, action in enumerate(log, 1) if action.seat == 2 and action.text.startswith("play"))
    of_person = next(n for n, action in enumerate(log, 1) if action.seat == 0)
    assert "Why?" not in client.get(url, {"step": of_person}).text
    assert client.post(ask_of(with_a_bot), {"from": of_person, "kind": "why"}).status_code == 404
    shown = client.get(url, {"step": of_bot})
    assert "Why?" in shown.text
    told = answered(client, with_a_bot, dict(shown.context["replay"].why.fields) | {"kind": "why"})
    assert told.context["replay"].why.sentence
    assert "Why?" not in told.text


def test_bots_that_explain_nothing_are_not_asked(with_a_bot: Attempt, alice: Player, signed_in: SignedIn) -> None:
    with_a_bot.table.seats.filter(number=2).update(bot="careful")
    client, url = signed_in(alice), reverse("replay", args=(with_a_bot.pk,))
    for step in range(with_a_bot.length + 1):
        assert client.get(url, {"step": step}).context["replay"].why is None


def test_the_address_of_a_line_holds_the_whole_line(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    fields: Fields = {"from": start_of(attempt), "seat": 1, "bot": "careful", "go": 1}
    client = signed_in(alice)
    waits = client.post(url_of(attempt), fields).headers["Location"]
    think()
    address = client.get(waits).headers["Location"]
    line = Variation.read(dict(parse_qsl(urlsplit(address).query)))
    assert line.seat == 1
    assert line == gone_on(attempt, Variation(start_of(attempt), seat=1, bot="careful"), None)
