"""One's own page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from logbook.access import MemberRequest, needs_account
from logbook.forms.people import MailsForm, NameForm
from logbook.selectors import club_life
from logbook.selectors.clubs import clubs_listed
from logbook.selectors.crews import crews_listed
from logbook.services import mails as letters
from logbook.services import notices, people


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def profile(request: MemberRequest) -> HttpResponse:
    """The person's name, crews and clubs; POST changes the name."""
    form = NameForm(request.POST or None, initial={"name": request.player.name})
    if request.method == "POST" and form.is_valid():
        people.player_rename(player=request.player, name=form.cleaned_data["name"])
        messages.success(request, _("From now on the others read %(name)s.") % {"name": request.player.name})
        return redirect("profile")
    context = {
        "form": form,
        "crews": crews_listed(request.player),
        "clubs": clubs_listed(request.player),
        "calendar": club_life.calendar_link_of(request.player),
    }
    return render(request, "people/profile.html", context, status=422 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def mails(request: MemberRequest) -> HttpResponse:
    """How one hears from each of one's clubs."""
    form = MailsForm(
        request.POST if request.method == "POST" else None,
        clubs=list(clubs_listed(request.player)),
        chosen=club_life.choices_of(request.player),
        time_zone=request.player.time_zone,
    )
    if form.is_valid():
        notices.choices_set(player=request.player, choices=form.choices())
        people.time_zone_set(player=request.player, time_zone=form.cleaned_data["time_zone"])
        messages.success(request, _("From now on you hear from your clubs as you chose."))
        return redirect("profile-mails")
    context = {"form": form, "address": letters.address_of(request.player)}
    return render(request, "people/mails.html", context, status=422 if form.is_bound else 200)
