"""Quotas: each costly action has a limit with its sentence and 429, on pages and in the API."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from crewsite.caches import Shared
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.exchange import quotas as exchange_quotas
from logbook.exchange.models import Import
from logbook.lib import names
from logbook.lib.quotas import Quota, is_taken
from logbook.notifications import quotas as notifications_quotas
from logbook.notifications.models import Delivery, Webhook
from logbook.people import quotas as people_quotas
from logbook.people.models.account_mails import AccountMail
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.tables.exceptions import TooManyTables
from logbook.tables.models import Table
from logbook.tables.services import tables
from tests.api.world import bearer
from tests.conftest import SignedIn
from tests.exchange.files import HEADER

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TABLE = {"game": "planet-nine", "mission": "1", "players": "3"}


@pytest.fixture
def scarce(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower each quota to two."""
    for module, name in ((exchange_quotas, "IMPORTS"), (people_quotas, "GUESTS"), (notifications_quotas, "TESTS")):
        quota: Quota = getattr(module, name)
        monkeypatch.setattr(module, name, Quota(quota.kind, 2, quota.seconds, quota.refusal))
    monkeypatch.setattr(tables, "MOST_OPEN", 2)


def statuses(answers: list[Any]) -> list[int]:
    return [answer.status_code for answer in answers]


def job(browser: Client, crew: Crew) -> Any:
    file = SimpleUploadedFile("rows.csv", HEADER.encode() + b"1,2026-03-01,won,no,3,Alice,\n")
    return browser.post(reverse("import-new", args=[crew.slug]), {"file": file})


@pytest.mark.usefixtures("scarce")
def test_files_of_one_person(crew: Crew, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        browser = signed_in(alice)
        answers = [job(browser, crew) for _number in range(3)]
        assert statuses(answers) == [302, 302, 429]
        assert "You’ve imported 2 files in a day" in answers[-1].text
        assert Import.objects.count() == 2
        assert job(signed_in(bob), crew).status_code == 302
        clock.shift(timedelta(hours=25))
        assert job(signed_in(alice), crew).status_code == 302


@pytest.mark.usefixtures("scarce")
def test_files_of_one_program(crew: Crew, alice: Player) -> None:
    heads = bearer(alice)

    def bring() -> Any:
        file = SimpleUploadedFile("rows.csv", HEADER.encode() + b"1,2026-03-01,won,no,3,Alice,\n")
        return Client().post(f"/api/v1/crews/{crew.slug}/imports/", {"file": file}, headers=heads)

    answers = [bring() for _number in range(3)]
    assert statuses(answers) == [201, 201, 429]
    assert answers[-1].json()["code"] == "too-many-imports"


@pytest.mark.usefixtures("scarce")
def test_open_tables_of_one_person(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        browser = signed_in(alice)
        answers = [browser.post(reverse("table-new"), TABLE) for _number in range(2)]
        assert statuses(answers) == [302, 302]
        refused = browser.post(reverse("table-new"), TABLE | {"mission": "17"})
        assert refused.status_code == 429
        assert "You already have 2 open tables." in refused.text
        assert "17" in refused.text, "what was chosen is kept"
        wishes = {"game": "planet-nine", "mission": "1", "players": 3}
        answer = Client().post("/api/v1/tables/", wishes, content_type="application/json", headers=bearer(alice))
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tables")
        assert signed_in(bob).post(reverse("table-new"), TABLE).status_code == 302
        Table.objects.filter(pk=Table.objects.filter(opened_by=alice).earliest("pk").pk).update(state="ended")
        assert browser.post(reverse("table-new"), TABLE).status_code == 302
        clock.shift(timedelta(days=8))
        assert signed_in(alice).post(reverse("table-new"), TABLE).status_code == 302


@pytest.mark.usefixtures("scarce")
def test_guests_by_one_link(alice: Player) -> None:
    table, other = (tables.open_table(player=alice, game="planet-nine", mission="1", players=5) for _number in range(2))
    links = [
        reverse("invite", args=[invitations.create_invitation(by=alice, table=one).token]) for one in (table, other)
    ]
    answers = [Client().post(links[0], {"name": f"Guest {number}"}) for number in range(3)]
    assert statuses(answers) == [302, 302, 429]
    assert "its limit of 2 guests a day" in answers[-1].text
    assert Player.objects.filter(user=None).count() == 2, "no guest remains of who was refused"
    assert Client().post(links[1], {"name": "Guest"}).status_code == 302


@pytest.mark.usefixtures("scarce")
def test_whom_a_full_table_turns_away_takes_nobodys_place(alice: Player, bob: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    link = invitations.create_invitation(by=alice, table=table)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="random")
    address = reverse("invite", args=[link.token])
    assert statuses([Client().post(address, {"name": "Guest"}) for _number in range(4)]) == [409] * 4


@pytest.mark.usefixtures("scarce")
def test_tests_of_a_clubs_webhooks(club: Club, olga: Player, alice: Player, signed_in: SignedIn) -> None:
    hooks = [
        Webhook.objects.create(club=club, created_by=olga, url=f"https://example.org/{number}", kinds=["news"])
        for number in range(3)
    ]
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        address = [reverse("club-webhook-do", args=[club.slug, hook.pk, "test"]) for hook in hooks]
        answers = [signed_in(olga).post(address[number]) for number in range(3)]
        assert statuses(answers) == [302, 302, 429]
        assert "tested 2 times in the past hour" in answers[-1].text
        program = f"/api/v1/clubs/{club.slug}/webhooks/{hooks[0].pk}/test/"
        answer = Client().post(program, {}, content_type="application/json", headers=bearer(alice))
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tests")
        assert Delivery.objects.count() == 2
        clock.shift(timedelta(minutes=61))
        assert signed_in(olga).post(address[0]).status_code == 302


@pytest.mark.parametrize("away", [False, True], ids=["redis", "without redis"])
def test_many_actions_at_once_never_pass_a_quota(away: bool, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty threads take of the same twenty; without Redis each process counts for itself, as exactly."""
    place = "redis://127.0.0.1:1/0" if away else redis_url
    monkeypatch.setattr("logbook.lib.quotas.cache", Shared(place, {"OPTIONS": {"socket_connect_timeout": 1}}))
    quota = Quota("at-once", 20, 60, TooManyTables)
    start = Barrier(60)

    def one(_number: int) -> bool:
        start.wait()
        return is_taken(quota, 1)

    with ThreadPoolExecutor(60) as threads:
        taken = sum(threads.map(one, range(60)))
    assert taken == 20
    assert not is_taken(quota, 1)
    assert is_taken(quota, 2)


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("Win at evil.example", True),
        ("https://evil.example/a", True),
        ("www.evil.example", True),
        ("mail me@evil.example", True),
        ("evil．example", True),
        ("192.168.0.1", True),
        ("St. Gallen Crew", False),
        ("Team 2.0", False),
        ("Les amis d’Anna & Co.", False),
        ("A@home", True),
    ],
)
def test_a_clubs_name_holds_no_address(name: str, refused: bool, alice: Player, signed_in: SignedIn) -> None:
    answer = signed_in(alice).post(reverse("club-new"), {"name": name, "about": ""})
    assert answer.status_code == (422 if refused else 302)
    assert ("without a web or email address" in answer.text) == refused
    program = Client().post("/api/v1/clubs/", {"name": name}, content_type="application/json", headers=bearer(alice))
    assert program.status_code == (422 if refused else 201)
    assert bool(validates(names.without_address(name))), "an imported name is mended"


def validates(name: str) -> str:
    names.validate_no_address(name)
    return name


def test_clubs_of_one_player(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    answers = [signed_in(alice).post(reverse("club-new"), {"name": f"Club {number}"}) for number in range(6)]
    assert statuses(answers) == [302] * 5 + [429]
    assert "You’ve created 5 clubs in a day" in answers[-1].text
    assert signed_in(bob).post(reverse("club-new"), {"name": "Club"}).status_code == 302


def test_mails_that_anyone_can_ask_for_end_without_a_word(alice: Player) -> None:
    """Twelve requests for each of two receivers, one of them unknown: all pages are alike, and ten mails are sent."""
    pages = set()
    for email in ("alice@example.org", "stranger@example.net"):
        for number in range(12):
            with time_machine.travel(NOON + timedelta(minutes=20 * number), tick=False):
                browser = Client(REMOTE_ADDR=f"198.51.100.{number}")
                answer = browser.post(reverse("account_reset_password"), {"email": email})
            pages.add((answer.status_code, answer.headers["Location"]))
    assert len(pages) == 1
    receivers = list(AccountMail.objects.values_list("to", flat=True))
    assert (receivers.count("alice@example.org"), receivers.count("stranger@example.net")) == (10, 10)
