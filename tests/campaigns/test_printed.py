"""Printed logbook of a campaign: pages, files, access."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from logbook.campaigns import pdf, tasks
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors.printed import labels, printed
from logbook.campaigns.selectors.volumes import volumes
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries, printed_files
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import guests
from logbook.lib import queue
from logbook.lib.fonts import spelled
from logbook.people.models.players import Player
from tests.conftest import SignedIn

pytestmark = pytest.mark.once

DAY = date(2026, 3, 7)


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Été <à Łódź>")


def add(campaign: Campaign, by: Player, mission: str = "1", **told: Any) -> LogEntry:
    said: dict[str, Any] = {"won": False, "played_on": DAY, "attendance": [Attendee(by)]} | told
    return entries.add_entry(campaign=campaign, by=by, key=uuid4(), mission=mission, **said)


def test_the_pages_tell_who_what_and_how_much(campaign: Campaign, crew: Crew, alice: Player, bob: Player) -> None:
    gus = guests.ensure_guest(crew=crew, name="Gus")
    add(campaign, alice, distress=True, note="Nearly.")
    add(campaign, alice, won=True, minutes=90, attendance=[Attendee(alice), Attendee(guest=gus)])
    removed = add(campaign, alice, "2", note="Never mind")
    entries.remove_entry(entry_id=removed.pk, by=alice)
    found = printed(campaign)
    assert [(person.name, person.kind, person.attempts) for person in found.people] == [
        ("Alice", "member", "2 attempts"),
        ("Gus", "guest", "1 attempt"),
        ("Bob", "member", "0 attempts"),
    ]
    # Played missions and the next have rows; the others small boxes.
    assert [row.mission for row in found.rows] == ["1", "2"]
    assert found.blank == tuple(str(number) for number in range(3, 51))
    first = found.rows[0]
    assert (first.attempts, first.won, first.distress, first.score, first.names) == (2, True, True, 3, "Alice, Gus")
    assert found.rows[1].attempts == 0
    assert [(note.head, note.text) for note in found.notes] == [
        ("Mission 1 · failure · 7 March 2026 · Alice", "Nearly.")
    ]
    assert ("Missions won", "1 of 50") in [(fact.name, fact.value) for fact in found.facts]
    assert ("Hours logged", "1.5") in [(fact.name, fact.value) for fact in found.facts]


def test_a_former_member_is_named_and_a_removed_name_is_not(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player
) -> None:
    add(campaign, alice, attendance=[Attendee(alice), Attendee(bob), Attendee()])
    CrewMember.objects.filter(crew=crew, player=bob).update(left_at=campaign.opened_at)
    assert [(person.name, person.kind) for person in printed(campaign).people] == [
        ("Alice", "member"),
        ("Bob", "former member"),
    ]


@pytest.mark.parametrize(("paper", "size"), [("a5", b"419.53 595.28"), ("letter", b"612.00 792.00")])
def test_files_in_both_sizes(campaign: Campaign, alice: Player, signed_in: SignedIn, paper: str, size: bytes) -> None:
    add(campaign, alice, note="ユキ 🚀 שלום")
    answer = signed_in(alice).get(reverse("campaign-pdf", args=[campaign.pk, paper]))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert f'-{paper}.pdf"' in answer.headers["Content-Disposition"]
    assert answer.content.startswith(b"%PDF-")
    assert size in answer.content
    assert b"FiraGO" in answer.content


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_a_nearly_empty_logbook_has_few_pages(campaign: Campaign, alice: Player, paper: str) -> None:
    add(campaign, alice)
    found = printed(campaign)
    assert pdf.pdf_of(found, labels(found), paper).count(b"/Type /Page\n") == 3
    assert found.days == "7 March 2026"


def test_a_long_logbook_breaks_into_pages_with_every_row_on_one(campaign: Campaign) -> None:
    rows = tuple(
        pdf.PrintedRow(
            str(n), n % 22, n % 3 > 0, n % 4 == 0, n, "07/03/2026", ", ".join(["Maximiliane-Sophie"] * (n % 9))
        )
        for n in range(1, 51)
    )
    notes = tuple(pdf.Note(f"Mission {n}", "word " * 100) for n in range(300))
    long = pdf.Printed("x" * 80, "y" * 60, "Game", "1", "2", (), rows, notes, ())
    for paper in pdf.FORMATS:
        file = pdf.pdf_of(long, labels(long), paper)
        assert file.count(b"/Type /Page\n") > 30
        assert len(file) < 500_000


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Łódź Ære Ελλάς Дмитрий", "Łódź Ære Ελλάς Дмитрий"),
        ("e\u0301", "é"),
        ("\uff21", "A"),
        ("山🚀", "◊◊"),
        ("שלום", "◊◊◊◊"),
        ("a\nb", "a\nb"),
    ],
)
def test_letters_without_a_shape_are_seen_to_be_missing(text: str, drawn: str) -> None:
    assert spelled(text) == drawn


def test_the_page_to_print(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("campaign-print", args=[campaign.pk])
    add(campaign, alice, note="<b>")
    page = client.get(address).text
    assert "Été &lt;à Łódź&gt;" in page
    assert "&lt;b&gt;" in page
    assert "print-a5.css" in page
    assert "print-letter.css" in client.get(address, {"paper": "letter"}).text
    assert client.get(address, {"paper": "a0"}).status_code == 404
    assert client.get(reverse("campaign-pdf", args=[campaign.pk, "a0"])).status_code == 404
    logbook = client.get(reverse("campaign", args=[campaign.pk])).text
    for name, args in (("print", []), ("pdf", ["a5"]), ("pdf", ["letter"])):
        assert reverse(f"campaign-{name}", args=[campaign.pk, *args]) in logbook


@pytest.mark.parametrize(("name", "args"), [("campaign-print", []), ("campaign-pdf", ["a5"])])
def test_it_is_its_crews(campaign: Campaign, charlie: Player, signed_in: SignedIn, name: str, args: list[str]) -> None:
    address = reverse(name, args=[campaign.pk, *args])
    assert signed_in(charlie).get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_a_logbook_with_very_much_in_it_is_bound_in_volumes(
    campaign: Campaign, alice: Player, signed_in: SignedIn
) -> None:
    """No volume is long: thousands of notes once took a request a minute."""
    made = [
        LogEntry(
            campaign=campaign, mission="1", won=False, played_on=date(2025, 1, 1) + timedelta(n), note="word " * 96
        )
        for n in range(500)
    ]
    LogEntry.objects.bulk_create(made)
    client, address = signed_in(alice), reverse("campaign-pdf", args=[campaign.pk, "a5"])
    whole = volumes(campaign)
    assert [pk for volume in whole for pk in volume.entries] == list(campaign.entries.values_list("pk", flat=True))
    assert len(whole) > 2
    shelf = client.get(address)
    assert shelf.headers["Content-Type"].startswith("text/html")
    for volume in whole:
        assert f"{address}?volume={volume.number}" in shelf.text
    answer = client.get(address, {"volume": "2"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "-2-a5.pdf" in answer.headers["Content-Disposition"]
    assert 30 < answer.content.count(b"/Type /Page\n") < 60
    assert len(printed(campaign, whole[1]).notes) == len(whole[1].entries)
    for wrong in ("0", "99", "x", "-1"):
        assert client.get(address, {"volume": wrong}).status_code == 404
    paper = client.get(reverse("campaign-print", args=[campaign.pk]), {"volume": "2"}).text
    assert paper.count('<div class="bound__note">') == len(whole[1].entries)
    assert "?paper=letter&amp;volume=2" in paper
    assert client.get(reverse("campaign-print", args=[campaign.pk]), {"volume": "99"}).status_code == 404


# --- drawn by a worker


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What waits for a worker."""
    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(queue, "send", lambda _task, *given: found.append(given))
    return found


def test_a_worker_draws_the_file_and_the_page_asks_again(
    campaign: Campaign, alice: Player, signed_in: SignedIn, queued: list[tuple[Any, ...]], monkeypatch: Any
) -> None:
    monkeypatch.setattr(pdf, "pdf_of", lambda *_given: pytest.fail("a request draws nothing"))
    client, address = signed_in(alice), reverse("campaign-pdf", args=[campaign.pk, "a5"])
    for _time in range(3):
        page = client.get(address)
        assert (page.status_code, "Your PDF is on its way" in page.text) == (202, True)
    assert f'href="{address}?volume=1"' in page.text, "without scripts, by the link"
    assert f'hx-get="{address}?volume=1&amp;wait=1"' in page.text
    asked = {"volume": "1", "wait": "1"}
    assert "HX-Redirect" not in client.get(address, asked)
    assert queued == [(alice.pk, campaign.pk, "a5", 1, "en")], "once, however often it is asked"
    monkeypatch.undo()
    tasks.draw_logbook(*queued[0])
    assert client.get(address, asked)["HX-Redirect"] == f"{address}?volume=1"
    assert client.get(address).content.startswith(b"%PDF-")


def test_a_changed_logbook_is_drawn_anew(
    campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn, queued: list[tuple[Any, ...]]
) -> None:
    client, address = signed_in(alice), reverse("campaign-pdf", args=[campaign.pk, "a5"])
    entry = add(campaign, alice)
    client.get(address)
    tasks.draw_logbook(*queued[-1])
    assert client.get(address).status_code == 200
    entries.remove_entry(entry_id=entry.pk, by=alice)
    assert client.get(address).status_code == 202
    tasks.draw_logbook(*queued[-1])
    assert client.get(address).status_code == 200
    assert signed_in(bob).get(address).status_code == 202, "each player has their own"
    assert len(queued) == 3


def test_a_file_is_kept_for_an_hour(
    campaign: Campaign, alice: Player, signed_in: SignedIn, queued: list[tuple[Any, ...]]
) -> None:
    client, address = signed_in(alice), reverse("campaign-pdf", args=[campaign.pk, "a5"])
    client.get(address)
    tasks.draw_logbook(*queued[-1])
    name = printed_files.name_of(printed_files.Print(*queued[-1]))
    tasks.delete_old_prints()
    assert default_storage.exists(name)
    long_ago = (timezone.now() - printed_files.KEPT - timedelta(seconds=5)).timestamp()
    os.utime(default_storage.path(name), (long_ago, long_ago))
    assert client.get(address).status_code == 202
    tasks.delete_old_prints()
    assert not default_storage.exists(name)


def test_a_player_asks_for_so_many_files_an_hour(
    campaign: Campaign, alice: Player, signed_in: SignedIn, queued: list[tuple[Any, ...]], monkeypatch: Any
) -> None:
    monkeypatch.setattr(printed_files, "PRINTS", replace(printed_files.PRINTS, most=1))
    client = signed_in(alice)
    client.get(reverse("campaign-pdf", args=[campaign.pk, "a5"]))
    refused = client.get(reverse("campaign-pdf", args=[campaign.pk, "letter"]))
    assert (refused.status_code, "in the last hour" in refused.text) == (429, True)
    assert len(queued) == 1


def test_a_logbook_that_was_deleted_is_not_drawn(campaign: Campaign, alice: Player) -> None:
    tasks.draw_logbook(alice.pk, campaign.pk + 1, "a5", 1, "en")
    assert not default_storage.exists(printed_files.FOLDER) or not default_storage.listdir(printed_files.FOLDER)[1]
