"""Only the account that runs the site reads what it keeps: the database, uploads, backups, its secret."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages

from crewsite import environment

ROOT = Path(__file__).resolve().parent.parent


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_hearted() -> object:
    """A machine on which new files may be read by everybody."""
    before = os.umask(0o000)
    yield
    os.umask(before)


@pytest.mark.slow
@pytest.mark.usefixtures("open_hearted")
def test_a_new_site_keeps_its_database_to_itself(tmp_path: Path) -> None:
    known = {"PATH": os.environ["PATH"], "CREWSITE_VAR": str(tmp_path / "var"), "SECRET_KEY": "x", "DEBUG": "1"}
    # The tables of one app are enough to make the file.
    command = [sys.executable, "manage.py", "migrate", "contenttypes", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=known, check=True, capture_output=True)
    assert mode(tmp_path / "var" / "crewsite.sqlite3") == 0o600


@pytest.mark.usefixtures("open_hearted")
def test_an_older_sites_database_is_closed_with_what_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "crewsite.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE a (b)")
        beside = [tmp_path / f"crewsite.sqlite3{end}" for end in ("-wal", "-shm")]
        assert [mode(one) for one in (path, *beside)] == [0o644] * 3
        environment.private_file(path)
        assert [mode(one) for one in (path, *beside)] == [0o600] * 3
    database.close()
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO a VALUES (1)")
        assert {mode(one) for one in tmp_path.iterdir()} == {0o600}, "what SQLite makes anew is as the file is"
    database.close()


def test_a_database_in_memory_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environment.private_file(Path(":memory:"))
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("open_hearted")
def test_uploads_are_the_sites_own(tmp_path: Path, settings: object) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"  # type: ignore[attr-defined]
    name = storages["default"].save("photos/a.jpg", ContentFile(b"a photo"))
    assert mode(tmp_path / "media" / name) == 0o600
    assert mode(tmp_path / "media" / "photos") == mode(tmp_path / "media") == 0o700


def test_the_uploads_of_an_older_site_are_closed(tmp_path: Path) -> None:
    folder = tmp_path / "media"
    assert environment.private_folder(folder) == folder
    assert not folder.exists()
    folder.mkdir(mode=0o755)
    assert mode(environment.private_folder(folder)) == 0o700
