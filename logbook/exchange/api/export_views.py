"""Files that go out: a crew's logbook, and a club. They are written while they are sent, and bear no ETag."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

from logbook.api.base_views import AnyMediaType, Operation, operation
from logbook.api.callers import member
from logbook.clubs.access import club_for
from logbook.crews.access import readable_crew_for
from logbook.crews.models.crews import Crew
from logbook.exchange.access.files import opened_to, reader_of
from logbook.exchange.selectors import clubs, crews
from logbook.exchange.selectors.values import in_bytes
from logbook.lib.responses import Download
from logbook.people.models.players import Player

JSON, ZIP, CSV = "application/json", "application/zip", "text/csv"


def _file(kind: str, words: str) -> dict[Any, Any]:
    shape: dict[str, Any] = {"type": "object"} if kind == JSON else {"type": "string"}
    if kind == ZIP:
        shape["format"] = "binary"
    return {(200, kind): OpenApiResponse(shape, words)}


FORMAT: Final = "As /export-format/ describes it."


class FileBaseView(Operation):
    """An operation that answers a file."""

    content_negotiation_class = AnyMediaType


class CrewFileBaseView(FileBaseView):
    """A file of a crew."""

    def whose(self, request: Request, slug: str) -> tuple[Player, Crew]:
        """Who asks, and a crew that they read."""
        player = member(request)
        return player, readable_crew_for(player, slug)


class CrewFileView(CrewFileBaseView):
    """Everything."""

    @operation("exportCrew", _file(JSON, FORMAT), streamed=True)
    def get(self, request: Request, slug: str) -> Download:
        """Everything of a crew but its photos, in our own format."""
        player, crew = self.whose(request, slug)
        text = crews.crew_json(crew, opened_to(player, [crew]))
        return Download(in_bytes(text), f"{crew.slug}.json", JSON)


class CrewZipView(CrewFileBaseView):
    """Everything, with photos."""

    @operation("exportCrewZip", _file(ZIP, "The same, and the photos."), streamed=True)
    def get(self, request: Request, slug: str) -> Download:
        """Everything of a crew, its photos too."""
        player, crew = self.whose(request, slug)
        return Download(crews.crew_zip(crew, opened_to(player, [crew])), f"{crew.slug}.zip", ZIP)


class CrewCsvView(CrewFileBaseView):
    """The lines."""

    @operation("exportLines", _file(CSV, "A line a row, with a header."), streamed=True)
    def get(self, request: Request, slug: str) -> Download:
        """The lines of a crew's logbook, for spreadsheets."""
        _player, crew = self.whose(request, slug)
        return Download(in_bytes(crews.crew_table(crew)), f"{crew.slug}.csv", f"{CSV}; charset=utf-8")


class ClubFileView(FileBaseView):
    """A club."""

    @operation("exportClub", _file(JSON, FORMAT), streamed=True)
    def get(self, request: Request, slug: str) -> Download:
        """Everything of a club that one may see, but photos."""
        player = member(request)
        club = club_for(player, slug)
        pieces = clubs.club_json(club, reader_of(player, club))
        return Download(in_bytes(pieces), f"{club.slug}.json", JSON)


class ClubZipView(FileBaseView):
    """A club, with photos."""

    @operation("exportClubZip", _file(ZIP, "The same, and the photos of one's own crews."), streamed=True)
    def get(self, request: Request, slug: str) -> Download:
        """Everything of a club that one may see, with the photos of one's own crews."""
        player = member(request)
        club = club_for(player, slug)
        return Download(clubs.club_zip(club, reader_of(player, club)), f"{club.slug}.zip", ZIP)
