"""Keyset pagination: `next` and `previous` are addresses, and a growing list neither skips nor repeats an item."""

from __future__ import annotations

from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")

MOST: Final = 200
PAGING: Final = (
    OpenApiParameter(
        "cursor",
        {"type": "string", "maxLength": 200},
        description="Position in the list, as in `next` and `previous`.",
    ),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST},
        description="Number of results per page; 50 by default.",
    ),
)


class PageQuery(serializers.Serializer[Any]):
    """The query parameters of a page."""

    limit = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    cursor = serializers.CharField(max_length=200, required=False)


class UnknownPage(NotFound):
    """A cursor that doesn't belong to the list."""

    default_code = "page-unknown"


class KeysetPagination(CursorPagination):
    """Pagination by cursor, newest first; `limit` is the page size."""

    page_size = 50
    max_page_size = MOST
    page_size_query_param = "limit"
    ordering = "-pk"
    offset_cutoff = 1_000_000
    """The most rows of equal order, such as shared places, that pages can go through."""

    def __init__(self, *ordering: str) -> None:
        super().__init__()
        self.ordering = ordering or ("-pk",)  # type: ignore[assignment]  # Several columns are allowed too.

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the position in the list; None for its start. Raises NotFound for a cursor that no list issued."""
        cursor = request.query_params.get(self.cursor_query_param)
        if cursor is None:
            return None
        try:
            fields = parse_qs(b64decode(cursor.encode("ascii"), validate=True).decode("ascii"))
        except ValueError:
            raise UnknownPage from None
        if not fields or not fields.keys() <= {"o", "r", "p"}:
            raise UnknownPage
        return super().decode_cursor(request)

    def rows(self, queryset: QuerySet[Row], request: Request) -> list[Row]:
        """Return the rows of the requested page. Raises UnknownPage, and ValidationError for a wrong `limit`."""
        _check(request)
        try:
            return list(self.paginate_queryset(queryset, request) or [])
        except (DjangoValidationError, ValueError, OverflowError, NotFound):
            raise UnknownPage from None


def paged(
    request: Request, rows: QuerySet[Row], tell: Callable[[list[Row]], Sequence[Any]], *ordering: str
) -> Response:
    """Return a page of these rows, each rendered by `tell`; newest first, or in the given order."""
    pages = KeysetPagination(*ordering)
    return pages.get_paginated_response(tell(pages.rows(rows, request)))


def paged_sequence(
    request: Request, items: Sequence[Item], tell: Callable[[Sequence[Item]], Sequence[Any]]
) -> Response:
    """Return a page of a short or computed list: its cursor is an offset."""
    query = _check(request)
    limit, start = query.get("limit", KeysetPagination.page_size), _place(query.get("cursor"))
    url = request.build_absolute_uri()

    def link(place: int) -> str:
        return replace_query_param(url, "cursor", urlsafe_b64encode(f"n={place}".encode()).decode())

    return Response(
        {
            "next": link(start + limit) if start + limit < len(items) else None,
            "previous": link(max(0, start - limit)) if start else None,
            "results": tell(items[start : start + limit]),
        }
    )


def _check(request: Request) -> dict[str, Any]:
    query = PageQuery(data=request.query_params.dict())
    query.is_valid(raise_exception=False)
    if "limit" in query.errors:
        raise ValidationError({"limit": query.errors["limit"]})
    if "cursor" in query.errors:
        raise UnknownPage
    return dict(query.validated_data)


def _place(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        name, _equals, number = urlsafe_b64decode(cursor.encode()).decode().partition("=")
    except ValueError:
        raise UnknownPage from None
    if name != "n" or not (number.isascii() and number.isdigit() and len(number) < 10):
        raise UnknownPage
    return int(number)


@cache
def page_of(shape: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return the schema of a page of this shape."""
    name = shape.__name__
    return inline_serializer(
        f"{name}Page",
        {
            "next": serializers.URLField(allow_null=True, help_text="URL of the next page; null on the last page."),
            "previous": serializers.URLField(
                allow_null=True, help_text="URL of the previous page; null on the first page."
            ),
            "results": shape(many=True),
        },
    )


def unknown_page_text() -> str:
    """Return the sentence of UnknownPage."""
    return _("This page doesn’t exist. Start from the first page of the list.")
