"""The response for addresses that don't exist."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation


@extend_schema(exclude=True)
class NotFoundView(Operation):
    """Any unknown address: a 404 problem."""

    permission_classes = [AllowAny]
    authentication_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404

    def get(self, request: Request) -> Response:
        """Raise Http404."""
        raise Http404
