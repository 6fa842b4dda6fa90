"""Readers of environment variables, for the settings that differ between machines."""

import os
import re
import secrets
from collections.abc import Collection
from contextlib import suppress
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import available_timezones

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """Return the variable's text, stripped."""
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool = False) -> bool:
    """Return the variable as a yes/no flag. Raises ImproperlyConfigured."""
    value = text(name, "yes" if default else "no").lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; write 1 or 0.")
    return value in TRUE


def one_of(name: str, known: list[str]) -> str:
    """Return the variable as one of these words, the first if it is not set. Raises ImproperlyConfigured."""
    value = text(name) or known[0]
    if value not in known:
        raise ImproperlyConfigured(f"{name} is {value!r}; write {' or '.join(known)}.")
    return value


def number(name: str, default: float) -> float:
    """Return the variable as a number. Raises ImproperlyConfigured."""
    value = text(name) or str(default)
    try:
        found = float(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is {value!r}; write a number.") from error
    if not isfinite(found):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a number.")
    return found


def count(name: str, default: int) -> int:
    """Return the variable as a whole number, not negative. Raises ImproperlyConfigured."""
    value = text(name) or str(default)
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number, such as 1.")
    return int(value)


def matching(name: str, default: str, form: str, such_as: str) -> str:
    """Return the variable, which must match a pattern. Errors do not repeat it: it may hold a password.

    Raises ImproperlyConfigured.
    """
    value = text(name) or default
    if not re.fullmatch(form, value):
        raise ImproperlyConfigured(f"{name} is not readable; write it like {such_as}.")
    return value


def time_zone(name: str) -> str:
    """Return the variable as the name of a time zone. Raises ImproperlyConfigured."""
    value = text(name) or "UTC"
    if value not in available_timezones():
        raise ImproperlyConfigured(f"{name} is {value!r}; write the name of a time zone, such as Europe/Paris.")
    return value


def database(name: str, default: str, **how: Any) -> Any:
    """Return the variable as a database of one of the two supported kinds. Raises ImproperlyConfigured."""
    such_as = "postgres://user:password@host/name or sqlite:////folder/file"
    url = matching(name, default, r"(postgres(ql)?|sqlite)://.*", such_as)
    try:
        return dj_database_url.parse(url, **how)
    except ValueError:
        # Without the original error, which repeats the value.
        raise ImproperlyConfigured(f"{name} is not readable; write it like {such_as}.") from None


def replica(name: str, **how: Any) -> Any:
    """Return the variable as a PostgreSQL database; None if it is not set. Raises ImproperlyConfigured."""
    if not text(name):
        return None
    matching(name, "", r"postgres(ql)?://.*", "postgres://user:password@host/name")
    return database(name, "", **how)


def broker(redis_url: str) -> str:
    """Return the Redis address in Celery's syntax, which differs for a socket and for Sentinel."""
    found = urlsplit(redis_url)
    if found.scheme == "redis+sentinel":
        who, at, hosts = found.netloc.rpartition("@")
        database = found.path.strip("/").partition("/")[2] or "0"
        return ";".join(f"sentinel://{who}{at}{host}/{database}" for host in hosts.split(","))
    if found.scheme != "unix":
        return redis_url
    number = parse_qs(found.query).get("db", ["0"])[0]
    return f"redis+socket://{found.path}?virtual_host={number}"


def broker_options(redis_url: str, sentinel_password: str = "") -> dict[str, Any]:
    """Return what Celery needs beside the address: the master that Sentinel watches, and how to ask for it.

    redis-py would ask each Sentinel that is gone four times, over five seconds, and for every task that is queued.
    """
    found = urlsplit(redis_url)
    if found.scheme != "redis+sentinel":
        return {}
    asked = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 0)}
    asked["password"] = sentinel_password or None
    return {"master_name": found.path.strip("/").partition("/")[0], "sentinel_kwargs": asked}


def object_storage(**options: str | None) -> dict[str, Any] | None:
    """Return the storage of uploads in an S3-compatible bucket; None where no bucket is named.

    Raises ImproperlyConfigured.
    """
    if not options["bucket_name"]:
        return None
    if bool(options["access_key"]) != bool(options["secret_key"]):
        raise ImproperlyConfigured("STORAGE_KEY_ID and STORAGE_SECRET belong together; write both or neither.")
    if not all(map(find_spec, ("storages", "boto3"))):
        raise ImproperlyConfigured(
            "STORAGE_BUCKET needs packages that are not installed; write pip install -r requirements-s3.txt."
        )
    return {"BACKEND": "logbook.lib.object_storage.ObjectStorage", "OPTIONS": options}


def origin_of(url: str) -> str:
    """Return the origin of an absolute address; "" for a relative one."""
    found = urlsplit(url)
    return f"{found.scheme}://{found.netloc}" if found.netloc else ""


def words(name: str, default: str = "") -> list[str]:
    """Return the variable as a comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def some_of(name: str, known: Collection[str]) -> frozenset[str]:
    """Return the variable as some of these words. Raises ImproperlyConfigured."""
    found = words(name)
    if wrong := [word for word in found if word not in known]:
        all_of_them = ",".join(sorted(known))
        raise ImproperlyConfigured(f"{name} names {wrong[0]!r}, which is unknown; write some of {all_of_them}.")
    return frozenset(found)


def hosts(name: str, default: str) -> list[str]:
    """Return the variable as host names. Raises ImproperlyConfigured."""
    found = words(name, default)
    if wrong := [word for word in found if "/" in word]:
        raise ImproperlyConfigured(f"{name} names {wrong[0]!r}; write the host alone, such as crew.example.org.")
    if not found:
        raise ImproperlyConfigured(f"{name} names no host; write one, such as crew.example.org.")
    return found


def origins(name: str) -> list[str]:
    """Return the variable as origins. Raises ImproperlyConfigured."""
    found = words(name)
    if wrong := [word for word in found if not re.fullmatch(r"https?://[^/]+", word)]:
        raise ImproperlyConfigured(f"{name} names {wrong[0]!r}; write it like https://crew.example.org.")
    return found


def secret_key(*, debug: bool, kept_in: Path) -> str:
    """Return SECRET_KEY; in development a generated one is stored, so that a restart signs no user out.

    Raises ImproperlyConfigured.
    """
    given = text("SECRET_KEY")
    if given:
        return given
    if not debug:
        raise ImproperlyConfigured("SECRET_KEY is not set. Set it, or set DEBUG=1 for development.")
    return _kept_secret(kept_in / "secret_key")


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        # O_EXCL: one process alone creates it, however many start at once.
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text()


def private_file(path: Path) -> None:
    """Restrict the file, and SQLite's files beside it, to its owner; create it if it is missing."""
    if path.name == ":memory:":
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(PermissionError):  # The file belongs to another account, which must protect it.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        for one in (path, *(path.with_name(path.name + beside) for beside in ("-wal", "-shm"))):
            if one.exists():
                one.chmod(0o600)


def private_folder(path: Path) -> Path:
    """Restrict an existing folder to its owner; the code that creates it later restricts it too."""
    with suppress(PermissionError):
        if path.is_dir():
            path.chmod(0o700)
    return path
