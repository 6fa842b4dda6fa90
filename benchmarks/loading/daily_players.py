"""People for `benchmarks.daily_evening`: `python -m benchmarks.loading.daily_players PEOPLE` prints them as JSON.

It runs in the site's environment. The deal is not proven: what its bots answer takes as long.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from typing import Final

MISSION: Final = "15"


def main() -> None:
    """Create an open deal and a table for each person, and print tables, sessions and tokens of beats."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django

    django.setup()
    from benchmarks.daily import _deal
    from benchmarks.loading.seated import _person
    from logbook.challenges.models.challenges import Stage
    from logbook.daily.services import plays
    from logbook.tables.presence import token_of
    from logbook.tables.services import signal_declines

    deal = _deal(datetime.now(UTC).date())
    Stage.objects.filter(challenge=deal.challenge).update(mission=MISSION)
    people = []
    for number in range(int(sys.argv[1])):
        player, session = _person(number, guest=False)
        table = plays.play_alone(deal=deal, player=player, address="192.0.2.1")
        signal_declines.decline(table_id=table.pk, player=player, choice="round")
        people.append({"table": table.pk, "session": session, "beat": token_of(table.pk, player.pk)})
    sys.stdout.write(json.dumps(people))


if __name__ == "__main__":
    main()
