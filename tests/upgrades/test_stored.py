"""Stored databases and backups of earlier releases come along: migrated to today, whole, with every page."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests.site.test_backups import empty
from tests.upgrades.stored import Release, releases

pytestmark = [pytest.mark.slow, pytest.mark.every_database, pytest.mark.django_db]
EACH = pytest.mark.parametrize("release", releases(), ids=lambda release: release.folder.name)


@pytest.fixture
def database(release: Release, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a copy of the stored database."""
    if connection.vendor == "sqlite":
        (tmp_path / "copy.sqlite3").write_bytes(gzip.decompress(release.sqlite.read_bytes()))
        yield f"sqlite:///{tmp_path / 'copy.sqlite3'}"
    else:
        name = f"stored_{os.getpid()}"
        address = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
        run(os.environ["DATABASE_URL"], f"CREATE DATABASE {name}".encode())
        run(address, gzip.decompress(release.postgresql.read_bytes()))
        yield address
        run(os.environ["DATABASE_URL"], f"DROP DATABASE {name} WITH (FORCE)".encode())


def run(address: str, statements: bytes) -> None:
    """Run the statements in this database of PostgreSQL."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as server:
        server.execute(statements)


@pytest.fixture
def report(release: Release, database: str, redis_url: str) -> dict[str, Any]:
    """What the process that migrates it has found."""
    program = [sys.executable, "-W", "error", "-m", "tests.upgrades.upgrade", release.folder.name, redis_url]
    env = os.environ | {"DATABASE_URL": database}
    done = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@EACH
def test_every_table_of_a_release_is_stored_with_rows(release: Release) -> None:
    assert [table for table, rows in release.facts["rows"].items() if not rows] == []


@EACH
def test_stored_database_comes_along(release: Release, report: dict[str, Any]) -> None:
    assert report["lost"] == []
    assert report["difference"] == ""
    assert report["wrong"] == []
    failed = {name: status for name, status in report["statuses"].items() if status >= 500}
    assert not failed
    assert sum(status == 200 for status in report["statuses"].values()) > 150


@EACH
def test_stored_backup_is_restored(release: Release, tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    empty()
    call_command("restore", release.backup)
    counts = release.facts["rows"]
    assert Attempt.objects.count() == counts["logbook_attempt"]
    assert Player.objects.filter(name="Alice").exists()
    assert (tmp_path / "media" / "photos" / "a.jpg").read_bytes() == b"a photo"
    connection.check_constraints()


@EACH
def test_no_migration_of_a_release_is_edited(release: Release) -> None:
    folder = Path(settings.BASE_DIR) / "logbook" / "migrations"
    for name, known in release.facts["migrations"].items():
        assert sha256((folder / f"{name}.py").read_bytes()).hexdigest() == known, f"{name} has been released"
