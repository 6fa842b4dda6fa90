"""The source of reads: who reads from the replica, and when the primary is asked instead."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, transaction
from django.http import Http404, HttpResponse
from django.utils import timezone

from crewsite.postgresql.router import Router
from logbook.crews.models.crews import Crew
from logbook.lib import replica
from logbook.lib.replica import Servers, Source, reading_from, reads_from_primary, reads_from_replica
from logbook.people.models.players import Player
from logbook.people.models.sessions import Session

BOTH, ALONE, NEITHER = Servers(True, False), Servers(True, True), Servers(False, True)


@pytest.fixture(autouse=True)
def _no_replica() -> Iterator[None]:
    yield
    replica.learn(Servers())
    replica.watch_by(lambda: None)


@reads_from_replica
def page() -> str:
    return replica.alias()


def test_only_what_asks_reads_from_the_replica() -> None:
    assert page() == "default"
    with reading_from(Source.WHERE_ASKED):
        assert (replica.alias(), page(), replica.alias()) == ("default", "replica", "default")
    with reading_from(Source.PRIMARY):
        assert page() == "default"
    with reading_from(Source.REPLICA):
        assert replica.alias() == "replica"


@pytest.mark.django_db(transaction=True)
def test_transaction_reads_from_the_primary() -> None:
    @reads_from_replica
    def locking() -> str:
        with transaction.atomic():
            return replica.alias()

    with reading_from(Source.WHERE_ASKED):
        assert locking() == "default"


def test_access_is_decided_at_the_primary() -> None:
    access = reads_from_primary(replica.alias)

    @reads_from_replica
    def view() -> tuple[str, str]:
        return access(), replica.alias()

    with reading_from(Source.WHERE_ASKED):
        assert view() == ("default", "replica")
    with reading_from(Source.REPLICA):
        assert access() == "replica", "there is no other"


@pytest.mark.parametrize("failure", [Http404(), OperationalError("conflict with recovery"), KeyError("missing")])
def test_error_of_the_replica_is_answered_by_the_primary(failure: Exception) -> None:
    @reads_from_replica
    def view() -> str:
        if replica.alias() == "replica":
            raise failure
        return "found"

    with reading_from(Source.WHERE_ASKED):
        assert view() == "found"


def test_refusal_of_the_primary_stays_one() -> None:
    asked: list[str] = []

    @reads_from_replica
    def view() -> HttpResponse:
        asked.append(replica.alias())
        return HttpResponse(status=422)

    with reading_from(Source.WHERE_ASKED):
        assert view().status_code == 422
    assert asked == ["replica", "default"]


def test_what_has_just_happened_is_read_from_the_primary() -> None:
    @reads_from_replica
    def view(minutes: int) -> str:
        replica.read_primary_about(timezone.now() - timedelta(minutes=minutes))
        return replica.alias()

    with reading_from(Source.WHERE_ASKED):
        assert (view(1), view(60), replica.alias()) == ("default", "replica", "default")


def test_download_reads_where_its_view_did() -> None:
    def pieces() -> Iterator[str]:
        for _number in range(2):
            yield replica.alias()

    @reads_from_replica
    def view() -> Iterator[str]:
        return replica.as_now(pieces())

    with reading_from(Source.WHERE_ASKED):
        download = view()
    assert list(download) == ["replica", "replica"]
    assert replica.alias() == "default"


def test_stream_reads_where_the_process_does() -> None:
    for servers, alias in ((BOTH, "default"), (ALONE, "replica"), (NEITHER, "default"), (BOTH, "default")):
        replica.learn(servers)
        assert replica.alias() == alias


def test_stream_reads_again_once_the_primary_has_gone() -> None:
    def read() -> str:
        if replica.alias() == "default":
            raise OperationalError("the server closed the connection")
        return "read"

    with pytest.raises(OperationalError):
        replica.read_again(read)
    replica.watch_by(lambda: replica.learn(ALONE))
    assert replica.read_again(read) == "read"


def test_router_writes_to_the_primary_and_reads_people_there() -> None:
    router, row = Router(), Crew()
    row._state.db = "replica"
    assert router.db_for_write(Crew, instance=row) == "default"

    @reads_from_replica
    def read() -> list[str | None]:
        return [router.db_for_read(model) for model in (Crew, Session, Player, User)]

    with reading_from(Source.WHERE_ASKED):
        assert read() == ["replica", "default", "default", "default"]
    with reading_from(Source.REPLICA):
        assert read() == ["replica"] * 4
    row._state.db = "scratch"
    assert router.db_for_read(Crew, instance=row) is None
    assert router.allow_relation(row, Crew())
    assert router.allow_migrate("replica", "logbook") is False
    assert router.allow_migrate("default", "logbook") is None
