"""Scenes of rooms: a lost attempt, and what its readers press."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from logbook.people.models.players import Player
from logbook.rooms.models import Room
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from tests.reviews.scenes import finished


def lost(*players: Player, mission: str = "1") -> Attempt:
    """Return a lost attempt that these players have played to its end: strangers do not see its cards."""
    attempt = finished(*players, mission=mission)
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.FAILURE)
    Table.objects.filter(pk=attempt.table_id).update(state=Table.State.BETWEEN)
    return Attempt.objects.select_related("table__stage__challenge").get(pk=attempt.pk)


def at(attempt: Attempt, name: str = "room") -> str:
    return reverse(name, args=(attempt.pk,))


def stepper(page: str) -> str:
    """Return the figure of the moment that a page shows, as "2/72"."""
    return page.split('class="stepper__figure figures">')[1].split("<", maxsplit=1)[0]


def lead(browser: Client, attempt: Attempt) -> None:
    """Lead the room; the first leader of a test begins with the deal."""
    is_first = not Room.objects.filter(attempt=attempt).exists()
    assert browser.post(at(attempt, "room-lead")).status_code == 302
    if is_first:
        Room.objects.filter(attempt=attempt).update(step=0)


def step(browser: Client, attempt: Attempt, number: int) -> str:
    answer = browser.post(at(attempt, "room-step"), {"step": number}, follow=True)
    assert answer.status_code == 200
    return answer.text


def fourth_trick(attempt: Attempt) -> int:
    """Return the moment at which a card of the fourth or fifth trick is played."""
    plays = [place for place, action in enumerate(event_replay.actions_of(attempt)) if "play " in action.text]
    return plays[9]
