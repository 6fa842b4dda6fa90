"""Scenes of playing on from a replay: a player's actions, and a worker's thoughts."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.test import Client

from logbook.replays import tasks
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import play_on, thinking
from logbook.replays.variations import Variation
from logbook.tables.models import Attempt


def think() -> None:
    """Do all waiting work of a worker."""
    for key, number in Thought.objects.filter(state="waiting").order_by("pk").values_list("pk", "steps"):
        tasks.think_step(key, number)


def number_of(address: str) -> int:
    """Return the number of the thought that a URL waits for."""
    return int(parse_qs(urlsplit(address).query)["thought"][0])


def follow(client: Client, url: str, fields: dict[str, Any]) -> Any:
    """Return the page after a click and the bots' actions that follow it."""
    response = client.post(url, fields)
    assert response.status_code == 302
    address = response.headers["Location"]
    if "thought=" in address:
        think()
        response = client.get(address)
        assert response.status_code == 302
        address = response.headers["Location"]
    response = client.get(address)
    assert response.status_code == 200
    return response.context["replay"]


def gone_on(attempt: Attempt, line: Variation, text: str | None) -> Variation:
    """Return the variation with the player's action and all the bots' actions that follow it."""
    line, hurried = play_on.play_on_action(attempt, line, text), text is None
    while play_on.bots_are_to_act(attempt, line, hurried=hurried):
        action = thinking.next_action(attempt, line)
        if action is None:
            break
        line, hurried = line.then(action), False
    return line
