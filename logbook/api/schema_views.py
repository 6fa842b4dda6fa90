"""The view of the OpenAPI schema."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation


@extend_schema(exclude=True)
class SchemaView(Operation):
    """The OpenAPI schema."""

    is_open = True

    def get(self, request: Request) -> Response:
        """Get the OpenAPI schema as JSON."""
        return Response(schema())


@cache
def schema() -> dict[str, Any]:
    """Return the public schema. It changes with the code alone."""
    # Django REST framework's stubs leave this method untyped.
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return document
