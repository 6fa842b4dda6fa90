"""API view of an entry's photo, readable by the crew only."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse, Http404
from drf_spectacular.utils import OpenApiResponse
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import AnyMediaType, Operation, operation, parse_body, respond
from logbook.api.callers import member
from logbook.api.permissions import Scope
from logbook.campaigns.access import entry_for
from logbook.campaigns.api.entry_views import entry_response
from logbook.campaigns.api.serializers import EntrySerializer, PhotoFileSerializer
from logbook.campaigns.services import entry_form

JPEG: dict[Any, Any] = {(200, "image/jpeg"): OpenApiResponse({"type": "string", "format": "binary"}, "The photo.")}


class EntryPhotoView(Operation):
    """An entry's photo."""

    parser_classes = (MultiPartParser,)
    content_negotiation_class = AnyMediaType
    scope = Scope.WRITE

    @operation("readPhoto", JPEG, streamed=True)
    def get(self, request: Request, campaign: int, entry: int) -> FileResponse:
        """Get an entry's photo as a JPEG.

        404 if the entry has no photo.
        """
        entry_now = entry_for(member(request), campaign, entry)
        if not entry_now.photo:
            raise Http404
        try:
            return FileResponse(entry_now.photo.open("rb"), content_type="image/jpeg")
        except OSError as error:
            raise Http404 from error

    @operation("putPhoto", EntrySerializer, body=PhotoFileSerializer)
    def put(self, request: Request, campaign: int, entry: int) -> Response:
        """Add or replace an entry's photo.

        The photo is stored as a new JPEG, without metadata. A replaced photo is deleted.
        """
        return self._changed(campaign, entry, parse_body(PhotoFileSerializer, request)["photo"])

    @operation("removePhoto", EntrySerializer)
    def delete(self, request: Request, campaign: int, entry: int) -> Response:
        """Delete an entry's photo.

        Idempotent.
        """
        return self._changed(campaign, entry, None)

    def _changed(self, campaign: int, entry: int, upload: Any) -> Response:
        player = member(self.request)
        entry_now = entry_for(player, campaign, entry)
        return respond(
            EntrySerializer, entry_response(player, entry_form.change_photo(entry=entry_now, by=player, upload=upload))
        )
