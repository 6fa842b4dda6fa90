"""Names and titles are one line that reads as it is written, whichever way they come in."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django import forms as django_forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import CharField
from django.test import Client
from django.urls import reverse
from rest_framework import serializers

from logbook import forms
from logbook.api import shapes
from logbook.forms.sitters import SeatsForm
from logbook.models import Challenge, Crew, Guest, Player, Stir
from logbook.one_line import SENTENCE, NameField, one_line, plain
from logbook.services import campaigns, errors
from tests.conftest import SignedIn
from tests.logbook.api_world import bearer
from tests.logbook.files import HEADER, bring, confirm, name_columns

BAD = [
    *("a\nb", "a\r\nb", "a\tb", "a\x85b", "a\u2028b", "a\u2029b", "a\x00b", "a\x7fb", "a\x1bb"),
    *("a\u202eb", "a\u202ab", "a\u2066b", "a\u2069b", "a\u200eb", "a\u200fb", "a\u061cb"),
    *("a\ufeffb", "a\u200bb", "a\u00adb", "\u200d", "\u200c \u200d"),
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


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="Write it in one line"):
        one_line(text)
    one_line(plain(text))


@pytest.mark.parametrize("text", GOOD)
def test_names_of_all_scripts_are_names(text: str) -> None:
    one_line(text)
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


def modules(package: Any) -> Iterator[Any]:
    for found in pkgutil.iter_modules(package.__path__):
        yield importlib.import_module(f"{package.__name__}.{found.name}")


def test_every_form_and_operation_that_takes_a_name_asks_for_one() -> None:
    """But for those that look a name up, or read one out; the forms of a model ask as the model does."""
    fields: dict[str, Any] = {}
    for module in modules(forms):
        for kind, form in inspect.getmembers(module, inspect.isclass):
            if issubclass(form, django_forms.BaseForm) and not issubclass(form, django_forms.ModelForm):
                fields |= {f"{kind}.{name}": field for name, field in form.base_fields.items()}  # type: ignore[attr-defined]
    for module in modules(shapes):
        for kind, shape in inspect.getmembers(module, inspect.isclass):
            if issubclass(shape, serializers.Serializer):
                declared = shape._declared_fields.items()
                fields |= {f"{kind}.{name}": field for name, field in declared if getattr(field, "max_length", None)}
    kinds = (django_forms.CharField, serializers.CharField)
    asked = {name: one for name, one in fields.items() if name.split(".")[1] in NAMES and isinstance(one, kinds)}
    assert len(asked) >= 15
    assert [name for name, field in asked.items() if one_line not in field.validators] == []


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
    assert all("Write it in one line" in answer.text for answer in answers)
    assert not Crew.objects.exists()


@pytest.mark.django_db
def test_what_comes_in_files_is_kept_as_one_line(crew: Crew, alice: Player) -> None:
    """Nobody is there to mend it. Another file with the same name finds the same guest."""
    for mission in (1, 2):
        row = HEADER.encode() + f"{mission},2026-03-01,won,no,3,Wal\u202eter,\n".encode()
        brought = name_columns(bring(crew, alice, row, "ro\u202ews.csv"))
        confirm(brought)
        brought.refresh_from_db()
        assert brought.name == "rows.csv"
    assert [guest.name for guest in Guest.objects.all()] == ["Walter"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["No\u202era", "Nora\u200b", "\u200eNora", "Nora\u2028"])
def test_a_guest_is_found_again_under_the_name_that_was_kept(name: str, crew: Crew) -> None:
    nora = campaigns.guest_add(crew=crew, name=name)
    assert nora.name == "Nora"
    assert nora == campaigns.guest_add(crew=crew, name=name) == campaigns.guest_add(crew=crew, name="Nora")
    with pytest.raises(errors.GuestNameless):
        campaigns.guest_add(crew=crew, name="\u200b")


def test_a_seat_is_handed_to_a_name_of_one_line() -> None:
    form = SeatsForm({"name_0": "No\u202era"}, known=(), seats=(0,))
    assert form.errors == {"name_0": [str(SENTENCE)]}


@pytest.mark.django_db
def test_what_passes_all_doors_is_kept_as_one_line() -> None:
    player = Player.objects.create(name=" A\nB\u202e ")
    assert player.name == "A B"
    player.refresh_from_db()
    assert player.name == "A B"


@pytest.mark.django_db
def test_names_from_before_are_brought_into_one_line(alice: Player, bob: Player, crew: Crew) -> None:
    Player.objects.filter(pk=alice.pk).update(name="Ali\nce\u202e")
    Player.objects.filter(pk=bob.pk).update(name="\u200d")
    Crew.objects.filter(pk=crew.pk).update(name="Au\u2028rora")
    for name in ("Nora", "Nora\u200b", "\u200bNora"):
        Guest.objects.bulk_create([Guest(crew=crew)])
        Guest.objects.filter(name="").update(name=name)
    import_module("logbook.migrations.0038_names_in_one_line").write_in_one_line(apps, _Editor)
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["Ali ce", "?"]
    assert Crew.objects.get().name == "Au rora"
    assert sorted(Guest.objects.values_list("name", flat=True)) == ["Nora", "Nora 2", "Nora 3"]


@pytest.mark.django_db
def test_a_seal_is_checked_with_the_names_that_its_seed_was_made_of(challenge: Challenge, alice: Player) -> None:
    stir = Stir.objects.create(challenge=challenge, player=alice, name="", words="Ahoy")
    Stir.objects.filter(pk=stir.pk).update(name="Ali\u202ece")
    import_module("logbook.migrations.0038_names_in_one_line").write_in_one_line(apps, _Editor)
    stir.refresh_from_db()
    assert stir.name == "Ali\u202ece"


class _Editor:
    connection = connection
