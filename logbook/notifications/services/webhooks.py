"""Services of webhooks: external addresses that receive a club's events, in Discord's JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from logbook.challenges.selectors.winners import winners_of
from logbook.clubs.models import Club
from logbook.lib import leases, queue, safe_http
from logbook.lib import quotas as lib_quotas
from logbook.lib.exceptions import Refusal
from logbook.lib.lists import labelled
from logbook.lib.mail import site_address
from logbook.notifications import quotas as notifications_quotas
from logbook.notifications.club_event_texts import club_event_text
from logbook.notifications.exceptions import TooManyWebhooks, WebhookExists
from logbook.notifications.models import Delivery, Webhook
from logbook.notifications.services import outbox
from logbook.people.models.players import Player

State = Delivery.State
CLAIM = timedelta(minutes=10)
WAITS = [timedelta(minutes=minutes) for minutes in (1, 4, 16, 64, 256)]
"""The waits before each further try."""
OFF_AFTER = 5
"""The number of failed messages in a row that switches a webhook off."""
MOST_HOOKS = 5
MOST_DELIVERIES = 50
LONGEST_MESSAGE = 1800


def add_webhook(*, club: Club, by: Player, url: str, kinds: Sequence[str]) -> Webhook:
    """Add an address that receives these kinds of events. Raises AddressRefused, WebhookExists, TooManyWebhooks."""
    ensure_address_allowed(url)
    return store_webhook(club=club, by=by, url=url, kinds=kinds)


def ensure_address_allowed(url: str) -> None:
    """Check the form of the address; the worker that posts resolves its name. Raises AddressRefused."""
    safe_http.ensure_form(url)


@transaction.atomic
def store_webhook(*, club: Club, by: Player, url: str, kinds: Sequence[str]) -> Webhook:
    """Store a checked address. Raises WebhookExists, TooManyWebhooks."""
    Club.objects.select_for_update().get(pk=club.pk)
    if club.webhooks.filter(url=url).exists():
        raise WebhookExists
    if club.webhooks.count() >= MOST_HOOKS:
        raise TooManyWebhooks
    return Webhook.objects.create(club=club, created_by=by, url=url, kinds=list(kinds))


def remove_webhook(*, webhook: Webhook) -> None:
    """Delete the webhook with its log."""
    webhook.delete()


def enable_webhook(*, webhook: Webhook) -> None:
    """Enable a webhook that was switched off."""
    Webhook.objects.filter(pk=webhook.pk).update(disabled_at=None, failures=0)


def test_webhook(*, webhook: Webhook) -> Delivery:
    """Send a test message. Raises TooManyTests."""
    lib_quotas.take(notifications_quotas.TESTS, webhook.club_id)

    delivery = Delivery.objects.create(webhook=webhook, due_at=timezone.now())
    queue.later("notifications.deliver", delivery.pk)
    return delivery


# --- deliveries


def due_deliveries() -> list[int]:
    """Return the deliveries whose task was lost, or whose next try is due."""
    due = Delivery.objects.filter(_is_due(), ~outbox.HELD_BACK, state=State.WAITING, tries__lte=len(WAITS) + 1)
    return list(due.order_by("pk").values_list("pk", flat=True)[: outbox.MOST_A_SWEEP])


def owner_of(delivery_id: int) -> str:
    """Return whose webhook it is, for the fair queue."""
    return f"club {Delivery.objects.filter(pk=delivery_id).values_list('webhook__club', flat=True).first()}"


def deliver(*, delivery_id: int) -> None:
    """Post the message, once. Idempotent; a failed delivery may be tried again later."""
    delivery = _claimed(delivery_id)
    if delivery is None:
        return
    # A channel has many readers, so the message is in the site's language.
    with translation.override(settings.LANGUAGE_CODE):
        _deliver(delivery)


def _deliver(delivery: Delivery) -> None:
    message = _message(delivery)
    if message is None:
        _end(delivery, State.FAILED, note=_("no longer up to date"))
        return
    status, note = _post(delivery.webhook.url, message)
    if status is not None and 200 <= status < 300:
        _end(delivery, State.DELIVERED, status=status)
        Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0)
        return
    again = status is None or status == 429 or status >= 500
    if again and not delivery.is_test and delivery.tries <= len(WAITS):
        due = timezone.now() + WAITS[delivery.tries - 1]
        Delivery.objects.filter(pk=delivery.pk).update(due_at=due, status=status, note=note)
        return
    _end(delivery, State.FAILED, status=status, note=note)
    if not delivery.is_test:
        _failed(delivery.webhook)


def _is_due() -> Q:
    return leases.is_expired("due_at", WAITS[-1])


def _claimed(delivery_id: int) -> Delivery | None:
    if Delivery.objects.filter(outbox.HELD_BACK, pk=delivery_id).exists():
        return None
    now = timezone.now()
    due = Delivery.objects.filter(_is_due(), pk=delivery_id, state=State.WAITING)
    if not due.update(due_at=now + CLAIM, tries=F("tries") + 1):
        return None
    deliveries = Delivery.objects.select_related(
        *("webhook__club", "club_event__club", "club_event__news"),
        *("club_event__challenge__club", "club_event__challenge__daily_deal"),
    )
    return deliveries.get(pk=delivery_id)


def _post(url: str, message: str) -> tuple[int | None, str]:
    """Return the response's status, or None with the error."""
    body = json.dumps({"content": message, "allowed_mentions": {"parse": []}}).encode()
    try:
        status = safe_http.post(safe_http.target_of(url), body)
    except safe_http.UnknownHost:
        return None, _("host not found")
    except Refusal:
        return 403, _("address not allowed")
    except TimeoutError:
        return None, _("timed out")
    except OSError as error:
        return None, _("connection failed: %(why)s") % {"why": type(error).__name__}
    return status, _("redirects are not followed") if 300 <= status < 400 else ""


def _message(delivery: Delivery) -> str | None:
    """Return the message; None if it is out of date."""
    club, club_event = delivery.webhook.club, delivery.club_event
    if club_event is None:
        address = site_address(f"/clubs/{club.slug}/")
        return _("%(club)s: this is a test message from the webhook. %(address)s") % {"club": club, "address": address}
    if delivery.webhook.disabled_at is not None or not outbox.is_current(club_event):
        return None
    event_text = club_event_text(club_event, winners_of([club_event.challenge_id]) if club_event.challenge_id else {})
    # Unescaped brackets would let a name pose as a link.
    text = "\n".join((labelled(club, event_text.title), *event_text.sentences)).replace("[", "\\[").replace("]", "\\]")
    return f"{text[:LONGEST_MESSAGE]}\n{event_text.address}"


def _end(delivery: Delivery, state: str, *, status: int | None = None, note: str = "") -> None:
    deliveries = Delivery.objects.filter(pk=delivery.pk)
    deliveries.update(state=state, status=status, note=note[:120], ended_at=timezone.now())
    # Old tests are deleted. Other deliveries stay: their rows record that an event was sent.
    tests = Delivery.objects.filter(webhook=delivery.webhook_id, club_event=None).exclude(state=State.WAITING)
    older = tests.order_by("-pk").values_list("pk", flat=True)[MOST_DELIVERIES:]
    tests.filter(pk__in=list(older)).delete()


@transaction.atomic
def _failed(webhook: Webhook) -> None:
    """Count a failed message; several in a row switch the webhook off."""
    Webhook.objects.filter(pk=webhook.pk).update(failures=F("failures") + 1)
    failing = Webhook.objects.filter(pk=webhook.pk, failures__gte=OFF_AFTER, disabled_at=None)
    if not failing.update(disabled_at=timezone.now()):
        return
    webhook.refresh_from_db()
    Delivery.objects.filter(webhook=webhook, state=State.WAITING).update(
        state=State.FAILED, ended_at=timezone.now(), note=_("webhook turned off")
    )
    outbox.notify_webhook_disabled(webhook)
