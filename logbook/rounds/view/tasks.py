"""Tasks of a round on the page: playing cards in Planet Nine, task cards in Deep Sea."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from logbook.lib.translation import gettext as _
from logbook.lib.translation import pgettext
from logbook.rounds import text as rounds_text
from logbook.rounds.explanations import task_topic
from logbook.rounds.task_cards import TaskFacts, is_task_card, task_facts
from logbook.rounds.view.parts import TaskCard
from logbook.rounds.view.status import Names

ViewFacts = Mapping[str, Any]


def tasks_of(facts: ViewFacts, names: Names) -> tuple[TaskCard, ...]:
    """Return all tasks of the view, in its order."""
    return tuple(_task(facts, names, task) for task in facts["tasks"])


def _task(facts: ViewFacts, names: Names, task: Mapping[str, Any]) -> TaskCard:
    text, owner = task["task"] or "", task["owner"]
    card = task_facts(text, names.players) if is_task_card(text) else None
    return TaskCard(
        task=text,
        name=names.card(text) if text else _("a face-down task"),
        owner=owner,
        owner_name="" if owner is None else names.of(owner),
        mine=owner is not None and owner == facts["seat"],
        token=task["token"] or "",
        status=task["status"],
        status_words={"open": pgettext("task", "open"), "done": _("done"), "failed": _("failed")}.get(
            task["status"], task["status"]
        ),
        note=_whereabouts(facts, text) if task["status"] == "open" else "",
        card=card,
        words=rounds_text.task_sentence(text, names.players) if card else "",
        progress=_progress(task, names),
        said=_card_text(facts, card) if card else "",
        topic=_topic(text, task["token"] or "", card),
        predicted=_predicted(facts, card) if card else None,
        offered=bool(card) and any(text in action.split() for action in facts["legal"]),
    )


def _whereabouts(facts: ViewFacts, card: str) -> str:
    """Return where the task's card is, as far as this reader knows."""
    trick = facts["trick"]
    if trick and card in [played for _seat_number, played in trick["plays"]]:
        return _("in this trick")
    if card in facts.get("hand", ()):
        return _("in your hand")
    robot = facts.get("robot")
    if not robot or card not in robot["up"]:
        return ""
    return _("face up in %(robot)s’s row") % {"robot": rounds_text.robot_name(facts["game"])}


def _progress(task: Mapping[str, Any], names: Names) -> str:
    """Return the progress of an open task, in the engine's words."""
    progress = task.get("progress")
    if not progress or task["status"] != "open":
        return ""
    return rounds_text.say(progress["code"], progress["params"], names.of, names.players)


def _topic(text: str, token: str, card: TaskFacts | None) -> str:
    if card:
        return card.name
    return task_topic(token) if text else ""


def _predicted(facts: ViewFacts, card: TaskFacts) -> int | None:
    return next((number for _seat, name, number in facts["predictions"] if name == card.name), None)


def _card_text(facts: ViewFacts, card: TaskFacts) -> str:
    """Return the predicted number of tricks, or that there is one which the reader may not know."""
    for seat, name, number in facts["predictions"]:
        if name != card.name:
            continue
        if number is None:
            return _("number written down in secret") if card.secret else ""
        tricks = ngettext("%(number)s trick", "%(number)s tricks", number) % {"number": number}
        if card.secret and seat == facts["seat"]:
            return _("you wrote down %(tricks)s") % {"tricks": tricks}
        return (_("written down: %(tricks)s") if card.secret else _("announced: %(tricks)s")) % {"tricks": tricks}
    return ""
