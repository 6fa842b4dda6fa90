"""View of a person's messages."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from logbook.notifications.selectors import messages_of
from logbook.notifications.services import messages
from logbook.people.access import MemberRequest, needs_account


@require_safe
@needs_account
@never_cache
def message_list(request: MemberRequest) -> HttpResponse:
    """Show the person's messages, which are read then."""
    messages.delete_overtaken(player=request.player)
    rows = messages_of(request.player)
    messages.read_all(player=request.player)
    return render(request, "notifications/messages.html", {"rows": rows})
