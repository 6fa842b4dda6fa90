"""Every error of the API as problem details (RFC 9457): a status, a stable code, and one sentence."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

import games
from logbook.services.errors import Refusal, status_of

CONTENT_TYPE = "application/problem+json"


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer that says what went wrong; None for what nobody foresaw, which is a 500."""
    set_rollback()
    if isinstance(error, (Refusal, games.GameError)):
        return _answer(status_of(error), code_of(error), str(error))
    if isinstance(error, Http404):
        return _answer(404, "not-found", _("There is nothing here that you may see."))
    if isinstance(error, PermissionDenied):
        return _answer(403, "forbidden", _("You may not do that."))
    if isinstance(error, exceptions.ValidationError):
        return _answer(422, "invalid", _sentence(error.detail), errors=_by_field(error.detail))
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    return None


def code_of(error: Refusal | games.GameError) -> str:
    """The stable code of a refusal: the engine's own, or the refusal's name."""
    if isinstance(error, games.GameError):
        return error.code
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()


def _of_framework(error: exceptions.APIException) -> Response:
    code = CODES.get(type(error), str(error.default_code).replace("_", "-"))
    sentence = SENTENCES[code]() if code in SENTENCES else str(error.detail)
    answer = _answer(error.status_code, code, sentence)
    if isinstance(error, (exceptions.NotAuthenticated, exceptions.AuthenticationFailed)):
        answer["WWW-Authenticate"] = getattr(error, "auth_header", 'Bearer realm="api"')
    if wait := getattr(error, "wait", None):
        answer["Retry-After"] = str(max(1, round(wait)))
    return answer


def _answer(status: int, code: str, sentence: str, **more: Any) -> Response:
    told = {"type": f"/api/problems/#{code}", "title": HTTPStatus(status).phrase, "status": status}
    return Response({**told, "code": code, "detail": sentence, **more}, status=status, content_type=CONTENT_TYPE)


def _sentence(detail: Any) -> str:
    """The first thing that is wrong, as one sentence."""
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
}
SENTENCES = {
    "token-unknown": lambda: _("This token opens nothing here: it is unknown, expired or revoked."),
    "token-missing": lambda: _("Say who you are: send “Authorization: Bearer” with a token of your profile page."),
    "scope-missing": lambda: _("Your token, or your session, does not allow that."),
    "too-many-requests": lambda: _("Those were too many requests. Wait as long as “Retry-After” says."),
    "unreadable": lambda: _("The request is not readable: its body is JSON."),
}
