"""Store the database and the backup of a release, with the release's own code, just before it is tagged:

    STORE=0.3.0 .venv/bin/python -m pytest --migrations tests/upgrades/write_stored.py

With DATABASE_URL naming a PostgreSQL server it stores the statements, otherwise the database of SQLite and the backup.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.db import connection

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.site.services import backups
from tests.challenges.scenes import HOUR, NOON
from tests.site.world import World
from tests.upgrades import cast
from tests.upgrades.stored import ROOT, Release

NOT_FOR_A_SERVER = re.compile(rb"^\\.*\n", re.MULTILINE)
"""Commands of psql."""


@pytest.mark.django_db(transaction=True)
def test_a_release_is_stored(
    crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player, tmp_path: Path
) -> None:
    release = Release(ROOT / os.environ["STORE"])
    release.folder.mkdir(parents=True, exist_ok=True)
    with time_machine.travel(NOON + HOUR, tick=True):
        world = cast.fill(crew, club, running, alice, bob, guest)
        if connection.vendor == "postgresql":
            release.postgresql.write_bytes(gzip.compress(statements(), mtime=0))
        else:
            release.sqlite.write_bytes(gzip.compress(database(tmp_path / "database.sqlite3"), mtime=0))
            release.backup.unlink(missing_ok=True)
            settings.MEDIA_ROOT = photos(tmp_path / "media")
            backups.write_backup(release.backup)
            release.facts_file.write_text(json.dumps(facts(world), indent=1, default=str) + "\n")


def photos(media: Path) -> Path:
    """Return a folder of uploads with one photo."""
    (media / "photos").mkdir(parents=True)
    (media / "photos" / "a.jpg").write_bytes(b"a photo")
    return media


def database(path: Path) -> bytes:
    """Return the whole file of SQLite."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path.read_bytes()


def statements() -> bytes:
    """Return the statements that make the database of PostgreSQL again."""
    known = connection.get_connection_params()
    command = [
        "pg_dump",
        "--no-owner",
        "--no-privileges",
        "--rows-per-insert=50",
        "-h",
        known["host"],
        "-U",
        known["user"],
    ]
    port = ["-p", str(known["port"])] if known.get("port") else []
    done = subprocess.run([*command, *port, known["dbname"]], capture_output=True, check=True)
    return NOT_FOR_A_SERVER.sub(b"", done.stdout)


def facts(world: World) -> dict[str, object]:
    """Return what the tests compare with."""
    tables = {model._meta.db_table: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}
    files = sorted((Path(settings.BASE_DIR) / "logbook" / "migrations").glob("0*.py"))
    return {
        "at": (NOON + HOUR).isoformat(),
        "migrations": {file.stem: sha256(file.read_bytes()).hexdigest() for file in files},
        "rows": tables,
        "words": world.words,
    }
