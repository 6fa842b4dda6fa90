"""Uploads in S3-compatible storage, for a site on several machines (`STORAGE_BUCKET`).

The bucket is private: a file is read by the site, after its check of access, and never by an address of the bucket.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile, File
from storages.backends.s3 import S3Storage

from logbook.lib.exceptions import StorageUnavailable

logger = logging.getLogger(__name__)

CONNECT_SECONDS: Final = 2
READ_SECONDS: Final = 5
TRIES: Final = 2
"""Two tries of both times: less than a request may take."""
MISSING: Final = frozenset({"404", "NoSuchKey"})
"""The codes of a file that is not there. A bucket that is not there is an outage."""
PRIVATE_SECONDS: Final = 60
"""The life of a signed address. Only Django’s admin makes one."""


def client_config() -> Config:
    """Return the client's limits. Checksums that only AWS knows are left out."""
    return Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"total_max_attempts": TRIES, "mode": "standard"},
        signature_version="s3v4",
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )


class ObjectStorage(S3Storage):  # type: ignore[misc]  # The library has no types.
    """django-storages' storage with limits of time and one error for every outage (StorageUnavailable).

    A file is read whole, when it is opened: an outage shows before the response begins.
    """

    def __init__(self, **options: Any) -> None:
        limits = {"client_config": client_config(), "transfer_config": TransferConfig(use_threads=False)}
        super().__init__(**limits, file_overwrite=True, querystring_expire=PRIVATE_SECONDS, **options)

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        """Return the file. Raises FileNotFoundError and StorageUnavailable."""
        if mode != "rb":
            raise ValueError("A stored file is read; `save` writes it.")
        with _outages():
            found = self.connection.meta.client.get_object(Bucket=self.bucket_name, Key=self._normalize_name(name))
            return ContentFile(found["Body"].read(), name)

    def _save(self, name: str, content: File[bytes]) -> str:
        with _outages():
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with _outages():
            super().delete(name)

    def exists(self, name: str) -> bool:
        with _outages():
            return bool(super().exists(name))

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        with _outages():
            folders, files = super().listdir(path)
        return folders, files

    def size(self, name: str) -> int:
        with _outages():
            return int(super().size(name))

    def get_modified_time(self, name: str) -> datetime:
        with _outages():
            modified: datetime = super().get_modified_time(name)
        return modified


@contextmanager
def _outages() -> Iterator[None]:
    """Raise FileNotFoundError for a missing file, and StorageUnavailable for every other error of the storage."""
    try:
        yield
    except ClientError as error:
        code, status = error.response["Error"].get("Code", ""), error.response["ResponseMetadata"].get("HTTPStatusCode")
        if code in MISSING:
            raise FileNotFoundError("no such file in the storage") from error
        logger.error("The file storage refuses requests: status %s, %s.", status, code)
        raise StorageUnavailable from error
    except (Boto3Error, BotoCoreError) as error:
        logger.error("The file storage doesn’t answer: %s.", type(error).__name__)
        raise StorageUnavailable from error
