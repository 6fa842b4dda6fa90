"""What those who run the site ask of it."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

from logbook.site.models import IntegrityCheck


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """200 while the database answers; 503 otherwise. Without Redis pages still work by reload: that is only said."""
    answers = {"database": _database_answers(), "redis": _redis_answers()}
    return JsonResponse(answers, status=200 if answers["database"] else 503)


@require_safe
def integrity(request: HttpRequest) -> HttpResponse:
    """What the last folding of all stored rounds has found."""
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
    try:
        with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False
