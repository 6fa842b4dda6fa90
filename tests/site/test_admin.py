"""Django's admin: it shows every model, and no secret."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from logbook.challenges.models.challenges import Candidate, Challenge, Deal, Stage
from logbook.challenges.models.handouts import SeatHandout
from logbook.clubs.models import Club
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.models.sessions import Session
from logbook.people.models.site_identity import SiteIdentity
from logbook.tables.models import Event, Seat, Table


@pytest.fixture
def root(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def challenge(club: Club) -> Challenge:
    now = timezone.now()
    challenge = Challenge.objects.create(
        club=club,
        title="Week 47",
        players=4,
        opens_at=now,
        closes_at=now + timedelta(days=7),
        commitment="ab" * 32,
        base_seed="cd" * 32,
    )
    stage = Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="4")
    deal = Deal.objects.create(stage=stage, attempt=1, seed=f"{challenge.base_seed}/1/1/2", state=Deal.State.READY)
    figures = {"version": 1, "nodes": 5182, "conflicts": 6491, "budget": {}}
    proof = {"line": ["0 take Y7"], "engine": "a proof by pencil", **figures}
    Candidate.objects.create(deal=deal, number=2, certificate=proof, picked=True)
    return challenge


@pytest.fixture
def played(challenge: Challenge, alice: Player) -> Table:
    table = Table.objects.create(game="planet-nine", mission="4", players=4, stage=challenge.stages.get())
    Seat.objects.create(table=table, number=0, player=alice)
    attempt = table.attempts.create(number=1, seed=f"{challenge.base_seed}/1/1", rules=1)
    Event.objects.create(attempt=attempt, sequence=1, seat=0, text="play B7", player=alice)
    Invite.objects.create(table=table, created_by=alice)
    attempt.handouts.create(seat=0, player=alice, handed_by=alice, secret_hash="ef" * 32)
    return table


def pages(client: Client) -> str:
    """Return every list, and every row's page, one after the other."""
    texts = []
    for model in shown():
        name = model._meta.model_name
        addresses = [reverse(f"admin:logbook_{name}_changelist")]
        addresses += [reverse(f"admin:logbook_{name}_change", args=[row.pk]) for row in model._default_manager.all()]
        for address in addresses:
            page = client.get(address)
            assert page.status_code == 200, address
            texts.append(page.content.decode())
    return "\n".join(texts)


SECRETS = (SiteIdentity, Session)
"""The secret from which the site derives others, and the keys that browsers are signed in by: no page shows them."""


def shown() -> list[type[Model]]:
    return [model for model in apps.get_app_config("logbook").get_models() if model not in SECRETS]


def test_every_model_is_there_but_for_secrets() -> None:
    assert not [model for model in shown() if model not in admin.site._registry]
    assert not [model for model in SECRETS if model in admin.site._registry]


@pytest.mark.slow
def test_no_page_shows_a_seed_a_card_or_a_link(root: Client, played: Table, challenge: Challenge) -> None:
    text = pages(root)
    secrets = [challenge.base_seed, challenge.secret, played.base_seed, "play B7", Invite.objects.get().token]
    handed = SeatHandout.objects.get()
    secrets += ["take Y7", "5182", "6491", "a proof by pencil", handed.token, handed.secret_hash]
    assert not [secret for secret in secrets if secret in text]
    assert challenge.commitment in text


@pytest.mark.parametrize(
    "question",
    [
        "challenge/?base_seed__startswith=a",
        "challenge/?secret__startswith=a",
        "deal/?seed__startswith=a",
        "candidate/?certificate__nodes__gt=1",
        "analysis/?fatal__gt=3",
        "table/?base_seed__gt=a",
        "table/?deal__startswith=B1",
        "attempt/?seed__gt=a",
        "attempt/?table__base_seed__gt=a",
        "event/?text=play+B7",
        "invite/?token__startswith=a",
        "seat/?table__base_seed__startswith=a",
        "seathandout/?token__startswith=a",
        "seathandout/?secret_hash__startswith=a",
    ],
)
def test_no_list_tells_what_a_secret_begins_with(question: str, root: Client, played: Table) -> None:
    assert root.get(f"/admin/logbook/{question}").status_code == 400


@pytest.mark.parametrize(
    "question", ["challenge/?state__exact=open", "candidate/?picked__exact=1", "player/?user__isempty=1", "seat/?id=1"]
)
def test_lists_are_filtered_by_what_they_offer(question: str, root: Client, played: Table) -> None:
    assert root.get(f"/admin/logbook/{question}").status_code == 200


def test_the_seed_appears_when_the_challenge_is_closed(root: Client, challenge: Challenge) -> None:
    address = reverse("admin:logbook_challenge_change", args=[challenge.pk])
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert challenge.base_seed in root.get(address).content.decode()
    candidate = Candidate.objects.get()
    assert "take Y7" in root.get(reverse("admin:logbook_candidate_change", args=[candidate.pk])).content.decode()


def test_challenges_are_made_by_the_service_alone(root: Client, challenge: Challenge) -> None:
    assert root.get(reverse("admin:logbook_challenge_add")).status_code == 403
    assert root.get(reverse("admin:logbook_stage_add")).status_code == 403


def changed(challenge: Challenge, **wishes: str) -> dict[str, str]:
    """Return the admin form's values of this challenge, with these changes."""
    stage = challenge.stages.get()
    form = {
        "title": "Week 48",
        "club": str(challenge.club_id),
        "players": "3",
        "policy": "single",
        "max_attempts": "1",
        "difficulty": "medium",
        "playouts": "10",
        "opens_at_0": "2030-01-01",
        "opens_at_1": "12:00:00",
        "closes_at_0": "2030-01-02",
        "closes_at_1": "12:00:00",
        "state": "open",
        "stages-TOTAL_FORMS": "1",
        "stages-INITIAL_FORMS": "1",
        "stages-0-id": str(stage.pk),
        "stages-0-challenge": str(challenge.pk),
        "stages-0-number": "1",
        "stages-0-game": "planet-nine",
        "stages-0-mission": "9",
    }
    return form | wishes


@pytest.mark.parametrize("state", ["preparing", "scheduled", "closed"])
def test_what_was_promised_stays(root: Client, challenge: Challenge, state: str) -> None:
    Challenge.objects.update(state=state)
    address = reverse("admin:logbook_challenge_change", args=[challenge.pk])
    assert root.post(address, changed(challenge)).status_code == 302
    challenge.refresh_from_db()
    assert (challenge.title, challenge.players, challenge.stages.get().mission) == ("Week 48", 4, "4")
    assert challenge.state == state, "only time changes it"


def test_nothing_is_cut_out_of_a_record(root: Client, played: Table, challenge: Challenge) -> None:
    for row in (Event.objects.get(), played.attempts.get(), Deal.objects.get(), challenge.stages.get()):
        assert root.post(reverse(f"admin:logbook_{row._meta.model_name}_delete", args=[row.pk])).status_code == 403
    # An object whose deletion would cascade to a record stays too.
    for whole in (played, challenge):
        address = reverse(f"admin:logbook_{whole._meta.model_name}_delete", args=[whole.pk])
        assert root.post(address, {"post": "yes"}).status_code == 403
    assert Event.objects.count() == Table.objects.count() == Challenge.objects.count() == 1


@pytest.mark.parametrize("name", [model._meta.model_name for model in shown()])
def test_nobody_else_gets_in(db: None, alice: Player, name: str) -> None:
    client = Client()
    assert alice.user is not None
    client.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse(f"admin:logbook_{name}_changelist")).status_code == 302
