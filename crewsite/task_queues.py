"""The queues of the workers, and which task goes into which.

Redis hands out the lowest priority first. Bots at tables are at 0. Within a priority the queues are read in the order
of their names: bots that think for one player alone come last.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from kombu import Queue

DEFAULT: Final = "celery"
ALWAYS: Final = frozenset({"analyses", DEFAULT, "mails", "outgoing", "thoughts"})
SEPARABLE: Final = frozenset({"bots", "deals"})
"""Kinds of tasks that are in the default queue, unless a site gives them a queue and workers of their own."""


def queues(separate: Collection[str]) -> tuple[Queue, ...]:
    """Return all queues of the site, where these kinds have one of their own."""
    return tuple(Queue(name) for name in sorted(ALWAYS.union(separate)))


def routes(separate: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return the queue and the priority of each task that is not simply in the default queue."""
    bots, deals = (kind if kind in separate else DEFAULT for kind in ("bots", "deals"))
    return {
        "logbook.tables.tasks.play_bots": {"queue": bots, "priority": 0},
        "logbook.tables.tasks.decide_for_player": {"queue": bots, "priority": 0},
        # A worker of their own makes them one by one, at the lowest priority of the system.
        "logbook.replays.tasks.analyse_attempt": {"queue": "analyses", "priority": 6},
        "logbook.leaderboards.tasks.rate_missions": {"queue": "analyses", "priority": 9},
        "logbook.challenges.tasks.prepare_deal": {"queue": deals, "priority": 9},
        "logbook.site.tasks.replay_everything": {"priority": 9},
        "logbook.campaigns.tasks.draw_logbook": {"priority": 3},
        "logbook.exchange.tasks.read_import": {"priority": 6},
        "logbook.exchange.tasks.apply_step": {"priority": 6},
        # What calls another machine waits for it, in workers of its own. Mails go to the site's own mail server,
        # accounts' mails first: they never wait for the hosts that users choose.
        "logbook.people.tasks.send_account_mail": {"queue": "mails", "priority": 0},
        "logbook.clubs.tasks.send_invitation": {"queue": "mails", "priority": 3},
        "logbook.notifications.tasks.send_outbox_mail": {"queue": "mails", "priority": 3},
        "logbook.notifications.tasks.send_push_message": {"queue": "outgoing", "priority": 3},
        "logbook.notifications.tasks.deliver": {"queue": "outgoing", "priority": 6},
        "logbook.replays.tasks.think_step": {"queue": "thoughts", "priority": 9},
        "logbook.player_lessons.tasks.judge_step": {"queue": "thoughts", "priority": 9},
        # The verdict, for which a table waits; what follows it waits behind other tasks.
        "logbook.typed_deals.tasks.answer_step": {"queue": deals, "priority": 6},
    }
