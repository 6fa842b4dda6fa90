"""Request logs with ids, and Prometheus metrics.

Logs name the route, never the path: a path may hold an invitation or a key.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from hmac import compare_digest
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from logbook.lib import queue

Respond = Callable[[HttpRequest], HttpResponseBase]

logger = logging.getLogger("crewsite.requests")
request_id: ContextVar[str] = ContextVar("request_id", default="")

ID_HEADER: Final = "X-Request-ID"
_GIVEN_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_QUIET: Final = frozenset({"alive", "ready", "metrics"})
"""Routes that machines poll every few seconds: they are not logged."""

REQUESTS: Final = Counter("crewsite_requests", "Requests answered", ("route", "method", "status"))
SECONDS: Final = Histogram("crewsite_request_seconds", "Time to the answer's beginning", ("route",))


def observed(get_response: Respond) -> Respond:
    """Give each request an id (the proxy's, if it sends one), time it, and log it."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(ID_HEADER, "")
        own = given if _GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
        token = request_id.set(own)
        request.request_id = own  # type: ignore[attr-defined]  # Django writes lines after this, too.
        began = time.perf_counter()
        try:
            response = get_response(request)
            _note(request, response, time.perf_counter() - began)
        finally:
            request_id.reset(token)
        response.headers[ID_HEADER] = own
        return response

    return respond


def route_of(request: HttpRequest) -> str:
    """Return the name of the route; "-" for none."""
    match = request.resolver_match
    return (match.view_name or "-") if match else "-"


def note_unanswered(path: str, method: str, reason: str) -> None:
    """Log by its route a request that no view has answered, and count it as a 503."""
    try:
        route = resolve(path).view_name or "-"
    except Http404:
        route = "-"
    REQUESTS.labels(route, method, HTTPStatus.SERVICE_UNAVAILABLE.value).inc()
    logger.warning("%s %s 503: %s", method, route, reason)


def _note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    route, method = route_of(request), request.method or "-"
    REQUESTS.labels(route, method, response.status_code).inc()
    SECONDS.labels(route).observe(seconds)
    if route not in _QUIET:
        told = {"route": route, "method": method, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        logger.info("%(method)s %(route)s %(status)s %(ms)s ms", told, extra={"told": told})


class WithoutPaths(logging.Filter):
    """A filter of Django's own request logs: it replaces the path by the route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and record.args:
            # Django escapes its messages, so a path with non-ASCII letters appears escaped.
            paths = {request.path, request.path.encode("unicode_escape").decode()}
            record.args = tuple(route_of(request) if argument in paths else argument for argument in record.args)
        record.request_id = request_id.get() or getattr(request, "request_id", "")
        return True


class Json(logging.Formatter):
    """A formatter with one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if own := getattr(record, "request_id", ""):
            line["request_id"] = own
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


# --- metrics


class Queues(Collector):
    """The waiting tasks of each queue in Redis, read at each scrape; nothing while Redis does not answer."""

    def collect(self) -> list[GaugeMetricFamily]:
        try:
            waiting = queue.waiting(one.name for one in settings.CELERY_TASK_QUEUES)
        except (RedisError, OSError):
            return []
        family = GaugeMetricFamily("crewsite_tasks_waiting", "Tasks that wait for a worker", labels=("queue",))
        for name, number in waiting.items():
            family.add_metric((name,), number)
        return [family]

    def describe(self) -> list[GaugeMetricFamily]:
        return []


class Stored(Collector):
    """The number of stored events, over all processes: most bots act in workers, which no scrape reaches."""

    def collect(self) -> list[CounterMetricFamily]:
        """Return the last event's number, which is cheap to find; nothing while the database does not answer."""
        from logbook.tables.models import Event

        try:
            last = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        except DatabaseError:
            return []
        return [CounterMetricFamily("crewsite_actions_stored", "Actions of the whole site, bots' too", value=last)]

    def describe(self) -> list[CounterMetricFamily]:
        return []


REGISTRY.register(Queues())
REGISTRY.register(Stored())


def metrics(request: HttpRequest) -> HttpResponse:
    """Serve the metrics of this process for the bearer of METRICS_TOKEN; 404 otherwise."""
    token = settings.METRICS_TOKEN
    if not token or not compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
