"""View of the player's message settings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from logbook.clubs.selectors.clubs import club_list
from logbook.notifications.forms import MailsForm, MessagesForm
from logbook.notifications.selectors import choices_of, devices_of
from logbook.notifications.services import choices, outbox, push_subscriptions
from logbook.people.access import MemberRequest, needs_account
from logbook.people.models.players import Player
from logbook.people.selectors import address_of
from logbook.people.services import players


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def message_settings(request: MemberRequest) -> HttpResponse:
    """Show the player's devices; set their messages kind by kind, and the emails from each of their clubs."""
    data = request.POST if request.method == "POST" else None
    kinds = MessagesForm(data, channels=choices.channels_by_kind(request.player))
    form = MailsForm(
        data,
        clubs=list(club_list(request.player)),
        settings_by_club=choices_of(request.player),
        time_zone=request.player.time_zone,
    )
    if kinds.is_valid() and form.is_valid():
        _store_choices(request.player, kinds, form)
        messages.success(request, _("Your message settings have been saved."))
        return redirect("profile-mails")
    context = {
        "form": form,
        "kinds": kinds,
        "address": address_of(request.player),
        "devices": devices_of(request.player),
        "push_key": push_subscriptions.public_key(),
    }
    return render(request, "notifications/settings.html", context, status=422 if form.is_bound else 200)


def _store_choices(player: Player, kinds: MessagesForm, form: MailsForm) -> None:
    choices.set_channels(player=player, channels=kinds.channels())
    outbox.set_choices(player=player, choices=form.choices())
    players.set_time_zone(player=player, time_zone=form.cleaned_data["time_zone"])
