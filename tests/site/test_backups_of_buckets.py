"""Backups of a site whose uploads lie in a bucket."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from pytest_django import Settings

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.bucket import Bucket
from tests.bucket_scenes import bucket
from tests.site.backups_scenes import empty

__all__ = ["bucket"]
pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]


@pytest.fixture
def backup(bucket: Bucket, crew: Crew, tmp_path: Path) -> Path:
    """Return a backup of a crew, a photo and a printed logbook."""
    for name in ("photos/a.jpg", "printed/a.pdf"):
        default_storage.save(name, ContentFile(b"a file"))
    call_command("backup", tmp_path / "a.tar.gz")
    return tmp_path / "a.tar.gz"


def test_photos_come_back_into_the_bucket(backup: Path, bucket: Bucket) -> None:
    with tarfile.open(backup) as archive:
        assert [name for name in archive.getnames() if name.startswith("media/")] == ["media/photos/a.jpg"]
    empty()
    bucket.files.clear()
    call_command("restore", backup)
    assert bucket.files == {"photos/a.jpg": b"a file"}
    assert Player.objects.exists()


def test_backup_moves_photos_from_the_bucket_to_a_folder(backup: Path, settings: Settings, tmp_path: Path) -> None:
    empty()
    settings.MEDIA_ROOT = tmp_path / "media"
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {}}
    settings.STORAGES = settings.STORAGES | {"default": folder}
    call_command("restore", backup)
    assert (tmp_path / "media" / "photos" / "a.jpg").read_bytes() == b"a file"


def test_backup_without_the_bucket_is_none(backup: Path, bucket: Bucket, tmp_path: Path) -> None:
    bucket.broken = True
    with pytest.raises(CommandError, match=r"b\.tar\.gz cannot be written\. The site can’t reach its file storage"):
        call_command("backup", tmp_path / "b.tar.gz")
    assert not (tmp_path / "b.tar.gz").exists()


def test_restore_without_the_bucket_restores_nothing(backup: Path, bucket: Bucket) -> None:
    empty()
    bucket.broken = True
    with pytest.raises(CommandError, match="The site can’t reach its file storage"):
        call_command("restore", backup)
    assert not Player.objects.exists()
