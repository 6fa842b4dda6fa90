"""Django's admin: everything is there, and no secret is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from logbook.models import Challenge, Club, Deal, Event, Invite, Player, Seat, Stage, Table

MODELS = [model._meta.model_name for model in apps.get_app_config("logbook").get_models()]


@pytest.fixture
def root(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def challenge(club: Club) -> Challenge:
    now = timezone.now()
    challenge = Challenge.objects.create(
        club=club, title="Week 47", players=4, opens_at=now, closes_at=now + timedelta(days=7), seed_hash="ab" * 32
    )
    stage = Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="4")
    Deal.objects.create(stage=stage, attempt=1, seed=f"{challenge.base_seed}/1/1")
    return challenge


@pytest.fixture
def played(challenge: Challenge, alice: Player) -> Table:
    table = Table.objects.create(game="planet-nine", mission="4", players=4, stage=challenge.stages.get())
    Seat.objects.create(table=table, number=0, player=alice)
    attempt = table.attempts.create(number=1, seed=f"{challenge.base_seed}/1/1", rules=1)
    Event.objects.create(attempt=attempt, sequence=1, seat=0, text="play B7", player=alice)
    Invite.objects.create(table=table, created_by=alice)
    return table


def pages(client: Client) -> str:
    """Every list, and every row's page, one after the other."""
    texts = []
    for model in apps.get_app_config("logbook").get_models():
        name = model._meta.model_name
        addresses = [reverse(f"admin:logbook_{name}_changelist")]
        addresses += [reverse(f"admin:logbook_{name}_change", args=[row.pk]) for row in model._default_manager.all()]
        for address in addresses:
            page = client.get(address)
            assert page.status_code == 200, address
            texts.append(page.content.decode())
    return "\n".join(texts)


def test_every_model_is_there() -> None:
    assert not [model for model in apps.get_app_config("logbook").get_models() if model not in admin.site._registry]


def test_no_page_shows_a_seed_a_card_or_a_link(root: Client, played: Table, challenge: Challenge) -> None:
    text = pages(root)
    secrets = [challenge.base_seed, played.base_seed, "play B7", Invite.objects.get().token]
    assert not [secret for secret in secrets if secret in text]
    assert challenge.seed_hash in text


def test_the_seed_appears_when_the_challenge_is_closed(root: Client, challenge: Challenge) -> None:
    address = reverse("admin:logbook_challenge_change", args=[challenge.pk])
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert challenge.base_seed in root.get(address).content.decode()


@pytest.mark.parametrize("name", MODELS)
def test_nobody_else_gets_in(db: None, alice: Player, name: str) -> None:
    client = Client()
    assert alice.user is not None
    client.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse(f"admin:logbook_{name}_changelist")).status_code == 302
