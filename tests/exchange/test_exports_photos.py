"""Zips with photos, exported and imported: hidden data and invalid photos are not imported."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse
from PIL import Image

from logbook.campaigns.models import LogEntry
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.exchange import services
from logbook.exchange.exceptions import UnreadableFile
from logbook.exchange.formats import jpegs, unpacking
from logbook.exchange.models import Import, ImportPhoto
from logbook.exchange.selectors import crews
from logbook.exchange.selectors.imports import import_page
from logbook.exchange.services import import_reader
from logbook.lib import announcements
from logbook.lib.exceptions import StorageUnavailable
from logbook.people.models.players import Player
from tests.bucket import Bucket
from tests.bucket_scenes import bucket
from tests.conftest import SignedIn
from tests.exchange.files import bring, finish, zipped
from tests.exchange.scenes import another_site, by_default, everything, exported, founded

__all__ = ["bucket"]
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Any:
    """Silence event streams, and store photos in a folder of their own."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)
    settings.MEDIA_ROOT = tmp_path


def picture(shade: int = 90, kind: str = "JPEG", size: tuple[int, int] = (60, 40), **more: Any) -> bytes:
    drawn = io.BytesIO()
    Image.new("RGB", size, (shade, 20, 200)).save(drawn, kind, **more)
    return drawn.getvalue()


@pytest.fixture
def logbook(crew: Crew, alice: Player, bob: Player, charlie: Player) -> Crew:
    """A crew with a photo on two of its entries."""
    made = everything(crew, alice, bob, charlie)
    for number, line in enumerate(LogEntry.objects.filter(campaign__crew=made).order_by("pk")[:2]):
        line.photo.name = default_storage.save("photos/x.jpg", ContentFile(picture(90 + number, quality=82)))
        line.save(update_fields=("photo",))
    return made


def whole(crew: Crew) -> bytes:
    return b"".join(crews.crew_zip(crew, (), "en"))


def contents(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def packed_again(files: dict[str, bytes], **more: bytes) -> bytes:
    return zipped(files | more)


def test_the_zip_holds_everything_under_names_of_our_own(logbook: Crew, alice: Player) -> None:
    files = contents(whole(logbook))
    photos = [name for name in files if name.startswith("photos/")]
    assert sorted(files) == sorted(["everything.json", "lines.csv", *photos])
    assert files["everything.json"].decode() == "".join(crews.crew_json(logbook, ()))
    assert all(unpacking.PHOTO.fullmatch(name) for name in photos)
    assert len(photos) == 2
    assert whole(logbook) == whole(logbook)


def test_zip_into_an_empty_site_zip_again_is_equal_to_the_byte(
    logbook: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    before = whole(logbook)
    alice.user.delete()  # type: ignore[union-attr]
    another_site(monkeypatch, settings)
    settings.MEDIA_ROOT = tmp_path / "another"
    crew, ana = founded("Aurora", "Alice")
    done = by_default(bring(crew, ana, before, "aurora.zip"))
    assert (done.state, done.imported, done.wrong, done.doubtful) == ("done", 14, 0, 0)
    assert contents(whole(crew)) == contents(before)
    again = by_default(bring(crew, ana, before))
    assert (again.imported, again.existing) == (0, 14)
    assert len(list((tmp_path / "another" / "photos").iterdir())) == 2


def test_plain_json_comes_in_and_says_that_photos_are_missing(
    logbook: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    before = exported(logbook, alice)
    alice.user.delete()  # type: ignore[union-attr]
    another_site(monkeypatch, settings)
    crew, ana = founded("Aurora", "Alice")
    job = bring(crew, ana, before.encode())
    assert import_page(job).without_photo == 2
    assert by_default(job).imported == 14
    assert not LogEntry.objects.exclude(photo="").exists()
    assert exported(crew, ana) == before


@pytest.mark.parametrize(
    ("photo", "sentence"),
    [
        (b"no picture", "Its photo isn’t a picture, or is too large. The entry is imported without it."),
        (picture(kind="GIF"), "Its photo isn’t a picture, or is too large. The entry is imported without it."),
        (None, "Its photo isn’t in the ZIP. The entry is imported without it."),
    ],
)
def test_a_photo_that_is_none_is_said_and_left_out(photo: bytes | None, sentence: str, logbook: Crew) -> None:
    files = contents(whole(logbook))
    name = next(name for name in files if name.startswith("photos/"))
    files = files | {name: photo} if photo else {other: body for other, body in files.items() if other != name}
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, zipped(files))
    (doubt,) = import_page(job).doubts
    assert (job.doubtful, job.wrong, doubt.sentence) == (1, 0, sentence)
    by_default(job)
    assert LogEntry.objects.filter(campaign__crew=crew).exclude(photo="").count() == 1


def test_what_hides_in_a_photo_does_not_come_in(logbook: Crew) -> None:
    files = contents(whole(logbook))
    names = [name for name in files if name.startswith("photos/")]
    exif = Image.Exif()
    exif[0x010F] = "a camera"
    files[names[0]] = picture(exif=exif)
    files[names[1]] = picture() + b"<script>"
    crew, dora = founded("Borealis", "Dora")
    by_default(bring(crew, dora, zipped(files)))
    for line in LogEntry.objects.filter(campaign__crew=crew).exclude(photo=""):
        with line.photo.open("rb") as file:
            body = file.read()
        assert jpegs.sides(body) == (60, 40)
        assert b"camera" not in body
        assert b"script" not in body


def test_only_what_is_pixels_alone_is_kept_as_it_is() -> None:
    plain = picture()
    assert jpegs.sides(plain) == (60, 40)
    for other in (plain + b"\0", plain[:-2], picture(comment=b"hidden"), picture(kind="PNG"), b"", b"\xff\xd8\xff"):
        assert jpegs.sides(other) is None


@pytest.mark.parametrize("name", ["../../etc/passwd.jpg", "photos/../x.jpg", "photos/x.jpg", "PHOTOS/y.jpg", "/a.jpg"])
def test_other_names_in_the_zip_are_nothing_to_us(name: str, logbook: Crew) -> None:
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, zipped(contents(whole(logbook)) | {name: picture()}))
    assert ImportPhoto.objects.filter(job=job).count() == 2
    assert job.wrong == 0


def test_photos_that_are_too_much_are_refused_before_they_are_kept(
    logbook: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = whole(logbook)
    size = len(contents(packed)["everything.json"])
    crew, dora = founded("Borealis", "Dora")
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", size + 10)
    with pytest.raises(UnreadableFile):
        services.create_import(crew=crew, by=dora, file=io.BytesIO(packed), name="x.zip")
    assert not Import.objects.exists()
    assert not ImportPhoto.objects.exists()


def test_a_zip_of_too_many_files_is_refused_by_its_list(
    crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "MOST_FILES", 3)
    files = {"everything.json": b"{}"} | {f"photos/{uuid4()}.jpg": b"" for _ in range(3)}
    with pytest.raises(UnreadableFile) as refused:
        bring(crew, alice, zipped(files))
    assert refused.value.fault.code == "zip-of-many"


def test_taking_it_back_takes_the_photos_too(
    logbook: Crew, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    packed = whole(logbook)
    settings.MEDIA_ROOT = tmp_path / "another"
    crew, dora = founded("Borealis", "Dora")
    done = by_default(bring(crew, dora, packed))
    assert len(list((tmp_path / "another" / "photos").iterdir())) == 2
    with django_capture_on_commit_callbacks(execute=True):
        services.take_back_import(import_id=done.pk)
        done.refresh_from_db()
        finish(done)
    assert not list((tmp_path / "another" / "photos").iterdir())


def test_a_piece_that_is_done_again_has_each_photo_once(
    logbook: Crew, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from logbook.exchange.services import import_steps

    monkeypatch.setattr(import_reader, "LINES_A_PIECE", 5)
    packed = whole(logbook)
    settings.MEDIA_ROOT = tmp_path / "another"
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, packed)
    services.confirm_import(import_id=job.pk, people={}, campaigns={})
    number = services.apply_step(import_id=job.pk, steps=Import.objects.get(pk=job.pk).steps) or 0
    with monkeypatch.context() as dying:
        dying.setattr(import_steps, "_insert_attendances", _die)
        with pytest.raises(KeyboardInterrupt):
            services.apply_step(import_id=job.pk, steps=number)
    job.refresh_from_db()
    assert finish(job).imported == 14
    assert len(list((tmp_path / "another" / "photos").iterdir())) == 2


def _die(*_arguments: object) -> None:
    raise KeyboardInterrupt


def test_the_zip_is_the_crews_alone(logbook: Crew, bob: Player, olga: Player, signed_in: SignedIn) -> None:
    logbook.became = None
    logbook.save()
    address = reverse("crew-zip", args=(logbook.slug,))
    answer = signed_in(bob).get(address)
    assert (answer.headers["Content-Type"], answer.headers["Content-Disposition"]) == (
        "application/zip",
        'attachment; filename="aurora.zip"',
    )
    assert "everything.json" in contents(b"".join(answer))
    assert signed_in(olga).get(address).status_code == 404


# --- in a bucket


def test_import_waits_for_the_bucket(bucket: Bucket, logbook: Crew) -> None:
    files = whole(logbook)
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, files, "aurora.zip")
    bucket.broken = True
    with pytest.raises(StorageUnavailable):
        by_default(job)
    job.refresh_from_db()
    assert job.state == Import.State.APPLYING
    bucket.broken = False
    assert finish(job).state == Import.State.DONE
    assert LogEntry.objects.filter(campaign__crew=crew).exclude(photo="").count() == 2


@pytest.mark.parametrize("page", ["crew-zip", "club-zip"])
def test_export_without_the_bucket_is_refused_before_it_begins(
    page: str, bucket: Bucket, logbook: Crew, club: Club, alice: Player, signed_in: SignedIn
) -> None:
    address = reverse(page, args=[logbook.slug if page == "crew-zip" else club.slug])
    names = zipfile.ZipFile(io.BytesIO(signed_in(alice).get(address).getvalue())).namelist()
    assert len([name for name in names if name.startswith("photos/")]) == 2
    bucket.broken = True
    refused = signed_in(alice).get(address)
    assert refused.status_code == 503
    assert "The site can’t reach its file storage." in refused.text
