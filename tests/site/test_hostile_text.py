"""Names and notes from people stay text everywhere: on every page, table, calendar, print and mail.

Every text that people can write becomes one hostile string: a formula, a line break, an end of an attribute, an element
with a handler, a template tag, a mark that turns the direction of writing. A player with full access then requests
every address. The same walk checks each response's headers, and that it has no inline script.
"""

from __future__ import annotations

import csv
import email
import email.policy
import io
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.contrib import admin
from django.db import IntegrityError, transaction
from django.db.models import CharField, TextField
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.clubs.services import mailed_invitations, news
from logbook.crews.models.crews import Crew
from logbook.notifications import tasks
from logbook.notifications.models import ClubEvent
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.notifications.scenes import choose, letters
from tests.site import world as stage
from tests.site.hostile_text_scenes import UNENDING, WRITTEN

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HOSTILE = "=\r\nBcc:a@b.c\"'><x-evil onclick=a()>{{7*7}}\u202e"[:40]
FIRST_SIGN = re.compile(r"[=+\-@\t\r]")
ICS_LINE = re.compile(r"([A-Z-]+[;:]|[ \t])")


@pytest.fixture
def world(crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player) -> stage.World:
    with time_machine.travel(NOON + HOUR, tick=False):
        made = stage.build(crew, club, running, alice, bob, guest)
    Club.objects.update(public=True)
    return made


def poison() -> list[str]:
    """Make every text written by people hostile; return the changed fields."""
    done = []
    for model in apps.get_app_config("logbook").get_models():
        for field in model._meta.concrete_fields:
            if field.name in WRITTEN and isinstance(field, (CharField, TextField)) and not field.choices:
                try:
                    with transaction.atomic():
                        changed = model._default_manager.update(**{field.name: HOSTILE[: field.max_length]})
                except IntegrityError:  # Names must be unique: one hostile row is enough.
                    first = model._default_manager.order_by("pk").values("pk")[:1]
                    changed = model._default_manager.filter(pk__in=first).update(**{field.name: HOSTILE})
                done += [f"{model.__name__}.{field.name}"] * bool(changed)
    return done


class Reader(HTMLParser):
    """A parser that reports content that a site with its policy never serves."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag in {"x-evil", "style", "iframe", "object", "embed", "base"}:
            self.wrong.append(tag)
        if tag == "script" and "src" not in has and has.get("type") != "application/json":
            self.wrong.append("a script within the page")
        self.wrong += [f"{tag} {name}" for name in has if name.startswith("on")]
        links = [has.get(name) or "" for name in ("href", "src", "action", "formaction")]
        self.wrong += [link for link in links if link.strip().lower().startswith(("javascript:", "data:text"))]


def wrong_with(answer: Any, body: bytes) -> list[str]:
    """Return the errors of a response of any kind."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    wrong = [f"status {answer.status_code}"] if answer.status_code >= 500 and answer.status_code != 503 else []
    wrong += [name for name, value in HEADS.items() if value not in answer.headers.get(name, "")]
    wrong += [f"cookie {name}" for name, kept in answer.cookies.items() if not kept["samesite"]]
    # A file's name may contain a person's text, but escaped: it ends neither the name nor the header.
    wrong += [name for name, value in answer.headers.items() if re.search(r"[\r\n<>\u202e]|Bcc:", value)]
    if kind == "text/html":
        return wrong + Reader(body.decode()).wrong
    if kind == "text/csv":
        return wrong + _formulas(body.decode("utf-8-sig"))
    if kind == "text/calendar":
        return wrong + [line for line in body.decode().split("\r\n") if line and not ICS_LINE.match(line)]
    if kind.endswith("json"):
        json.loads(body)
        return wrong
    unknown = kind and kind not in PLAIN and not kind.startswith(("image/", "application/"))
    return wrong + ([f"unknown kind {kind}"] if unknown else [])


HEADS = {
    "Content-Security-Policy": "default-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
PLAIN = {"text/plain", "text/javascript"}


def _formulas(table: str) -> list[str]:
    cells = [cell for row in csv.reader(io.StringIO(table, newline="")) for cell in row]
    return [cell for cell in cells if FIRST_SIGN.match(cell) and not re.fullmatch(r"[+-]?\d+([.,]\d+)?", cell)]


@pytest.mark.slow
def test_no_page_takes_what_people_wrote_for_anything_but_text(
    world: stage.World, alice: Player, signed_in: SignedIn
) -> None:
    poisoned = poison()
    assert {"Player.name", "Crew.name", "Club.name", "Challenge.title", "Campaign.name", "News.text"} <= set(poisoned)
    assert alice.user is not None
    alice.user.is_staff = alice.user.is_superuser = True
    alice.user.save()
    owner, wrong, shown = signed_in(alice), {}, 0
    owner.raise_request_exception = False
    with time_machine.travel(NOON + HOUR, tick=False):
        for name, address in [*_places(world), *_of_the_admin()]:
            answer = owner.get(address)
            body = b"".join(answer)
            if found := wrong_with(answer, body):
                wrong[f"{name} {address}"] = found
            shown += b"&lt;x-evil" in body
    assert wrong == {}
    assert shown > 40, "the hostile names do stand on many pages"


def _places(world: stage.World) -> list[tuple[str, str]]:
    filled = [(name, {key: world.fill(name, key) for key in blanks}) for name, blanks in stage.patterns()]
    return [(name, reverse(name, kwargs=words)) for name, words in filled if name not in UNENDING]


def _of_the_admin() -> list[tuple[str, str]]:
    places = []
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_"
        first = model._default_manager.order_by("pk").first()
        places.append((name, reverse(f"{name}changelist")))
        places += [(name, reverse(f"{name}change", args=(first.pk,)))] if first else []
    return places


def test_the_walk_finds_what_it_looks_for() -> None:
    page = '<p onclick="a()"><a href="javascript:x">y</a><script>x()</script><x-evil></p>'
    assert Reader(page).wrong == ["p onclick", "javascript:x", "a script within the page", "x-evil"]
    assert Reader('<script src="/a.js"></script><p title="&lt;x-evil&gt;">&lt;script&gt;</p>').wrong == []
    assert _formulas("a,b\n=1,'=1\n-3,-x\n") == ["=1", "-x"]


def test_no_mail_takes_what_people_wrote_for_a_header_or_a_tag(
    club: Club, running: Challenge, alice: Player, bob: Player, olga: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    choose(bob, club, "each")
    with time_machine.travel(NOON + HOUR, tick=False) as clock:
        news.write_news(club=club, by=olga, title="Title", text="Text")
        assert ClubEvent.objects.exists()
        poison()
        club.refresh_from_db()
        with django_capture_on_commit_callbacks(execute=True):
            mailed_invitations.mail_invitations(club=club, by=olga, addresses=["somebody@example.org"])
        for _ in range(3):
            clock.shift(HOUR / 20)
            tasks.send_overlooked_notifications()
    Client().post(reverse("account_reset_password"), {"email": "bob@example.org"})
    sent = letters()
    assert len(sent) >= 3
    for letter in sent:
        read = email.message_from_bytes(letter.message().as_bytes(), policy=email.policy.default)
        assert read["Bcc"] is None
        assert len(read.get_all("To", [])) == len(read.get_all("Subject", [])) == 1
        html = read.get_body(("html",))
        assert html is None or Reader(html.get_content()).wrong == []


def test_a_spreadsheet_computes_nothing(world: stage.World, alice: Player, crew: Crew, signed_in: SignedIn) -> None:
    poison()
    answer = signed_in(alice).get(reverse("crew-table", args=(crew.slug,)))
    table = b"".join(answer).decode("utf-8-sig")
    assert "'=" in table
    assert _formulas(table) == []
