"""Views of a player's quiet times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from logbook.lib.exceptions import Refusal, Unreadable
from logbook.people.access import MemberRequest, needs_account
from logbook.people.forms.quiet_times import HolidaysForm, QuietHoursForm
from logbook.people.models.quiet_times import Holiday, QuietHours
from logbook.people.services import quiet_times
from logbook.people.time_zones import time_zone_of

FORMS: Final[dict[str, type[forms.Form]]] = {"hours": QuietHoursForm, "holidays": HolidaysForm}


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def quiet_times_page(request: MemberRequest) -> HttpResponse:
    """Show and set the player's quiet hours and holidays."""
    hours = QuietHours.objects.filter(player=request.player).first()
    shown: dict[str, Any] = {
        "hours": QuietHoursForm(initial={"begins": hours.begins, "ends": hours.ends} if hours else None),
        "holidays": HolidaysForm(),
    }
    if request.method == "POST":
        kind = request.POST.get("form", "")
        if kind not in FORMS:
            raise Unreadable
        shown[kind] = form = FORMS[kind](request.POST)
        if form.is_valid() and _stored(form, lambda: SERVICES[kind](request, form.cleaned_data)):
            messages.success(request, _("Saved."))
            return redirect("profile-quiet-times")
    today = timezone.localdate(timezone=time_zone_of(request.player))
    context = {
        "forms": shown,
        "holidays": Holiday.objects.filter(player=request.player, day__gte=today).order_by("day"),
        "most_hours": quiet_times.MOST_HOURS,
        "most_holidays": quiet_times.MOST_HOLIDAYS,
        "zone": time_zone_of(request.player).key.replace("_", " "),
    }
    return render(request, "people/quiet_times.html", context, status=422 if request.method == "POST" else 200)


@require_POST
@needs_account
def holiday_remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove a holiday."""
    quiet_times.remove_holiday(player=request.player, pk=pk)
    return redirect("profile-quiet-times")


def _stored(form: forms.Form, service: Callable[[], None]) -> bool:
    """Call the service; report its refusal in the form."""
    try:
        service()
    except Refusal as error:
        form.add_error(None, str(error))
    return form.is_valid()


def _set_hours(request: MemberRequest, answers: dict[str, Any]) -> None:
    quiet_times.set_quiet_hours(player=request.player, begins=answers["begins"], ends=answers["ends"])


def _add_holidays(request: MemberRequest, answers: dict[str, Any]) -> None:
    last = answers["last"] or answers["first"]
    quiet_times.add_holidays(player=request.player, first=answers["first"], last=last)


SERVICES: Final[dict[str, Callable[[MemberRequest, dict[str, Any]], None]]] = {
    "hours": _set_hours,
    "holidays": _add_holidays,
}
