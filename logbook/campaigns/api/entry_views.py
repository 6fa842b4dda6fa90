"""API views of logbook entries and their photos: list, log, correct, remove and restore."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.db.models import Count, QuerySet
from django.http import FileResponse, Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError

from logbook.api.base_views import (
    AnyMediaType,
    Operation,
    operation,
    parse_body,
    parse_query,
    respond,
    serialize_many,
    validate_form,
)
from logbook.api.callers import member
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.campaigns.access import campaign_for, entry_for
from logbook.campaigns.api.serializers import (
    EntryCorrectionSerializer,
    EntryFilterSerializer,
    EntryNewSerializer,
    EntrySerializer,
    FailureSerializer,
    PhotoFileSerializer,
)
from logbook.campaigns.forms.campaigns import EntryPageForm
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors.entries import attendance_key, attendance_name, entries_with_people, people_of
from logbook.campaigns.services import entries as entry_services
from logbook.campaigns.services import entry_form
from logbook.campaigns.services.entry_form import EntryForm
from logbook.people.models.players import Player

JPEG: dict[Any, Any] = {(200, "image/jpeg"): OpenApiResponse({"type": "string", "format": "binary"}, "The photo.")}


class EntryListView(Operation):
    """The entries of a campaign's logbook."""

    scope = Scope.WRITE

    @operation("listEntries", EntrySerializer, filters=EntryFilterSerializer, listed=True)
    def get(self, request: Request, campaign: int) -> Response:
        """List a campaign's entries, newest first."""
        filters = parse_query(EntryFilterSerializer, request)
        entries = entries_with_people(campaign_for(member(request), campaign))
        entries = entries.filter(removed_at__isnull=not filters["removed"])
        if "mission" in filters:
            entries = entries.filter(mission=filters["mission"])
        if filters["won"] is not None:
            entries = entries.filter(won=filters["won"])
        return paged(
            request,
            _with_corrections(entries),
            lambda page: serialize_many(EntrySerializer, [*map(_entry_fields, page)]),
        )

    @operation("addEntry", EntrySerializer, body=EntryNewSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, campaign: int) -> Response:
        """Log an attempt.

        Idempotent: a repeated request with the same `key` returns the existing entry. 422 if the mission is outside the
        logbook, or locked in a campaign that is played in order.
        """
        player = member(request)
        campaign_now = campaign_for(player, campaign)
        data = parse_body(EntryNewSerializer, request)
        form = _entry(data, campaign_now)
        entry = entry_form.add_entry_from_form(campaign=campaign_now, by=player, key=data["key"], form=form)
        return respond(EntrySerializer, entry_response(player, entry), status=HTTPStatus.CREATED)


class EntryDetailView(Operation):
    """An entry of a campaign's logbook."""

    scope = Scope.WRITE

    @operation("readEntry", EntrySerializer)
    def get(self, request: Request, campaign: int, entry: int) -> Response:
        """Get an entry, removed or not."""
        player = member(request)
        return respond(EntrySerializer, entry_response(player, entry_for(player, campaign, entry)))

    @operation("correctEntry", EntrySerializer, body=EntryCorrectionSerializer)
    def put(self, request: Request, campaign: int, entry: int) -> Response:
        """Correct an entry. Earlier values stay in its history.

        Replaces all values of the entry. 409 `entry-changed` if it has been corrected since `seen`; 409 `entry-gone` if
        it has been removed.
        """
        player = member(request)
        entry_now = entry_for(player, campaign, entry)
        data = parse_body(EntryCorrectionSerializer, request)
        form = _entry({**data, "key": entry_now.key}, entry_now.campaign, entry_now)
        corrected = entry_form.correct_entry_from_form(entry=entry_now, by=player, corrections=data["seen"], form=form)
        return respond(EntrySerializer, entry_response(player, corrected))


class EntryRemoveView(Operation):
    """Removing an entry."""

    scope = Scope.WRITE

    @operation("removeEntry", EntrySerializer)
    def post(self, request: Request, campaign: int, entry: int) -> Response:
        """Remove an entry.

        It stays in the log, no longer counts, and can be restored. Idempotent.
        """
        player = member(request)
        entry_now = entry_for(player, campaign, entry)
        return respond(
            EntrySerializer, entry_response(player, entry_services.remove_entry(entry_id=entry_now.pk, by=player))
        )


class EntryRestoreView(Operation):
    """Restoring an entry."""

    scope = Scope.WRITE

    @operation("restoreEntry", EntrySerializer)
    def post(self, request: Request, campaign: int, entry: int) -> Response:
        """Restore a removed entry.

        Idempotent.
        """
        player = member(request)
        entry_now = entry_for(player, campaign, entry)
        return respond(
            EntrySerializer, entry_response(player, entry_services.restore_entry(entry_id=entry_now.pk, by=player))
        )


class CampaignTallyView(Operation):
    """Logging a failed attempt."""

    scope = Scope.WRITE

    @operation("addFailure", EntrySerializer, body=FailureSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, campaign: int) -> Response:
        """Log a failed attempt at a mission, with the players of the last entry.

        Players and guests who have left the crew since are left out. Idempotent: a repeated request with the same `key`
        returns the existing entry.
        """
        player, data = member(request), parse_body(FailureSerializer, request)
        campaign_now = campaign_for(player, campaign)
        day = data.pop("played_on", None) or timezone.localdate()
        entry = entry_form.add_failure(campaign=campaign_now, by=player, played_on=day, **data)
        return respond(EntrySerializer, entry_response(player, entry), status=HTTPStatus.CREATED)


def entry_response(player: Player, entry: LogEntry) -> dict[str, Any]:
    """Return the entry's current values."""
    entries = _with_corrections(entries_with_people(entry_for(player, entry.campaign_id, entry.pk).campaign))
    return _entry_fields(entries.get(pk=entry.pk))


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


def _entry(data: dict[str, Any], campaign: Campaign, entry: LogEntry | None = None) -> EntryForm:
    """Return the checked values of an entry; only people who can have taken part are accepted."""
    form = EntryPageForm(
        _as_form(data),
        missions=[],
        people=people_of(campaign.crew, entry, all_guests=True),
        kind=campaign.kind,
    )
    if not {f"points_{key}" for key in data["points"]} <= form.fields.keys():
        raise ValidationError(
            {"points": [_("Enter points only for a race, and only for people who could have played in it.")]}
        )
    cleaned_data = validate_form(form)
    names = ("mission", "won", "played_on", "distress", "guest", "captain", "minutes", "note")
    fields: dict[str, Any] = {name: cleaned_data[name] for name in names}
    return EntryForm(
        **fields, present=form.keys_present, points=form.points, substitutes=tuple(cleaned_data["substitutes"])
    )


def _as_form(data: dict[str, Any]) -> dict[str, Any]:
    """Return the values in the fields of the page's form."""
    points = {f"points_{key}": points for key, points in data["points"].items()}
    won = {"won": "yes" if data["won"] else "no"} if "won" in data else {}
    return {**data, **won, **points, "captain": data["captain"] or ""}


def _with_corrections(entries: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
    return entries.annotate(corrected=Count("changes"))


def _entry_fields(entry: Any) -> dict[str, Any]:
    same = ("captain", "substitute", "points", "won")
    present: Sequence[dict[str, Any]] = [
        {"key": attendance_key(row), "name": attendance_name(row), **{name: getattr(row, name) for name in same}}
        for row in entry.attendances.all()
    ]
    return {"entry": entry, "photo": bool(entry.photo), "present": present, "seen": entry.corrected}
