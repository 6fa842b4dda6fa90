"""The check of an idle connection to PostgreSQL: free while nothing has happened, right when something has."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from django.db import connections

from crewsite.postgresql.base import DatabaseWrapper


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
