"""Tasks of the site: every stored round is folded again at night."""

from __future__ import annotations

import logging

from celery import shared_task

from logbook.site.services import integrity

logger = logging.getLogger(__name__)


@shared_task(time_limit=6 * 3600, acks_late=False)
def replay_everything() -> None:
    """Fold every stored round, and write down whether it still leads where it led.

    It may take longer than the broker waits for a word, so it is taken for done at once: the next night makes up for
    one that was lost, and nobody begins it twice.
    """
    check = integrity.replay_everything()
    log = logger.error if check.wrong else logger.info
    log("integrity: %s rounds folded, %s wrong", check.attempts, check.wrong)
