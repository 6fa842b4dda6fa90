"""Views of the player's profile."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from logbook.clubs.selectors.clubs import club_list
from logbook.crews.access import former_crews_of
from logbook.crews.selectors.crews import crew_list
from logbook.lib.exceptions import Unreadable
from logbook.notifications.selectors import calendar_link_of
from logbook.people.access import MemberRequest, needs_account
from logbook.people.forms.profile import LanguageForm, NameForm, PageForm
from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import NAMED_KEY
from logbook.people.services import players


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def profile(request: MemberRequest) -> HttpResponse:
    """Show the player's name, crews and clubs; POST changes the name."""
    form = NameForm(request.POST or None, initial={"name": request.player.name})
    if request.method == "POST" and form.is_valid():
        players.rename_player(player=request.player, name=form.cleaned_data["name"])
        messages.success(request, _("Saved. Others now see you as %(name)s.") % {"name": request.player.name})
        return redirect("profile")
    context = {
        "form": form,
        "page_form": PageForm.of(request.player),
        "language_form": LanguageForm(initial={"language": request.player.language}),
        "crews": crew_list(request.player),
        "former_crews": former_crews_of(request.player),
        "clubs": club_list(request.player),
        "calendar": calendar_link_of(request.player),
    }
    return render(request, "people/profile.html", context, status=422 if request.method == "POST" else 200)


@require_POST
@needs_account
def profile_page(request: MemberRequest) -> HttpResponse:
    """Set who may open the player's page, and what it shows."""
    form = PageForm(request.POST)
    if not form.is_valid():
        raise Unreadable
    players.set_page(player=request.player, **form.cleaned_data)
    messages.success(request, _("Saved. This is your page."))
    return redirect("player", request.player.pk)


@require_POST
def guest_name(request: PlayerRequest) -> HttpResponse:
    """Set a guest's name, and go back to the table; only a guest without an account has this form."""
    if request.player is None or not request.player.is_guest:
        raise Http404
    form = NameForm(request.POST)
    if form.is_valid():
        players.rename_player(player=request.player, name=form.cleaned_data["name"])
        request.session[NAMED_KEY] = True
        messages.success(request, _("Saved. Others now see you as %(name)s.") % {"name": request.player.name})
    else:
        messages.error(request, " ".join(map(str, form.errors["name"])))
    return redirect(_back(request))


@require_POST
def language(request: PlayerRequest) -> HttpResponse:
    """Set the language in account and browser; "" for the browser's own."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        raise Unreadable
    language_now = form.cleaned_data["language"]
    if request.player is not None and not request.player.is_guest:
        players.set_language(player=request.player, language=language_now)
    answer = redirect(_back(request))
    name, path = settings.LANGUAGE_COOKIE_NAME, settings.LANGUAGE_COOKIE_PATH
    if not language_now:
        answer.delete_cookie(name, path=path, samesite="Lax")
        return answer
    answer.set_cookie(
        name,
        language_now,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=path,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return answer


def _back(request: PlayerRequest) -> str:
    """Return the reader's last page; the first page if that is not of this site."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if ours else reverse("home")
