"""What those who run the site hear: a line a request, without secrets, and figures behind a token."""

from __future__ import annotations

import json
import logging
import re

import pytest
from django.http import HttpResponseNotFound
from django.test import Client, RequestFactory
from django.utils.log import log_response
from kombu import Connection, Queue
from pytest_django import Settings

from crewsite import environment
from crewsite.request_logging import Json, WithoutPaths
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals, tables

pytestmark = pytest.mark.django_db


def test_a_request_has_an_id_and_keeps_the_proxys(client: Client) -> None:
    own = client.get("/rules/")["X-Request-ID"]
    assert len(own) == 16
    assert client.get("/rules/")["X-Request-ID"] != own
    assert client.get("/rules/", headers={"x-request-id": "edge-7.a"})["X-Request-ID"] == "edge-7.a"
    forged = client.get("/rules/", headers={"x-request-id": 'x" status=200'})["X-Request-ID"]
    assert len(forged) == 16


def test_the_line_names_the_route_and_never_the_key_in_the_path(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="crewsite.requests"):
        own = client.get("/join/a-secret-invitation/")["X-Request-ID"]
    for record in caplog.records:
        WithoutPaths().filter(record)
    said = [Json().format(record) for record in caplog.records]
    assert any(json.loads(line).get("route") == "invite" for line in said)
    assert [line for line in said if own in line and "Not Found" in line], "Django's own line bears the request's id"
    assert not [line for line in said if "a-secret-invitation" in line]


def test_an_error_is_one_object_with_its_request(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("oops")
    except ValueError:
        logging.getLogger("logbook").exception("Went wrong: %s", "here")
    line = json.loads(Json().format(caplog.records[0]))
    assert (line["level"], line["message"]) == ("ERROR", "Went wrong: here")
    assert "ValueError: oops" in line["error"]


def test_figures_are_for_who_has_the_token(client: Client, settings: Settings) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "figures"
    assert client.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    client.get("/rules/")
    said = client.get("/metrics", headers={"authorization": "Bearer figures"}).text
    assert 'crewsite_requests_total{method="GET",route="rules",status="200"}' in said
    assert "crewsite_live_streams" in said
    assert "crewsite_tasks_waiting" not in said  # No Redis in this test: nothing is made up.


def test_waiting_tasks_of_every_queue_and_priority_are_counted(
    client: Client, settings: Settings, redis_url: str
) -> None:
    settings.METRICS_TOKEN, settings.REDIS_URL = "figures", redis_url
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    with Connection(environment.broker(redis_url), transport_options=options) as broker, broker.Producer() as producer:
        for name in queues:
            for priority in (0, 3, 6, 9):
                producer.publish("a task", routing_key=name, priority=priority, declare=[Queue(name)])
    figures = client.get("/metrics", headers={"authorization": "Bearer figures"}).text
    found = dict(re.findall(r'^crewsite_tasks_waiting{queue="(\w+)"} ([0-9.]+)$', figures, re.MULTILINE))
    assert found == dict.fromkeys(queues, "4.0")


def test_actions_are_counted_once_committed(
    client: Client, settings: Settings, alice: Player, django_capture_on_commit_callbacks: object
) -> None:
    settings.METRICS_TOKEN = "figures"
    table = tables.open_table(player=alice, game="deep-blue", mission="reefs-ahead", players=2)
    tables.put_bot(table_id=table.pk, by=alice, number=1, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)
    table = Table.objects.get(pk=table.pk)
    before, stored = _counted(client), _counted(client, "crewsite_actions_stored_total")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        attempt = table.attempts.get()
        seat = attempt.waiting_on[0]
        if seat == 0:
            attempts.act(table_id=table.pk, player=alice, text="sail ST_HELM", seen=table.version)
        else:
            attempts.act_as_bot(attempt_id=attempt.pk, seat=1, text="sail ST_HELM", seen=table.version)
    assert _counted(client) > before
    assert _counted(client, "crewsite_actions_stored_total") > stored, "of all processes: bots act in workers"


def _counted(client: Client, name: str = "crewsite_actions_total{by=") -> float:
    said = client.get("/metrics", headers={"authorization": "Bearer figures"}).text
    lines = [line for line in said.splitlines() if line.startswith(name)]
    return sum(float(line.split()[-1]) for line in lines)


def test_the_path_in_djangos_own_line_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/join/secret/", "/join/sécret/", "/join/secret%0A/"):
        request = RequestFactory().get(path)
        caplog.clear()
        log_response("%s: %s", "Not Found", request.path, response=HttpResponseNotFound(), request=request)
        WithoutPaths().filter(caplog.records[0])
        assert caplog.records[0].getMessage() == "Not Found: -"
