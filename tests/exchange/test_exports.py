"""Exports, and imports without loss: export, import into an empty site, export again, equal."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
from logbook.campaigns.services.campaigns import open_campaign
from logbook.campaigns.services.entries import Attendee, EntryData
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest
from logbook.crews.services.guests import ensure_guest
from logbook.exchange import services
from logbook.exchange.selectors.imports import import_page
from logbook.leaderboards.models.results import Result
from logbook.lib import announcements
from logbook.lib.names import plain
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from tests.exchange.files import bring, finish
from tests.exchange.scenes import another_site, as_table, by_default, everything, exported, founded, line_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


@pytest.fixture
def logbook(crew: Crew, alice: Player, bob: Player, charlie: Player) -> Crew:
    return everything(crew, alice, bob, charlie)


# --- export


def test_an_export_is_json_and_the_same_each_time(logbook: Crew, alice: Player) -> None:
    text = exported(logbook, alice)
    whole = json.loads(text)
    assert exported(logbook, alice) == text
    assert (whole["format"], whole["kind"], whole["crew"]["name"]) == ("crewsite-export/1", "crew", "Aurora")
    assert [len(whole[name]) for name in ("people", "campaigns", "tables", "lines")] == [7, 2, 1, 14]
    line = next(line for line in whole["lines"] if line["changes"])
    assert [change["by"] for change in line["changes"]] == [
        next(one["id"] for one in whole["people"] if one["name"] == name) for name in ("Bob", "Alice")
    ]
    assert {one["kind"] for one in whole["people"]} == {"member", "guest", "visitor"}
    assert sum(line["removed_at"] is not None for line in whole["lines"]) == 1


def test_no_mail_address_no_number_and_no_sealed_seed_goes_out(logbook: Crew, alice: Player) -> None:
    text = exported(logbook, alice)
    table = Table.objects.get()
    assert "@example.org" not in text
    won = f"{table.base_seed}/2"
    assert f'"{table.base_seed}/1"' not in text
    assert text.count(won) == 1
    Table.objects.update(state="playing")
    Attempt.objects.update(state="failure")
    assert table.base_seed not in exported(logbook, alice)


def test_reasons_go_to_those_who_may_see_the_cards(logbook: Crew, alice: Player, olga: Player) -> None:
    Attempt.objects.update(state="failure")
    assert '"reason":"why"' in exported(logbook, alice)
    assert '"reason"' not in exported(logbook, olga)


def test_no_key_tells_a_number(logbook: Crew) -> None:
    assert (
        site_identity.export_key("player", 1)
        != site_identity.export_key("guest", 1)
        != site_identity.export_key("player", 2)
    )
    assert site_identity.export_key("player", 1) == site_identity.export_key("player", 1)


# --- import


def test_export_import_into_an_empty_site_export_again_is_equal(
    logbook: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    before = exported(logbook, alice)
    boxes = _boxes()
    alice.user.delete()  # type: ignore[union-attr]
    another_site(monkeypatch, settings)
    crew, ana = founded("Aurora", "Alice")
    done = by_default(bring(crew, ana, before.encode(), "aurora.json"))
    assert (done.state, done.imported, done.wrong, done.doubtful) == ("done", 14, 0, 0)
    assert exported(crew, ana) == before
    assert (
        list(MissionLog.objects.order_by("game", "mission").values_list("game", "mission", "score", "last_on")) == boxes
    )
    assert not Table.objects.exists()
    assert not Result.objects.exists()


def test_everything_again_adds_nothing_and_changes_nothing(logbook: Crew, alice: Player) -> None:
    before = exported(logbook, alice)
    again = by_default(bring(logbook, alice, before.encode()))
    assert (again.imported, again.existing) == (0, 14)
    assert exported(logbook, alice) == before
    assert Campaign.objects.filter(crew=logbook).count() == 2


def test_an_import_into_another_crew_leaves_the_history_in_both(logbook: Crew, alice: Player, bob: Player) -> None:
    before = json.loads(exported(logbook, alice))
    crew, _ = founded("Borealis", "Dora")
    CrewMember.objects.create(crew=crew, player=bob)
    done = by_default(bring(crew, bob, json.dumps(before).encode()))
    assert done.imported == 14
    after = json.loads(exported(crew, bob))
    assert [line["key"] for line in after["lines"]] == [line["key"] for line in before["lines"]]
    assert LogEntry.objects.filter(campaign__crew=crew, attendances__player=bob).exists()
    assert not LogEntry.objects.filter(campaign__crew=crew, attendances__player=alice).exists()


def test_taking_it_back_leaves_what_was_there(logbook: Crew, alice: Player, bob: Player) -> None:
    text = exported(logbook, alice)
    crew, dora = founded("Borealis", "Dora")
    empty = exported(crew, dora)
    done = by_default(bring(crew, dora, text.encode()))
    services.take_back_import(import_id=done.pk)
    done.refresh_from_db()
    finish(done)
    assert exported(crew, dora) == empty


def test_whoever_takes_their_name_away_is_nobody_in_the_next_export(logbook: Crew, alice: Player) -> None:
    Attendance.objects.filter(player=alice).update(player=None)
    whole = json.loads(exported(logbook, alice))
    mine = next(one["id"] for one in whole["people"] if one["name"] == "Alice")
    assert not [one for line in whole["lines"] for one in line["people"] if one["person"] == mine]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"mission": "73"}, "mission"),
        ({"mission": 4}, "line-shape"),
        ({"played_on": "2024-02-30"}, "day-impossible"),
        ({"won": "yes"}, "line-shape"),
        ({"players": 9}, "line-shape"),
        ({"campaign": 9}, "campaign-unknown"),
        ({"people": [{"person": 99}]}, "person-unknown"),
        ({"people": [{}] * 6}, "crowd"),
        ({"key": "7"}, "key"),
        ({"source": "dreamt"}, "line-shape"),
        ({"logged_at": "noon"}, "moment"),
        ({"logged_at": "2024-01-01T10:00:00"}, "moment"),
        ({"logged_at": "0001-01-01T00:00:00+14:00"}, "moment"),
        ({"removed_at": "9999-12-31T23:59:59-14:00"}, "moment"),
        ({"note": "half of \ud800"}, "no-letters"),
        ({"note": "a zero \0"}, "no-letters"),
        ({"minutes": 10**30}, "line-shape"),
        ({"people": [{"person": [1]}]}, "person-unknown"),
        ({"changes": [7]}, "line-shape"),
        ({"note": None}, "line-shape"),
    ],
)
def test_what_was_spoilt_by_hand_is_named(change: dict[str, Any], code: str, logbook: Crew, alice: Player) -> None:
    whole = json.loads(exported(logbook, alice))
    whole["lines"][4] |= change
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, json.dumps(whole).encode())
    assert (job.good, job.wrong) == (13, 1)
    (wrong,) = import_page(job).wrong
    assert wrong.row == 5
    assert job.pieces.get().reads[4][2][0] == code


def test_a_half_written_export_gives_what_it_has(logbook: Crew, alice: Player) -> None:
    text = exported(logbook, alice)
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, text[: int(len(text) * 0.8)].encode())
    assert job.state == "waiting"
    assert 0 < job.good < 14
    assert [line.sentence for line in import_page(job).wrong] == [
        "The file breaks off in the middle: it wasn’t saved or copied completely."
    ]


def test_what_is_strange_in_a_file_of_ours_harms_nobody(crew: Crew, alice: Player) -> None:
    whole = {
        "format": "crewsite-export/1",
        "kind": "crew",
        "crew": {"key": "x", "name": 7},
        "people": [{"id": 1, "name": None, "key": 7, "memberships": "all"}, {"id": 2, "name": "=Eve", "claimed_by": 1}],
        "campaigns": [{"id": 1, "game": "chess", "name": "x"}, {"id": 2, "game": "deep-sea", "opened": "never"}],
        "tables": [7, {"key": "no"}],
        "lines": [{"campaign": 1}, {"campaign": 2}, "line", None],
    }
    done = by_default(bring(crew, alice, json.dumps(whole).encode()))
    assert (done.state, done.imported, done.wrong) == ("done", 0, 4)
    json.loads(exported(crew, alice))


# --- CSV


@pytest.mark.parametrize(
    ("language", "delimiter", "start"),
    [("en", ",", ("campaign", "game", "mission", "result")), ("fr", ";", ("campagne", "jeu", "mission", "résultat"))],
)
def test_the_table_reads_back_as_it_was(
    language: str, delimiter: str, start: tuple[str, ...], logbook: Crew, alice: Player
) -> None:
    text = as_table(logbook, language)
    rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=delimiter))
    assert tuple(rows[0][:4]) == start
    assert {row[3] for row in rows[1:]} == ({"won", "failed"} if language == "en" else {"gagné", "perdu"})
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]
    crew, dora = founded("Borealis", "Dora")
    job = bring(crew, dora, text.encode())
    assert (job.state, job.good + job.doubtful, job.wrong) == ("waiting", 13, 0)
    by_default(job)
    kept = ("mission", "won", "distress", "players", "played_on", "minutes", "key")
    here = LogEntry.objects.filter(campaign__crew=crew).order_by("key").values_list(*kept)
    assert list(here) == list(
        LogEntry.objects.filter(campaign__crew=logbook, removed_at=None).order_by("key").values_list(*kept)
    )
    assert bring(logbook, alice, text.encode()).existing == 13


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)


@settings(
    max_examples=15,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(notes=st.lists(WORDS, min_size=1, max_size=4), names=st.lists(WORDS, max_size=3))
def test_any_words_go_out_and_come_back(notes: list[str], names: list[str], crew: Crew, alice: Player) -> None:
    for model in (Campaign, Guest):
        model.objects.all().delete()
    Crew.objects.exclude(pk=crew.pk).delete()
    campaign = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    folded = {" ".join(name.split()).casefold(): name for name in map(plain, names) if name}
    there = [Attendee(guest=ensure_guest(crew=crew, name=name)) for name in folded.values()]
    for note in notes:
        said = EntryData(mission="1", won=False, played_on=date(2024, 1, 1), note=note, attendance=tuple(there))
        line_of(campaign, said)
    other = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=other, player=alice)
    by_default(bring(other, alice, exported(crew, alice).encode()))
    before, after = json.loads(exported(crew, alice)), json.loads(exported(other, alice))
    assert _with_names(after) == _with_names(before)


def _boxes() -> list[Any]:
    rows = MissionLog.objects.order_by("game", "mission")
    return list(rows.values_list("game", "mission", "score", "last_on"))


def _with_names(whole: dict[str, Any]) -> list[Any]:
    names = {one["id"]: one["name"] for one in whole["people"]}
    told = [line | {"people": [names.get(one["person"]) for one in line["people"]]} for line in whole["lines"]]
    # On the original site, the import is a copy.
    return [{name: value for name, value in line.items() if name != "copied"} for line in told]
