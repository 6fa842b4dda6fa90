"""Free texts of plays: what they state, what is a guess, and what the importer is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from logbook.campaigns.models import LogEntry
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange.exceptions import NoSuchMission
from logbook.exchange.formats.doubtful_names import parts_of
from logbook.exchange.formats.play_texts import read_texts
from logbook.exchange.models import Import
from logbook.exchange.selectors.imports import import_page, report_table
from logbook.exchange.services import line_answers
from logbook.lib import announcements
from logbook.people.models.players import Player
from tests.api.world import bearer
from tests.conftest import SignedIn
from tests.exchange.files import BGG, HEADER, bring, confirm, name_columns

CASES = Path(__file__).parent / "cases"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


def case(name: str) -> bytes:
    return (CASES / name).read_bytes()


# --- missions


@pytest.mark.parametrize(
    "text",
    ["Mission 14", "mission #14", "Mission no. 14!", "M14", "Mission n° 14", "Mission 14 – won", "MISSION 14, at last"],
)
def test_a_text_that_leaves_no_other_reading_states_a_mission(text: str) -> None:
    reading = read_texts("", [text])
    assert (reading.missions, reading.is_stated) == (("14",), True)


@pytest.mark.parametrize(
    "text",
    [
        "Attempt #2",
        "Try no. 2, finally!",
        "essai n° 2",
        "#2",
        "Nr. 7",
        "took us 5m30",
        "5 m 30",
        "I'm 14",
        "2nd try",
        "Mission 3.5",
    ],
)
def test_other_numbers_are_no_mission(text: str) -> None:
    assert read_texts("", [text]).missions == ()


@pytest.mark.parametrize(
    ("text", "missions"),
    [
        ("Mission 14 (attempt #2)", "14"),
        ("Mission 14, 3 players", "14"),
        ("we played mission 14", "14"),
        ("Mission 14 next time", "14"),
        ("not mission 14", "14"),
        ("Mission 5, 6 and 7", "5 6 7"),
        ("missions 5, 6, and 7", "5 6 7"),
        ("Missions 5-7", "5 6 7"),
        ("missions 5 à 7", "5 6 7"),
        ("mission 5 et 6", "5 6"),
        ("M5 & M6!", "5 6"),
        ("Mission 12 done, next mission 13", "12 13"),
    ],
)
def test_everything_else_is_a_guess(text: str, missions: str) -> None:
    reading = read_texts("", [text])
    assert (" ".join(reading.missions), reading.is_stated) == (missions, False)


def test_the_field_of_the_mission_outweighs_the_comments() -> None:
    assert read_texts("12", ["next: mission 13"]).missions == ("12",)
    assert not read_texts("", ["Mission 12", "Mission 13"]).is_stated


# --- the distress signal


@pytest.mark.parametrize(
    "text",
    [
        "distress signal not used",
        "pas de signal de détresse",
        "no SOS",
        "We didn’t use the distress signal",
        "we did not need the distress signal",
        "Distress signal: no",
        "Distress signal (unused)",
        "distress signal, not needed",
        "détresse inutilisée",
        "signal de détresse évité",
        "Distress signal? No.",
        "distress signal declined",
        "refused to use distress",
        "hardly used distress",
        "distress signal = 0",
        "SOS 0x",
        "distress ❌",
        "sans le signal de détresse",
        "Le signal de détresse n’a pas servi",
        "signal de de\u0301tresse jamais utilisé",
        "ohne Notsignal",
        "kein Notsignal",
    ],
)
def test_a_negation_anywhere_in_its_clause_is_heard(text: str) -> None:
    reading = read_texts("Mission 14", [text])
    assert (reading.mentions_signal, reading.distress) == (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "distress signal used",
        "Distress? Yes, in mission 20",
        "No, we used the distress signal",
        "Not easy. SOS on the first trick",
        "Pas facile, mais signal de détresse et gagné",
        "avec signal de détresse",
    ],
)
def test_a_negation_of_another_clause_is_not(text: str) -> None:
    assert read_texts("Mission 14", [text]).distress


# --- questions


@pytest.mark.django_db
def test_each_text_of_the_file_is_a_statement_or_a_question(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, case("bgg_texts.xml"))
    assert (job.good, job.doubtful, job.wrong) == (1, 7, 0)
    asked = import_page(job).asked
    assert [
        (one.row, bool(one.mission_field), one.missions, bool(one.signal_field), one.distress) for one in asked
    ] == [
        (2, True, "", False, False),
        (3, True, "", False, False),
        (4, True, "14", False, False),
        (5, False, "14", True, False),
        (6, False, "14", True, False),
        (7, True, "5, 6, 7", False, False),
        (8, True, "", False, False),
    ]
    done = confirm(job)
    lines = LogEntry.objects.order_by("played_on", "pk").values_list("played_on__day", "mission", "distress", "minutes")
    assert list(lines) == [
        (1, "14", False, 30),
        (4, "14", False, 30),
        (5, "14", False, 30),
        (6, "14", False, 30),
        (7, "5", False, 10),
        (7, "6", False, 10),
        (7, "7", False, 10),
    ]
    assert (done.imported, done.wrong) == (7, 3)
    assert "You didn’t say which mission was played." in "".join(report_table(done))
    again = bring(crew, alice, case("bgg_texts.xml"))
    assert (again.existing, [one.row for one in import_page(again).asked]) == (5, [2, 3, 8])


@pytest.mark.django_db
def test_the_preview_shows_each_line_and_takes_the_answers(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    job = bring(crew, alice, case("bgg_texts.xml"))
    client, address = signed_in(alice), reverse("import-do", args=(job.pk, "confirm"))
    page = client.get(reverse("import", args=(job.pk,)))
    assert [
        (line.row, line.day, line.mission, line.result, line.signal, line.people) for line in page.context["page"].lines
    ] == [
        (row, f"2023-11-{day:02}", mission, "won", "", ("Anna", "Bob"))
        for row, (day, mission) in enumerate(
            [(1, "14"), (2, "?"), (3, "?"), (4, "14?"), (5, "14"), (6, "14"), (7, "5, 6, 7?"), (20, "?")], start=1
        )
    ]
    assert "Attempt #2" in page.text
    answers = {"mission-2": "14", "mission-3": "77", "mission-4": "14", "signal-5": "yes", "mission-7": ""}
    refused = client.post(address, answers)
    assert refused.status_code == 422
    assert "Play 3: There’s no mission 77 in The Quest for Planet Nine, only missions 1 to 50." in refused.text
    kept = {one.row: (one.missions, one.distress) for one in refused.context["page"].asked}
    assert (kept[2], kept[3], kept[5], kept[7]) == (("14", False), ("77", False), ("14", True), ("", False))
    assert client.post(address, answers | {"mission-3": "15"}).status_code == 302
    job.refresh_from_db()
    assert job.choices["lines"]["3"] == {"missions": ["15"], "distress": False}


@pytest.mark.django_db
def test_a_line_beyond_the_questions_is_never_taken_for_a_fact(
    crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from logbook.exchange.services import import_reader

    monkeypatch.setattr(import_reader, "MOST_ASKED", 3)
    confirm(bring(crew, alice, case("bgg_texts.xml")))
    assert sorted(LogEntry.objects.values_list("played_on__day", flat=True)) == [1, 4]
    again = bring(crew, alice, case("bgg_texts.xml"))
    assert len(import_page(again).asked) == 3


@pytest.mark.django_db
def test_the_answers_of_a_program_are_checked(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, case("bgg_texts.xml"))
    for wrong in ("abc", "0", ", ".join(map(str, range(1, 12)))):
        with pytest.raises(NoSuchMission):
            line_answers.checked_answers(job, {"mission-2": wrong})


@pytest.mark.django_db
def test_programs_are_asked_and_answer(crew: Crew, alice: Player, client: Client) -> None:
    job, headers = bring(crew, alice, case("bgg_page_1_of_3.xml")), bearer(alice)
    assert client.get(f"/api/v1/imports/{job.pk}/", headers=headers).json()["missing_plays"] == 247
    job = bring(crew, alice, case("bgg_texts.xml"))
    asked = client.get(f"/api/v1/imports/{job.pk}/", headers=headers).json()["asked"]
    assert [(one["row"], one["mission_field"], one["missions"], one["signal_field"]) for one in asked[:4]] == [
        (2, "mission-2", "", ""),
        (3, "mission-3", "", ""),
        (4, "mission-4", "14", ""),
        (5, "", "14", "signal-5"),
    ]
    address, told = f"/api/v1/imports/{job.pk}/confirm/", {"mission-2": "3", "signal-5": "yes"}
    wrong = client.post(address, {"choices": {"mission-2": "x"}}, content_type="application/json", headers=headers)
    assert (wrong.status_code, "Play 2" in wrong.json()["detail"]) == (422, True)
    assert client.post(address, {"choices": told}, content_type="application/json", headers=headers).status_code == 200
    job.refresh_from_db()
    assert (job.choices["lines"]["2"]["missions"], job.choices["lines"]["5"]["distress"]) == (["3"], True)


@pytest.mark.django_db
def test_no_result_is_asked_of_a_play_that_is_skipped(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, BGG.encode())
    assert (job.findings["unmarked"], confirm(job).imported) == (1, 1)


# --- pages of BoardGameGeek


@pytest.mark.django_db
def test_a_page_of_several_says_that_plays_are_missing(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    job = bring(crew, alice, case("bgg_page_1_of_3.xml"))
    assert "This file holds 3 of 250 plays" in signed_in(alice).get(reverse("import", args=(job.pk,))).text
    whole = bring(crew, alice, case("bgg_page_1_of_3.xml").replace(b'total="250"', b'total="3"'))
    assert "of 3 plays" not in signed_in(alice).get(reverse("import", args=(whole.pk,))).text


# --- names


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Anna and Bob", ("Anna", "Bob")),
        ("Anna et Bob", ("Anna", "Bob")),
        ("Anna & Bob", ("Anna", "Bob")),
        ("Anna/Bob", ("Anna", "Bob")),
        ("Anna, Bob und Chloé", ("Anna", "Bob", "Chloé")),
        ("ZoÃ«", ("Zoë",)),
        ("Zo√´", ("Zoë",)),
        ("ZoÃ« et Anna", ("Zoë", "Anna")),
        ("Sandy", ()),
        ("Zoë", ()),
        ("Иван", ()),
        ("Anna +1", ()),
    ],
)
def test_names_that_may_be_others(name: str, parts: tuple[str, ...]) -> None:
    assert parts_of(name) == parts


def people_of(job: Import) -> dict[str, tuple[str, list[str]]]:
    return {one.name: (one.suggestion, [option.label for option in one.options]) for one in import_page(job).people}


@pytest.mark.django_db
def test_several_people_in_one_cell_are_asked_about(crew: Crew, alice: Player) -> None:
    job = name_columns(bring(crew, alice, case("and.csv"), "and.csv"))
    people = people_of(job)
    assert set(people) == {"Anna", "Bob", "Chloe", "Anna and Bob", "Bob and Chloe", "Anna/Bob"}
    assert people["Anna and Bob"][0] == "parts"
    assert "2 people: Anna, Bob" in people["Anna and Bob"][1]
    confirm(job)
    there = [
        (entry.mission, entry.players, sorted(str(one.player or one.guest) for one in entry.attendances.all()))
        for entry in LogEntry.objects.order_by("mission")
    ]
    assert there == [("1", 2, ["Anna", "Bob"]), ("2", 3, ["Anna", "Bob", "Chloe"]), ("3", 2, ["Anna", "Bob"])]


@pytest.mark.django_db
@pytest.mark.parametrize("cell", ["Ann & Ben", "Ann/Ben", "Ann / Ben", "Ann + Ben", "Ann et Ben"])
def test_every_joint_is_asked_about(cell: str, crew: Crew, alice: Player) -> None:
    job = name_columns(bring(crew, alice, f"{HEADER}1,2024-03-01,won,no,,{cell},\n".encode(), "rows.csv"))
    assert people_of(job)[cell][1][0] == "2 people: Ann, Ben"


@pytest.mark.django_db
def test_a_cell_of_several_may_be_one_person(crew: Crew, alice: Player) -> None:
    content = f"{HEADER}1,2024-03-01,won,no,,Anna and Bob,\n".encode()
    confirm(name_columns(bring(crew, alice, content, "rows.csv")), {"anna and bob": "new"})
    assert list(Guest.objects.values_list("name", flat=True)) == ["Anna and Bob"]


@pytest.mark.django_db
def test_broken_letters_are_asked_about(crew: Crew, alice: Player) -> None:
    zoe = Guest.objects.create(crew=crew, name="Zoë")
    content = f"{HEADER}1,2024-03-01,won,no,,ZoÃ«; Ben,\n".encode()
    job = name_columns(bring(crew, alice, content, "rows.csv"))
    assert people_of(job)["ZoÃ«"][:1] == ("parts",)
    assert "the same person as Zoë" in people_of(job)["ZoÃ«"][1]
    confirm(job)
    assert {one.guest for one in LogEntry.objects.get().attendances.all()} == {zoe, Guest.objects.get(name="Ben")}
