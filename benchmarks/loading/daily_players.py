"""People for `benchmarks.daily_evening`: `python -m benchmarks.loading.daily_players PEOPLE` prints them as JSON.

It runs in the site's environment, before the site starts. The deal is not proven: what its bots answer takes as long.
The days ahead exist too, as on a site that has prepared them, so that no worker prepares them meanwhile.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from typing import Final

MISSION: Final = "15"


def main() -> None:
    """Create an open deal and a table for each person, and print tables, sessions and tokens of beats."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django

    django.setup()
    from benchmarks.daily import no_tasks, open_deal
    from benchmarks.loading.seated import person
    from logbook.daily import schedule
    from logbook.daily.services import days, plays
    from logbook.tables.presence import beat_token
    from logbook.tables.services import signal_declines

    today = schedule.today()
    deal = open_deal(today, mission=MISSION)
    ahead = (schedule.planned_deals(today + timedelta(days=n)) for n in range(days.AHEAD + 1))
    for planned in {(one.date, one.game): one for deals in ahead for one in deals}.values():
        if (planned.date, planned.game) != (today, deal.game):
            open_deal(planned.date, planned.game, planned.mission)
    people = []
    for number in range(int(sys.argv[1])):
        player, session = person(number, guest=False)
        with no_tasks():  # The queue is not there yet; a sweep finds the bots that are due.
            table = plays.play_alone(deal=deal, player=player, address="192.0.2.1")
            signal_declines.decline(table_id=table.pk, player=player, choice="round")
        people.append({"table": table.pk, "session": session, "beat": beat_token(table.pk, player.pk)})
    sys.stdout.write(json.dumps(people))


if __name__ == "__main__":
    main()
