"""Views of a club's webhooks, for organizers."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from logbook.clubs.access import organized_club_for
from logbook.lib.exceptions import Refusal
from logbook.notifications import selectors
from logbook.notifications.forms import WebhookForm
from logbook.notifications.services import webhooks
from logbook.people.access import MemberRequest, needs_account


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def webhook_list(request: MemberRequest, slug: str) -> HttpResponse:
    """List the webhooks, each with its last deliveries; POST adds one."""
    club = organized_club_for(request.player, slug)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            webhooks.add_webhook(club=club, by=request.player, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("url", str(refusal))
            status = refusal.status
        else:
            messages.success(request, _("Webhook added. Send a test to check it."))
            return redirect("club-webhooks", club.slug)
    context = {"club": club, "form": form, "hooks": selectors.webhooks_of(club)}
    return render(request, "notifications/webhooks.html", context, status=status)


@require_POST
@needs_account
def webhook_do(request: MemberRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Test, enable or delete a webhook."""
    club = organized_club_for(request.player, slug)
    hook = get_object_or_404(club.webhooks, pk=pk)
    if what == "test":
        webhooks.test_webhook(webhook=hook)
        messages.success(request, _("Test sent. The log will show whether it arrived."))
    elif what == "on":
        webhooks.enable_webhook(webhook=hook)
        messages.success(request, _("The webhook is back on."))
    elif what == "remove":
        webhooks.remove_webhook(webhook=hook)
        messages.success(request, _("The webhook has been removed."))
    else:
        raise Http404
    return redirect("club-webhooks", club.slug)
