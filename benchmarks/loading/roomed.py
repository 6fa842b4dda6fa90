"""Rooms for `benchmarks.rooms`: `python -m benchmarks.loading.roomed ROOMS SCREENS` prints them as JSON.

It runs in the site's environment. Each attempt is played at random to its end and open to all, as after a win.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random
from typing import Any, Final

from benchmarks.loading.seated import MISSIONS, SEATS, person

SHARED: Final = 10
"""The rooms in which other people are; in each tenth room are the same."""


def main() -> None:
    """Create the rooms, and print the attempt and the sessions of each; the first session is the leader's."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django

    django.setup()
    rooms, screens = int(sys.argv[1]), int(sys.argv[2])
    people = [[person(circle * screens + one, guest=one % 2 == 1) for one in range(screens)]
              for circle in range(min(SHARED, rooms))]  # fmt: skip
    sys.stdout.write(json.dumps([_room(number, people[number % SHARED]) for number in range(rooms)]))


def _room(number: int, people: list[tuple[Any, str | None]]) -> dict[str, object]:
    from logbook.rooms.services.rooms import take_lead
    from logbook.tables.services import deals, tables

    game, mission = MISSIONS[number % len(MISSIONS)]
    seated = [player for player, _session in people[:SEATS]]
    table = tables.open_table(player=seated[0], game=game, mission=mission, players=SEATS)
    for seat, player in enumerate(seated[1:], 1):
        tables.take_seat(table=table, player=player, number=seat)
    deals.start_attempt(table_id=table.pk, player=seated[0])
    attempt = _played(table.attempts.select_related("table").get(), Random(number))
    take_lead(attempt=attempt, by=seated[0])
    return {
        "attempt": attempt.pk,
        "length": attempt.length,
        "sessions": [session for _player, session in people],
    }


def _played(attempt: Any, chance: Random) -> Any:
    """Play the attempt at random to its end, and store all of it at once."""
    from django.utils import timezone

    from logbook.tables import event_replay
    from logbook.tables.models import Attempt, Event, Table
    from logbook.tables.services import projections

    state = event_replay.state_of(attempt)
    while state.waiting_on:
        legal = state.legal_actions(min(state.waiting_on))
        state = state.apply(chance.choice([one for one in legal if not one.text.startswith(("ask", "give-up"))]))
    Event.objects.bulk_create(
        Event(attempt=attempt, sequence=number, seat=action.seat, text=action.text)
        for number, action in enumerate(state.log, 1)
    )
    attempt.length, attempt.ended_at = len(state.log), timezone.now()
    projections.project(attempt, state)
    attempt.state = Attempt.State.SUCCESS
    attempt.save()
    Table.objects.filter(pk=attempt.table_id).update(state=Table.State.WON)
    return attempt


if __name__ == "__main__":
    main()
