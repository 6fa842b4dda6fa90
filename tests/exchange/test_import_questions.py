"""What an import asks its player: an encoding, who won a play, how long a play took."""

from __future__ import annotations

import pytest
from django.urls import reverse

from logbook.campaigns.models import Attendance, LogEntry
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange import services
from logbook.exchange.exceptions import LengthMissing, ResultMissing
from logbook.exchange.selectors import imports
from logbook.exchange.selectors.imports import import_page, report_table
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.exchange.files import HEADER, bring, confirm, name_columns
from tests.exchange.hostile_imports_scenes import ROWS

pytestmark = pytest.mark.django_db


# --- results of plays


UNMARKED = """<plays><play id="7" date="2024-03-01" quantity="1"><item name="x" objectid="284083"/>
<comments>Mission 4 done!</comments></play></plays>"""


@pytest.mark.parametrize(("said", "won"), [("won", [True]), ("failed", [False]), ("leave", [])])
def test_person_says_how_plays_ended_that_have_no_winner(
    said: str, won: list[bool], crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    job = bring(crew, alice, UNMARKED.encode())
    assert (job.good, job.doubtful) == (0, 1)
    client, address = signed_in(alice), reverse("import-do", args=(job.pk, "confirm"))
    assert "1 attempt without a marked winner" in client.get(reverse("import", args=(job.pk,))).text
    answer = client.post(address, {})
    assert (answer.status_code, "Choose how the plays without a marked winner ended" in answer.text) == (422, True)
    with pytest.raises(ResultMissing):
        confirm(job)
    done = confirm(job, unmarked=said)
    assert [line.won for line in LogEntry.objects.all()] == won
    assert (done.imported, done.wrong) == (len(won), 1 - len(won))
    assert ("you chose to skip such plays" in "".join(report_table(done))) is (not won)


# --- characters


def test_another_encoding_can_be_chosen_where_the_columns_are_named(
    crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    content = (HEADER + "1,2024-03-01,won,no,,Иван,\n").encode("cp1251")
    job = name_columns(bring(crew, alice, content, "rows.csv"))
    client, address = signed_in(alice), reverse("import-columns", args=(job.pk,))
    assert "read as CP1252" in client.get(reverse("import", args=(job.pk,))).text
    assert "Иван" not in client.get(address).text
    page = client.get(address, {"encoding": "cp1251"})
    assert "<td>Иван</td>" in page.text
    columns = {name: field.initial for name, field in page.context["form"].fields.items()}
    posted = columns | {"the_game": "planet-nine", "encoding": "cp1251"}
    assert client.post(address, posted).status_code == 302
    services.read_import(import_id=job.pk)
    job.refresh_from_db()
    assert (job.good, job.doubtful, job.encoding) == (1, 0, "cp1251")
    confirm(job)
    assert Attendance.objects.get().guest == Guest.objects.get(name="Иван")


def test_an_encoding_that_shows_no_table_says_so(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    job = bring(crew, alice, ROWS.encode(), "rows.csv")
    answer = signed_in(alice).get(reverse("import-columns", args=(job.pk,)), {"encoding": "utf-16"})
    assert (answer.status_code, "We found no columns" in answer.text) == (422, True)


def test_a_header_with_a_strange_byte_is_shown(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    content = HEADER.replace("note", "n?te ééé").encode().replace(b"?", b"\xe9") + b"1,2024-03-01,won,,2,Ana,\n"
    job = bring(crew, alice, content, "rows.csv")
    assert signed_in(alice).get(reverse("import-columns", args=(job.pk,))).status_code == 200


NOTED_THRICE = """<plays><play id="9" date="2024-03-01" quantity="3" length="60"><item name="x" objectid="284083"/>
<comments>Mission 4</comments><players><player name="Zoe" win="1"/></players></play></plays>"""


@pytest.mark.parametrize(("whose", "minutes"), [("each", 60), ("together", 20)])
def test_the_length_of_a_play_noted_thrice_is_asked_for(alice: Player, crew: Crew, whose: str, minutes: int) -> None:
    job = bring(crew, alice, NOTED_THRICE.encode())
    assert import_page(job).shared_lengths == 3
    for missing in ("", "both"):
        with pytest.raises(LengthMissing):
            confirm(job, lengths=missing)
    done = confirm(job, lengths=whose)
    assert done.imported == 3
    assert set(LogEntry.objects.values_list("minutes", flat=True)) == {minutes}


# --- many names, many columns


def test_each_list_of_many_people_is_short(
    crew: Crew, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has no option for each person of the file and each name of the crew."""
    monkeypatch.setattr(imports, "MOST_OPTIONS", 60)
    Guest.objects.bulk_create(Guest(crew=crew, name=f"Guest {number:04}") for number in range(300))
    rows = "".join(f"1,2024-03-{1 + day},won,no,,Guest {day * 10:04}; New {day:04},\n" for day in range(28))
    job = name_columns(bring(crew, alice, (HEADER + rows).encode(), "rows.csv"))
    page = signed_in(alice).get(reverse("import", args=(job.pk,)))
    assert page.text.count("<option") < 56 * (12 + 3) + 10
    assert "This crew has many players. Each list shows 12 names" in page.text
    question = next(one for one in import_page(job).people if one.name == "Guest 0010")
    labels = [option.label for option in question.options]
    assert labels[0] == "Guest 0010 (guest)", "the suggestion"
    assert {"Guest 0009 (guest)", "Guest 0011 (guest)", alice.name} <= set(labels)
    assert confirm(job).imported == 28
    assert Guest.objects.filter(name="Guest 0010").count() == 1


def test_each_list_of_few_people_has_every_name(crew: Crew, alice: Player) -> None:
    Guest.objects.bulk_create(Guest(crew=crew, name=f"Guest {number:04}") for number in range(300))
    job = name_columns(bring(crew, alice, (HEADER + "1,2024-03-01,won,no,,New,\n").encode(), "rows.csv"))
    page = import_page(job)
    assert len(page.people[0].options) > 300
    assert page.names_shown == 0


def test_more_people_than_the_form_has_are_as_suggested(
    crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_QUESTIONS", 3)
    rows = "".join(f"1,2024-03-{1 + day},won,no,,New {day},\n" for day in range(5))
    page = import_page(name_columns(bring(crew, alice, (HEADER + rows).encode(), "rows.csv")))
    assert (len(page.people), page.people_left) == (3, 2)


def test_a_table_has_so_many_columns(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    """Sixty thousand columns were sixty thousand choices for each of fourteen meanings."""
    more = [f"column {number}" for number in range(60_000)]
    content = ",".join([*HEADER.strip().split(","), *more]) + "\n1,2024-03-01,won,no,,Ana," + "," * len(more) + "\n"
    job = bring(crew, alice, content.encode(), "rows.csv")
    page = signed_in(alice).get(reverse("import-columns", args=(job.pk,)))
    assert page.text.count("<option") < 15 * 210
    assert "This spreadsheet has 60,007 columns. We can import only the first 200." in page.text
    assert name_columns(job).good == 1


def test_a_line_as_long_as_the_file_is_read_in_part(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    content = HEADER + "1,2024-03-01,won,no,,Ana," + "x" * 3_000_000 + "\n"
    job = bring(crew, alice, content.encode(), "rows.csv")
    page = signed_in(alice).get(reverse("import-columns", args=(job.pk,)))
    assert (page.status_code, len(page.text) < 100_000) == (200, True)
