"""Connections to PostgreSQL: the check of an idle one, and prepared statements."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from django.db import connections
from django.db.models import Count, Value
from django.db.models.functions import Concat

from crewsite.postgresql.base import DatabaseWrapper
from logbook.people.models.players import Player


@dataclass
class Connection:
    """A connection as far as the check knows it, over a real socket; `answers` is whether a query would succeed."""

    socket: socket.socket
    answers: bool = True
    closed: bool = False
    queries: list[str] = field(default_factory=list)

    def fileno(self) -> int:
        return self.socket.fileno()

    @contextmanager
    def cursor(self) -> Iterator[Connection]:
        yield self

    def execute(self, query: str) -> None:
        self.queries.append(query)
        if not self.answers:
            raise psycopg.OperationalError("the connection is closed")


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    here, server = socket.socketpair()
    yield here, server
    here.close()
    server.close()


def wrapper_of(connection: Any) -> DatabaseWrapper:
    wrapper = DatabaseWrapper(connections["default"].settings_dict)
    wrapper.connection = connection
    return wrapper


def test_an_idle_connection_is_usable_without_a_query(sockets: tuple[socket.socket, socket.socket]) -> None:
    connection = Connection(sockets[0])
    assert wrapper_of(connection).is_usable()
    assert connection.queries == []


def test_a_cut_connection_is_not_usable(sockets: tuple[socket.socket, socket.socket]) -> None:
    connection = Connection(sockets[0], answers=False)
    sockets[1].close()
    assert not wrapper_of(connection).is_usable()
    assert connection.queries == ["SELECT 1"]


def test_a_notice_of_the_server_is_looked_at(sockets: tuple[socket.socket, socket.socket]) -> None:
    connection = Connection(sockets[0])
    sockets[1].send(b"N")
    assert wrapper_of(connection).is_usable()
    assert connection.queries == ["SELECT 1"]


def test_a_connection_that_we_closed_is_not_usable(sockets: tuple[socket.socket, socket.socket]) -> None:
    assert not wrapper_of(Connection(sockets[0], closed=True)).is_usable()
    assert not wrapper_of(None).is_usable()


on_postgresql = pytest.mark.skipif(connections["default"].vendor != "postgresql", reason="about PostgreSQL")


@on_postgresql
@pytest.mark.skipif(
    connections["default"].settings_dict["OPTIONS"].get("prepare_threshold") is None,
    reason="the pooler in front does not follow prepared statements",
)
@pytest.mark.django_db
def test_a_statement_is_planned_once_whatever_its_values() -> None:
    for number in range(10):
        assert list(Player.objects.filter(pk=-number)) == []
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        statements = [statement for (statement,) in cursor.fetchall()]
    assert sum('"logbook_player"."id" = ' in statement for statement in statements) == 1


@on_postgresql
@pytest.mark.django_db
def test_statements_compare_expressions_with_values_in_them() -> None:
    for name in ("Ana", "Ana", "Ben"):
        Player.objects.create(name=name)
    called = Player.objects.annotate(called=Concat("name", Value("!")))
    counts = called.values("called").annotate(number=Count("pk")).order_by("called")
    assert [(row["called"], row["number"]) for row in counts] == [("Ana!", 2), ("Ben!", 1)]
    assert list(called.order_by("called").values_list("called", flat=True).distinct()) == ["Ana!", "Ben!"]
