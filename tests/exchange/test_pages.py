"""Pages of imports and exports: strangers find nothing, each wrong input gets its sentence, progress is shown."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from logbook.campaigns.models import Campaign, LogEntry
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.exchange import services
from logbook.exchange.models import Import
from logbook.exchange.selectors.values import in_bytes
from logbook.lib import announcements
from logbook.lib.responses import Download
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.exchange.files import HEADER, bring, confirm, name_columns, zipped

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ROWS = (HEADER + "1,2024-03-01,won,no,2,Alice; Zoe,\n73,2024-03-02,won,no,2,Alice; Zoe,\n").encode()


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


@pytest.fixture
def waiting(crew: Crew, alice: Player) -> Import:
    return name_columns(bring(crew, alice, ROWS, "rows.csv"))


def upload(client: Client, crew: Crew, content: bytes, name: str = "rows.csv") -> tuple[int, str]:
    response = client.post(reverse("import-new", args=(crew.slug,)), {"file": SimpleUploadedFile(name, content)})
    return response.status_code, response.headers.get("Location", "") or response.text


def told(client: Client, name: str, *arguments: object) -> str:
    response = client.get(reverse(name, args=arguments))
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", b"".join(response).decode()))


# --- access


def test_what_is_not_yours_is_not_there(
    waiting: Import, club: Club, crew: Crew, charlie: Player, signed_in: SignedIn
) -> None:
    client = signed_in(charlie)
    for name in ("crew-exchange", "crew-export", "crew-table", "club-export"):
        slug = club.slug if name.startswith("club") else crew.slug
        assert client.get(reverse(name, args=(slug,))).status_code == 404
    assert upload(client, crew, ROWS)[0] == 404
    for name in ("import", "import-columns", "import-progress", "import-stream", "import-report"):
        assert client.get(reverse(name, args=(waiting.pk,))).status_code == 404
    for what in ("confirm", "discard", "take-back"):
        assert client.post(reverse("import-do", args=(waiting.pk, what))).status_code == 404
    assert Import.objects.get().state == "waiting"


def test_who_is_not_signed_in_is_asked_to(waiting: Import, crew: Crew, client: Client) -> None:
    for address in (reverse("crew-export", args=(crew.slug,)), reverse("import", args=(waiting.pk,))):
        assert client.get(address).status_code == 302


def test_other_members_see_it_too(waiting: Import, bob: Player, signed_in: SignedIn) -> None:
    assert "Import 1 entry" in told(signed_in(bob), "import", waiting.pk)


# --- import


def test_member_gets_from_the_crew_to_the_report(
    crew: Crew, alice: Player, signed_in: SignedIn, django_capture_on_commit_callbacks: type
) -> None:
    client = signed_in(alice)
    assert reverse("crew-exchange", args=(crew.slug,)) in client.get(reverse("crew", args=(crew.slug,))).text
    status, location = upload(client, crew, zipped({"rows.csv": ROWS}), "rows.zip")
    job = Import.objects.get()
    assert (status, location) == (302, reverse("import-columns", args=(job.pk,)))
    page = client.get(location)
    assert "<td>2024-03-01</td>" in page.text
    columns = {name: field.initial for name, field in page.context["form"].fields.items()}
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(location, columns | {"the_game": "planet-nine"})
    assert answer.headers["Location"] == reverse("import", args=(job.pk,))
    text = told(client, "import", job.pk)
    assert "Line 3: There’s no mission 73 in The Quest for Planet Nine, only missions 1 to 50." in text
    assert "Import 1 entry" in text
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("import-do", args=(job.pk, "confirm")), {"person-0": f"player:{alice.pk}"})
    text = told(client, "import", job.pk)
    assert "1 entry imported. 1 skipped." in text
    assert told(client, "import-report", job.pk).split(" ", 1)[1].count("missions 1 to 50.") == 1
    assert client.get(reverse("campaign", args=(Campaign.objects.get().pk,))).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("import-do", args=(job.pk, "take-back")))
    assert "Import undone" in told(client, "import", job.pk)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\0\0\1", "This isn’t a text file."),
        (zipped({"a": b"1", "b": b"2"}), "A ZIP can contain only one file, but this one has 2."),
        (
            b'{"format":"crewsite-export/9"}',
            ("This file’s format is crewsite-export/9, but this site reads crewsite-export/1."),
        ),
    ],
)
def test_a_wrong_file_gets_its_sentence(
    content: bytes, sentence: str, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    status, text = upload(signed_in(alice), crew, content)
    assert (status, sentence in text) == (422, True)
    assert not Import.objects.exists()


def test_no_file_gets_its_sentence(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    response = signed_in(alice).post(reverse("import-new", args=(crew.slug,)))
    assert (response.status_code, "Choose a file." in response.text) == (422, True)


def test_columns_that_cannot_be_are_said(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    job = bring(crew, alice, ROWS)
    address = reverse("import-columns", args=(job.pk,))
    client = signed_in(alice)
    for posted, sentence in (
        ({"mission": 0}, "Choose at least a column for the mission"),
        ({"mission": 0, "date": 1, "result": 2}, "Choose the game, or the column"),
        ({"mission": 99}, "99"),
    ):
        response = client.post(address, posted)
        assert (response.status_code, sentence in response.text) == (422, True)


def test_a_word_that_comes_late_is_said(waiting: Import, alice: Player, signed_in: SignedIn) -> None:
    confirm(waiting)
    response = signed_in(alice).post(reverse("import-do", args=(waiting.pk, "confirm")))
    assert (response.status_code, "isn’t waiting for your confirmation any more" in response.text) == (409, True)


def test_a_choice_that_is_none_is_said(waiting: Import, alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    posted = {"person-0": f"player:{charlie.pk}"}
    response = signed_in(alice).post(reverse("import-do", args=(waiting.pk, "confirm")), posted)
    assert (response.status_code, "Choose from this crew’s people" in response.text) == (422, True)


def test_the_page_follows_by_its_number(waiting: Import, alice: Player, signed_in: SignedIn) -> None:
    services.confirm_import(import_id=waiting.pk, people={}, campaigns={})
    client, address = signed_in(alice), reverse("import-progress", args=(waiting.pk,))
    assert "sse-connect" in client.get(reverse("import", args=(waiting.pk,))).text
    number = Import.objects.get().steps
    assert client.get(address, {"number": number}).status_code == 204
    answer = client.get(address, {"number": number - 1})
    assert ("0 of 1 entries imported." in answer.text, answer.headers.get("HX-Retarget")) == (True, None)
    while (following := services.apply_step(import_id=waiting.pk, steps=number)) is not None:
        number = following
    answer = client.get(address, {"number": number})
    assert (answer.headers["HX-Retarget"], "1 entry imported" in answer.text) == ("#import-frame", True)


def test_a_file_that_is_forgotten_leaves_its_page(
    waiting: Import, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    answer = client.post(reverse("import-do", args=(waiting.pk, "discard")))
    assert answer.headers["Location"] == reverse("crew-exchange", args=(crew.slug,))
    assert not Import.objects.exists()


# --- export


def test_what_goes_out_is_a_file(crew: Crew, club: Club, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    for name, slug, ending in (
        ("crew-export", crew.slug, "json"),
        ("crew-table", crew.slug, "csv"),
        ("club-export", club.slug, "json"),
    ):
        answer = client.get(reverse(name, args=(slug,)))
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{slug}.{ending}"'
        assert "no-store" in answer.headers["Cache-Control"]
        content = b"".join(answer)
        if ending == "json":
            assert json.loads(content)["format"] == "crewsite-export/1"
    assert client.get(reverse("export-format")).status_code == 200


def test_tables_follow_the_language_of_the_page(
    waiting: Import, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    confirm(waiting)
    client = signed_in(alice)
    alice.language = "fr"
    alice.save()
    for name, argument, header in (
        ("crew-table", crew.slug, "campagne;jeu;mission;résultat;détresse;joueurs;date;"),
        ("import-report", waiting.pk, "ligne;état;"),
    ):
        content = b"".join(client.get(reverse(name, args=(argument,)), headers={"accept-language": "fr"}))
        assert content.decode("utf-8-sig").startswith(header)
    assert (
        b"".join(client.get(reverse("crew-table", args=(crew.slug,)), headers={"accept-language": "fr"})).count(
            b";gagn"
        )
        == 1
    )


def test_a_download_is_the_same_in_a_loop_and_never_whole_in_memory() -> None:
    taken: list[int] = []

    def text() -> object:
        for number in range(100):
            taken.append(number)
            yield "é" * 10_000

    async def first_of(download: Download) -> int:
        async for piece in download:
            return len(piece)
        return 0

    assert asyncio.run(first_of(Download(in_bytes(text()), "x", "text/plain"))) == 2 * 70_000  # type: ignore[arg-type]
    assert len(taken) == 7
    assert len(b"".join(Download(in_bytes(text()), "x", "text/plain"))) == 2_000_000  # type: ignore[arg-type]
