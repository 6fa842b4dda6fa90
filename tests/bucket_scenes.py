"""Scenes of a site whose uploads lie in a bucket."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from logbook.lib import object_storage
from tests import bucket as buckets
from tests.bucket import Bucket


@pytest.fixture
def bucket(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """Yield the bucket of the site's uploads; the site waits for it a short time only."""
    monkeypatch.setattr(object_storage, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(object_storage, "READ_SECONDS", 0.5)
    with buckets.one() as found:
        options = {
            "bucket_name": buckets.NAME,
            "endpoint_url": f"http://127.0.0.1:{found.port}",
            "region_name": "us-east-1",
            "location": "",
            "access_key": "key",
            "secret_key": "secret",
        }
        backend = {"BACKEND": "logbook.lib.object_storage.ObjectStorage", "OPTIONS": options}
        settings.STORAGES = settings.STORAGES | {"default": backend}
        yield found
