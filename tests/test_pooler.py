"""PgBouncer in transaction mode, in front of the tests' PostgreSQL: the site works, or refuses with one sentence."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from django.db import connections

from benchmarks.clusters import follows_statements
from crewsite import pooler
from crewsite.postgresql.base import DatabaseWrapper
from logbook.people.models.players import Player
from tests.faults.processes import free_port, waited_until
from tests.pooler_scenes import WITH_PGBOUNCER, program
from tests.server_scenes import listens

POOLER_USER = "nobody"
"""The user as whom PgBouncer runs where the tests are root: it refuses to be root."""

pytestmark = [
    pytest.mark.skipif(connections["default"].vendor != "postgresql", reason="about PostgreSQL"),
    WITH_PGBOUNCER,
    pytest.mark.django_db(transaction=True),
]


CONFIGURATION = """
[databases]
* = host={HOST} port={PORT}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = transaction
default_pool_size = 1
ignore_startup_parameters = extra_float_digits
"""


@pytest.fixture
def pooled() -> Iterator[dict[str, Any]]:
    """The settings of the database behind a PgBouncer in transaction mode, with one connection to the server."""
    settings, port = deepcopy(connections["default"].settings_dict), free_port()
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        users, configuration = folder / "users.txt", folder / "pgbouncer.ini"
        users.write_text(f'"{settings["USER"]}" ""\n', "utf-8")
        lines = CONFIGURATION.format(**settings, port=port, users=users)
        configuration.write_text(lines + "max_prepared_statements = 100\n" * follows_statements(), "utf-8")
        as_user = ["-u", POOLER_USER] if os.getuid() == 0 else []
        with subprocess.Popen([program(), "-q", *as_user, str(configuration)], stderr=subprocess.DEVNULL) as process:
            try:
                assert waited_until(lambda: listens(port), 20)
                yield settings | {"HOST": "127.0.0.1", "PORT": port, "DISABLE_SERVER_SIDE_CURSORS": True}
            finally:
                process.kill()


@contextmanager
def connected(settings: dict[str, Any], **options: Any) -> Iterator[DatabaseWrapper]:
    """A connection through the pooler, under the name "pooled"."""
    connections["pooled"] = wrapper = DatabaseWrapper(settings | {"OPTIONS": options}, "pooled")
    try:
        yield wrapper
    finally:
        wrapper.close()
        del connections["pooled"]


def test_a_pooler_that_mixes_up_statements_is_refused(pooled: dict[str, Any]) -> None:
    with connected(pooled, prepare_threshold=5, server_side_binding=True) as wrapper:
        found = [(one.id, one.msg) for one in wrapper.validation.check()]
    refused = ("crewsite.E001", "The connection pooler in front of PostgreSQL mixes up prepared statements.")
    assert found == ([] if follows_statements() else [refused])


def test_no_process_starts_behind_a_pooler_that_mixes_up_statements(
    pooled: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with connected(pooled, prepare_threshold=5, server_side_binding=True) as wrapper:
        monkeypatch.setattr(pooler, "connection", wrapper)
        if follows_statements():
            pooler.end_if_refused()
        else:
            with pytest.raises(SystemExit, match=r"^The connection pooler .+ libpq 17 or newer\.$"):
                pooler.end_if_refused()
        monkeypatch.setattr(psycopg.pq, "version", lambda: 160004)
        with pytest.raises(SystemExit, match=r"DATABASE_PREPARED_STATEMENTS=0"):
            pooler.end_if_refused()
    with connected(pooled) as wrapper:
        monkeypatch.setattr(pooler, "connection", wrapper)
        pooler.end_if_refused()


def test_a_process_starts_while_the_pooler_is_away(pooled: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with connected(pooled | {"PORT": free_port()}, prepare_threshold=5, server_side_binding=True) as wrapper:
        monkeypatch.setattr(pooler, "connection", wrapper)
        pooler.end_if_refused()


def test_the_site_reads_long_lists_behind_a_pooler(pooled: dict[str, Any]) -> None:
    Player.objects.bulk_create([Player(name=f"Player {number}") for number in range(300)])
    for _number in range(2):
        with connected(pooled) as wrapper:
            assert not wrapper.validation.check()
            assert len({player.name for player in Player.objects.using("pooled").iterator(chunk_size=50)}) == 300
