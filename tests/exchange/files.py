"""Files for import, as people upload them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from logbook.crews.models.crews import Crew
from logbook.exchange import services
from logbook.exchange.formats import csv_tables
from logbook.exchange.formats.entries import ReadEntry
from logbook.exchange.models import Import
from logbook.people.models.players import Player

TODAY = date(2026, 11, 22)
HEADER = "mission,date,result,distress,players,people,note\n"


def pieces(content: bytes, size: int = 7) -> Callable[[], Iterable[bytes]]:
    """Return the file in small pieces, so that every value is cut somewhere."""
    return lambda: (content[at : at + size] for at in range(0, len(content), size))


def rows_of(content: bytes, encoding: str = "utf-8", game: str = "planet-nine") -> list[ReadEntry]:
    """Read a table as its headers suggest."""
    plan = csv_tables.glance(pieces(content), encoding).plan
    return list(csv_tables.read(pieces(content), encoding, replace(plan, game=game), TODAY))


def zipped(files: dict[str, bytes]) -> bytes:
    """Return a zip with these files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return whole.getvalue()


def bring(crew: Crew, by: Player, content: bytes, name: str = "file") -> Import:
    """Upload a file; with CELERY_EAGER it is read at once where tasks are sent on commit."""
    job = services.create_import(crew=crew, by=by, file=io.BytesIO(content), name=name)
    if job.state == Import.State.READING:
        services.read_import(import_id=job.pk)
    job.refresh_from_db()
    return job


def name_columns(job: Import, **options: Any) -> Import:
    """Name the columns as guessed."""
    chosen = {"columns": job.plan["columns"], "game": "planet-nine", "day_order": ""} | options
    services.set_columns(import_id=job.pk, **chosen)
    services.read_import(import_id=job.pk)
    job.refresh_from_db()
    return job


def confirm(
    job: Import,
    people: dict[str, str] | None = None,
    campaigns: dict[str, str] | None = None,
    unmarked: str = "",
    lengths: str = "",
) -> Import:
    """Confirm the import and apply it, step by step."""
    services.confirm_import(
        import_id=job.pk, people=people or {}, campaigns=campaigns or {}, unmarked=unmarked, lengths=lengths
    )
    job.refresh_from_db()
    return finish(job)


def finish(job: Import) -> Import:
    """Do all remaining steps."""
    number: int | None = job.steps
    while number is not None:
        number = services.apply_step(import_id=job.pk, steps=number)
    job.refresh_from_db()
    return job


def bgstats(plays: list[dict[str, Any]], **more: Any) -> bytes:
    """Return a BG Stats file with these plays of Ana (1), Ben (2) and an anonymous player (3)."""
    play = {
        "uuid": "e7f78289-a2d9-4d56-ba89-b94aef56c43f",
        "modificationDate": "2024-03-01 21:00:00",
        "entryDate": "2024-03-01 21:00:00",
        "playDate": "2024-03-01 20:00:00",
        "usesTeams": False,
        "durationMin": 25,
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "bggId": 0,
        "importPlayId": 0,
        "locationRefId": 0,
        "gameRefId": 7,
        "board": "Mission 12",
        "scoringSetting": 5,
        "playerScores": [
            {"score": "", "winner": True, "newPlayer": False, "startPlayer": False, "playerRefId": number, "rank": 0}
            for number in (1, 2)
        ],
        "expansionPlays": [],
    }
    names = (("Ana", False), ("Ben", False), ("Anonymous player", True))
    whole = {
        "challenges": [],
        "games": [
            {"id": 7, "uuid": "g7", "name": "The Crew", "bggId": 284083, "cooperative": True},
            {"id": 8, "uuid": "g8", "name": "Catan", "bggId": 13, "cooperative": False},
        ],
        "players": [
            {"id": number, "uuid": f"p{number}", "name": name, "isAnonymous": anonymous}
            for number, (name, anonymous) in enumerate(names, start=1)
        ],
        "plays": [play | one for one in plays],
        "userInfo": {"meRefId": 1},
    } | more
    return json.dumps(whole).encode()


BGG = """<?xml version="1.0" encoding="utf-8"?>
<plays username="ana" userid="1" total="4" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
 <play id="101" date="2024-03-01" quantity="1" length="25" incomplete="0" nowinstats="0" location="Home">
  <item name="The Crew: Mission Deep Sea" objecttype="thing" objectid="324856">
   <subtypes><subtype value="boardgame"/></subtypes></item>
  <comments>Mission 7, with the distress signal</comments>
  <players>
   <player username="ana" userid="1" name="Ana" startposition="1" color="" score="" new="0" rating="0" win="1"/>
   <player username="" userid="0" name="Ben" startposition="2" color="" score="" new="0" rating="0" win="1"/>
   <player username="" userid="0" name="Gus" startposition="3" color="" score="" new="0" rating="0" win="1"/>
  </players>
 </play>
 <play id="102" date="2024-03-02" quantity="1" length="0" incomplete="0" nowinstats="0" location="">
  <item name="Maracaibo" objecttype="thing" objectid="276025"><subtypes><subtype value="boardgame"/></subtypes></item>
 </play>
 <play id="103" date="2024-03-03" quantity="2" length="0" incomplete="0" nowinstats="0" location="">
  <item name="The Crew: The Quest for Planet Nine" objecttype="thing" objectid="284083"/>
  <comments>M73</comments>
 </play>
 <play id="104" date="2024-03-04" quantity="1" length="0" incomplete="0" nowinstats="0" location="">
  <item name="The Crew: The Quest for Planet Nine" objecttype="thing" objectid="284083"/>
 </play>
</plays>
"""
