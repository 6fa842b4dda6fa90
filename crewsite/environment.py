"""Reads the settings that differ from machine to machine out of the environment."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The variable's text, stripped."""
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool = False) -> bool:
    """The variable as yes or no."""
    value = text(name, "yes" if default else "no").lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; write 1 or 0.")
    return value in TRUE


def one_of(name: str, known: list[str]) -> str:
    """The variable as one of these words, the first if it is not set."""
    value = text(name) or known[0]
    if value not in known:
        raise ImproperlyConfigured(f"{name} is {value!r}; write {' or '.join(known)}.")
    return value


def number(name: str, default: float) -> float:
    """The variable as a number."""
    value = text(name) or str(default)
    try:
        return float(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is {value!r}; write a number.") from error


def words(name: str, default: str = "") -> list[str]:
    """The variable as a list, parted by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret_key(*, debug: bool, kept_in: Path) -> str:
    """SECRET_KEY; in development one is made and kept, so that a restart signs nobody out."""
    given = text("SECRET_KEY")
    if given:
        return given
    if not debug:
        raise ImproperlyConfigured("SECRET_KEY is not set. Set it, or set DEBUG=1 for development.")
    return _kept_secret(kept_in / "secret_key")


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        # Created by one process alone, however many start at once.
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text()
