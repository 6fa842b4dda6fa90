"""Seated people for `benchmarks.load`: `python -m benchmarks.loading.seated TABLES [--dealt]` prints them as JSON.

It runs in the site's environment. Of four at a table two have accounts, two are guests; everyone is signed in.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Final

MISSIONS: Final = (("planet-nine", "8"), ("deep-sea", "4"), ("planet-nine", "19"), ("deep-sea", "8"))
SEATS: Final = 4


def main() -> None:
    """Create the tables, and print the number of each, its sessions, and the tokens of its pages' beats."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django

    django.setup()
    count, dealt = int(sys.argv[1]), "--dealt" in sys.argv
    sys.stdout.write(json.dumps([_table(number, dealt=dealt) for number in range(count)]))


def _table(number: int, *, dealt: bool) -> dict[str, object]:
    from logbook.tables.presence import beat_token
    from logbook.tables.services import deals, tables

    people = [person(number * SEATS + seat, guest=seat % 2 == 1) for seat in range(SEATS)]
    game, mission = MISSIONS[number % len(MISSIONS)]
    table = tables.open_table(player=people[0][0], game=game, mission=mission, players=SEATS)
    for seat, (player, _session) in enumerate(people[1:], 1):
        tables.take_seat(table=table, player=player, number=seat)
    if dealt:
        deals.start_attempt(table_id=table.pk, player=people[0][0])
    return {
        "table": table.pk,
        "sessions": [session for _player, session in people],
        "beats": [beat_token(table.pk, player.pk) for player, _session in people],
    }


def person(number: int, *, guest: bool) -> tuple[Any, str | None]:
    """Create a player, a guest or one with an account, and return it with its session."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model

    from logbook.people.models.players import Player
    from logbook.people.selectors import GUEST_KEY
    from logbook.people.session_store import SessionStore

    session, user = SessionStore(), None
    if not guest:
        # No password: hashing eight hundred would take minutes, and no sign-in uses one.
        user = get_user_model().objects.create(username=f"load{number}", password="!")  # noqa: S106 - none
        session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    player = Player.objects.create(name=f"Player {number}", user=user)
    if guest:
        session[GUEST_KEY] = player.pk
    session.save()
    return player, session.session_key


if __name__ == "__main__":
    main()
