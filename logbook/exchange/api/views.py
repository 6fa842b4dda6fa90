"""API views of imports: upload, preview, confirm, undo, report and follow."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import (
    AnyMediaType,
    Operation,
    no_content,
    operation,
    parse_body,
    parse_query,
    respond,
    serialize_many,
)
from logbook.api.callers import member
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.api.streams import STREAM_RESPONSES, StreamBaseView, stream_view
from logbook.crews.access import crew_for
from logbook.crews.models.crews import Crew
from logbook.exchange import services
from logbook.exchange.access.imports import import_for, imports_of
from logbook.exchange.api.serializers import (
    ColumnsFilterSerializer,
    ColumnsInputSerializer,
    ColumnsSerializer,
    ImportFileSerializer,
    ImportInputSerializer,
    ImportRowSerializer,
    ImportSerializer,
)
from logbook.exchange.models import Import as Model
from logbook.exchange.selectors import club_imports
from logbook.exchange.selectors import imports as selectors
from logbook.exchange.selectors.imports import import_number
from logbook.exchange.selectors.values import in_bytes
from logbook.lib import announcements
from logbook.lib.responses import Download
from logbook.people.models.players import Player

OF_THE_FILE = (
    *("pk", "crew", "club", "name", "kind", "state", "steps", "good", "doubtful", "wrong", "existing", "imported"),
    *("created_at", "finished_at"),
)
REPORT = {(200, "text/csv"): OpenApiResponse({"type": "string"}, "A header and one row for each row of the file.")}


class ImportUploadBaseView(Operation):
    """Base of the operations that upload a file."""

    parser_classes = (MultiPartParser,)
    scope = Scope.WRITE

    def before_transaction(self, request: Request, **kwargs: str) -> None:
        """Unpack and check the file before the transaction opens: a large file is slow."""
        self.caller_and_crew(request, **kwargs)
        file = parse_body(ImportFileSerializer, request)["file"]
        self.upload = services.accept_file(file, file.name, of_a_club=not kwargs)

    def caller_and_crew(self, request: Request, slug: str | None = None) -> tuple[Player, Crew | None]:
        """Return the caller, and the crew that the file is for; None for a club."""
        player = member(request)
        return player, crew_for(player, slug) if slug else None

    def job(self, player: Player, crew: Crew | None) -> Response:
        """Store the upload and return its import."""
        job = services.store_import(self.upload, crew=crew, by=player)
        return respond(ImportSerializer, _import_answer(import_for(player, job.pk)), status=HTTPStatus.CREATED)


class CrewImportsView(ImportUploadBaseView):
    """A crew's imports."""

    @operation("listCrewImports", ImportRowSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the files imported into a crew, newest first."""
        player = member(request)
        imports = imports_of(player).filter(crew=crew_for(player, slug))
        return paged(request, imports, lambda page: serialize_many(ImportRowSerializer, page))

    @operation("importIntoCrew", ImportSerializer, body=ImportFileSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Import a file into a crew's logbook.

        Accepts an export of a Crewsite site, a CSV table, a BG Stats file or the plays of BoardGameGeek. The file is
        read in the background: poll the import or follow its stream until its `state` is `waiting`, then confirm it. A
        table stops at `columns` first. Nothing is added to the logbook before the confirmation.
        """
        return self.job(*self.caller_and_crew(request, slug))


class ImportListView(ImportUploadBaseView):
    """The caller's imports."""

    scope = Scope.MANAGE

    @operation("listImports", ImportRowSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the caller's imports, newest first.

        Includes all imports into the caller's crews, and the clubs that the caller has imported.
        """
        return paged(request, imports_of(member(request)), lambda page: serialize_many(ImportRowSerializer, page))

    @operation("importClub", ImportSerializer, body=ImportFileSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Import a club with its crews.

        Accepts an export of a club from a Crewsite site. The file is read in the background, as for a crew.
        """
        return self.job(*self.caller_and_crew(request))


class ImportBaseView(Operation):
    """Base of the operations on an import. They return the import."""

    scope = Scope.WRITE

    def job(self, pk: int) -> Model:
        """Return the import, or raise 404."""
        return import_for(member(self.request), pk)

    def current(self, pk: int) -> Response:
        """Return the response with the import's current state."""
        return respond(ImportSerializer, _import_answer(self.job(pk)))


class ImportDetailView(ImportBaseView):
    """An import."""

    @operation("readImport", ImportSerializer)
    def get(self, request: Request, job: int) -> Response:
        """Get an import with its preview, progress and result."""
        return self.current(job)

    @operation("discardImport", {204: None})
    def delete(self, request: Request, job: int) -> Response:
        """Delete an import that has not been applied."""
        services.discard_import(import_id=self.job(job).pk)
        return no_content()


class ImportColumnsView(ImportBaseView):
    """The columns of a table."""

    @operation("readColumns", ColumnsSerializer, filters=ColumnsFilterSerializer)
    def get(self, request: Request, job: int) -> Response:
        """Get the first rows of a table and the suggested meaning of its columns.

        Tables only, until the import is applied; otherwise 404.
        """
        table = _table(self.job(job))
        preview = selectors.columns_preview(table, parse_query(ColumnsFilterSerializer, request).get("encoding", ""))
        plan = preview.glance.plan
        same = {name: getattr(plan, name) for name in ("columns", "game", "day_order", "encoding")}
        return respond(ColumnsSerializer, {"headers": preview.glance.headers, "rows": preview.glance.rows, **same})

    @operation("setColumns", ImportSerializer, body=ColumnsInputSerializer)
    def post(self, request: Request, job: int) -> Response:
        """Set the meaning of a table's columns.

        The table is then read in the background.
        """
        table = _table(self.job(job))
        data = {"game": "", "day_order": "", **parse_body(ColumnsInputSerializer, request)}
        services.set_columns(import_id=table.pk, **data)
        return self.current(job)


class ImportConfirmView(ImportBaseView):
    """Confirming an import."""

    @operation("confirmImport", ImportSerializer, body=ImportInputSerializer)
    def post(self, request: Request, job: int) -> Response:
        """Apply an import with the caller's choices.

        Adds the importable entries to the logbook; for a club, creates or updates the club with the chosen crews. Runs
        in the background. 409 unless the `state` is `waiting`.
        """
        job_now, data = self.job(job), parse_body(ImportInputSerializer, request)
        if job_now.kind == Model.Kind.CLUB:
            services.confirm_club(import_id=job_now.pk, me=data["me"], crews=_crews(job_now, data["crews"]))
        else:
            kinds = ("people", "campaigns")
            choices = {
                kind: selectors.chosen_in(job_now, kind, data["choices"]) if job_now.findings else {} for kind in kinds
            }
            unmarked, lengths = data.get("unmarked", ""), data.get("lengths", "")
            services.confirm_import(
                import_id=job_now.pk, **choices, unmarked=unmarked, lengths=lengths, lines=data["choices"]
            )
        return self.current(job)


class ImportTakeBackView(ImportBaseView):
    """Undoing an import."""

    @operation("undoImport", ImportSerializer)
    def post(self, request: Request, job: int) -> Response:
        """Undo an import.

        Removes everything that the import added, also if it stopped halfway. Runs in the background. 409
        `nothing-to-take-back` unless the `state` is `done` or `failed`.
        """
        services.take_back_import(import_id=self.job(job).pk)
        return self.current(job)


class ImportReportView(ImportBaseView):
    """An import's report."""

    content_negotiation_class = AnyMediaType

    @operation("readImportReport", REPORT, streamed=True)
    def get(self, request: Request, job: int) -> Download:
        """Download the result of each row of the file, as CSV.

        Before the import is applied, the report shows what would happen.
        """
        text = selectors.report_table(self.job(job))
        return Download(in_bytes(text), f"import-{job}.csv", "text/csv; charset=utf-8")


class ImportStreamView(StreamBaseView):
    """An import's event stream."""

    @operation("followImport", STREAM_RESPONSES, streamed=True)
    def get(self, request: Request, job: int) -> Response:
        """Follow an import by server-sent events.

        Each event is `moved` and carries the import's `number`, which increases with every step.
        """
        return self.admit(request, partial(import_for, member(request), job))


import_stream = stream_view(ImportStreamView, announcements.IMPORT, import_number)


def _crews(job: Model, indices: list[int] | None) -> dict[str, str]:
    """Return the chosen crews of a club's file."""
    keys = job.children.values_list("pk", flat=True) if indices is None else indices
    return club_imports.chosen_crews(job, {f"crew-{pk}": "new" for pk in keys})


def _table(job: Model) -> Model:
    """Return a table whose columns can still be set; else raise 404."""
    if job.kind != Model.Kind.TABLE or job.state not in (
        Model.State.COLUMNS,
        Model.State.WAITING,
        Model.State.REFUSED,
    ):
        raise Http404
    return job


def _import_answer(job: Model) -> dict[str, Any]:
    """Return the fields of an import, as its page shows it."""
    page = selectors.import_page(job)
    return {
        **{name: getattr(job, name) for name in OF_THE_FILE},
        **{
            name: getattr(page, name)
            for name in ("percent", "refused", "people", "campaigns", "asked", "unmarked", "shared_lengths")
        },
        "wrong_rows": page.wrong,
        "doubtful_rows": page.doubts,
        "missing_plays": page.plays_total - page.plays_read,
        "crews": page.club.crews if page.club else (),
        "members": page.club.members if page.club else (),
    }
