"""One's own page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from logbook.access import MemberRequest, needs_account
from logbook.forms.people import NameForm
from logbook.selectors.clubs import clubs_listed
from logbook.selectors.crews import crews_listed
from logbook.services import people


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def profile(request: MemberRequest) -> HttpResponse:
    """The person's name, crews and clubs; POST changes the name."""
    form = NameForm(request.POST or None, initial={"name": request.player.name})
    if request.method == "POST" and form.is_valid():
        people.player_rename(player=request.player, name=form.cleaned_data["name"])
        messages.success(request, _("From now on the others read %(name)s.") % {"name": request.player.name})
        return redirect("profile")
    context = {"form": form, "crews": crews_listed(request.player), "clubs": clubs_listed(request.player)}
    return render(request, "people/profile.html", context, status=422 if request.method == "POST" else 200)
