"""Files that come in: bringing one, looking at what will be made of it, deciding, and taking it all back."""

from __future__ import annotations

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
from logbook.exchange.selectors.values import in_bytes
from logbook.lib.responses import Download
from logbook.people.models.players import Player

OF_THE_FILE = (
    *("pk", "crew", "club", "name", "kind", "state", "steps", "good", "doubtful", "wrong", "there", "made"),
    *("created_at", "finished_at"),
)
REPORT = {(200, "text/csv"): OpenApiResponse({"type": "string"}, "A row a line of the file, with a header.")}


class ImportUploadBaseView(Operation):
    """An operation that takes a file."""

    parser_classes = (MultiPartParser,)
    scope = Scope.WRITE

    def before_transaction(self, request: Request, **named: str) -> None:
        """Unpacking a large file takes a while."""
        self.whose(request, **named)
        file = parse_body(ImportFileSerializer, request)["file"]
        self.upload = services.accept_file(file, file.name, of_a_club=not named)

    def whose(self, request: Request, slug: str | None = None) -> tuple[Player, Crew | None]:
        """Who brings it, and the crew that it is for; None for a club."""
        player = member(request)
        return player, crew_for(player, slug) if slug else None

    def job(self, player: Player, crew: Crew | None) -> Response:
        """Take the file in."""
        job = services.store_import(self.upload, crew=crew, by=player)
        return respond(ImportSerializer, _import_answer(import_for(player, job.pk)), status=HTTPStatus.CREATED)


class CrewImportsView(ImportUploadBaseView):
    """What is brought to a crew."""

    @operation("listCrewImports", ImportRowSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """The files that were brought to a crew of one's own, the latest first."""
        player = member(request)
        imports = imports_of(player).filter(crew=crew_for(player, slug))
        return paged(request, imports, lambda page: serialize_many(ImportRowSerializer, page))

    @operation("importIntoCrew", ImportSerializer, asks=ImportFileSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Bring a file into a crew's logbook: an export of a site like this, a table, a BG Stats file, plays of BGG.

        It is read by and by (its state and its stream tell how far it is); nothing is made of it before one confirms.
        """
        return self.job(*self.whose(request, slug))


class ImportListView(ImportUploadBaseView):
    """What is brought."""

    scope = Scope.MANAGE

    @operation("listImports", ImportRowSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """The files that were brought to one's crews, and the clubs that one brought, the latest first."""
        return paged(request, imports_of(member(request)), lambda page: serialize_many(ImportRowSerializer, page))

    @operation("importClub", ImportSerializer, asks=ImportFileSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Bring a club with its crews: an export of a site like this."""
        return self.job(*self.whose(request))


class ImportBaseView(Operation):
    """An operation on a file; answers how it stands then."""

    scope = Scope.WRITE

    def job(self, pk: int) -> Model:
        """The file, as it stands."""
        return import_for(member(self.request), pk)

    def stands(self, pk: int) -> Response:
        """How it stands now."""
        return respond(ImportSerializer, _import_answer(self.job(pk)))


class ImportDetailView(ImportBaseView):
    """A file."""

    @operation("readImport", ImportSerializer)
    def get(self, request: Request, job: int) -> Response:
        """A file: what will be made of it, what is doubtful, who is to be known; how far it is; what became of it."""
        return self.stands(job)

    @operation("discardImport", {204: None})
    def delete(self, request: Request, job: int) -> Response:
        """Forget a file of which nothing was made."""
        services.discard_import(import_id=self.job(job).pk)
        return no_content()


class ImportColumnsView(ImportBaseView):
    """The columns of a table."""

    @operation("readColumns", ColumnsSerializer, filters=ColumnsFilterSerializer)
    def get(self, request: Request, job: int) -> Response:
        """The beginning of a table, and which column we take for what."""
        table = _table(self.job(job))
        look = selectors.columns_preview(table, parse_query(ColumnsFilterSerializer, request).get("encoding", ""))
        plan = look.glance.plan
        same = {name: getattr(plan, name) for name in ("columns", "game", "day_order", "encoding")}
        return respond(ColumnsSerializer, {"headers": look.glance.headers, "rows": look.glance.rows, **same})

    @operation("nameColumns", ImportSerializer, asks=ColumnsInputSerializer)
    def post(self, request: Request, job: int) -> Response:
        """Say which column is what, and have the table read."""
        table = _table(self.job(job))
        data = {"game": "", "day_order": "", **parse_body(ColumnsInputSerializer, request)}
        services.set_columns(import_id=table.pk, **data)
        return self.stands(job)


class ImportConfirmView(ImportBaseView):
    """The word."""

    @operation("confirmImport", ImportSerializer, asks=ImportInputSerializer)
    def post(self, request: Request, job: int) -> Response:
        """Have the good lines of a file brought in, with these choices; of a club, the club with these crews."""
        job_now, data = self.job(job), parse_body(ImportInputSerializer, request)
        if job_now.kind == Model.Kind.CLUB:
            services.confirm_club(import_id=job_now.pk, me=data["me"], crews=_crews(job_now, data["crews"]))
        else:
            kinds = ("people", "campaigns")
            choices = {
                kind: selectors.chosen_in(job_now, kind, data["choices"]) if job_now.found else {} for kind in kinds
            }
            unmarked, lengths = data.get("unmarked", ""), data.get("lengths", "")
            services.confirm_import(import_id=job_now.pk, **choices, unmarked=unmarked, lengths=lengths)
        return self.stands(job)


class ImportTakeBackView(ImportBaseView):
    """Undoing it."""

    @operation("takeImportBack", ImportSerializer)
    def post(self, request: Request, job: int) -> Response:
        """Take everything back that a file has made."""
        services.take_back_import(import_id=self.job(job).pk)
        return self.stands(job)


class ImportReportView(ImportBaseView):
    """The report."""

    content_negotiation_class = AnyMediaType

    @operation("readImportReport", REPORT, streamed=True)
    def get(self, request: Request, job: int) -> Download:
        """What became of each line of a file, or would."""
        text = selectors.report_table(self.job(job))
        return Download(in_bytes(text), f"import-{job}.csv", "text/csv; charset=utf-8")


def _crews(job: Model, indices: list[int] | None) -> dict[str, str]:
    """Of a club's file, which crews come in."""
    keys = job.children.values_list("pk", flat=True) if indices is None else indices
    return club_imports.chosen_crews(job, {f"crew-{pk}": "new" for pk in keys})


def _table(job: Model) -> Model:
    """A table whose columns can still be named; else there is nothing of the kind."""
    if job.kind != Model.Kind.TABLE or job.state not in (
        Model.State.COLUMNS,
        Model.State.WAITING,
        Model.State.REFUSED,
    ):
        raise Http404
    return job


def _import_answer(job: Model) -> dict[str, Any]:
    """All of it, as its page shows it."""
    page = selectors.import_page(job)
    return {
        **{name: getattr(job, name) for name in OF_THE_FILE},
        **{
            name: getattr(page, name)
            for name in ("percent", "refused", "people", "campaigns", "unmarked", "shared_lengths")
        },
        "wrong_lines": page.wrong,
        "doubtful_lines": page.doubts,
        "crews": page.club.crews if page.club else (),
        "members": page.club.members if page.club else (),
    }
