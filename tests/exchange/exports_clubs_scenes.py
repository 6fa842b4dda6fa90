"""Scenes that the tests of exports clubs share with others."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from logbook.clubs.models import Club
from logbook.crews.access import crews_of
from logbook.exchange import services
from logbook.exchange.models import Import
from logbook.exchange.selectors.clubs import Reader, club_json
from logbook.people.models.players import Player


def exported(club: Club, player: Player) -> str:
    own = frozenset(crews_of(player).values_list("pk", flat=True))
    is_member = club.members.filter(player=player).exists()
    return "".join(club_json(club, Reader(own, lambda one: one.is_over, is_member=is_member)))


def bring(by: Player, content: bytes, name: str = "club.json") -> Import:
    job = services.create_import(crew=None, by=by, file=SimpleUploadedFile(name, content), name=name)
    services.read_import(import_id=job.pk)
    job.refresh_from_db()
    return job
