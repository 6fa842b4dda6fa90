"""Services of push subscriptions: a person's devices that show notifications."""

from __future__ import annotations

from hmac import compare_digest
from typing import Final

from django.db import transaction

from logbook.lib import safe_http, web_push
from logbook.lib.user_agents import device_of
from logbook.notifications.exceptions import TooManyDevices, UnknownDevice, UnusableSubscription
from logbook.notifications.models import PushSubscription
from logbook.people.models.players import Player
from logbook.people.services import site_identity

MOST_DEVICES: Final = 10


def public_key() -> str:
    """Return the key that a browser subscribes with: only this site can then send to it."""
    return web_push.public_key_of(site_identity.push_key())


def subscribe(*, player: Player, receiver: web_push.Receiver, user_agent: str) -> PushSubscription:
    """Have this browser show the person's notifications, and nobody else's. Idempotent.

    Raises UnusableSubscription, TooManyDevices.
    """
    _ensure_usable(receiver)
    return _store(player, receiver, device_of(user_agent))


def renew(*, player: Player, former: str, receiver: web_push.Receiver) -> None:
    """Replace the subscription of the person's device at the former address, which its browser has given up.

    Raises UnusableSubscription, UnknownDevice.
    """
    _ensure_usable(receiver)
    with transaction.atomic():
        device = device_at(player=player, endpoint=former)
        PushSubscription.objects.filter(endpoint=receiver.address).exclude(pk=device.pk).delete()
        device.endpoint, device.public_key, device.secret = receiver.address, receiver.public_key, receiver.secret
        device.failures = 0
        device.save(update_fields=["endpoint", "public_key", "secret", "failures"])


def _ensure_usable(receiver: web_push.Receiver) -> None:
    try:
        web_push.ensure_keys(receiver.public_key, receiver.secret)
        # The worker that sends resolves the name: a request never waits for a name server.
        safe_http.ensure_form(receiver.address, longest=web_push.LONGEST_ADDRESS)
    except (web_push.BadKeys, safe_http.AddressRefused) as error:
        raise UnusableSubscription from error


@transaction.atomic
def _store(player: Player, receiver: web_push.Receiver, device: str) -> PushSubscription:
    Player.objects.select_for_update().get(pk=player.pk)  # Two requests at once must not add one too many.
    others = PushSubscription.objects.filter(player=player).exclude(endpoint=receiver.address)
    if others.count() >= MOST_DEVICES:
        raise TooManyDevices(most=MOST_DEVICES)
    # What waited for the person who used this browser before is not for this one.
    PushSubscription.objects.filter(endpoint=receiver.address).exclude(player=player).delete()
    subscription, _new = PushSubscription.objects.update_or_create(
        endpoint=receiver.address,
        defaults={
            "player": player,
            "public_key": receiver.public_key,
            "secret": receiver.secret,
            "device": device,
            "failures": 0,
        },
    )
    return subscription


def unsubscribe(*, player: Player, endpoint: str) -> None:
    """Send no more to the browser with this address. Idempotent."""
    PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def remove_device(*, player: Player, pk: int) -> None:
    """Send no more to this device of the person. Idempotent."""
    PushSubscription.objects.filter(player=player, pk=pk).delete()


def ensure_known(*, player: Player, fingerprint: str) -> None:
    """Require that a device with this fingerprint shows the person's notifications. Raises UnknownDevice."""
    devices = PushSubscription.objects.filter(player=player)
    if not any(compare_digest(device.fingerprint, fingerprint) for device in devices if fingerprint.isascii()):
        raise UnknownDevice


def device_at(*, player: Player, endpoint: str) -> PushSubscription:
    """Return the person's device with this address. Raises UnknownDevice."""
    subscription = PushSubscription.objects.filter(player=player, endpoint=endpoint).first()
    if subscription is None:
        raise UnknownDevice
    return subscription
