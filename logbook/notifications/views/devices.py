"""Views of the devices that show a person notifications. The page's script calls them; each answers in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from logbook.lib.exceptions import Refusal
from logbook.lib.web_push import Receiver
from logbook.notifications.selectors import devices_of
from logbook.notifications.services import push_messages, push_subscriptions
from logbook.people.access import MemberRequest, needs_account


def _refuses_in_a_sentence(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer a refusal with its sentence alone, which the script shows in its place."""

    @wraps(view)
    def respond(request: MemberRequest, *args: Any) -> HttpResponse:
        try:
            return view(request, *args)
        except Refusal as refusal:
            return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain; charset=utf-8")

    return respond


@require_POST
@needs_account
@_refuses_in_a_sentence
def device_on(request: MemberRequest) -> HttpResponse:
    """Have this browser show notifications; answer with the list of devices."""
    endpoint, public_key, secret = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    push_subscriptions.subscribe(
        player=request.player,
        receiver=Receiver(endpoint, public_key, secret),
        user_agent=request.headers.get("User-Agent", ""),
    )
    return _devices(request)


@csrf_exempt  # A service worker reads no page with a token. It names the former address, which no other site knows.
@require_POST
@needs_account
@_refuses_in_a_sentence
def device_renew(request: MemberRequest) -> HttpResponse:
    """Replace the subscription of a browser that was given another one; the answer is empty."""
    former, endpoint, public_key, secret = (
        request.POST.get(name, "") for name in ("former", "endpoint", "p256dh", "auth")
    )
    receiver = Receiver(endpoint, public_key, secret)
    push_subscriptions.renew(player=request.player, former=former, receiver=receiver)
    return HttpResponse(status=204)


@require_safe
@needs_account
@_refuses_in_a_sentence
def device_known(request: MemberRequest) -> HttpResponse:
    """Answer 204 if the device with this fingerprint shows the person's notifications, else 404."""
    push_subscriptions.ensure_known(player=request.player, fingerprint=request.GET.get("fingerprint", ""))
    return HttpResponse(status=204)


@require_POST
@needs_account
def device_off(request: MemberRequest) -> HttpResponse:
    """Have this browser show no more notifications; answer with the list of devices."""
    push_subscriptions.unsubscribe(player=request.player, endpoint=request.POST.get("endpoint", ""))
    return _devices(request)


@require_POST
@needs_account
@_refuses_in_a_sentence
def device_test(request: MemberRequest) -> HttpResponse:
    """Send a test to this browser."""
    device = push_subscriptions.device_at(player=request.player, endpoint=request.POST.get("endpoint", ""))
    push_messages.send_test(subscription=device)
    return HttpResponse(_("Test sent. It should appear within a minute."), content_type="text/plain; charset=utf-8")


@require_POST
@needs_account
def device_remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove a device from the list."""
    push_subscriptions.remove_device(player=request.player, pk=pk)
    messages.success(request, _("The device has been removed. It no longer shows notifications."))
    return redirect("profile-mails")


def _devices(request: MemberRequest) -> HttpResponse:
    return render(request, "notifications/_devices.html", {"devices": devices_of(request.player)})
