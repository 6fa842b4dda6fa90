"""Clocks that jump forth and back: nothing happens twice, and times from a wrong clock block nothing for long."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.services import certification, lifecycle
from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.crews.models.crews import Crew
from logbook.exchange import services as exchange_services
from logbook.exchange.models import Import
from logbook.exchange.services import sweeps
from logbook.notifications.models import ClubEvent, Delivery, OutboxMail
from logbook.notifications.services import outbox, webhooks
from logbook.people.models.players import Player
from logbook.people.models.tokens import ApiToken
from logbook.people.services import tokens
from logbook.tables.exceptions import TimeUp
from logbook.tables.models import Event, Table
from logbook.tables.services import attempts, bots
from tests.challenges.scenes import HOUR, NOON, make
from tests.exchange.files import bring
from tests.exchange.imports_scenes import ROWS
from tests.notifications.scenes import choose
from tests.notifications.webhooks_scenes import ADDRESS, KINDS, Posted, names, posted
from tests.tables.attempts_scenes import open_table, started, verify, waited_for
from tests.tables.scenes import AT_ONCE

__all__ = ["names", "posted"]

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_a_challenge_opens_and_closes_once(running: Challenge) -> None:
    """The clock runs ahead past the close, back before the opening, and then normally."""
    for ahead in (HOUR, 3 * HOUR, -3 * HOUR, HOUR, 3 * HOUR):
        with time_machine.travel(NOON + ahead, tick=False):
            lifecycle.open_and_close_due()
    running.refresh_from_db()
    assert running.state == Challenge.State.CLOSED
    said = list(ClubEvent.objects.filter(challenge=running).order_by("pk").values_list("kind", flat=True))
    assert said == ["announced", "opened", "results"]


def test_an_attempt_runs_out_of_time_once(
    clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player
) -> None:
    table = open_table(alice, bob, olga, game="deep-sea", mission=AT_ONCE)
    attempt = started(table, alice)
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    clock.shift(2 * HOUR)
    with pytest.raises(TimeUp):
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    clock.shift(-2 * HOUR)
    assert attempts.time_out_attempt(table_id=table.pk) is None
    clock.shift(4 * HOUR)
    assert attempts.tables_out_of_time() == []
    assert list(Event.objects.values_list("text", flat=True)) == ["timeout"]
    verify(attempt)


def test_a_clock_that_went_back_ends_no_attempt_too_early(
    clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player
) -> None:
    table = open_table(alice, bob, olga, game="deep-sea", mission=AT_ONCE)
    attempt = started(table, alice)
    clock.shift(-HOUR)
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    assert attempts.time_out_attempt(table_id=table.pk) is None
    verify(attempt)


def test_bots_that_are_waited_for_are_found(alice: Player) -> None:
    table = open_table(alice, bots=2)
    attempt = started(table, alice)
    seat = table.seats.exclude(bot="")[0].number
    attempt.waiting_on = [seat]
    attempt.save()
    now = timezone.now()
    for moved, found in ((timedelta(0), False), (-DAY, True), (timedelta(seconds=10), True), (DAY, True)):
        Table.objects.filter(pk=table.pk).update(moved_at=now + moved)
        assert bool(bots.attempts_waiting_for_bots(since=now - timedelta(minutes=2))) is found, moved


def test_an_import_whose_worker_died_goes_on(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, ROWS.encode(), "rows.csv")
    now = timezone.now()
    for moved, found in ((timedelta(0), False), (-DAY, True), (DAY, True)):
        Import.objects.filter(pk=job.pk).update(state=Import.State.APPLYING, moved_at=now + moved)
        assert bool(sweeps.stalled_imports(before=now - timedelta(minutes=1))) is found, moved
    assert exchange_services.apply_step is not None


def test_a_deal_that_was_begun_by_a_wrong_clock_is_taken_over(club: Club, olga: Player) -> None:
    now = timezone.now()
    challenge = make(club, olga, missions=["1"], max_attempts=1, opens_at=now + HOUR, closes_at=now + 2 * HOUR)
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.PREPARING)
    deal = Deal.objects.get()
    Deal.objects.update(state=Deal.State.PREPARING)
    for busy, found in ((certification.BUSY_FOR, False), (-DAY, True), (DAY, True)):
        Deal.objects.update(busy_until=now + busy, moved_at=now)
        forgotten = certification.stalled_deals(challenge_id=challenge.pk)
        assert bool(forgotten) is found, busy
        assert Deal.objects.filter(certification._free_slots(), pk=deal.pk).exists() is found, busy


def test_a_mail_that_was_claimed_by_a_wrong_clock_is_sent(club: Club, alice: Player, olga: Player) -> None:
    choose(alice, club, "each")
    news.write_news(club=club, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    notice = OutboxMail.objects.filter(player=alice).get()
    now = timezone.now()
    for claimed, free in ((outbox.CLAIM, False), (outbox.LONGEST_WAIT, False), (-DAY, True), (DAY, True)):
        OutboxMail.objects.update(claimed_until=now + claimed, sent_at=None, tries=1)
        assert (notice.pk in outbox.unsent_outbox_mails()) is free, claimed
        assert (outbox.claim_outbox_mail(notice.pk) is not None) is free, claimed


def test_a_delivery_that_was_put_off_by_a_wrong_clock_is_made(club: Club, olga: Player, posted: Posted) -> None:
    hook = webhooks.add_webhook(club=club, by=olga, url=ADDRESS, kinds=KINDS)
    delivery = webhooks.test_webhook(webhook=hook)
    Delivery.objects.update(state="waiting", ended_at=None, tries=0, due_at=timezone.now() + webhooks.WAITS[-1])
    assert webhooks.due_deliveries() == []
    Delivery.objects.update(due_at=timezone.now() + DAY)
    assert webhooks.due_deliveries() == [delivery.pk]


def test_a_token_lapses_and_lives_again_with_the_clock(alice: Player) -> None:
    """Expiry writes nothing, so a corrected clock makes the token valid again."""
    _token, key = tokens.create_token(player=alice, name="bot", scopes=("read",), days=2)
    for ahead, is_open in ((DAY, True), (3 * DAY, False), (-3 * DAY, True), (DAY, True)):
        with time_machine.travel(timezone.now() + ahead, tick=False):
            assert (tokens.open_token(key) is not None) is is_open, ahead
    assert ApiToken.objects.get().revoked_at is None
