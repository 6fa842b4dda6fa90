"""API views of exports. Files are generated while they are sent, and carry no ETag."""

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
from logbook.lib.replica import reads_from_replica
from logbook.lib.responses import Download
from logbook.people.models.players import Player

ENGLISH = "en"
"""The language of tables: programs get the same columns in every language."""
JSON, ZIP, CSV = "application/json", "application/zip", "text/csv"


def _file(kind: str, description: str) -> dict[Any, Any]:
    shape: dict[str, Any] = {"type": "object"} if kind == JSON else {"type": "string"}
    if kind == ZIP:
        shape["format"] = "binary"
    return {(200, kind): OpenApiResponse(shape, description)}


FORMAT: Final = "The file, in the format described at `/export-format/`."


class FileBaseView(Operation):
    """Base of the operations that return a file."""

    content_negotiation_class = AnyMediaType


class CrewFileBaseView(FileBaseView):
    """Base of the exports of a crew."""

    def caller_and_crew(self, request: Request, slug: str) -> tuple[Player, Crew]:
        """Return the caller, and a crew that they may read."""
        player = member(request)
        return player, readable_crew_for(player, slug)


class CrewFileView(CrewFileBaseView):
    """A crew's export as JSON."""

    @operation("exportCrew", _file(JSON, FORMAT), streamed=True)
    @reads_from_replica
    def get(self, request: Request, slug: str) -> Download:
        """Export a crew without its photos, as JSON.

        Includes all data of the crew that the caller may see, in the format described at `/export-format/`.
        """
        player, crew = self.caller_and_crew(request, slug)
        text = crews.crew_json(crew, opened_to(player, [crew]))
        return Download(in_bytes(text), f"{crew.slug}.json", JSON)


class CrewZipView(CrewFileBaseView):
    """A crew's export with its photos."""

    @operation("exportCrewZip", _file(ZIP, "The JSON file and the photos."), streamed=True)
    @reads_from_replica
    def get(self, request: Request, slug: str) -> Download:
        """Export a crew with its photos, as a ZIP file."""
        player, crew = self.caller_and_crew(request, slug)
        return Download(crews.crew_zip(crew, opened_to(player, [crew]), ENGLISH), f"{crew.slug}.zip", ZIP)


class CrewCsvView(CrewFileBaseView):
    """A crew's logbook as CSV."""

    @operation("exportCrewCsv", _file(CSV, "A header and one row for each entry."), streamed=True)
    @reads_from_replica
    def get(self, request: Request, slug: str) -> Download:
        """Export the entries of a crew's logbook, as CSV."""
        _player, crew = self.caller_and_crew(request, slug)
        return Download(in_bytes(crews.crew_table(crew, ENGLISH)), f"{crew.slug}.csv", f"{CSV}; charset=utf-8")


class ClubFileView(FileBaseView):
    """A club's export as JSON."""

    @operation("exportClub", _file(JSON, FORMAT), streamed=True)
    @reads_from_replica
    def get(self, request: Request, slug: str) -> Download:
        """Export a club without photos, as JSON.

        Includes all data of the club that the caller may see, in the format described at `/export-format/`.
        """
        player = member(request)
        club = club_for(player, slug)
        pieces = clubs.club_json(club, reader_of(player, club))
        return Download(in_bytes(pieces), f"{club.slug}.json", JSON)


class ClubZipView(FileBaseView):
    """A club's export with photos."""

    @operation("exportClubZip", _file(ZIP, "The JSON file and the photos of the caller's crews."), streamed=True)
    @reads_from_replica
    def get(self, request: Request, slug: str) -> Download:
        """Export a club with the photos of the caller's crews, as a ZIP file."""
        player = member(request)
        club = club_for(player, slug)
        return Download(clubs.club_zip(club, reader_of(player, club), ENGLISH), f"{club.slug}.zip", ZIP)
