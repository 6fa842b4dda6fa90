"""`Idempotency-Key`: a POST repeated after a lost response is executed once, and gets the same response."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from hashlib import sha256
from typing import Any, Final, cast

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.http.request import RawPostDataException
from django.http.response import HttpResponseBase
from django.utils.datastructures import MultiValueDict
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from logbook.api.callers import caller, plain
from logbook.people.exceptions import MalformedKey
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.services.idempotency import claim_answer_slot, has_answer, store_answer

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"[!-~]{1,64}")
TOLD_AGAIN: Final = ("Content-Type", "Location", "ETag")


class BeforeTransaction(APIView):
    """An operation with work before its transaction: requests to other sites, or slow parsing."""

    def before_transaction(self, request: Request, **kwargs: Any) -> None:
        """Do the work before a POST opens a transaction. An exception refuses the POST."""


def idempotent(post: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Make a writing method idempotent: with a key it runs once, and later calls get the same response.

    The key's row and the write are in one transaction: a crash leaves both or neither.
    """

    @wraps(post)
    def respond(view: BeforeTransaction, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key, player = request.headers.get(HEADER), caller(request)
        if key is None or player is None:
            view.before_transaction(request, **kwargs)
            return post(view, request, *args, **kwargs)
        if not KEY.fullmatch(key):
            raise MalformedKey
        fingerprint = _fingerprint(view, request)
        is_stored = has_answer(player=player, key=key)
        refused = None if is_stored else _before_transaction(view, request, kwargs)

        def do() -> HttpResponseBase:
            if is_stored:  # The other request has just ended.
                view.before_transaction(request, **kwargs)
            if refused is not None:
                raise refused
            return post(view, request, *args, **kwargs)

        with transaction.atomic():
            record = claim_answer_slot(player=player, key=key, fingerprint=fingerprint)
            return _replayed_answer(record) if record.status else _first(record, view, do)

    return respond


def _before_transaction(view: BeforeTransaction, request: Request, params: Mapping[str, Any]) -> Exception | None:
    """Return the refusal of the work before the transaction, which is stored like any other response."""
    try:
        view.before_transaction(request, **params)
    except Exception as error:  # noqa: BLE001 - it is raised again where answers are stored
        return error
    return None


def _first(record: IdempotencyRecord, view: APIView, do: Callable[[], HttpResponseBase]) -> Response:
    """Run the method. A refusal is a response too, rendered before the transaction ends."""
    try:
        answer = cast("Response", do())  # The response of a POST is JSON.
    except Exception as error:  # noqa: BLE001 - the framework's own net, one step further in
        answer = view.handle_exception(error)
    body = "" if answer.data is None else JSONRenderer().render(answer.data).decode()
    store_answer(record, status=answer.status_code, body=body, headers=_headers(answer))
    return answer


def _headers(answer: Response) -> dict[str, str]:
    headers = {name: answer[name] for name in TOLD_AGAIN if answer.has_header(name)}
    # The framework sets the type when it renders the body, which is later.
    kind = answer.content_type or JSONRenderer.media_type
    return headers if answer.data is None else {**headers, "Content-Type": kind}


def _replayed_answer(record: IdempotencyRecord) -> HttpResponse:
    answer = HttpResponse(record.body, status=record.status, headers={**record.headers, "Idempotent-Replayed": "true"})
    if not record.body:
        del answer["Content-Type"]
    return answer


def _fingerprint(view: APIView, request: Request) -> str:
    """Return the fingerprint of the request: its method, address and body."""
    parts = [f"{request.method} {request.get_full_path()}".encode(), *_fingerprint_parts(view, request)]
    # Each part is hashed by itself, so that parts cannot run into one another.
    return sha256("".join(sha256(part).hexdigest() for part in parts).encode()).hexdigest()


def _fingerprint_parts(view: APIView, request: Request) -> Iterator[bytes]:
    """Yield the exact body; of a multipart form the fields, because the boundary differs each time."""
    if MultiPartParser not in view.parser_classes:
        yield _raw_body(request)
        return
    fields = request.data.lists() if isinstance(request.data, MultiValueDict) else ()
    for name, values in sorted(fields):
        for value in values:
            yield name.encode()
            yield from _of_file(value) if isinstance(value, UploadedFile) else [str(value).encode()]


def _raw_body(request: Request) -> bytes:
    try:
        return plain(request).body
    except RawPostDataException:  # A form whose body was read already for its CSRF token.
        raise UnsupportedMediaType(request.content_type) from None


def _of_file(file: UploadedFile[Any]) -> Iterator[bytes]:
    yield (file.name or "").encode()
    whole = sha256()
    for piece in file.chunks():
        whole.update(piece)
    file.seek(0)
    yield whole.digest()
