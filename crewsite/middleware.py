"""Middleware for every response of the site."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, BinaryIO

from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.views.defaults import page_not_found
from whitenoise.middleware import WhiteNoiseMiddleware

TOO_OFTEN = "too_many_login_attempts"
"""django-allauth's code of a throttled sign-in."""

# Scripts and styles of this site only. Templates may set style attributes (positions, custom properties).
POLICY = (
    "default-src 'self';"
    " style-src-attr 'unsafe-inline';"
    " img-src 'self' data:;"
    " object-src 'none';"
    " base-uri 'none';"
    " form-action 'self';"
    " frame-ancestors 'none';"
)


def policy() -> str:
    """Return the policy, which allows the static files' own origin, if they have one."""
    if not settings.STATIC_ORIGIN:
        return POLICY
    sources = f"'self' {settings.STATIC_ORIGIN}"
    return POLICY.replace("default-src 'self'", f"default-src {sources}").replace(
        "img-src 'self'", f"img-src {sources}"
    )


def without_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Replace NUL in addresses and cookies by U+FFFD, which no key contains: PostgreSQL refuses NUL.

    Cookies write it in octal.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        request.path_info = request.path_info.replace("\0", "\ufffd")
        request.META["QUERY_STRING"] = request.META["QUERY_STRING"].replace("%00", "%EF%BF%BD")
        if "HTTP_COOKIE" in request.META:
            request.META["HTTP_COOKIE"] = request.META["HTTP_COOKIE"].replace("\\000", "").replace("\0", "")
        return get_response(request)

    return respond


MACHINES_ASK = frozenset({"/healthz/", "/readyz/", "/metrics"})


def asked_by_machines(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Accept any host name for health checks and metrics: load balancers and Prometheus use a process's own address.

    Those responses contain no address and set no cookie, so the host name does not matter.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        if request.path in MACHINES_ASK:
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip("*.") or "localhost"
        return get_response(request)

    return respond


PERMISSIONS = ", ".join(f"{what}=()" for what in ("camera", "geolocation", "microphone", "payment", "usb"))
"""Browser features that no page needs: a photo is uploaded as a file."""


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Restrict the browser to resources of this site, and deny features that it never needs."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy())
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return respond


def not_found(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Show our own 404 page in development too, where Django would list every route instead.

    The API has its own.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_problem = response.headers.get("Content-Type", "") == "application/problem+json"
        if settings.DEBUG and response.status_code == HTTPStatus.NOT_FOUND and not is_problem:
            return page_not_found(request, Http404())
        return response

    return respond


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise with whole files: they are small, and a disconnected browser leaves none of them open."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Return the file's response."""
        found = static_file.get_response(request.method, request.META)
        response = HttpResponse(_whole(found.file), status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response


def _whole(file: BinaryIO | None) -> bytes:
    if file is None:
        return b""
    with file:
        return file.read()


class UnprocessedForms:
    """Set 422 on an invalid form shown again by a view that does not set the status itself (django-allauth's).

    A throttled form is a 429.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        was_sent = request.method == "POST" and response.status_code == HTTPStatus.OK
        if was_sent and isinstance(form, BaseForm) and form.errors:
            often = form.has_error(NON_FIELD_ERRORS, TOO_OFTEN)
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS if often else HTTPStatus.UNPROCESSABLE_ENTITY
        return response
