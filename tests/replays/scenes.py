"""Playing on from a replay, in tests: what a person does, and what a worker then thinks out."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.test import Client

from logbook.replays import tasks
from logbook.replays.models.thoughts import Thought
from logbook.replays.services import play_on, thinking
from logbook.replays.variations import Variation
from logbook.tables.models import Attempt


def think() -> None:
    """A worker does all that waits."""
    for key, number in Thought.objects.filter(state="waiting").order_by("pk").values_list("pk", "steps"):
        tasks.think_step(key, number)


def number_of(address: str) -> int:
    """The number of the thought that an address waits for."""
    return int(parse_qs(urlsplit(address).query)["thought"][0])


def follow(client: Client, url: str, fields: dict[str, Any]) -> Any:
    """The page to which the click leads, once the bots have done what they do then."""
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
    """The line with what the person does, and with all that the bots do then."""
    line, hurried = play_on.play_on_action(attempt, line, text), text is None
    while play_on.bots_are_to_act(attempt, line, hurried=hurried):
        action = thinking.next_action(attempt, line)
        if action is None:
            break
        line, hurried = line.then(action), False
    return line
