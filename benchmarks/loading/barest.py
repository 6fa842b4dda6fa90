"""A minimal Django view that inserts one row and renders one template, as the reference of `benchmarks.load`.

A site of its own: no middleware, no session, no sign-in, a table of one column. It is served like Crewsite itself
(`crewsite.asgi`), beside it, with its database. `python -m benchmarks.loading.barest` creates the table.
"""

from __future__ import annotations

import os
from typing import Any

import dj_database_url
import django
from django.conf import settings
from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from crewsite.asgi_handler import Application

PAGE = "<!doctype html><title>Row</title><p>Row {{ row.pk }}: {{ row.text }}"
LOADER = ("django.template.loaders.cached.Loader", [("django.template.loaders.locmem.Loader", {"row.html": PAGE})])
KEPT: dict[str, Any] = {"conn_max_age": 60, "conn_health_checks": True}  # as in Crewsite

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": dj_database_url.parse(os.environ["DATABASE_URL"], **KEPT)},
        MIDDLEWARE=[],
        ROOT_URLCONF=__name__,
        SECRET_KEY="a benchmark's own",  # noqa: S106 - it guards nothing
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": {"loaders": [LOADER]}}],
        USE_TZ=True,
    )
    django.setup()


class Row(models.Model):  # noqa: DJ008 - its name is never read
    """A row of one text."""

    text = models.TextField()
    objects: models.Manager[Row] = models.Manager()

    class Meta:
        """The model belongs to no installed app."""

        app_label = "barest"


def row(request: HttpRequest) -> HttpResponse:
    """Insert a row, and render it; GET only confirms that the site is up."""
    if request.method != "POST":
        return HttpResponse("here")
    answer = render(request, "row.html", {"row": Row.objects.create(text=request.POST.get("text", ""))})
    answer.headers["Content-Length"] = str(len(answer.content))  # The client keeps the connection.
    return answer


urlpatterns = [path("", row)]
application = Application()

if __name__ == "__main__":
    with connection.schema_editor() as editor:
        editor.create_model(Row)
