"""The base of all operations: declaration, response headers, parsing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.conf import settings
from django.forms import BaseForm
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer, ValidationError

from logbook.api.exceptions import TooLarge, UnknownParameter
from logbook.api.idempotency import BeforeTransaction, idempotent
from logbook.api.pagination import PAGING, page_of
from logbook.api.schema import ALSO, STREAMED
from logbook.api.throttles import AddressThrottle

Shape = type[Serializer[Any]]
Handler = TypeVar("Handler", bound=Callable[..., HttpResponseBase])


class AnyMediaType(BaseContentNegotiation):
    """Content negotiation that accepts any media type.

    Responses that are not JSON have addresses of their own; their errors are JSON too.
    """

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class Operation(BeforeTransaction):
    """Base of all operations at one address of the API.

    Its responses are private to the caller, and sent again only if they changed (`If-None-Match`). A subclass declares
    public read access by `is_open`, public use by `is_open_to_change` (for holders of its link), and the scope that its
    writing methods need by `scope` (or `scopes`, by method).
    """

    is_open = False
    is_open_to_change = False
    metadata_class = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return conditional_page(super().as_view(**initkwargs))

    @property
    def allowed_methods(self) -> list[str]:
        return [name.upper() for name in self.http_method_names if hasattr(self, name)]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # Files are read in chunks and have limits of their own; any other body is held in memory.
        length = int(request.META.get("CONTENT_LENGTH") or 0)
        if MultiPartParser not in self.parser_classes and length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        return answer

    def handle_exception(self, exc: Exception) -> Response:
        """Return the problem response. Failed authentication is throttled by address, against guessed keys."""
        if isinstance(exc, (exceptions.NotAuthenticated, exceptions.AuthenticationFailed)):
            throttle = AddressThrottle()
            if not throttle.allow_request(self.request, self):
                exc = exceptions.Throttled(throttle.wait())
        return super().handle_exception(exc)


def operation(
    name: str,
    answers: Shape | OpenApiResponse | Mapping[Any, Any] | None,
    *,
    body: Shape | None = None,
    filters: Shape | None = None,
    status: int = HTTPStatus.OK,
    listed: bool = False,
    also: Sequence[str] = (),
    streamed: bool = False,
) -> Callable[[Handler], Handler]:
    """Declare a method: its stable name, its responses (`listed`: a page of them) and its input.

    `also` are its error statuses beyond those that all such methods share; a `streamed` response has no ETag. The
    summary is the first line of the docstring, the description the rest (`Schema`). A POST with a key is executed once.
    """
    known_parameters = {*(filters().fields if filters else ()), *((one.name for one in PAGING) if listed else ())}

    def declare(method: Handler) -> Handler:
        summary = (method.__doc__ or "").strip().partition("\n")[0]
        answer_type = page_of(answers) if listed and isinstance(answers, type) else answers
        parameters: list[OpenApiParameter | Shape] = [*([filters] if filters else []), *(PAGING if listed else [])]
        declared = extend_schema(
            operation_id=name,
            summary=summary.rstrip("."),
            request=body,
            responses=answer_type if isinstance(answer_type, Mapping) else {int(status): answer_type},
            parameters=parameters,
            extensions={ALSO: list(also), STREAMED: streamed},
        )
        method_once = idempotent(method) if method.__name__ == "post" else method
        return declared(cast("Handler", _of_known_parameters(method_once, frozenset(known_parameters))))

    return declare


def _of_known_parameters(
    method: Callable[..., HttpResponseBase], known: frozenset[str]
) -> Callable[..., HttpResponseBase]:
    """Refuse unknown query parameters: a misspelt filter must not return everything."""

    @wraps(method)
    def respond(view: Operation, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        unknown = next((name for name in request.query_params if name not in known), None)
        if unknown is not None:
            raise UnknownParameter(unknown, known)
        return method(view, request, *args, **kwargs)

    return respond


def parse_body(shape: Shape, request: Request) -> dict[str, Any]:
    """Return the values of the request's body. Raises ParseError where it is no object, and ValidationError."""
    if not isinstance(request.data, Mapping):
        raise exceptions.ParseError
    return validated(shape(data=request.data))


def parse_query(shape: Shape, request: Request) -> dict[str, Any]:
    """Return the filters in the query. Raises ValidationError."""
    return validated(shape(data=request.query_params.dict()))


def validated(serializer: BaseSerializer[Any]) -> dict[str, Any]:
    """Return the validated values. Raises ValidationError."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def validate_form(form: BaseForm, **names: str) -> dict[str, Any]:
    """Validate by a page's form; its errors become the API's, with its sentences.

    `names` maps the form's field names to the API's.
    """
    if not form.is_valid():
        raise form_error(form, **names)
    return dict(form.cleaned_data)


def form_error(form: BaseForm, **names: str) -> ValidationError:
    """Return the form's errors as a ValidationError."""
    names = {"__all__": "non_field_errors", **names}
    return ValidationError({names.get(name, name): list(map(str, messages)) for name, messages in form.errors.items()})


def respond(shape: Shape, values: Any, *, status: int = HTTPStatus.OK, **context: Any) -> Response:
    """Return a response of this shape."""
    return Response(shape(values, context=context).data, status=status)


def serialize_many(shape: Shape, values: Sequence[Any], **context: Any) -> list[Any]:
    """Return many values in this shape, for a page of a list."""
    return list(shape(values, many=True, context=context).data)


def no_content() -> Response:
    """Return an empty 204 response."""
    return Response(status=HTTPStatus.NO_CONTENT)
