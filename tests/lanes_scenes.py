"""Scenes of requests that wait for lanes."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from pytest_django.fixtures import Settings

from crewsite import asgi_handler
from crewsite.lanes import Claim, Lanes
from logbook.lib.responses import Download
from logbook.people.models.players import Player

PATIENCE = 30.0
release = threading.Event()


def of(sender: str, lanes: int = 2, waiting: int = 60) -> tuple[Claim, ...]:
    return (Claim(sender, lanes, waiting),)


@pytest.fixture(autouse=True)
def released() -> None:
    release.clear()


class Work:
    """Work that notes its names as it begins, and waits for `release`."""

    def __init__(self, of_lanes: Lanes) -> None:
        self.lanes, self.begun = of_lanes, list[str]()

    def ask(self, name: str, *claims: Claim) -> asyncio.Task[None]:
        return asyncio.create_task(self.lanes.run(self._work, claims or of(name), PATIENCE, name))

    def _work(self, name: str) -> None:
        self.begun.append(name)
        release.wait(PATIENCE)

    async def until_begun(self, number: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.begun) < number:  # noqa: ASYNC110 - threads note it
                await asyncio.sleep(0.01)


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("plain")


def slow(request: HttpRequest) -> HttpResponse:
    release.wait(PATIENCE)
    return HttpResponse("slow")


def endless(request: HttpRequest) -> HttpResponse:
    while True:
        pass


def writes(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        Player.objects.create(name="half")
        try:
            endless(request)
        except Exception as error:  # What a careless view does, too
            raise AssertionError from error
    return HttpResponse()


def file(request: HttpRequest) -> Download:
    return Download(iter([b"one", b"two"]), "file.csv", "text/csv")


def own(request: HttpRequest) -> JsonResponse:
    request.player = Player(pk=int(request.COOKIES["sessionid"]))  # type: ignore[attr-defined]
    return JsonResponse({})


views = [path(f"{view.__name__}/", view, name=view.__name__) for view in (plain, slow, endless, writes, file, own)]
urlpatterns = [*views, path("api/", include(views)), path("accounts/", include(views))]


@pytest.fixture
def application(settings: Settings) -> asgi_handler.Application:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    settings.REQUEST_SECONDS = PATIENCE
    return asgi_handler.Application()
