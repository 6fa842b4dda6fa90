"""Imports: verdicts, choices, lost or repeated steps, and undoing."""

from __future__ import annotations

import io
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
from logbook.campaigns.services.campaigns import open_campaign, recompute_missions
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange import services, tasks
from logbook.exchange.exceptions import (
    ColumnsMissing,
    GameMissing,
    NoSuchChoice,
    NothingToTakeBack,
    NotWaiting,
    UnreadableFile,
)
from logbook.exchange.models import Import, ImportPiece
from logbook.exchange.services import import_reader
from logbook.lib import announcements
from logbook.people.models.players import Player
from tests.exchange.files import BGG, HEADER, bgstats, bring, confirm, finish, name_columns, zipped
from tests.exchange.imports_scenes import ROWS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_reader, "LINES_A_PIECE", 2)


def table(crew: Crew, by: Player, content: str = ROWS) -> Import:
    return name_columns(bring(crew, by, content.encode(), "rows.csv"))


def counts(job: Import) -> tuple[int, int, int, int]:
    return (job.good, job.doubtful, job.wrong, job.existing)


def boxes(crew: Crew) -> list[tuple[object, ...]]:
    rows = MissionLog.objects.filter(campaign__crew=crew).order_by("campaign", "mission")
    return list(rows.values_list("campaign", "mission", "won", "attempts", "distress", "score", "first_on", "last_on"))


# --- import


def test_a_table_of_ones_own_waits_for_its_columns_and_a_word(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, ROWS.encode(), "rows.csv")
    assert (job.state, job.kind, job.encoding) == ("columns", "table", "utf-8")
    job = name_columns(job)
    assert (job.state, counts(job)) == ("waiting", (1, 3, 1, 0))
    assert not LogEntry.objects.exists()
    assert [(ref, name, lines) for ref, name, lines, _key in job.findings["people"]] == [
        *(("alice", "Alice", 4), ("bob", "bob", 4), ("zoe", "Zoe", 3)),
    ]


def test_the_good_lines_are_brought_in_with_the_people_chosen(crew: Crew, alice: Player, bob: Player) -> None:
    done = confirm(table(crew, alice), {"alice": f"player:{alice.pk}", "bob": f"player:{bob.pk}"})
    assert (done.state, done.imported) == ("done", 4)
    campaign = Campaign.objects.get()
    assert (campaign.crew, campaign.game, campaign.in_order, campaign.opened_by) == (crew, "planet-nine", False, alice)
    lines = list(campaign.entries.order_by("pk"))
    assert [(line.mission, line.won, line.source) for line in lines] == [
        *(("1", True, "import"), ("2", False, "import"), ("2", False, "import"), ("2", True, "import")),
    ]
    zoe = Guest.objects.get()
    there = lines[0].attendances.order_by("pk")
    assert [(row.player, row.guest) for row in there] == [(alice, None), (bob, None), (None, zoe)]
    assert lines[0].logged_by == alice
    written = boxes(crew)
    recompute_missions(campaign.pk)
    assert boxes(crew) == written
    assert [row[1:6] for row in written] == [("1", True, 1, False, 1), ("2", True, 3, True, 4)]


def test_somebody_may_be_left_out_or_be_a_guest_of_before(crew: Crew, alice: Player) -> None:
    gus = Guest.objects.create(crew=crew, name="Gus")
    confirm(table(crew, alice), {"alice": "nobody", "bob": f"guest:{gus.pk}", "zoe": "nobody"})
    rows = Attendance.objects.filter(entry__mission="1").order_by("pk")
    assert [(row.player, row.guest) for row in rows] == [(None, None), (None, gus), (None, None)]
    assert Guest.objects.count() == 1


def test_two_names_may_be_one_person(crew: Crew, alice: Player) -> None:
    chosen = {"alice": f"player:{alice.pk}", "bob": f"player:{alice.pk}"}
    confirm(table(crew, alice), chosen)
    line = LogEntry.objects.filter(mission="2").latest("pk")
    assert [row.player for row in line.attendances.all()] == [alice]


def test_lines_may_go_into_a_campaign_of_before(crew: Crew, alice: Player) -> None:
    campaign = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    confirm(table(crew, alice), campaigns={"planet-nine/": f"campaign:{campaign.pk}"})
    assert Campaign.objects.get() == campaign
    assert campaign.entries.count() == 4


@pytest.mark.parametrize("kind", ["player", "guest", "campaign", "word"])
def test_only_ones_own_can_be_chosen(kind: str, crew: Crew, alice: Player, charlie: Player) -> None:
    other = Crew.objects.create(name="Borealis", slug="borealis")
    stranger = Guest.objects.create(crew=other, name="Gus")
    theirs = Campaign.objects.create(crew=other, game="planet-nine", name="Theirs")
    job = table(crew, alice)
    people = {"player": f"player:{charlie.pk}", "guest": f"guest:{stranger.pk}", "word": "whoever"}.get(kind, "new")
    campaign = f"campaign:{theirs.pk}" if kind == "campaign" else "new"
    with pytest.raises(NoSuchChoice):
        confirm(job, {"alice": people}, {"planet-nine/": campaign})
    assert Import.objects.get().state == "waiting"


def test_columns_that_are_missing_are_said(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, ROWS.encode())
    for columns in ({}, {"mission": 0, "date": 1}, {"mission": 0, "result": 2}):
        with pytest.raises(ColumnsMissing):
            services.set_columns(import_id=job.pk, columns=columns, game="planet-nine", day_order="")
    with pytest.raises(GameMissing):
        services.set_columns(import_id=job.pk, columns=job.plan["columns"], game="chess", day_order="")


def test_a_column_that_names_everything_a_person_is_refused_in_words(
    crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_reader, "MOST_PEOPLE", 2)
    job = table(crew, alice)
    assert (job.state, job.fault) == ("refused", ["too-many-people", {"most": 2}])


def test_a_file_with_too_many_lines_is_said(crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_reader, "MOST_ENTRIES", 3)
    assert counts(table(crew, alice)) == (1, 2, 1, 0)


# --- repeated imports


def test_the_same_file_twice_adds_nothing(crew: Crew, alice: Player) -> None:
    confirm(table(crew, alice))
    again = table(crew, alice)
    assert counts(again) == (0, 0, 1, 4)
    confirm(again)
    assert LogEntry.objects.count() == 4
    assert Campaign.objects.count() <= 2


def test_more_rows_on_top_are_all_that_is_new(crew: Crew, alice: Player) -> None:
    confirm(table(crew, alice))
    longer = ROWS.replace("note\n", "note\n9,2024-03-09,won,no,4,Alice; Bob; Gus; Zoe,\n", 1)
    again = table(crew, alice, longer)
    assert counts(again) == (1, 0, 1, 4)


def test_two_at_once_bring_each_line_once(crew: Crew, alice: Player, bob: Player, small_pieces: None) -> None:
    first, second = table(crew, alice), table(crew, bob)
    campaign = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    chosen = {"planet-nine/": f"campaign:{campaign.pk}"}
    for job in (first, second):
        services.confirm_import(import_id=job.pk, people={}, campaigns=chosen)
    numbers: dict[int, int | None] = dict(Import.objects.values_list("pk", "steps"))
    while any(number is not None for number in numbers.values()):
        for pk, number in numbers.items():
            if number is not None:
                numbers[pk] = services.apply_step(import_id=pk, steps=number)
    assert LogEntry.objects.count() == 4
    assert sorted(Import.objects.values_list("imported", "existing")) == [(0, 4), (4, 0)]


def test_another_crew_has_lines_of_its_own(crew: Crew, alice: Player, bob: Player) -> None:
    confirm(table(crew, alice))
    other = Crew.objects.create(name="Borealis", slug="borealis")
    assert counts(table(other, bob))[3] == 0


# --- lost, late or repeated steps


def test_a_step_that_dies_leaves_nothing_and_is_done_again(
    crew: Crew, alice: Player, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = table(crew, alice)
    services.confirm_import(import_id=job.pk, people={}, campaigns={})
    number = Import.objects.get().steps
    for _step in range(2):
        number = services.apply_step(import_id=job.pk, steps=number) or 0
    before = (LogEntry.objects.count(), Import.objects.get().position)
    with monkeypatch.context() as dying:
        dying.setattr(ImportPiece, "save", _die)
        with pytest.raises(KeyboardInterrupt):
            services.apply_step(import_id=job.pk, steps=number)
    assert (LogEntry.objects.count(), Import.objects.get().position) == before == (2, 2)
    assert services.apply_step(import_id=job.pk, steps=number - 1) is None
    assert (LogEntry.objects.count(), Import.objects.get().position) == before
    job.refresh_from_db()
    assert finish(job).imported == LogEntry.objects.count() == 4


def _die(*_arguments: object, **_named: object) -> None:
    raise KeyboardInterrupt


def test_the_sweep_goes_on_where_a_worker_died(
    crew: Crew, alice: Player, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = table(crew, alice)
    services.confirm_import(import_id=job.pk, people={}, campaigns={})
    number = Import.objects.get().steps
    services.apply_step(import_id=job.pk, steps=number)
    tasks.resume_imports()
    assert Import.objects.get().state == "applying"
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        tasks.resume_imports()
    assert (Import.objects.get().state, LogEntry.objects.count()) == ("done", 4)


def test_a_reader_that_died_is_followed_by_another(crew: Crew, alice: Player, small_pieces: None) -> None:
    job = bring(crew, alice, ROWS.encode())
    services.set_columns(import_id=job.pk, columns=job.plan["columns"], game="planet-nine", day_order="")
    ImportPiece.objects.create(job=job, number=1, reads=[["half of what the first had read"]])
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        tasks.resume_imports()
    job.refresh_from_db()
    assert (job.state, counts(job), job.pieces_total) == ("waiting", (1, 3, 1, 0), 3)


def test_a_reader_that_was_overtaken_writes_nothing_more(
    crew: Crew, alice: Player, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = bring(crew, alice, ROWS.encode())
    services.set_columns(import_id=job.pk, columns=job.plan["columns"], game="planet-nine", day_order="")
    judged = import_reader._validated_rows

    def overtaken(*arguments: object) -> list[list[object]]:
        monkeypatch.setattr(import_reader, "_validated_rows", judged)
        services.read_import(import_id=job.pk)
        return judged(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(import_reader, "_validated_rows", overtaken)
    services.read_import(import_id=job.pk)
    job.refresh_from_db()
    assert (job.state, counts(job), ImportPiece.objects.count()) == ("waiting", (1, 3, 1, 0), 3)


def test_a_word_is_said_once(crew: Crew, alice: Player) -> None:
    job = table(crew, alice)
    confirm(job)
    with pytest.raises(NotWaiting):
        confirm(job)
    with pytest.raises(NotWaiting):
        services.discard_import(import_id=job.pk)


# --- undo


def test_an_import_is_taken_back_as_a_whole(crew: Crew, alice: Player, bob: Player, small_pieces: None) -> None:
    mondays = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    kept = LogEntry.objects.create(campaign=mondays, mission="1", won=True, played_on="2024-01-01", key=uuid4())
    recompute_missions(mondays.pk)
    before = boxes(crew)
    job = confirm(table(crew, alice), campaigns={"planet-nine/": f"campaign:{mondays.pk}"})
    assert boxes(crew) != before
    services.take_back_import(import_id=job.pk)
    job.refresh_from_db()
    assert finish(job).state == "taken-back"
    assert (list(LogEntry.objects.all()), boxes(crew)) == ([kept], before)
    assert not Guest.objects.exists()
    with pytest.raises(NothingToTakeBack):
        services.take_back_import(import_id=job.pk)
    assert counts(table(crew, alice)) == (1, 3, 1, 0)


def test_a_campaign_it_made_goes_with_it_unless_others_use_it(crew: Crew, alice: Player) -> None:
    job = confirm(table(crew, alice))
    campaign = Campaign.objects.get()
    LogEntry.objects.create(campaign=campaign, mission="5", won=True, played_on="2024-01-01")
    services.take_back_import(import_id=job.pk)
    job.refresh_from_db()
    finish(job)
    assert [line.mission for line in campaign.entries.all()] == ["5"]
    assert [row[1] for row in boxes(crew)] == ["5"]


# --- refused files


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This isn’t a text file. We read JSON, CSV and XML, on their own or inside a ZIP."),
        (b'{"a": 1}', "This JSON file is neither one of our exports nor one from BG Stats."),
        (
            b'{"format":"crewsite-export/1","kind":"club"}',
            "This is a club export. Import it from your list of clubs.",
        ),
        (zipped({"a": b"1", "b": b"2"}), "A ZIP can contain only one file, but this one has 2."),
    ],
)
def test_what_is_no_logbook_is_refused_and_not_kept(content: bytes, sentence: str, crew: Crew, alice: Player) -> None:
    with pytest.raises(UnreadableFile) as refused:
        services.create_import(crew=crew, by=alice, file=io.BytesIO(content), name="x")
    assert (str(refused.value), refused.value.status) == (sentence, 422)
    assert not Import.objects.exists()


# --- other tools


def test_bg_stats_comes_in(crew: Crew, alice: Player) -> None:
    plays = [{"uuid": str(number), "board": f"Mission {number}"} for number in (1, 2, 60)]
    done = confirm(bring(crew, alice, zipped({"export.bgsplay": bgstats(plays)})), {"ana": f"player:{alice.pk}"})
    assert (done.kind, done.imported, done.wrong) == ("bgstats", 2, 1)
    assert counts(bring(crew, alice, bgstats(plays)))[3] == 2
    assert list(Guest.objects.values_list("name", flat=True)) == ["Ben"]


def test_boardgamegeek_comes_in(crew: Crew, alice: Player) -> None:
    done = confirm(bring(crew, alice, BGG.encode()))
    line = LogEntry.objects.get()
    assert (done.kind, line.campaign.game, line.mission, line.distress) == ("bgg", "deep-sea", "7", True)


def test_a_file_without_our_games_says_so(crew: Crew, alice: Player) -> None:
    job = bring(crew, alice, bgstats([{"gameRefId": 8}]))
    assert (job.state, job.fault) == ("refused", ["nothing", {}])


# --- deletion


def test_files_are_forgotten_after_a_week_and_can_still_be_taken_back(crew: Crew, alice: Player) -> None:
    done, waiting = confirm(table(crew, alice)), table(crew, alice, HEADER + "9,2024-03-01,won,,4,,\n")
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        tasks.resume_imports()
        assert not Import.objects.filter(pk=waiting.pk).exists()
        done.refresh_from_db()
        assert (done.is_forgotten, done.findings) == (True, {})
        assert not [row for piece in done.pieces.all() for row in piece.reads]
        services.take_back_import(import_id=done.pk)
        done.refresh_from_db()
        finish(done)
    assert not LogEntry.objects.exists()
