"""A form that is sent twice (a double click, a phone on a bad network) makes one thing, and leads there twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect

from logbook.access import MemberRequest

View = Callable[..., HttpResponse]

DONE: Final = "done"
"""In the session: where the last forms of this browser led, by what was sent."""
KEPT: Final = 10


def once(view: View) -> View:
    """For views that make something and redirect to it.

    Each time a page is drawn its form bears another CSRF token, so what is equal to the letter came from one page. The
    second waits for the first, also on another web process, because both lock the browser's session.
    """

    @wraps(view)
    def respond(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.POST.get("csrfmiddlewaretoken") or request.session.session_key is None:
            return view(request, *args, **kwargs)
        mark = _mark_of(request)
        with transaction.atomic():
            done = _done_by(request)
            if mark in done:
                return HttpResponseRedirect(done[mark])
            response = view(request, *args, **kwargs)
            if leads := response.headers.get("Location"):
                request.session[DONE] = dict([*done.items(), (mark, leads)][-KEPT:])
                request.session.save()
        return response

    return respond


def _mark_of(request: MemberRequest) -> str:
    said = repr((request.path, sorted(request.POST.lists())))
    return sha256(said.encode()).hexdigest()[:32]


def _done_by(request: MemberRequest) -> dict[str, str]:
    """As it is stored now, and locked: another request may have changed it since ours was begun."""
    Session.objects.select_for_update().filter(session_key=request.session.session_key).first()
    stored = type(request.session)(request.session.session_key)
    return dict(stored.get(DONE, {}))
