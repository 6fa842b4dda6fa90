"""Thoughts of bots and the solver: never in a request, one at a time, and only for the player who asked."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu import Connection

import games
from crewsite import environment
from games.crew.bots import BOTS, CarefulBot
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.replays import tasks
from logbook.replays.exceptions import StillThinking, ThoughtEnough
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import play_on, thinking, thoughts
from logbook.replays.variations import Variation
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import first_card, play_out
from tests.replays.scenes import number_of, think
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

KIND = Thought.Kind


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A finished attempt of three players at a free table."""
    table = open_table(alice, bob, olga, mission="4")
    return play_out(table, started(table, alice))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The tasks that workers receive; none runs."""
    found: list[tuple[object, ...]] = []
    monkeypatch.setattr(queue, "later", lambda task, *arguments, **_named: found.append((task, *arguments)))
    return found


class Busy(CarefulBot):
    """A careful bot that counts its calls."""

    slug = "busy"
    explains = True

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: games.View, chance: Random) -> str | None:
        self.asked += 1
        return super().choose(view, chance)

    def explain(self, view: games.View, text: str, chance: Random) -> games.Sentence | None:
        self.asked += 1
        return games.Sentence("bot-why-only", {"card": text.rsplit(maxsplit=1)[-1]})


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Busy:
    bot = Busy()
    monkeypatch.setitem(BOTS, "busy", bot)
    return bot


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every call of the solver."""
    found: list[object] = []

    def solve_each(state: games.State, budget: object) -> dict[games.Action, object]:
        found.append(state)
        return {}

    monkeypatch.setattr(thinking, "solve_each", solve_each)
    return found


def line_at(attempt: Attempt, seat: int | None = None) -> Variation:
    start = first_card(event_replay.actions_of(attempt))
    return Variation(start) if seat is None else Variation(start, seat=seat, bot="busy")


def go_on(client: Client, attempt: Attempt, seat: int = 1) -> Any:
    return client.post(reverse("replay-line", args=(attempt.pk,)), line_at(attempt, seat).fields | {"go": "1"})


def ask(client: Client, attempt: Attempt, kind: str, line: Variation) -> Any:
    return client.post(reverse("replay-ask", args=(attempt.pk,)), line.fields | {"kind": kind})


def of_a_bot(attempt: Attempt, number: int = 2) -> Variation:
    """Return a moment just after a bot's card; the bot takes this seat from now on."""
    attempt.table.seats.filter(number=number).update(bot="busy", player=None)
    actions = event_replay.actions_of(attempt)
    return Variation(next(n for n, act in enumerate(actions, 1) if act.seat == number and act.text.startswith("play")))


# --- never in a request


def test_requests_answer_without_a_thought_and_queues_hold_numbers(
    attempt: Attempt,
    alice: Player,
    signed_in: SignedIn,
    bot: Busy,
    solved: list[object],
    sent: list[tuple[object, ...]],
) -> None:
    client, line = signed_in(alice), line_at(attempt)
    why = of_a_bot(attempt)
    answers = [go_on(client, attempt), ask(client, attempt, "cards", line), ask(client, attempt, "why", why)]
    assert [answer.status_code for answer in answers] == [302] * 3
    for answer in answers:
        shown = client.get(answer.headers["Location"])
        assert shown.status_code == 200
        assert "thinking" in shown.text
        assert 'hx-trigger="every 1s"' in shown.text, "it goes on by itself"
        assert "Check for the answer" in shown.text, "and without scripts"
        assert client.get(answer.headers["Location"] + "&wait=1").status_code == 204
    assert (bot.asked, solved) == (0, [])
    assert sent == [("replays.think_step", thought.pk, 0) for thought in Thought.objects.order_by("pk")]


@pytest.mark.parametrize("words", [{"go": "1"}, {"action": "play P1"}, {"cards": "1"}, {"why": "1"}, {"kind": "cards"}])
def test_reading_starts_nothing(
    words: dict[str, str], attempt: Attempt, alice: Player, signed_in: SignedIn, bot: Busy, solved: list[object]
) -> None:
    client = signed_in(alice)
    assert client.get(reverse("replay-line", args=(attempt.pk,)), line_at(attempt, 1).fields | words).status_code == 200
    assert client.get(reverse("replay", args=(attempt.pk,)), {"step": "5"} | words).status_code == 200
    assert client.get(reverse("replay-ask", args=(attempt.pk,)), words).status_code == 405
    assert not Thought.objects.exists()
    assert (bot.asked, solved) == (0, [])


# --- the same question is the same task, but not for another player


def test_asking_again_is_the_same_job(
    attempt: Attempt, alice: Player, signed_in: SignedIn, bot: Busy, sent: list[tuple[object, ...]]
) -> None:
    client = signed_in(alice)
    first, again = go_on(client, attempt), go_on(client, attempt)
    assert first.headers["Location"] == again.headers["Location"]
    think()
    asked = bot.asked
    assert asked
    assert go_on(client, attempt).headers["Location"] == first.headers["Location"]
    think()
    assert bot.asked == asked
    assert len(sent) == 1


@pytest.mark.parametrize("told", [True, False], ids=["after what the table shows", "alone"])
def test_the_crews_chance_comes_first_and_other_figures_are_folded(
    attempt: Attempt, alice: Player, signed_in: SignedIn, bot: Busy, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    params = {"card": "B7", "other": "G3", "chance": 62, "number": 90, "other_number": 80}
    reason = games.Sentence("bot-why-winnable", params)
    if told:
        figures = {"code": reason.code, "params": reason.params}
        reason = games.Sentence("bot-why-wins", {"card": "B7", "owner": 0, "other": "B3", "figures": figures})
    monkeypatch.setattr(bot, "explain", lambda *_args: reason)
    address = ask(signed_in(alice), attempt, "why", of_a_bot(attempt)).headers["Location"]
    think()
    html = signed_in(alice).get(address).text
    shown, _, folded = html.partition('<details id="why-details">')
    assert "The bot put the crew’s chance at 62% with blue 7. The next best card was green 3." in shown
    assert "winnable with blue 7" not in shown
    assert "Of the simulated deals, 90% stayed winnable with blue 7, and 80% with green 3." in folded
    assert ("/lessons/#principle-finish-early" in shown) == told, "figures alone follow no principle"


def test_only_who_asked_reads_the_answer(
    attempt: Attempt, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn, bot: Busy
) -> None:
    line = of_a_bot(attempt)
    address = ask(signed_in(alice), attempt, "why", line).headers["Location"]
    leads = go_on(signed_in(alice), attempt).headers["Location"]
    think()
    assert "was the only card to play" in signed_in(alice).get(address).text
    assert signed_in(alice).get(leads).status_code == 302
    for reader in (signed_in(bob), signed_in(charlie), Client()):
        shown, led = reader.get(address), reader.get(leads)
        assert shown.status_code in (200, 404)
        assert "was the only card to play" not in shown.text
        assert led.status_code in (200, 404), "it does not lead to where Alice's bots went"


def test_an_answer_is_about_the_moment_it_was_asked_at(
    attempt: Attempt, alice: Player, signed_in: SignedIn, bot: Busy
) -> None:
    line = of_a_bot(attempt)
    number = number_of(ask(signed_in(alice), attempt, "why", line).headers["Location"])
    think()
    url = reverse("replay", args=(attempt.pk,))
    assert "was the only card to play" in signed_in(alice).get(url, {"step": line.start, "thought": number}).text
    for step in (0, line.start - 1, line.start + 1):
        assert "was the only card to play" not in signed_in(alice).get(url, {"step": step, "thought": number}).text
    for odd in ("x", "-1", "9" * 30, "", "٣"):
        assert signed_in(alice).get(url, {"step": str(line.start), "thought": odd}).status_code == 200


# --- one at a time, and a limited number


def test_a_step_is_one_action_of_a_bot(attempt: Attempt, alice: Player, bot: Busy, monkeypatch: Any) -> None:
    monkeypatch.setattr(queue, "later", lambda *_given, **_named: None)
    line = line_at(attempt, 1)
    thought = thoughts.ask_bots(player=alice, attempt=attempt, kind=KIND.GO_ON, variation=line, hurried=True)
    seen: int | None = 0
    while seen is not None:
        assert thoughts.think_step(thought_id=thought.pk, steps=seen + 1) is None, "another number is stale"
        moves = moves_of(thought)
        number = thoughts.think_step(thought_id=thought.pk, steps=seen)
        assert len(moves_of(thought)) - len(moves) in ({1} if number is not None else {0, 1})
        seen = number
    thought.refresh_from_db()
    assert thought.is_done
    there = Variation.after(thought.variation, thought.answer)
    waits = not play_on.bots_are_to_act(attempt, there, hurried=False)
    assert waits or thinking.next_action(attempt, there) is None, "it went as far as the bots do"


def moves_of(thought: Thought) -> tuple[games.Action, ...]:
    thought.refresh_from_db()
    return Variation.after(thought.variation, thought.answer).moves


def test_a_person_has_one_worker_at_a_time(
    attempt: Attempt, alice: Player, bob: Player, bot: Busy, solved: list[object], sent: list[tuple[object, ...]]
) -> None:
    one, other = (
        thoughts.ask_bots(
            player=alice, attempt=attempt, kind=KIND.CARDS, variation=Variation(line_at(attempt).start + more)
        )
        for more in (0, 1)
    )
    of_bob = thoughts.ask_bots(player=bob, attempt=attempt, kind=KIND.CARDS, variation=line_at(attempt))
    Thought.objects.filter(pk=one.pk).update(busy_until=timezone.now() + thoughts.BUSY)
    assert thoughts.think_step(thought_id=one.pk, steps=0) is None
    assert thoughts.think_step(thought_id=other.pk, steps=0) is None
    assert not solved
    thoughts.think_step(thought_id=of_bob.pk, steps=0)
    assert len(solved) == 1, "others need not wait"
    Thought.objects.filter(pk=one.pk).update(busy_until=None)
    sent.clear()
    thoughts.think_step(thought_id=one.pk, steps=0)
    assert sent == [("replays.think_step", other.pk, 0)], "then it is the next one's turn"


def test_who_asks_for_more_than_can_be_thought_is_told_so(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn, bot: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, start = signed_in(alice), line_at(attempt).start
    for more in range(thoughts.MOST_OPEN_QUESTIONS):
        assert ask(client, attempt, "cards", Variation(start + more)).status_code == 302
    refused = [go_on(client, attempt), ask(client, attempt, "cards", Variation(start + thoughts.MOST_OPEN_QUESTIONS))]
    refused.append(ask(client, attempt, "why", of_a_bot(attempt)))
    for answer in refused:
        assert answer.status_code == 429
        assert str(StillThinking()) in answer.text
        assert 'role="alert"' in answer.text
    assert Thought.objects.count() == thoughts.MOST_OPEN_QUESTIONS
    assert go_on(signed_in(bob), attempt).status_code == 302, "others may ask"
    Thought.objects.all().update(state=Thought.State.DONE, answer={"cards": {}})
    monkeypatch.setattr(thoughts, "MOST_AN_HOUR", thoughts.MOST_OPEN_QUESTIONS)
    answer = go_on(client, attempt)
    assert answer.status_code == 429
    assert str(ThoughtEnough()) in answer.text
    assert ask(client, attempt, "cards", Variation(start)).status_code == 302, "what was answered is answered again"


# --- lost and old thoughts


def test_a_lost_call_is_repeated_and_a_dead_worker_replaced(
    attempt: Attempt, alice: Player, solved: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "later", lambda *_given, **_named: None)
    thought = thoughts.ask_bots(player=alice, attempt=attempt, kind=KIND.CARDS, variation=line_at(attempt))
    tasks.resume_thoughts()
    assert not solved, "it may still be waiting for its turn"
    age(thought, tasks.THOUGHT_FORGOTTEN_AFTER)
    Thought.objects.update(busy_until=timezone.now() + thoughts.BUSY)
    tasks.resume_thoughts()
    assert not solved, "a worker is at it"
    Thought.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    tasks.resume_thoughts()
    assert len(solved) == 1
    thought.refresh_from_db()
    assert thought.is_done


def test_a_step_is_ended_before_another_worker_may_begin_it() -> None:
    assert tasks.think_step.time_limit == tasks.THOUGHT_TAKES_SECONDS < thoughts.BUSY.total_seconds()


def age(thought: Thought, by: timedelta) -> None:
    long_ago = timezone.now() - by - timedelta(seconds=1)
    Thought.objects.filter(pk=thought.pk).update(moved_at=long_ago, made_at=long_ago)


def test_an_unanswered_question_is_given_up_and_may_be_asked_again(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(state: games.State, budget: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(thinking, "solve_each", never)
    client, line = signed_in(alice), line_at(attempt)
    address = ask(client, attempt, "cards", line).headers["Location"]
    number = number_of(address)
    for _ in range(thoughts.MOST_TRIES):
        with pytest.raises(TimeoutError):
            thoughts.think_step(thought_id=number, steps=0)
        Thought.objects.update(busy_until=None)
    assert thoughts.think_step(thought_id=number, steps=0) is None
    shown = client.get(address)
    assert "That took too long to work out. You can ask again." in shown.text
    assert shown.context["replay"].may_judge
    assert number_of(ask(client, attempt, "cards", line).headers["Location"]) != number


def test_thought_is_forgotten_after_an_hour(attempt: Attempt, alice: Player, signed_in: SignedIn, bot: Busy) -> None:
    client = signed_in(alice)
    address = go_on(client, attempt).headers["Location"]
    think()
    age(Thought.objects.get(), thoughts.RETENTION)
    tasks.resume_thoughts()
    assert not Thought.objects.exists()
    shown = client.get(address)
    assert shown.status_code == 200, "the line as it was, to go on from"
    assert shown.context["replay"].aside.may_go_on


def test_a_guest_who_signs_in_keeps_what_they_asked(
    attempt: Attempt, alice: Player, guest: Player, bot: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "later", lambda *_given, **_named: None)
    for player, line in (
        (alice, line_at(attempt)),
        (guest, line_at(attempt)),
        (guest, Variation(line_at(attempt).start + 1)),
    ):
        thoughts.ask_bots(player=player, attempt=attempt, kind=KIND.CARDS, variation=line)
    assert alice.user is not None
    players.open_player(user=alice.user, guest=guest)
    assert Thought.objects.filter(player=alice).count() == Thought.objects.count() == 2


# --- after tables and challenges


def test_every_worker_takes_them_after_everything_else(redis_url: str) -> None:
    """On a real Redis: thoughts come last, whatever was queued first, even after tasks of the same priority."""
    routes: dict[str, Any] = dict(settings.CELERY_TASK_ROUTES)
    route = routes["logbook.replays.tasks.think_step"]
    assert route["queue"] in {queue.name for queue in settings.CELERY_TASK_QUEUES}, "workers consume it"
    assert route["priority"] == max(one["priority"] for one in routes.values())
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    with Connection(environment.broker(redis_url), transport_options=options) as connection:
        channel = connection.channel()
        queues = [queue(channel) for queue in settings.CELERY_TASK_QUEUES]
        got: list[str] = []
        with connection.Producer() as producer:
            for name, priority in (("thoughts", 9), ("celery", 9), ("celery", 0), ("thoughts", 9), ("celery", 6)):
                body = f"{name} {priority}"
                producer.publish(body, routing_key=name, priority=priority, declare=queues)

        def take(body: str, message: Any) -> None:
            got.append(body)
            message.ack()

        with connection.Consumer(queues, callbacks=[take], accept=["text/plain", "json"]) as consumer:
            consumer.qos(prefetch_count=1)
            while len(got) < 5:
                connection.drain_events(timeout=5)
    assert got == ["celery 0", "celery 6", "celery 9", "thoughts 9", "thoughts 9"]
