"""A process that plays at a table as fast as it can, and reports each acknowledged action. It is meant to be killed.

`python -m tests.faults.player TABLE LUCK`
"""

from __future__ import annotations

import os
import sys
from random import Random


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    table_id, chance = int(sys.argv[1]), Random(sys.argv[2])
    while True:
        play(table_id, chance)


def play(table_id: int, chance: Random) -> None:
    """Take one action of a seat to act, or start the next attempt."""
    from logbook.tables import event_replay
    from logbook.tables.models import Table
    from logbook.tables.services import attempts, deals

    table = Table.objects.get(pk=table_id)
    attempt = table.attempts.select_related("table").filter(state="playing").first()
    if attempt is None:
        player = table.seats.order_by("number")[0].player
        Table.objects.filter(pk=table_id, state=Table.State.WON).update(state=Table.State.BETWEEN)
        say("dealt", deals.start_attempt(table_id=table_id, player=player).attempt_id)
        return
    state = event_replay.state_of(attempt)
    seat = chance.choice(sorted(state.waiting_on))
    text = chance.choice(state.legal_actions(seat)).text
    player = table.seats.get(number=seat).player
    attempts.act(table_id=table_id, player=player, text=text, seen=table.version)
    say("acted", attempt.pk, attempt.length + 1, seat, text)


def say(*words: object) -> None:
    """Report at once: from now on the action must never be lost."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
