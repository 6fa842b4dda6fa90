"""Photos in a bucket: private, read through the site, and nothing is lost while the bucket is away."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services import photos, printed_files
from logbook.people.models.players import Player
from tests.api.world import Program
from tests.bucket import Bucket
from tests.bucket_scenes import bucket
from tests.campaigns.logging_scenes import picture, upload
from tests.campaigns.scenes import campaign, filled, post
from tests.conftest import SignedIn

__all__ = ["bucket", "campaign"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
NOT_STORED = "The site can’t store photos right now, so nothing was saved."
UNREACHABLE = "The site can’t reach its file storage. Try again in a few minutes."


def logged(campaign: Campaign, client: Any) -> LogEntry:
    assert post(client, campaign, photo=upload(picture())).status_code == 303
    return LogEntry.objects.get()


def photo_of(entry: LogEntry) -> str:
    return reverse("campaign-photo", args=[entry.campaign_id, entry.pk])


def test_photo_is_read_by_the_crew_alone(
    bucket: Bucket, campaign: Campaign, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    entry = logged(campaign, client)
    answer = client.get(photo_of(entry))
    assert (answer.status_code, answer.getvalue()) == (200, bucket.files[str(entry.photo.name)])
    assert "no-store" in answer["Cache-Control"]
    assert str(bucket.port) not in client.get(reverse("campaign-entry", args=[campaign.pk, entry.pk])).text
    bucket.requests.clear()
    assert signed_in(charlie).get(photo_of(entry)).status_code == 404
    assert bucket.requests == []
    assert bucket.signed


def test_bucket_lets_nobody_read_without_a_signature(bucket: Bucket, campaign: Campaign) -> None:
    name = default_storage.save("photos/a.jpg", ContentFile(b"a photo"))
    assert bucket.types == {name: "image/jpeg"}
    assert [(method, key) for method, key in bucket.requests if method == "PUT"] == [("PUT", name)]
    assert "X-Amz-Signature" in default_storage.url(name)


def test_replaced_photo_leaves_the_bucket(
    bucket: Bucket, campaign: Campaign, alice: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    entry = logged(campaign, client)
    first, here = set(bucket.files), reverse("campaign-entry", args=[campaign.pk, entry.pk])
    client.post(here, filled(photo=upload(picture()), seen="0"))
    assert len(bucket.files) == 1
    assert first.isdisjoint(bucket.files)
    client.post(here, filled(without_photo="on", seen="1"))
    assert bucket.files == {}


OUTAGES = ["broken", "silent"]


def fails(bucket: Bucket, how: str) -> None:
    bucket.broken = how == "broken"
    if how == "silent":
        bucket.fall_silent()


@pytest.mark.parametrize("how", OUTAGES)
def test_form_keeps_its_words_while_the_bucket_is_away(
    how: str,
    bucket: Bucket,
    campaign: Campaign,
    alice: Player,
    signed_in: SignedIn,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fails(bucket, how)
    client = signed_in(alice)
    page = post(client, campaign, photo=upload(picture()), note="kept words")
    assert page.status_code == 503
    assert NOT_STORED in page.text
    assert "kept words" in page.text
    assert not LogEntry.objects.exists()
    said = [record.getMessage() for record in caplog.records if record.name == "logbook.lib.object_storage"]
    assert len(said) == 1
    assert said[0].startswith("The file storage ")
    assert post(client, campaign, note="kept words").status_code == 303, "without the photo it is logged"


@pytest.mark.parametrize("how", OUTAGES)
def test_photo_of_a_bucket_that_is_away_is_a_503(
    how: str, bucket: Bucket, campaign: Campaign, alice: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    entry = logged(campaign, client)
    fails(bucket, how)
    page = client.get(photo_of(entry))
    assert page.status_code == 503
    assert UNREACHABLE in page.text
    here = f"campaigns/{campaign.pk}/entries/{entry.pk}/photo/"
    assert Program(alice)("get", here, status=503)["code"] == "storage-unavailable"
    assert client.get(reverse("campaign-entry", args=[campaign.pk, entry.pk])).status_code == 200


def test_entry_is_corrected_while_its_old_photo_stays(
    bucket: Bucket, campaign: Campaign, alice: Player, signed_in: SignedIn, caplog: pytest.LogCaptureFixture
) -> None:
    client = signed_in(alice)
    entry = logged(campaign, client)
    bucket.broken = True
    here = reverse("campaign-entry", args=[campaign.pk, entry.pk])
    assert client.post(here, filled(without_photo="on", seen="0")).status_code == 303
    entry.refresh_from_db()
    assert not entry.photo
    assert "A photo could not be deleted" in caplog.text
    bucket.broken = False
    assert photos.delete_unused_photos() == 0, "it may belong to an entry that is being written"
    bucket.age(timedelta(days=2))
    assert photos.delete_unused_photos() == 1
    assert bucket.files == {}


def test_nightly_sweep_leaves_photos_of_entries(
    bucket: Bucket, campaign: Campaign, alice: Player, signed_in: SignedIn
) -> None:
    entry = logged(campaign, signed_in(alice))
    bucket.age(timedelta(days=2))
    assert photos.delete_unused_photos() == 0
    assert list(bucket.files) == [entry.photo.name]


def test_old_prints_leave_the_bucket(bucket: Bucket) -> None:
    default_storage.save("printed/old.pdf", ContentFile(b"%PDF-"))
    bucket.age(timedelta(hours=2))
    default_storage.save("printed/new.pdf", ContentFile(b"%PDF-"))
    printed_files.delete_old_files()
    assert list(bucket.files) == ["printed/new.pdf"]


def test_sweep_finds_nothing_on_a_new_site() -> None:
    assert photos.delete_unused_photos() == 0
