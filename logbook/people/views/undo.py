"""View of the Undo button that a message carries."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from logbook.people import undo as undoing
from logbook.people.access import MemberRequest, needs_account


@require_POST
@needs_account
def undo(request: MemberRequest) -> HttpResponse:
    """Undo what the token names; 404 for a token that is not this player's."""
    try:
        sentence, back = undoing.undo(request.POST.get("token", ""), request.player)
    except LookupError as unknown:
        raise Http404 from unknown
    messages.success(request, sentence)
    response = redirect(back)
    response.status_code = 303
    return response
