"""Double submits: a form sent twice (a double click, a bad network) creates one thing, and redirects there twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect

from logbook.people.middleware import PlayerRequest
from logbook.people.services.idempotency import claim_answer_slot, drop_answer, store_answer

View = Callable[..., HttpResponse]

FIELD: Final = "form_key"
"""The hidden field with a form's UUID: `{% form_key %}` draws a new one each time."""


@dataclass
class Submission:
    """A form submission whose row is locked by this request."""

    leads: str = ""
    """The redirect target of the earlier submission, if any; the view sets that of this one."""


def once(view: View) -> View:
    """Let a view that creates something and redirects to it only redirect the second time."""

    @wraps(view)
    def respond(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with sending(request) as submission:
            if submission.leads:
                return HttpResponseRedirect(submission.leads)
            response = view(request, *args, **kwargs)
            submission.leads = response.headers.get("Location", "")
        return response

    return respond


@contextmanager
def sending(request: PlayerRequest) -> Iterator[Submission]:
    """Lock a form's submission, and yield it with the earlier result, if any.

    The form's row is unique, so the second submission waits for the first, also in another web process. A visitor has
    no player yet under whom a row could be kept: there the page sends a form once (`data-once`).
    """
    uuid = _uuid_of(request)
    if uuid is None or request.player is None:
        yield Submission()
        return
    mark = _mark_of(request)
    with transaction.atomic():
        record = claim_answer_slot(player=request.player, key=f"form:{uuid.hex}:{mark[:26]}", fingerprint=mark)
        submission = Submission(record.body)
        yield submission
        if submission.leads:
            store_answer(record, status=HttpResponseRedirect.status_code, body=submission.leads, headers={})
        else:  # A refused form may be sent again.
            drop_answer(record)


def _uuid_of(request: PlayerRequest) -> UUID | None:
    try:
        return UUID(request.POST.get(FIELD, ""))
    except ValueError:
        return None


def _mark_of(request: PlayerRequest) -> str:
    """Return a hash of the form's fields. Other fields from the same page are another submission."""
    files = [(name, _said_by(file)) for name, several in request.FILES.lists() for file in several]
    fields = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    return sha256(repr((request.path, sorted(fields), sorted(files))).encode()).hexdigest()


def _said_by(file: UploadedFile[Any]) -> str:
    """Return a hash of the file, read in chunks; the next reader starts at the beginning."""
    whole = sha256()
    for piece in file.chunks():
        whole.update(piece)
    file.seek(0)
    return whole.hexdigest()
