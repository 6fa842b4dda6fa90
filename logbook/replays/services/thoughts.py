"""Services of thoughts: a request asks, a worker computes, and only the player who asked reads the answer.

The queue holds only a thought's number. A worker does one step at a time (one action of a bot, or one whole answer),
after all other waiting tasks, and only one thought per player at a time. If a task is lost or repeated, the rows show
what is left to do, and the sweep queues it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from logbook.lib import leases, queue
from logbook.people.models.players import Player
from logbook.replays.exceptions import StillThinking, ThoughtEnough
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import play_on, thinking
from logbook.replays.signals import replay_answered
from logbook.replays.variations import Variation
from logbook.tables.models import Attempt

Kind, State = Thought.Kind, Thought.State
RETENTION: Final = timedelta(hours=1)
MOST_OPEN_QUESTIONS: Final = 3
"""The most waiting questions per player; they are answered one by one."""
MOST_AN_HOUR: Final = 240
MOST_TRIES: Final = 3
BUSY: Final = timedelta(seconds=135)
"""Longer than a worker may take for a step."""


def ask_bots(*, player: Player, attempt: Attempt, kind: str, variation: Variation, hurried: bool = False) -> Thought:
    """Queue a question about the end of the variation; a repeated question returns the same thought.

    Raises StillThinking and ThoughtEnough.
    """
    mark = variation.mark(attempt.pk, kind, hurried)
    with transaction.atomic():
        # Lock the player, so that parallel requests cannot exceed the quota.
        mine = Thought.objects.filter(player=Player.objects.select_for_update().get(pk=player.pk))
        mine.filter(made_at__lte=timezone.now() - RETENTION).delete()
        existing = mine.filter(mark=mark).exclude(state=State.FAILED).first()
        if existing is not None:
            return existing
        mine.filter(mark=mark).delete()
        if mine.filter(state=State.WAITING).count() >= MOST_OPEN_QUESTIONS:
            raise StillThinking
        if mine.count() >= MOST_AN_HOUR:
            raise ThoughtEnough
        thought = mine.create(
            player=player, attempt=attempt, kind=kind, mark=mark, variation=variation.fields, hurried=hurried
        )
        queue.later("replays.think_step", thought.pk, thought.steps)
    return thought


def think_step(*, thought_id: int, steps: int) -> int | None:
    """Do the next step of a thought at number `steps`; return its next number, None where nothing is left to do.

    A call does nothing if it comes late, twice, or while another thought of the same player is in progress.
    """
    thought = _claim(thought_id, steps)
    if thought is None:
        return None
    answer, goes_on = _answer(thought)
    state = State.WAITING if goes_on else State.DONE
    mine = Thought.objects.filter(pk=thought.pk, steps=steps, state=State.WAITING)
    moved = {"steps": steps + 1, "tries": 0, "busy_until": None, "moved_at": timezone.now()}
    if not mine.update(answer=answer, state=state, **moved):
        return None
    if not goes_on:
        _next_of(thought.player_id)
        replay_answered.send(sender=Thought, attempt_id=thought.attempt_id)
    return steps + 1 if goes_on else None


@transaction.atomic
def _claim(thought_id: int, steps: int) -> Thought | None:
    """Claim the thought for a step, unless it has moved on, or a worker is busy with another of the same player's."""
    claimable = Thought.objects.filter(pk=thought_id, steps=steps, state=State.WAITING)
    thought = claimable.select_related("attempt__table__stage__challenge").first()
    if thought is None:
        return None
    Player.objects.select_for_update().get(pk=thought.player_id)
    idle = leases.is_expired("busy_until", BUSY)
    open_questions = Thought.objects.filter(player=thought.player_id, state=State.WAITING)
    if open_questions.exclude(idle).exists():
        return None
    if thought.tries >= MOST_TRIES:
        claimable.update(state=State.FAILED, busy_until=None)
        _next_of(thought.player_id)
        return None
    claimed = claimable.filter(idle).update(busy_until=timezone.now() + BUSY, tries=F("tries") + 1)
    return thought if claimed else None


def _next_of(player_id: int) -> None:
    """Queue the player's next question: its own task may have run, without effect, during this one."""
    open_questions = Thought.objects.filter(player=player_id, state=State.WAITING).order_by("pk")
    for key, number in open_questions.values_list("pk", "steps")[:1]:
        queue.later("replays.think_step", key, number)


def _answer(thought: Thought) -> tuple[dict[str, Any], bool]:
    """Return the answer so far, and whether there is more to come."""
    variation = Variation.stored(thought.variation)
    if thought.kind == Kind.CARDS:
        return {"cards": thinking.judge_cards(thought.attempt, variation)}, False
    if thought.kind == Kind.WHY:
        return thinking.explain_action(thought.attempt, variation.start), False
    return _next_actions(thought, variation)


def _next_actions(thought: Thought, variation: Variation) -> tuple[dict[str, Any], bool]:
    """Return the variation with one more action of a bot, as the answer, and whether bots continue."""
    current = Variation.after(thought.variation, thought.answer)
    hurried = thought.hurried and current == variation
    if not play_on.bots_are_to_act(thought.attempt, current, hurried=hurried):
        return {"moves": current.fields["moves"]}, False
    action = thinking.next_action(thought.attempt, current)
    if action is None:
        return {"moves": current.fields["moves"]}, False
    following = current.then(action)
    return {"moves": following.fields["moves"]}, play_on.bots_are_to_act(thought.attempt, following, hurried=False)


def stalled_thoughts(*, before: datetime) -> list[tuple[int, int]]:
    """Return waiting thoughts without a worker since `before`, with their number of steps: the task or its worker was
    lost.
    """
    idle = Thought.objects.filter(leases.is_expired("busy_until", BUSY), state=State.WAITING)
    forgotten = idle.filter(leases.before("moved_at", before)).order_by("pk")
    return list(forgotten.values_list("pk", "steps"))


def delete_old_thoughts() -> None:
    """Delete thoughts past their storage time."""
    Thought.objects.filter(made_at__lte=timezone.now() - RETENTION).delete()
