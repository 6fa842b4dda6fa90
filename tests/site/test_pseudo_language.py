"""Pages in a language that nobody speaks: what stands outside brackets there is in no catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import available_timezones

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import CharField, TextField
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import deep_blue
from logbook.challenges.models.challenges import Challenge
from logbook.lessons.book import lessons
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from tests import pseudo_language
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.pseudo_language import pseudo, words_outside
from tests.site import world as stage
from tests.site.hostile_text_scenes import UNENDING, WRITTEN
from tests.site.pseudo_scenes import folder, rank_the_season, spoken, world

__all__ = ["folder", "spoken", "world"]

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("spoken")]

READER = {"accept-language": pseudo_language.CODE}
NAMES = frozenset({"Crewsite", "UTC", "CSV", "PDF", "Letter"})
"""The site, and the names of formats and paper."""
COMPONENTS = Path(deep_blue.__file__).parent / "components.toml"
"""The pieces of Deep Blue have their names in each language of the site there."""
ADDRESS = r"\S+@\S+|\S+\.\w+/\S*"


def pages(world: stage.World) -> Iterator[tuple[str, str]]:
    """Yield a name and an address of every page, and of the closed challenge."""
    for name, blanks in stage.patterns():
        if name not in UNENDING:
            address = reverse(name, kwargs={key: world.fill(name, key) for key in blanks})
            yield name, f"{address}?{world.words['compare']}" if name == "compare" else address
    for challenge in Challenge.objects.all():
        yield f"challenge {challenge.state}", reverse("challenge", args=[challenge.pk])
    for attempt in Attempt.objects.exclude(state="playing"):
        yield "replay", reverse("replay", args=[attempt.pk])
    for table in Table.objects.all():
        yield f"table {table.state}", reverse("table", args=[table.pk])


def known_texts() -> re.Pattern[str]:
    """Return what finds a text that people have written, or a name that is the same in every language."""
    said = {*NAMES, *dict(settings.LANGUAGES).values(), *(zone.replace("_", " ") for zone in available_timezones())}
    said |= {name for lesson in lessons() for name in lesson.names}
    said |= {*re.findall(r'^name = \{ en = "([^"]+)"', COMPONENTS.read_text("utf-8"), re.MULTILINE)}
    said |= {name for lesson in lessons() for name in lesson.names}
    for model in apps.get_app_config("logbook").get_models():
        for field in model._meta.concrete_fields:
            if field.name in WRITTEN and isinstance(field, (CharField, TextField)) and not field.choices:
                said |= {*map(str, model._default_manager.values_list(field.name, flat=True))}
    longest_first = sorted(filter(None, said), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))}|{ADDRESS})(?!\w)")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("reader", ["stranger", "owner"])
def test_every_word_of_every_page_is_in_a_catalogue(
    world: stage.World, alice: Player, signed_in: SignedIn, reader: str, method: str
) -> None:
    """An empty form is refused, so the walk reads refusals too."""
    client = Client() if reader == "stranger" else signed_in(alice)
    client.raise_request_exception = False
    rank_the_season(world)
    known, found, read = known_texts(), {}, 0
    with time_machine.travel(NOON + HOUR, tick=False):
        for name, address in pages(world):
            with transaction.atomic():
                answer = client.generic(method, address, headers=READER)
                transaction.set_rollback(True)
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                read += 1
                if words := sorted(set(words_outside(answer.text, known))):
                    found[f"{name} {answer.status_code}"] = words
    assert found == {}
    assert read > 40


def test_the_pseudo_language_keeps_blanks_and_tags() -> None:
    text = '%(name)s leads <a href="/rules/">trick</a> {number}: 5%% of &lt;%(count)d&gt; '
    said = pseudo(text)
    assert said.startswith(f"{pseudo_language.OPEN}%(name)s ")
    assert said.endswith(f"{pseudo_language.CLOSE} ")
    for kept in ("%(name)s", '<a href="/rules/">', "</a>", "{number}", "5%%", "&lt;", "%(count)d", "&gt;"):
        assert kept in said
    assert len(pseudo("Open a table")) >= 1.3 * len("Open a table") + 2
    assert pseudo("Try").strip("⟦⟧") == "Trý·"


def test_a_translated_page_stands_in_brackets(db: None) -> None:
    page = Client().get("/rules/", headers=READER)
    assert page.headers["Content-Language"] == pseudo_language.CODE
    with translation.override(pseudo_language.CODE):
        assert translation.ngettext("%(number)s task", "%(number)s tasks", 2).startswith("⟦%(number)s ")


def test_that_the_walk_would_find_words_left_out() -> None:
    page = (
        '<p>⟦Ôné <b>wörd</b>⟧ Ana <b>left out</b> 12 <code>x play</code><i title="A label"></i><i lang="fr">mot</i></p>'
    )
    assert list(words_outside(page, re.compile("Ana"))) == ["left out", "A label"]
    assert list(words_outside("<p>⟦Ôné</p> <p>more", re.compile("Ana"))) == ["an open bracket"]
