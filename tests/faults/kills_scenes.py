"""Scenes that the tests of kills share with others."""

from __future__ import annotations

from django.db import connection


def database_url() -> str:
    """Return the address of the test database for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    host, port = database["HOST"], database["PORT"]
    return f"postgres://{database['USER']}:{database['PASSWORD']}@{host}:{port}/{database['NAME']}"
