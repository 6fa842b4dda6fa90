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
from django.db import connection

from tests.upgrades.stored import Release, releases

pytestmark = [pytest.mark.slow, pytest.mark.every_database, pytest.mark.django_db]
EACH = pytest.mark.parametrize("release", releases(), ids=lambda release: release.folder.name)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Yield the address of an empty database."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'copy.sqlite3'}"
    else:
        server, _slash, _name = os.environ["DATABASE_URL"].rpartition("/")
        name = f"stored_{os.getpid()}"
        run(os.environ["DATABASE_URL"], f"CREATE DATABASE {name}".encode())
        yield f"{server}/{name}"
        run(os.environ["DATABASE_URL"], f"DROP DATABASE {name} WITH (FORCE)".encode())


def run(address: str, statements: bytes) -> None:
    """Run the statements in this database of PostgreSQL."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as server:
        server.execute(statements)


def fill(address: str, release: Release) -> None:
    """Make the stored database there."""
    if connection.vendor == "sqlite":
        Path(address.removeprefix("sqlite:///")).write_bytes(gzip.decompress(release.sqlite.read_bytes()))
    else:
        # A dump empties the search path of its connection, which a pooler gives to others afterwards.
        run(address, gzip.decompress(release.postgresql.read_bytes()) + b"\nRESET ALL;")


def report(what: str, release: Release, address: str, cache: str, var: Path) -> dict[str, Any]:
    """Return what the process that migrates or restores it has found."""
    program = [sys.executable, "-W", "error", "-m", "tests.upgrades.upgrade", what, release.folder.name, cache]
    env = os.environ | {"DATABASE_URL": address, "CREWSITE_VAR": str(var)}
    done = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def assert_whole(found: dict[str, Any]) -> None:
    """Check that no row is lost, and that every page shows."""
    assert found["lost"] == []
    assert found["difference"] == ""
    assert found["wrong"] == []
    failed = {name: status for name, status in found["statuses"].items() if status >= 500}
    assert not failed
    assert sum(status == 200 for status in found["statuses"].values()) > 150


@EACH
def test_every_table_of_a_release_is_stored_with_rows(release: Release) -> None:
    assert [table for table, rows in release.facts["rows"].items() if not rows] == []


@EACH
def test_stored_database_comes_along(release: Release, address: str, redis_url: str, tmp_path: Path) -> None:
    fill(address, release)
    assert_whole(report("migrated", release, address, redis_url, tmp_path))


@EACH
def test_stored_backup_is_restored(release: Release, address: str, redis_url: str, tmp_path: Path) -> None:
    assert_whole(report("restored", release, address, redis_url, tmp_path))
    assert (tmp_path / "media" / "photos" / "a.jpg").read_bytes() == b"a photo"


@EACH
def test_no_migration_of_a_release_is_edited(release: Release) -> None:
    folder = Path(settings.BASE_DIR) / "logbook" / "migrations"
    for name, known in release.facts["migrations"].items():
        assert sha256((folder / f"{name}.py").read_bytes()).hexdigest() == known, f"{name} has been released"
