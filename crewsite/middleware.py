"""What every answer of the site passes through."""

from collections.abc import AsyncIterator, Callable, Iterable
from http import HTTPStatus
from typing import Any, cast

from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from whitenoise.middleware import WhiteNoiseMiddleware

# Our own scripts and styles only. Templates may set style attributes (positions, custom properties).
POLICY = (
    "default-src 'self';"
    " style-src-attr 'unsafe-inline';"
    " img-src 'self' data:;"
    " object-src 'none';"
    " base-uri 'none';"
    " form-action 'self';"
    " frame-ancestors 'none';"
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell the browser to run and load nothing but what this site serves."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return respond


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, whose files an ASGI server can send piece by piece."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> FileResponse:
        """The file's answer."""
        response: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if isinstance(request, ASGIRequest) and response.streaming:
            response.streaming_content = _pieces(cast("Iterable[bytes]", response.streaming_content))
        return response


async def _pieces(content: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in content:
        yield piece


class UnprocessedForms:
    """A form with mistakes, shown again by a view that does not say so itself (django-allauth's), is a 422."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        if request.method == "POST" and response.status_code == HTTPStatus.OK and getattr(form, "errors", None):
            response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response
