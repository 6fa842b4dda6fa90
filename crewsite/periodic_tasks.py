"""The tasks that beat queues: every so many seconds, or at a time of the day (UTC)."""

from __future__ import annotations

from typing import Any, Final

from celery.schedules import crontab

PERIODIC_TASKS: Final[dict[str, dict[str, Any]]] = {
    "challenges open and close on time": {"task": "logbook.challenges.tasks.open_and_close_due", "schedule": 30.0},
    "the deals of the coming days are made": {"task": "logbook.daily.tasks.make_coming_days", "schedule": 60.0},
    "closing deals are announced": {"task": "logbook.daily.tasks.announce_closing_deals", "schedule": 300.0},
    "days are counted": {"task": "logbook.daily.tasks.count_due_days", "schedule": 60.0},
    "series announce their weeks": {"task": "logbook.seasons.tasks.announce_due_weeks", "schedule": 60.0},
    "results that were not counted are": {
        "task": "logbook.leaderboards.tasks.recompute_overlooked_results",
        "schedule": 60.0,
    },
    "duplicate scores that were not computed are": {
        "task": "logbook.seasons.tasks.recompute_overlooked_scores",
        "schedule": 60.0,
    },
    "attempts that were not analysed are": {
        "task": "logbook.replays.tasks.analyse_overlooked_attempts",
        "schedule": 60.0,
    },
    "lines of travellers that were not written are": {
        "task": "logbook.travellers.tasks.write_overlooked_lines",
        "schedule": 30.0,
    },
    "attempts that stand in no logbook are written down": {
        "task": "logbook.campaigns.tasks.log_overlooked_attempts",
        "schedule": 60.0,
    },
    "printed logbooks of an hour ago are deleted": {
        "task": "logbook.campaigns.tasks.delete_old_prints",
        "schedule": 300.0,
    },
    "logbooks that were not ranked are": {
        "task": "logbook.campaigns.tasks.recompute_overlooked_standings",
        "schedule": 60.0,
    },
    "what happens in clubs is passed on": {
        "task": "logbook.notifications.tasks.send_overlooked_notifications",
        "schedule": 60.0,
    },
    "players who are away are told that it is their turn": {
        "task": "logbook.notifications.tasks.send_due_push_messages",
        "schedule": 20.0,
        "options": {"expires": 20.0},
    },
    "imports whose worker died go on": {"task": "logbook.exchange.tasks.resume_imports", "schedule": 60.0},
    "digests are written once a week": {"task": "logbook.notifications.tasks.send_due_digests", "schedule": 300.0},
    "every stored round is folded once a night": {
        "task": "logbook.site.tasks.replay_everything",
        "schedule": crontab(hour=2, minute=20),
    },
    "photos without an entry are deleted once a night": {
        "task": "logbook.campaigns.tasks.delete_unused_photos",
        "schedule": crontab(hour=3, minute=30),
    },
    "lines of talk are deleted after 30 days": {
        "task": "logbook.talk.tasks.delete_old_lines",
        "schedule": crontab(hour=3, minute=20),
    },
    "expired sessions are deleted once a night": {
        "task": "logbook.people.tasks.delete_expired_sessions",
        "schedule": crontab(hour=3, minute=10),
    },
    "addresses that were not confirmed are deleted once a night": {
        "task": "logbook.people.tasks.expire_addresses",
        "schedule": crontab(hour=3, minute=15),
    },
    "how strong crews are is worked out once a day": {
        "task": "logbook.leaderboards.tasks.recompute_strengths",
        "schedule": crontab(hour=3, minute=40),
    },
    "bots rate the missions while nobody plays": {
        "task": "logbook.leaderboards.tasks.rate_missions",
        "schedule": 60.0,
        "options": {"expires": 60.0},  # They must not pile up behind long analyses.
    },
    "deleted news is gone for good by the morning": {
        "task": "logbook.clubs.tasks.purge_news",
        "schedule": crontab(hour=4, minute=10),
    },
    "bots whose call was lost play on": {"task": "logbook.tables.tasks.resume_bots", "schedule": 60.0},
    "what people have bots think about is gone on with": {
        "task": "logbook.replays.tasks.resume_thoughts",
        "schedule": 30.0,
    },
    "what the solver has to say in lessons is gone on with": {
        "task": "logbook.player_lessons.tasks.judge_overlooked_steps",
        "schedule": 60.0,
    },
    "answers to deals of real tables are gone on with": {
        "task": "logbook.typed_deals.tasks.resume_answers",
        "schedule": 60.0,
    },
    "old deals of real tables are deleted once a night": {
        "task": "logbook.typed_deals.tasks.delete_old_deals",
        "schedule": crontab(hour=4, minute=20),
    },
    "players by turns are reminded, and decided for": {
        "task": "logbook.tables.tasks.follow_turn_clocks",
        "schedule": 30.0,
    },
    "attempts out of time end": {
        "task": "logbook.tables.tasks.end_overdue_clocks",
        "schedule": 5.0,
        "options": {"expires": 5.0},  # They must not pile up while no worker runs.
    },
}

SWEEPS: Final = frozenset(
    {
        "results that were not counted are",
        "duplicate scores that were not computed are",
        "attempts that were not analysed are",
        "lines of travellers that were not written are",
        "attempts that stand in no logbook are written down",
        "logbooks that were not ranked are",
        "imports whose worker died go on",
        "bots whose call was lost play on",
        "what people have bots think about is gone on with",
        "what the solver has to say in lessons is gone on with",
        "attempts out of time end",
    }
)
"""The tasks that only look for work whose own task was lost; what a deadline brings is not among it."""
