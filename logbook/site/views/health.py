"""Views for the site's operator: health and integrity."""

from __future__ import annotations

from django.db import DatabaseError, connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from logbook.lib import maintenance, replica
from logbook.lib.redis_clients import client, every_address
from logbook.lib.replica import REPLICA
from logbook.site.models import IntegrityCheck


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 while pages can be read, else 503. Redis is only reported: without it pages still reload.

    `replica` says whether the replica is used; it is missing on a site without one.
    """
    answers = {"database": _database_answers(), "redis": _redis_answers()}
    if REPLICA in connections:
        answers["replica"] = replica.servers().is_replica_usable
    can_be_read = answers["database"] or replica.is_primary_away()
    answers["read_only"] = can_be_read and maintenance.refusal() is not None
    return JsonResponse(answers, status=200 if can_be_read else 503)


@require_safe
def integrity(request: HttpRequest) -> HttpResponse:
    """Show the last integrity checks."""
    checks = IntegrityCheck.objects.filter(finished_at__isnull=False)[:14]
    return render(request, "site/integrity.html", {"checks": checks, "last": checks[0] if checks else None})


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    return all(map(_answers, every_address()))


def _answers(address: str) -> bool:
    try:
        with client(address, socket_connect_timeout=1, socket_timeout=1) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False
