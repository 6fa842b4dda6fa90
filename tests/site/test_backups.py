"""A backup restored into an empty site gives the same site."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest
import time_machine
from django.core.files.storage import FileSystemStorage
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from logbook.campaigns.services import printed_files
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.people.models.players import Player
from logbook.site.services import backup_rows, backups
from logbook.tables.models import Attempt
from tests.challenges.scenes import HOUR, NOON
from tests.site import world
from tests.site.backups_scenes import accounts_of, empty

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    (tmp_path / "media" / "photos").mkdir(parents=True)
    (tmp_path / "media" / "photos" / "a.jpg").write_bytes(b"a photo")
    return tmp_path / "media"


@pytest.fixture
def full(crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player) -> None:
    with time_machine.travel(NOON + HOUR, tick=False):
        world.build(crew, club, running, alice, bob, guest)
    accounts_of(alice)


def rows_of(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        names = [name for name in archive.getnames() if name.startswith("rows/")]
        return {name: archive.extractfile(name).read() for name in names}  # type: ignore[union-attr]


def test_the_round_trip_is_equal(full: None, tmp_path: Path, media: Path) -> None:
    before, after = tmp_path / "before.tar.gz", tmp_path / "after.tar.gz"
    call_command("backup", before)
    assert before.stat().st_mode & 0o077 == 0, "there are secrets in it"
    attempts = list(Attempt.objects.order_by("pk").values())
    empty()
    (media / "photos" / "a.jpg").unlink()
    call_command("restore", before)
    call_command("backup", after)
    assert rows_of(before) == rows_of(after)
    assert list(Attempt.objects.order_by("pk").values()) == attempts
    assert (media / "photos" / "a.jpg").read_bytes() == b"a photo"
    connection.check_constraints()
    # Sequences continue after the restored rows.
    assert crews.create_crew(player=Player.objects.get(name="Alice"), name="Cetus").pk is not None


def test_a_photo_that_finds_no_room_restores_nothing(full: None, tmp_path: Path, media: Path) -> None:
    call_command("backup", tmp_path / "a.tar.gz")
    empty()
    (media / "photos" / "a.jpg").unlink()
    (media / "photos").rmdir()
    (media / "photos").write_bytes(b"in the way")
    with pytest.raises(CommandError, match="can’t be restored"):
        call_command("restore", tmp_path / "a.tar.gz")
    assert not Player.objects.exists()


def test_a_photo_that_is_taken_away_meanwhile_stops_nothing(
    full: None, tmp_path: Path, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (media / "photos" / "b.jpg").write_bytes(b"another")
    whole: dict[str, tuple[list[str], list[str]]] = {"": (["photos"], []), "photos/": ([], ["a.jpg", "b.jpg"])}
    (media / "photos" / "a.jpg").unlink()
    monkeypatch.setattr(FileSystemStorage, "listdir", lambda _storage, folder: whole[folder])
    call_command("backup", tmp_path / "a.tar.gz")
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        assert [name for name in archive.getnames() if name.endswith(".jpg")] == ["media/photos/b.jpg"]


def test_printed_logbooks_are_left_out(full: None, tmp_path: Path, media: Path) -> None:
    (media / printed_files.FOLDER).mkdir()
    (media / printed_files.FOLDER / "7-a5.pdf").write_bytes(b"%PDF-")
    call_command("backup", tmp_path / "a.tar.gz")
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        names = archive.getnames()
    assert [name for name in names if name.startswith("media/")] == ["media/photos/a.jpg"]


def test_what_is_left_out_is_little(full: None) -> None:
    kept = {model._meta.label_lower for model in backup_rows.backed_up_models()}
    assert {"logbook.event", "logbook.logentry", "auth.user", "account.emailaddress", "logbook.apitoken"} <= kept
    assert not kept & backup_rows.LEFT_OUT


def test_nothing_is_mixed_or_written_over(full: None, tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    call_command("backup", path)
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", path)
    with pytest.raises(CommandError, match="already has players"):
        call_command("restore", path)


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b\x08\x00"])
def test_what_is_no_backup(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(content)
    with pytest.raises(CommandError, match=r"a\.tar\.gz can’t be restored"):
        call_command("restore", tmp_path / "a.tar.gz")


def test_a_backup_of_another_version_or_half_of_one_restores_nothing(full: None, tmp_path: Path) -> None:
    call_command("backup", tmp_path / "a.tar.gz")
    empty()
    changes: tuple[tuple[dict[str, object], str], ...] = (
        ({"migrations": []}, "a development version before 0.2.0"),
        ({"migrations": "all"}, "a development version before 0.2.0"),
        ({"schema": "0" * 64}, "a development version before 0.2.0"),
        ({"migrations": ["logbook.0999_tomorrow"]}, "a newer version"),
        ({"format": "zip"}, "another format"),
    )
    for change, why in changes:
        with pytest.raises(CommandError, match=why):
            call_command("restore", forged(tmp_path, **change))
    half = tmp_path / "half.tar.gz"
    half.write_bytes((tmp_path / "a.tar.gz").read_bytes()[:-4000])
    with pytest.raises(CommandError, match="can’t be restored"):
        call_command("restore", half)
    assert not Player.objects.exists()


def test_a_backup_that_lacks_rows_restores_none_of_them(full: None, tmp_path: Path) -> None:
    call_command("backup", tmp_path / "a.tar.gz")
    empty()
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        rows = backups._manifest(archive)["rows"]
    with pytest.raises(CommandError, match="rows are missing"):
        call_command("restore", forged(tmp_path, rows=rows | {"logbook.player": rows["logbook.player"] + 1}))
    assert not Player.objects.exists()
    with pytest.raises(CommandError, match="can’t be restored"):
        call_command("restore", forged(tmp_path, rows=rows | {"logbook.nothing": 0}))
    assert not Player.objects.exists()


def test_a_backup_that_fails_leaves_no_file(full: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "write_rows", full_disk)
    with pytest.raises(CommandError, match="cannot be written: No space left"):
        call_command("backup", tmp_path / "a.tar.gz")
    assert not (tmp_path / "a.tar.gz").exists()


def forged(folder: Path, **change: object) -> Path:
    """Return the backup with another manifest."""
    with tarfile.open(folder / "a.tar.gz") as archive:
        for name in archive.getnames():
            if name == "manifest.json" or name.startswith("rows/"):
                path = folder / "open" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.extractfile(name).read())  # type: ignore[union-attr]
    manifest = folder / "open" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))
    with tarfile.open(folder / "forged.tar.gz", "w:gz") as archive:
        archive.add(folder / "open", ".")
        for name in ("manifest.json", "rows"):
            archive.add(folder / "open" / name, name)
    return folder / "forged.tar.gz"
