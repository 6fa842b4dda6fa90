"""A form that is sent twice (a double click, a phone on a bad network) makes one thing, and leads there twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect

from logbook.access import MemberRequest

View = Callable[..., HttpResponse]

DONE: Final = "done"
"""In the session: where the last forms of this browser led, by what was sent."""
KEPT: Final = 10


@dataclass
class Sending:
    """A form that is being answered, and nobody else answers now."""

    leads: str = ""
    """What the same form came to when it was sent before; to be set to what it comes to now."""


def once(view: View) -> View:
    """For views that make something and redirect to it: the second time they only redirect."""

    @wraps(view)
    def respond(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with sending(request) as sent:
            if sent.leads:
                return HttpResponseRedirect(sent.leads)
            response = view(request, *args, **kwargs)
            sent.leads = response.headers.get("Location", "")
        return response

    return respond


@contextmanager
def sending(request: MemberRequest) -> Iterator[Sending]:
    """One after the other: whoever sends a form, and what it came to if it was sent before.

    Each time a page is drawn its form bears another CSRF token, so what is equal to the letter came from one page. The
    second waits for the first, also on another web process, because both lock the browser's session.
    """
    if not request.POST.get("csrfmiddlewaretoken") or request.session.session_key is None:
        yield Sending()
        return
    mark = _mark_of(request)
    with transaction.atomic():
        done = _done_by(request)
        sent = Sending(done.pop(mark, ""))
        known = sent.leads
        yield sent
        if sent.leads != known:
            request.session[DONE] = dict([*done.items(), (mark, sent.leads)][-KEPT:])
            request.session.save()


def _mark_of(request: MemberRequest) -> str:
    files = [(name, _said_by(file)) for name, several in request.FILES.lists() for file in several]
    said = repr((request.path, sorted(request.POST.lists()), sorted(files)))
    return sha256(said.encode()).hexdigest()[:32]


def _said_by(file: UploadedFile[Any]) -> str:
    """What is in a file, read a piece at a time; whoever reads it next begins at its beginning."""
    whole = sha256()
    for piece in file.chunks():
        whole.update(piece)
    file.seek(0)
    return whole.hexdigest()


def _done_by(request: MemberRequest) -> dict[str, str]:
    """As it is stored now, and locked: another request may have changed it since ours was begun."""
    Session.objects.select_for_update().filter(session_key=request.session.session_key).first()
    stored = type(request.session)(request.session.session_key)
    return dict(stored.get(DONE, {}))
