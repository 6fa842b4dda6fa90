"""Scenes of lessons by players: a finished attempt, and lessons made of it."""

from __future__ import annotations

import re

from django.test import Client
from django.utils import timezone

from logbook.people.models.players import Player
from logbook.player_lessons.models import PlayerLesson
from logbook.player_lessons.selectors import moments
from logbook.player_lessons.services import authoring, publishing
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.tables.attempts_scenes import open_table, started, store_all_but_the_last

READ_ON = "read-on"
SENTENCE = "Which card keeps the task safe?"


def turns_of(attempt: Attempt, seat: int) -> list[int]:
    """Return the moments at which the seat plays a card and has a choice."""
    actions = event_replay.actions_of(attempt)
    states = event_replay.moments_of(attempt)
    return [
        moment
        for moment, action in enumerate(actions)
        if action.seat == seat
        and action.text.startswith("play ")
        and sum(one.text.startswith("play ") for one in states[moment].legal_actions(seat)) > 1
    ]


def given_up(player: Player) -> Attempt:
    """Return an attempt of this player with bots that was given up before its last card."""
    table = open_table(player, bots=2)
    attempt = started(table, player)
    store_all_but_the_last(attempt, lambda state: state.legal_actions(min(state.waiting_on))[0])
    Attempt.objects.filter(pk=attempt.pk).update(state="abandoned", reason_code="given-up", ended_at=timezone.now())
    type(table).objects.filter(pk=table.pk).update(state="between")
    return Attempt.objects.get(pk=attempt.pk)


def public(attempt: Attempt) -> Attempt:
    """Return the attempt as one that was won: everyone may see its replay, and lists may lead to its lesson."""
    Attempt.objects.filter(pk=attempt.pk).update(state="success")
    attempt.refresh_from_db()
    return attempt


def draft(
    attempt: Attempt, by: Player, *, seat: int = 0, title: str = "Hold the nine", lang: str = "en"
) -> PlayerLesson:
    return authoring.make_lesson(attempt=attempt, by=by, seat=seat, title=title, language=lang)


def add(lesson: PlayerLesson, moment: int, says: str = SENTENCE, **fields: object) -> PlayerLesson:
    """Add a step, and return the lesson as it is then."""
    lesson.refresh_from_db()
    assert lesson.author is not None
    acts = bool(fields.pop("acts", False))
    authoring.save_step(
        lesson=lesson, by=lesson.author, seen=lesson.version, moment=moment, says=says, acts=acts, **fields,  # type: ignore[arg-type]
    )  # fmt: skip
    lesson.refresh_from_db()
    return lesson


def whole(attempt: Attempt, by: Player, *, state: str = "draft", lang: str = "en") -> PlayerLesson:
    """Return a lesson with a sentence at the deal and two cards to choose, in this state."""
    lesson = draft(attempt, by, lang=lang)
    add(lesson, 0, "Look at your hand.")
    for moment in turns_of(attempt, 0)[:2]:
        add(lesson, moment, acts=True, right=[moments.choices_at(lesson, attempt, moment).played])
    if state in ("published", "proposed"):
        publishing.share(lesson=lesson, by=by, state="proposed")
    elif state != "draft":
        publishing.share(lesson=lesson, by=by, state=state)
    lesson.refresh_from_db()
    if state == "published":
        publishing.publish(lesson=lesson, seen=lesson.version)
        lesson.refresh_from_db()
    return lesson


def address(lesson: PlayerLesson, page: str = "") -> str:
    return f"/lessons/by-players/{lesson.key}/{page}"


def act(browser: Client, lesson: PlayerLesson, seen: int, action: str) -> tuple[int, str]:
    """Choose an action, and return the status and the page that follows."""
    answer = browser.post(address(lesson, "act/"), {"action": action, "seen": str(seen)}, follow=True)
    return answer.status_code, answer.content.decode()


def way(lesson: PlayerLesson) -> list[str]:
    """Return the right choices of a lesson."""
    return [step.right[0] if step.acts else READ_ON for step in lesson.steps.all()]


def take(browser: Client, lesson: PlayerLesson) -> str:
    """Take the whole lesson, and return the last page."""
    page = ""
    for seen, choice in enumerate(way(lesson)):
        status, page = act(browser, lesson, seen, choice)
        assert status == 200
    return page


def offered(page: str) -> set[str]:
    return set(re.findall(r'name="action" value="([^"]+)"', page))
