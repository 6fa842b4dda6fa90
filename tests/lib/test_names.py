"""Names and titles are one line without misleading characters, whichever way they come in."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from django import forms as django_forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import CharField
from django.test import Client
from django.urls import reverse
from rest_framework import serializers

import logbook
from logbook.challenges.forms.sitters import SeatsForm
from logbook.crews.exceptions import GuestNameless
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.services import guests
from logbook.lib.names import SENTENCE, NameField, name_key, plain, plain_lines, split_names, validate_single_line
from logbook.people.models.players import Player
from tests.api.world import bearer
from tests.conftest import SignedIn
from tests.exchange.files import HEADER, bring, confirm, name_columns

BAD = [
    *("a\nb", "a\r\nb", "a\tb", "a\x85b", "a\u2028b", "a\u2029b", "a\x00b", "a\x7fb", "a\x1bb"),
    *("a\u202eb", "a\u202ab", "a\u2066b", "a\u2069b", "a\u200eb", "a\u200fb", "a\u061cb"),
    *("a\ufeffb", "a\u200bb", "a\u00adb", "\u200d", "\u200c \u200d"),
    *("a\u3164b", "a\u2800b", "\u2800", "\u3164", "a\uffa0", "a\U0001d159"),
]
GOOD = [
    "Ana",
    "Zoë",
    "O'Brien",
    "Łukasz",
    "孫悟空",
    "שרה",
    "محمد",
    "می\u200cخواهم",
    "👩\u200d🚀",
    "R2-D2",
    "1",
    "!",
    "",
]
NAMES = {"name", "title", "guest"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoe\u0301", "Zo\u00e9"),
        ("ZOÉ", "zoe\u0301"),
        ("Ana", "\uff21na"),
        ("Ana", "A\u200dna"),
        ("Ana\ufe0f", "Ana"),
        ("An\u3164a", "Ana"),
        ("\u2800Ana", "Ana"),
        ("Straße", "STRASSE"),
        ("  Ana   B ", "ana b"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Zoe", "Zoé"), ("Ana", "Аna")])
def test_names_that_differ_stay_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_stored_name_has_the_normal_form() -> None:
    assert plain("Zoe\u0301") == "Zo\u00e9"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ole, Pia, Quim", ("Ole", "Pia", "Quim")),
        ("Ole; Pia & Quim", ("Ole", "Pia", "Quim")),
        ("Ole et Pia", ("Ole", "Pia")),
        ("Ole, ole,  OLE", ("OLE",)),
        ("Sandy", ("Sandy",)),
        (" , ", ()),
    ],
)
def test_names_of_a_list(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text) == names


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="Use a single line"):
        validate_single_line(text)
    validate_single_line(plain(text))


@pytest.mark.parametrize("text", GOOD)
def test_names_of_all_scripts_are_names(text: str) -> None:
    validate_single_line(text)
    assert plain(text) == text


def test_every_name_that_we_keep_is_one() -> None:
    kept = [
        field
        for model in apps.get_app_config("logbook").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, CharField) and field.name in {*NAMES, "other_name"} and not field.choices
    ]
    assert len(kept) >= 13
    assert [str(field) for field in kept if not isinstance(field, NameField)] == []


def modules(kind: str) -> Iterator[ModuleType]:
    """Yield the modules of every subject that hold forms, or serializers."""
    for found in pkgutil.walk_packages(logbook.__path__, "logbook."):
        if kind in found.name:
            yield importlib.import_module(found.name)


def test_every_form_and_operation_that_takes_a_name_asks_for_one() -> None:
    """Exceptions are fields that look a name up, or only return one; model forms use the model's field."""
    fields: dict[str, Any] = {}
    for module in modules("forms"):
        for kind, form in inspect.getmembers(module, inspect.isclass):
            if issubclass(form, django_forms.BaseForm) and not issubclass(form, django_forms.ModelForm):
                fields |= {f"{kind}.{name}": field for name, field in form.base_fields.items()}  # type: ignore[attr-defined]
    for module in modules("serializers"):
        for kind, shape in inspect.getmembers(module, inspect.isclass):
            if issubclass(shape, serializers.Serializer):
                declared = shape._declared_fields.items()
                fields |= {f"{kind}.{name}": field for name, field in declared if getattr(field, "max_length", None)}
    kinds = (django_forms.CharField, serializers.CharField)
    asked = {name: one for name, one in fields.items() if name.split(".")[1] in NAMES and isinstance(one, kinds)}
    assert len(asked) >= 15
    assert [name for name, field in asked.items() if validate_single_line not in field.validators] == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["two\r\nlines", "turned\u202eround"])
def test_pages_and_programs_say_so(name: str, alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    answers = [
        browser.post(reverse("profile"), {"name": name}),
        browser.post(reverse("crew-new"), {"name": name}),
        browser.post(reverse("club-new"), {"name": name}),
        Client().post(
            reverse("account_signup"), {"name": name, "email": "d@example.org", "password1": "submarines are quiet"}
        ),
        Client().post("/api/v1/crews/", {"name": name}, content_type="application/json", headers=bearer(alice)),
    ]
    assert [answer.status_code for answer in answers] == [422] * 5
    assert all("Use a single line" in answer.text for answer in answers)
    assert not Crew.objects.exists()


@pytest.mark.django_db
def test_what_comes_in_files_is_kept_as_one_line(crew: Crew, alice: Player) -> None:
    """Imported names are cleaned, not refused. Another file with the same name finds the same guest."""
    for mission in (1, 2):
        row = HEADER.encode() + f"{mission},2026-03-01,won,no,3,Wal\u202eter,\n".encode()
        job = name_columns(bring(crew, alice, row, "ro\u202ews.csv"))
        confirm(job)
        job.refresh_from_db()
        assert job.name == "rows.csv"
    assert [guest.name for guest in Guest.objects.all()] == ["Walter"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["No\u202era", "Nora\u200b", "\u200eNora", "Nora\u2028"])
def test_a_guest_is_found_again_under_the_name_that_was_kept(name: str, crew: Crew) -> None:
    nora = guests.ensure_guest(crew=crew, name=name)
    assert nora.name == "Nora"
    assert nora == guests.ensure_guest(crew=crew, name=name) == guests.ensure_guest(crew=crew, name="Nora")
    with pytest.raises(GuestNameless):
        guests.ensure_guest(crew=crew, name="\u200b")


def test_a_seat_is_handed_to_a_name_of_one_line() -> None:
    form = SeatsForm({"name_0": "No\u202era"}, people=(), seats=(0,))
    assert form.errors == {"name_0": [str(SENTENCE)]}


@pytest.mark.django_db
def test_what_passes_all_doors_is_kept_as_one_line() -> None:
    player = Player.objects.create(name=" A\nB\u202e ")
    assert player.name == "A B"
    player.refresh_from_db()
    assert player.name == "A B"


@pytest.mark.parametrize("sign", ["\U000e0041", "\U000e0001", "\u3164", "\u115f", "\u034f"])
def test_sign_that_shows_nothing_is_refused(sign: str) -> None:
    with pytest.raises(ValidationError):
        validate_single_line(f"Nora{sign}")
    assert plain(f"Nora{sign}") == "Nora"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("One\r\ntwo", "One\ntwo"),
        (" One \n\n\n\n\ttwo\n\n", "One\n\ntwo"),
        ("\u202eOne\u200b\nZoe\u0301\x00", "One\nZo\u00e9"),
        ("\u200b\n\u2800\n \u202e", ""),
        ("", ""),
    ],
)
def test_text_keeps_its_lines_and_nothing_misleading(written: str, kept: str) -> None:
    assert plain_lines(written) == kept
