"""What the worker does: thin doors on the services. Every task may be lost, late or repeated without harm."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any

from celery import Task, shared_task
from celery.signals import task_prerun
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from . import identity
from .models import Import
from .services import (
    account_mails,
    analyses,
    attempts,
    bots,
    challenges,
    closing,
    digests,
    imports,
    integrity,
    invites,
    kept_answers,
    mails,
    memoirs,
    merits,
    notices,
    preparing,
    results,
    series,
    strengths,
    thoughts,
    webhooks,
)

logger = logging.getLogger(__name__)

task_prerun.connect(identity.forget)

UNCOUNTED_AFTER = timedelta(seconds=20)
NOT_ANALYSED_AFTER = timedelta(seconds=60)
THOUGHT_TAKES_SECONDS = 120
"""A step that takes longer is ended; less than `thoughts.BUSY`. Without compiled code the solver needs it."""
THOUGHT_WAITS_SECONDS = 60
"""A call that has waited longer is worth nothing: the sweep has made another."""
THOUGHT_FORGOTTEN_AFTER = timedelta(seconds=THOUGHT_WAITS_SECONDS)
STUCK_AFTER = timedelta(seconds=60)
FORGOTTEN_AFTER = timedelta(seconds=20 + settings.BOT_COURTESY_SECONDS)
FORGOTTEN_ON_THE_CLOCK_AFTER = timedelta(seconds=3 + settings.BOT_TIMED_COURTESY_SECONDS)


def later(task: Task[Any, Any], *arguments: object, countdown: float = 0, **named: object) -> None:
    """Have a worker do this once the transaction is committed. The sweeps find what a lost broker forgets."""
    transaction.on_commit(partial(send, task, *arguments, countdown=countdown, **named))


def send(task: Task[Any, Any], *arguments: object, countdown: float = 0, **named: object) -> None:
    """Have a worker do this. Without a broker it is logged, and left to the sweeps."""
    try:
        task.apply_async(arguments, named, countdown=countdown)
    except OperationalError as error:
        logger.warning("%s%s could not be queued: %s", task.name, arguments, error)


@shared_task
def bots_play(attempt_id: int, seen: int, *, hurried: bool = False) -> None:
    """One action of a bot at a table that is at number `seen`; then the next one, after a pause.

    Once `hurried`, the bots leave no more time until a person acts.
    """
    moved = bots.bot_step(attempt_id=attempt_id, seen=seen, hurried=hurried)
    while moved is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        # Without a worker there is no queue: a call in a call for every action would be a very deep one.
        moved = bots.bot_step(attempt_id=attempt_id, seen=moved.number, hurried=hurried)
    if moved is not None:
        pause = settings.BOT_PAUSE_SECONDS if hurried else moved.pause
        send(bots_play, attempt_id, moved.number, countdown=pause, hurried=hurried)


@shared_task
def bots_sweep() -> None:
    """Call bots again whose turn it has been for a while: their first call was lost."""
    for attempt_id, number in bots.bots_waited_on(since=timezone.now() - FORGOTTEN_AFTER):
        send(bots_play, attempt_id, number)


@shared_task
def time_out(table_id: int) -> None:
    """End a table's attempt whose time is up. Called early, late or twice it does nothing wrong."""
    attempts.attempt_time_out(table_id=table_id)


@shared_task
def clocks_sweep() -> None:
    """End what has run out of time though its call was lost, and wake bots that keep a running clock waiting."""
    for table_id in attempts.tables_out_of_time():
        send(time_out, table_id)
    forgotten = timezone.now() - FORGOTTEN_ON_THE_CLOCK_AFTER
    for attempt_id, number in bots.bots_waited_on(since=forgotten, timed=True):
        send(bots_play, attempt_id, number)


@shared_task
def results_recompute(table_id: int) -> None:
    """Count a table's attempts again, and the standings of its challenge."""
    results.result_recompute(table_id=table_id)


@shared_task
def challenge_count(challenge_id: int) -> None:
    """Count a challenge that is over, once for all its tables, and tell what it came to."""
    closing.challenge_count(challenge_id=challenge_id)


@shared_task
def merits_recompute(challenge_id: int) -> None:
    """Write the duplicate scores of a challenge anew, and the standings of its season."""
    merits.merits_recompute(challenge_id=challenge_id)


@shared_task
def season_recompute(season_id: int) -> None:
    """Write the standings of a season anew."""
    merits.season_recompute(season_id=season_id)


@shared_task
def results_sweep() -> None:
    """Count what a lost task left uncounted."""
    for challenge_id in merits.challenges_unmeasured():
        send(merits_recompute, challenge_id)
    for table_id in results.tables_uncounted(before=timezone.now() - UNCOUNTED_AFTER):
        send(results_recompute, table_id)


@shared_task
def attempt_analyse(attempt_id: int) -> None:
    """Work out where a finished attempt was lost."""
    analyses.analysis_make(attempt_id=attempt_id)


@shared_task
def analyses_sweep() -> None:
    """Have finished attempts analysed whose task was lost, and those of before."""
    for attempt_id in analyses.attempts_not_analysed(before=timezone.now() - NOT_ANALYSED_AFTER):
        send(attempt_analyse, attempt_id)


@shared_task(expires=THOUGHT_WAITS_SECONDS, time_limit=THOUGHT_TAKES_SECONDS)
def thought_step(thought_id: int, seen: int) -> None:
    """One step of what somebody has bots or the solver think; then the next one, behind whatever else is waiting."""
    number = thoughts.thought_step(thought_id=thought_id, seen=seen)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = thoughts.thought_step(thought_id=thought_id, seen=number)
    if number is not None:
        send(thought_step, thought_id, number)


@shared_task
def thoughts_sweep() -> None:
    """Go on with thoughts whose call was lost, and forget those of an hour ago."""
    thoughts.thoughts_forget()
    for thought_id, number in thoughts.thoughts_forgotten(before=timezone.now() - THOUGHT_FORGOTTEN_AFTER):
        send(thought_step, thought_id, number)


@shared_task
def attempt_log(attempt_id: int) -> None:
    """Write a finished attempt into its crew's campaign."""
    memoirs.attempt_log(attempt_id=attempt_id)


@shared_task
def logbooks_sweep() -> None:
    """Write down the attempts whose task was lost."""
    for attempt_id in memoirs.attempts_not_logged(before=timezone.now() - UNCOUNTED_AFTER):
        send(attempt_log, attempt_id)


@shared_task(time_limit=6 * 3600, acks_late=False)
def everything_replayed() -> None:
    """Fold every stored round, and write down whether it still leads where it led.

    It may take longer than the broker waits for a word, so it is taken for done at once: the next night makes up for
    one that was lost, and nobody begins it twice.
    """
    check = integrity.everything_replayed()
    log = logger.error if check.wrong else logger.info
    log("integrity: %s rounds folded, %s wrong", check.attempts, check.wrong)


@shared_task
def strengths_recompute() -> None:
    """Work out anew how strong crews are."""
    strengths.strengths_recompute()


@shared_task
def challenge_prepare(challenge_id: int) -> None:
    """Have workers prepare a challenge's deals: a job for each that nobody is at."""
    for deal_id, number in preparing.deals_lay_out(challenge_id=challenge_id):
        send(deal_prepare, deal_id, number)
    preparing.challenge_settle(challenge_id=challenge_id)


@shared_task(bind=True)
def deal_prepare(self: Task[Any, Any], deal_id: int, seen: int) -> None:
    """One step of a deal that is at number `seen`; then the next one, behind whatever else is waiting to be done."""
    # What was taken from a worker that is dead comes again: nobody else is at it.
    again = bool((self.request.delivery_info or {}).get("redelivered"))
    number = preparing.deal_step(deal_id=deal_id, seen=seen, again=again)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = preparing.deal_step(deal_id=deal_id, seen=number)
    if number is not None:
        send(deal_prepare, deal_id, number)


@shared_task
def challenges_tick() -> None:
    """Open and close the challenges whose time has come, and go on with deals that were forgotten."""
    for challenge_id in challenges.challenges_tick():
        preparing.deals_lay_out(challenge_id=challenge_id)
        for deal_id, number in preparing.deals_forgotten(challenge_id=challenge_id):
            send(deal_prepare, deal_id, number)
        preparing.challenge_settle(challenge_id=challenge_id)


@shared_task
def import_read(import_id: int) -> None:
    """Read a file that somebody brings."""
    imports.import_read(import_id=import_id)


@shared_task
def import_step(import_id: int, seen: int) -> None:
    """The next lines of an import that is at number `seen`; then those after them, behind whatever else is waiting."""
    number = imports.import_step(import_id=import_id, seen=seen)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = imports.import_step(import_id=import_id, seen=number)
    if number is not None:
        send(import_step, import_id, number)


@shared_task
def imports_sweep() -> None:
    """Go on with imports whose worker has died, and forget files of a week ago."""
    for import_id, state, number in imports.imports_forgotten(before=timezone.now() - STUCK_AFTER):
        if state == Import.State.READING:
            send(import_read, import_id)
        else:
            send(import_step, import_id, number)
    imports.imports_forget()


@shared_task
def series_tick() -> None:
    """Announce the weeks of series whose time has come."""
    series.series_tick()


@shared_task
def happening_spread(happening_id: int) -> None:
    """Pass on what happened in a club."""
    notices.happening_spread(happening_id=happening_id)


@shared_task
def notice_send(notice_id: int) -> None:
    """Send a mail of the outbox."""
    mails.notice_send(notice_id=notice_id)


@shared_task
def invitation_send(invite_id: int) -> None:
    """Send an invitation that goes by mail."""
    mails.invitation_send(invite_id=invite_id)


@shared_task
def account_mail_send(mail_id: int) -> None:
    """Send a mail about an account."""
    account_mails.account_mail_send(mail_id=mail_id)


@shared_task
def delivery_make(delivery_id: int) -> None:
    """Tell a webhook."""
    webhooks.delivery_make(delivery_id=delivery_id)


@shared_task
def clubs_sweep() -> None:
    """Note what closes soon, and send what lost tasks left unsent."""
    notices.happenings_find()
    for happening_id in notices.happenings_unspread():
        notices.happening_spread(happening_id=happening_id)
    for task, waiting in (
        (notice_send, notices.notices_unsent()),
        (invitation_send, invites.invites_unsent()),
        (account_mail_send, account_mails.account_mails_unsent()),
        (delivery_make, webhooks.deliveries_due()),
    ):
        for key in waiting:
            send(task, key)


@shared_task
def digests_tick() -> None:
    """Write the digests of those for whom Monday morning has come; forget what was sent or answered long ago."""
    digests.digests_write()
    notices.notices_forget()
    kept_answers.answers_forget()
