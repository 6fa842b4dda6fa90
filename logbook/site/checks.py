"""System checks before the site starts, so that its operator sees a mistake before its players do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

import games
from logbook.site.services import schema


def listen() -> None:
    """Register the checks with Django."""
    register(components_can_be_read)
    register(tables_are_those_of_the_migrations, Tags.database)


def components_can_be_read(**_given: Any) -> list[CheckMessage]:
    """Check that the component files of Deep Blue (DEEP_BLUE_COMPONENTS) are complete."""
    try:
        for game in games.GAMES.values():
            _ = game.options
    except games.GameError as error:
        return [Error(str(error), hint="Correct the file, or take it out of the environment.", id="logbook.E001")]
    return []


def tables_are_those_of_the_migrations(*, databases: Sequence[str] | None = None, **_given: Any) -> list[CheckMessage]:
    """Check before each `manage.py migrate` that the applied migrations made the database.

    `0001_initial` was changed in place until 0.2.0, so a database of then has it applied, and lacks columns.
    """
    return [error for using in databases or () for error in _lacking(using)]


def _lacking(using: str) -> list[CheckMessage]:
    names = schema.applied(using)
    if not set(names) <= schema.known():
        return []  # A newer version was here. Django itself names what is inconsistent.
    made = schema.columns_made(schema.state_after(names).apps)
    column = schema.difference(made, schema.columns_there(made, using))
    if not column:
        return []
    hint = "Export each crew and each club on the old site, and import the files into a new one (CHANGELOG.md, 0.2.0)."
    text = f"The database doesn’t match its migrations ({column}). A development version before 0.2.0 created it."
    return [Error(text, hint=hint, id="logbook.E002")]
