"""Task of the site: replay every stored round at night."""

from __future__ import annotations

import logging

from celery import shared_task

from logbook.site.services import integrity

logger = logging.getLogger(__name__)


@shared_task(time_limit=6 * 3600, acks_late=False)
def replay_everything() -> None:
    """Replay every stored round, and log whether it still agrees.

    It may run longer than the broker's visibility timeout, so it is acknowledged at once: the next night makes up for a
    lost run, and no run starts twice.
    """
    check = integrity.replay_everything()
    log = logger.error if check.wrong else logger.info
    log("integrity: %s rounds folded, %s wrong", check.attempts, check.wrong)
