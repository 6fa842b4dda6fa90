"""Imports of hostile files: none stays half done, all can be undone, and exports repeat what they contain."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.urls import reverse

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services.campaigns import close_campaign, open_campaign
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange import services, tasks
from logbook.exchange.exceptions import NoSuchChoice, NothingToTakeBack
from logbook.exchange.models import Import, ImportedExtra
from logbook.exchange.selectors.imports import import_page, report_table
from logbook.exchange.services import clubs, import_reader, import_steps
from logbook.lib import announcements
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.exchange.files import BGG, bgstats, bring, confirm, finish, name_columns
from tests.exchange.hostile_files_scenes import CLUB, KEY, LINE, OWN, places, with_odd
from tests.exchange.hostile_imports_scenes import ROWS
from tests.exchange.scenes import by_default, exported

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ODD: tuple[Any, ...] = (
    None,
    5,
    10**30,
    "",
    "\ud800",
    "a\0b",
    [1],
    {},
    {"id": [1]},
    "0001-01-01T00:00:00+14:00",
    float("nan"),
)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_reader, "LINES_A_PIECE", 2)


def table(crew: Crew, by: Player, content: str = ROWS) -> Import:
    return name_columns(bring(crew, by, content.encode(), "rows.csv"))


def broken(*_arguments: object, **_named: object) -> None:
    raise ArithmeticError("an unforeseen error")


# --- unexpected errors


def test_an_impossible_moment_fails_its_line_alone(crew: Crew, alice: Player) -> None:
    good = [LINE | {"key": str(UUID(int=number))} for number in range(1, 5)]
    wrong = [LINE | {"logged_at": "0001-01-01T00:00:00+14:00"}, LINE | {"removed_at": "9999-12-31T23:00:00-14:00"}]
    campaigns = [OWN["campaigns"][0] | {"closed": "0001-01-01T00:00:00+14:00", "opened": "9999-12-31T23:00:00-14:00"}]
    whole = OWN | {"lines": [*good, *wrong], "campaigns": campaigns}
    done = by_default(bring(crew, alice, json.dumps(whole).encode()))
    assert (done.state, done.imported, done.wrong) == ("done", 4, 2)
    assert json.loads(exported(crew, alice))["campaigns"][0]["closed"] is None


def test_what_nobody_foresaw_stops_an_import_and_it_can_be_taken_back(
    crew: Crew, alice: Player, small_pieces: None, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = table(crew, alice)
    services.confirm_import(import_id=job.pk, people={}, campaigns={})
    number = Import.objects.get().steps
    for _step in range(2):
        number = services.apply_step(import_id=job.pk, steps=number) or 0
    with monkeypatch.context() as spoilt:
        spoilt.setattr(import_steps, "_write_entries", broken)
        assert services.apply_step(import_id=job.pk, steps=number) is None
    job.refresh_from_db()
    assert (job.state, LogEntry.objects.count(), job.imported) == ("failed", 2, 2)
    page = signed_in(alice).get(reverse("import", args=(job.pk,))).text
    assert "Something unexpected in this file stopped the import halfway." in page
    assert "2 entries from this file are in the logbook." in page
    tasks.resume_imports()
    services.take_back_import(import_id=job.pk)
    job.refresh_from_db()
    assert finish(job).state == "taken-back"
    assert not LogEntry.objects.exists()
    assert not Guest.objects.exists()
    assert not Campaign.objects.exists()
    with pytest.raises(NothingToTakeBack):
        services.take_back_import(import_id=job.pk)


def test_an_import_that_stopped_at_its_first_step_is_taken_back(
    crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = table(crew, alice)
    with monkeypatch.context() as spoilt:
        spoilt.setattr(import_steps, "resolve", broken)
        assert confirm(job).state == "failed"
    services.take_back_import(import_id=job.pk)
    job.refresh_from_db()
    assert finish(job).state == "taken-back"


def test_what_stops_while_it_is_taken_back_is_taken_back_again(
    crew: Crew, alice: Player, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(table(crew, alice))
    for spoils in (True, False):
        services.take_back_import(import_id=job.pk)
        job.refresh_from_db()
        with monkeypatch.context() as spoilt:
            if spoils:
                spoilt.setattr(import_steps, "_recount_campaigns", broken)
            assert finish(job).state == ("failed" if spoils else "taken-back")
    assert not LogEntry.objects.exists()


def test_a_database_that_is_away_stops_nothing(crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    job = table(crew, alice)

    def away(*_arguments: object) -> None:
        raise OperationalError("the database is away")

    with monkeypatch.context() as spoilt:
        spoilt.setattr(import_steps, "_write_entries", away)
        with pytest.raises(OperationalError):
            confirm(job)
    job.refresh_from_db()
    assert job.state == "applying"
    assert finish(job).imported == 3


def test_an_unreadable_file_says_so_whatever_the_reason(
    crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_reader, "_validated_rows", broken)
    job = table(crew, alice)
    assert (job.state, job.fault) == ("refused", ["unforeseen-file", {}])
    assert import_page(job).refused == (
        "Something unexpected in this file stopped us from reading it. Nothing was imported."
    )


def test_a_club_that_stopped_half_way_is_taken_back(club: Club, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    crews = Crew.objects.count()
    job = bring_club(alice, CLUB)
    services.confirm_club(import_id=job.pk, me=KEY, crews={})
    job.refresh_from_db()
    with monkeypatch.context() as spoilt:
        spoilt.setattr(import_steps, "_write_entries", broken)
        assert finish(job).state == "failed"
    assert Crew.objects.count() == crews + 1
    services.take_back_import(import_id=job.pk)
    job.refresh_from_db()
    assert finish(job).state == "taken-back"
    assert (Crew.objects.count(), Club.objects.count(), LogEntry.objects.count()) == (crews, 1, 0)


def test_a_club_that_stopped_at_its_first_step_is_taken_back(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    job = bring_club(alice, CLUB)
    services.confirm_club(import_id=job.pk, me=KEY, crews={})
    job.refresh_from_db()
    with monkeypatch.context() as spoilt:
        spoilt.setattr(clubs, "_resolve", broken)
        assert finish(job).state == "failed"
    services.take_back_import(import_id=job.pk)
    job.refresh_from_db()
    assert finish(job).state == "taken-back"


def bring_club(by: Player, whole: dict[str, Any]) -> Import:
    file = SimpleUploadedFile("club.json", json.dumps(whole).encode())
    job = services.create_import(crew=None, by=by, file=file, name="club.json")
    services.read_import(import_id=job.pk)
    job.refresh_from_db()
    return job


# --- stored facts are exported again


@pytest.mark.parametrize(
    "more",
    [
        {"tables": [OWN["tables"][0] | {"reason": "\ud800"}]},
        {"tables": [OWN["tables"][0] | {"seats": [1]}, OWN["tables"][0] | {"any": float("nan")}]},
        {"people": [OWN["people"][0] | {"memberships": [1], "claims": [1]}]},
        {"people": [OWN["people"][0] | {"key": [1]}], "notes": [OWN["notes"][0] | {"kind": [1]}]},
        {"people": [OWN["people"][0] | {"name": "\ud800", "claimed_by": [1]}]},
        {"campaigns": [OWN["campaigns"][0] | {"name": "\ud800", "key": [1], "opened_by": [1]}]},
        {"crew": OWN["crew"] | {"unions": [1], "became": [1], "founded": "0001-01-01T00:00:00+14:00"}},
    ],
)
def test_nothing_that_comes_in_keeps_the_rest_from_going_out(
    more: dict[str, Any], crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    job = bring(crew, alice, json.dumps(OWN | more).encode())
    client = signed_in(alice)
    assert client.get(reverse("import", args=(job.pk,))).status_code == 200
    done = by_default(job)
    assert (done.state, done.imported) == ("done", 2)
    told = exported(crew, alice)
    assert json.loads(told.encode())["lines"]
    assert client.get(reverse("campaign", args=(Campaign.objects.get().pk,))).status_code == 200


def test_tables_that_are_not_as_they_should_be_are_counted(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    whole = OWN | {"tables": [*OWN["tables"], {"key": "no"}, 7]}
    job = bring(crew, alice, json.dumps(whole).encode())
    page = signed_in(alice).get(reverse("import", args=(job.pk,))).text
    assert "2 online tables aren’t valid and are skipped." in page
    by_default(job)
    assert ImportedExtra.objects.filter(kind="table").count() == 1


@pytest.mark.parametrize("seed", range(40))
def test_a_file_of_ours_comes_in_whole_or_not_at_all(seed: int, crew: Crew, alice: Player) -> None:
    chance, whole = Random(seed), copy.deepcopy(OWN)
    for _time in range(3):
        inside = [path for path in places(whole) if path not in (("format",), ("kind",))]
        whole = with_odd(whole, chance.choice(inside), chance.choice(ODD))
    done = by_default(bring(crew, alice, json.dumps(whole).encode()))
    assert done.state in ("done", "refused")
    assert (done.fault or [""])[0] != "unforeseen-file"
    json.loads(exported(crew, alice).encode())
    assert "".join(report_table(done)).encode()


# --- responses to uploads


@pytest.mark.parametrize("content", [b'{"format":' + b"9" * 5000 + b"}", b'{"plays":[' + b"9" * 5000 + b"]}"])
def test_a_number_of_thousands_of_digits_gets_its_sentence(
    content: bytes, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    file = SimpleUploadedFile("x.json", content)
    answer = signed_in(alice).post(reverse("import-new", args=(crew.slug,)), {"file": file})
    assert (answer.status_code, "This JSON file is neither" in answer.text) == (422, True)


def test_three_hundred_and_one_people_of_our_own_files_come_in(crew: Crew, alice: Player) -> None:
    people: list[dict[str, Any]] = [
        {"id": number, "key": str(UUID(int=number)), "name": f"P{number}"} for number in range(1, 502)
    ]
    lines = [
        LINE | {"key": str(UUID(int=1000 + one["id"])), "people": [{"person": one["id"]}], "changes": []}
        for one in people
    ]
    job = bring(crew, alice, json.dumps(OWN | {"people": people, "lines": lines}).encode())
    page = import_page(job)
    assert (job.state, len(page.people), page.people_left) == ("waiting", 400, 101)
    assert by_default(job).imported == 501
    assert Guest.objects.count() == 501
    again = bring(crew, alice, json.dumps(OWN | {"people": people, "lines": [lines[0] | {"key": KEY}]}).encode())
    assert confirm(again).imported == 1
    assert Guest.objects.count() == 501


def test_a_word_that_is_none_of_ours_is_not_found_and_does_nothing(
    crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    job = table(crew, alice)
    assert signed_in(alice).post(reverse("import-do", args=(job.pk, "banana"))).status_code == 404
    assert Import.objects.get().state == "waiting"


# --- repeated imports


def test_a_column_more_adds_nothing(crew: Crew, alice: Player) -> None:
    confirm(table(crew, alice))
    noted = "\n".join(line and f"{line},{'remark' if not at else 'x'}" for at, line in enumerate(ROWS.split("\n")))
    for content in (ROWS.replace("\n", ",\n"), noted):
        again = table(crew, alice, content)
        assert (again.good + again.doubtful, again.existing) == (0, 3)


def test_a_play_of_boardgamegeek_is_known_again_from_bg_stats(crew: Crew, alice: Player) -> None:
    confirm(bring(crew, alice, BGG.encode()))
    again = bring(crew, alice, bgstats([{"bggId": 101, "board": "Mission 7"}]))
    assert (again.good, again.existing) == (0, 1)


def test_a_play_that_was_sent_to_boardgamegeek_since_is_there(crew: Crew, alice: Player) -> None:
    confirm(bring(crew, alice, bgstats([{}])))
    again = bring(crew, alice, bgstats([{"bggId": 777}]))
    assert (again.good, again.existing) == (0, 1)


# --- closed campaigns


def test_nothing_is_written_into_a_closed_campaign(crew: Crew, alice: Player) -> None:
    campaign = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    job = table(crew, alice)
    chosen = {"planet-nine/": f"campaign:{campaign.pk}"}
    close_campaign(campaign_id=campaign.pk, by=alice)
    (asked,) = import_page(job).campaigns
    assert [option.value for option in asked.options] == ["new"]
    with pytest.raises(NoSuchChoice):
        confirm(job, campaigns=chosen)


def test_a_campaign_that_is_closed_meanwhile_gets_nothing_more(crew: Crew, alice: Player, small_pieces: None) -> None:
    campaign = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    job = table(crew, alice)
    services.confirm_import(import_id=job.pk, people={}, campaigns={"planet-nine/": f"campaign:{campaign.pk}"})
    number = Import.objects.get().steps
    for _step in range(2):
        number = services.apply_step(import_id=job.pk, steps=number) or 0
    close_campaign(campaign_id=campaign.pk, by=alice)
    job.refresh_from_db()
    done = finish(job)
    assert (done.state, done.imported, done.wrong, LogEntry.objects.count()) == ("done", 2, 1, 2)
    assert [line.sentence for line in import_page(done).wrong] == ["Its campaign has since been closed."]


def test_a_closed_campaign_of_the_file_is_recognized(crew: Crew, alice: Player) -> None:
    closed = OWN | {"campaigns": [OWN["campaigns"][0] | {"closed": "2024-06-01T19:00:00+00:00"}]}
    assert by_default(bring(crew, alice, json.dumps(closed).encode())).imported == 2
    assert by_default(bring(crew, alice, json.dumps(closed).encode())).existing == 2
    assert Campaign.objects.count() == 1
    more = closed | {"lines": [LINE | {"key": str(UUID(int=5))}]}
    assert by_default(bring(crew, alice, json.dumps(more).encode())).imported == 1
    assert Campaign.objects.get(pk=LogEntry.objects.get(key=UUID(int=5)).campaign_id).name == "Mondays"
    assert Campaign.objects.count() == 2
