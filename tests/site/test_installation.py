"""The site as an app: its manifest, its worker, and the page for the time offline."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.site.views import installation
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_the_manifest_holds_what_a_device_needs_to_install_the_site(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").text
    answer = client.get(reverse("manifest"))
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Crewsite", "standalone", "/")
    for address in [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        assert client.get(address).status_code in (200, 302)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_every_icon_has_the_size_that_it_claims(client: Client) -> None:
    icons = json.loads(client.get(reverse("manifest")).content)["icons"]
    for icon in icons:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        with Image.open(path) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]
            # A maskable icon is cut to a device's shape: its background reaches every edge.
            assert (image.convert("RGBA").getpixel((0, 0))[3] == 255) == (icon["purpose"] == "maskable")  # type: ignore[index]


def test_the_manifest_speaks_the_readers_language(client: Client) -> None:
    manifest = json.loads(client.get(reverse("manifest"), HTTP_ACCEPT_LANGUAGE="fr").content)
    assert manifest["lang"] == "fr"
    assert manifest["shortcuts"][1]["name"] == "Équipages"


def test_the_offline_page_names_nobody(signed_in: SignedIn, alice: Player, crew: Crew) -> None:
    page = signed_in(alice).get(reverse("offline"))
    assert "No connection" in page.text
    assert alice.name not in page.text
    assert crew.name not in page.text
    assert "csrf" not in page.text
    assert "Set-Cookie" not in str(page.cookies)


def test_the_worker_keeps_all_that_the_offline_page_asks_for(client: Client) -> None:
    worker = client.get(reverse("site-worker"))
    assert reverse("site-worker") == "/worker.js", "its scope is the whole site"
    assert worker.headers["Content-Type"].startswith("text/javascript")
    constants = dict(re.findall(r"^const ([A-Z]+) = (.+);$", worker.text, re.MULTILINE)[:4])
    files = json.loads(constants["FILES"])
    asked = re.findall(r'(?:href|src)="([^"]+)"', client.get(json.loads(constants["OFFLINE"])).text)
    assert sorted(asked) == sorted(files)
    assert all(finders.find(file.removeprefix("/static/")) for file in [*files, json.loads(constants["ICON"])])


def test_the_worker_changes_with_what_it_keeps(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = client.get(reverse("site-worker")).text
    assert client.get(reverse("site-worker"), HTTP_ACCEPT_LANGUAGE="fr").text == before
    monkeypatch.setattr(installation, "STYLES", ("tokens.css",))
    assert client.get(reverse("site-worker")).text.splitlines()[0] != before.splitlines()[0]
