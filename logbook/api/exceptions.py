"""Every error of the API as problem details (RFC 9457): a status, a stable code, and one sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.parsers import MultiPartParser
from rest_framework.response import Response
from rest_framework.views import set_rollback

import games
from logbook.api.callers import AccountRequired, plain
from logbook.api.pagination import UnknownPage, unknown_page_text
from logbook.lib.exceptions import Refusal, outage_of, status_of
from logbook.lib.setup_errors import setup_error_words

CONTENT_TYPE = "application/problem+json"
LONGEST_NAME = 40
logger = logging.getLogger(__name__)


class TooLarge(exceptions.APIException):
    """The body is too large to be read into memory."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too-large"


class UnknownParameter(exceptions.APIException):
    """The query has a parameter that this operation does not know. `detail` is the sentence."""

    status_code = HTTPStatus.BAD_REQUEST
    default_code = "parameter-unknown"

    def __init__(self, name: str, known: Collection[str]) -> None:
        params = {"name": name[:LONGEST_NAME], "known": ", ".join(sorted(known))}
        there_are = _("“%(name)s” isn’t a parameter here. Choose from: %(known)s.")
        super().__init__(
            (there_are if known else _("“%(name)s” isn’t a parameter here. This request takes none.")) % params
        )


def problem(error: Exception, context: dict[str, Any]) -> Response:
    """Return the problem response of an error; a 500 for an unexpected one."""
    set_rollback()
    if outage := outage_of(error):
        logger.warning("%s: %s", type(outage).__name__, type(error).__name__)
        error = outage
    if isinstance(error, (Refusal, games.GameError)):
        return _answer(status_of(error), code_of(error), _sentence_of(error, context))
    if isinstance(error, Http404):
        return _answer(404, "not-found", _("This doesn’t exist, or it’s private."))
    if isinstance(error, PermissionDenied):
        return _answer(403, "forbidden", str(error) or _("You don’t have permission to do this."))
    if isinstance(error, exceptions.ValidationError):
        return _answer(422, "invalid", _sentence(error.detail), errors=_by_field(error.detail))
    if isinstance(error, SuspiciousOperation):
        error = TooLarge() if isinstance(error, RequestDataTooBig) else exceptions.ParseError()
    if isinstance(error, exceptions.APIException):
        return _of_framework(error, context)
    return _unforeseen(error, context)


def _sentence_of(error: Refusal | games.GameError, context: dict[str, Any]) -> str:
    """Return the sentence in the caller's language."""
    if isinstance(error, Refusal):
        return str(error)
    say = getattr(context["view"], "words_for", setup_error_words)
    return str(say(error))


def _unforeseen(error: Exception, context: dict[str, Any]) -> Response:
    """Log an unexpected error, as Django itself would; the caller gets no detail."""
    request = plain(context["request"])
    got_request_exception.send(sender=None, request=request)
    logger.error("an operation failed: %s", type(context["view"]).__name__, exc_info=error)
    return _answer(
        500, "failed", _("Something went wrong on our side. The error has been logged, and nothing was changed.")
    )


def code_of(error: Refusal | games.GameError) -> str:
    """Return the stable code of a refusal: the engine's own, or the refusal's name."""
    return error.code


def _of_framework(error: exceptions.APIException, context: dict[str, Any]) -> Response:
    code = CODES.get(type(error), str(error.default_code).replace("_", "-"))
    takes_a_file = MultiPartParser in getattr(context["view"], "parser_classes", ())
    sentences = SENTENCES | OF_FILES if takes_a_file else SENTENCES
    sentence = sentences[code]() if code in sentences else str(error.detail)
    answer = _answer(error.status_code, code, sentence)
    if isinstance(error, (exceptions.NotAuthenticated, exceptions.AuthenticationFailed)):
        answer["WWW-Authenticate"] = getattr(error, "auth_header", 'Bearer realm="api"')
    if isinstance(error, exceptions.Throttled):
        answer["Retry-After"] = str(max(1, round(getattr(error, "wait", None) or 1)))
    return answer


def _answer(status: int, code: str, sentence: str, **more: Any) -> Response:
    facts = {"type": f"/api/#{code}", "title": HTTPStatus(status).phrase, "status": status}
    return Response({**facts, "code": code, "detail": sentence, **more}, status=status, content_type=CONTENT_TYPE)


def _sentence(detail: Any) -> str:
    """Return the first error as one sentence."""
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()))
        return _sentence(inner) if name == "non_field_errors" else f"{name}: {_sentence(inner)}"
    if isinstance(detail, list):
        return _sentence(next((one for one in detail if one), ""))
    return str(detail)


def _by_field(detail: Any) -> Any:
    return detail if isinstance(detail, dict) else {"non_field_errors": detail}


CODES: dict[type[exceptions.APIException], str] = {
    exceptions.AuthenticationFailed: "token-unknown",
    exceptions.NotAuthenticated: "token-missing",
    exceptions.PermissionDenied: "scope-missing",
    exceptions.Throttled: "too-many-requests",
    exceptions.ParseError: "unreadable",
    exceptions.MethodNotAllowed: "method-not-allowed",
    exceptions.NotAcceptable: "not-acceptable",
    exceptions.UnsupportedMediaType: "media-type-unknown",
    AccountRequired: "account-required",
    UnknownPage: "page-unknown",
}
SENTENCES: dict[str, Callable[[], str]] = {
    "token-unknown": lambda: _("This token is unknown, expired or revoked. Create a new one on your profile page."),
    "token-missing": lambda: _(
        "Authentication required. Send “Authorization: Bearer” with a token from your profile page."
    ),
    "scope-missing": lambda: _("Your token or session doesn’t allow this."),
    "too-many-requests": lambda: _("Too many requests. Wait as long as “Retry-After” says, then try again."),
    "unreadable": lambda: _("The request couldn’t be read. Its body must be a JSON object."),
    "method-not-allowed": lambda: _("This method isn’t supported here. “Allow” lists the ones that are."),
    "not-acceptable": lambda: _(
        "The response is available as JSON only. Send “Accept: application/json”, or leave the header out."
    ),
    "media-type-unknown": lambda: _("The request body must be JSON. Send “Content-Type: application/json”."),
    "account-required": lambda: _("This needs an account. Sign up first."),
    "page-unknown": unknown_page_text,
    "too-large": lambda: _("The request is too large. Send less data."),
}
OF_FILES: dict[str, Callable[[], str]] = {
    "unreadable": lambda: _("The request couldn’t be read. Its body must be a form with a file."),
    "media-type-unknown": lambda: _("Upload files with a form: send “Content-Type: multipart/form-data”."),
}
