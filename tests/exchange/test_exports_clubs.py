"""Exports of clubs with their crews, and their imports: records of what only another site can certify."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from logbook.campaigns.models import LogEntry
from logbook.challenges.models.challenges import Challenge, Stage, Standing
from logbook.clubs.models import Club, ClubCrew, ClubMember, News
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange import services, tasks
from logbook.exchange.access.files import reader_of
from logbook.exchange.models import ClubRecord, Import
from logbook.exchange.selectors.club_imports import club_import
from logbook.exchange.selectors.imports import import_page, report_table
from logbook.exchange.services import clubs, import_reader
from logbook.leaderboards.models.results import Result
from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding
from logbook.seasons.models.seasons import Season, Series
from tests.conftest import SignedIn, person
from tests.exchange.exports_clubs_scenes import bring, exported
from tests.exchange.files import finish
from tests.exchange.scenes import another_site, everything

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SAID = datetime(2025, 3, 3, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


@pytest.fixture
def whole_club(club: Club, crew: Crew, alice: Player, bob: Player, charlie: Player) -> Club:
    """A club with a complete crew, another crew of a stranger, news, a season and two challenges."""
    everything(crew, alice, bob, charlie)
    Crew.objects.filter(pk=crew.pk).update(became=None, became_at=None)
    theirs = Crew.objects.create(name="Borealis", slug="borealis")
    ClubCrew.objects.create(club=club, crew=theirs)
    News.objects.create(club=club, title="Welcome", text="Sit <down>.", author=alice, written_at=SAID)
    season = Season.objects.create(club=club, name="Spring", starts_on=date(2025, 3, 1), ends_on=date(2025, 5, 31))
    series = Series.objects.create(
        season=season, title="Mondays", weekday=0, hour=20, time_zone="UTC", window_hours=48,
        game="planet-nine", rotation=[["4"]], players=4,
    )  # fmt: skip
    SeasonStanding.objects.create(season=season, crew=theirs, rank=1, total=61.5, wins=1, best=61.5, played=1)
    for number, state in enumerate(("closed", "open")):
        challenge = Challenge.objects.create(
            club=club, title=f"Week {number}", players=4, state=state, opens_at=SAID + timedelta(days=7 * number),
            closes_at=SAID + timedelta(days=7 * number + 2), series=series, occurrence=number, commitment="c" * 64,
        )  # fmt: skip
        Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="4")
        for rank, one in enumerate((theirs, crew), start=1):
            Standing.objects.create(
                challenge=challenge, crew=one, rank=rank, stages_won=1, score=rank, attempts=rank, distress=0
            )
    return club


def confirm(job: Import, me: str | None = None, crews: dict[str, str] | None = None) -> Import:
    page = club_import(job)
    chosen = next((one.key for one in page.members if one.chosen), "") if me is None else me
    services.confirm_club(import_id=job.pk, me=chosen, crews=crews or {})
    job.refresh_from_db()
    return finish(job)


def empty_site(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    Club.objects.all().delete()
    for player in Player.objects.exclude(user=None):
        assert player.user
        player.user.delete()
    another_site(monkeypatch, settings)


# --- export


def test_a_club_goes_out_as_its_reader_may_see_it(club: Club, alice: Player, olga: Player) -> None:
    whole = json.loads(exported(club, olga))
    assert sorted((one["name"], one["role"]) for one in whole["members"]) == [
        *(("Alice", "owner"), ("Bob", "member"), ("Olga", "organizer")),
    ]
    assert [(one["name"], one["logbook"]) for one in whole["crews"]] == [("Aurora", False)]
    assert whole["people"] == whole["lines"] == []
    assert [one["logbook"] for one in json.loads(exported(club, alice))["crews"]] == [True]


def test_only_ones_own_crews_bring_their_logbook_along(whole_club: Club, alice: Player) -> None:
    whole = json.loads(exported(whole_club, alice))
    assert {one["name"]: one["logbook"] for one in whole["crews"]} == {"Aurora": True, "Borealis": False}
    (number,) = {line["crew"] for line in whole["lines"]}
    assert next(one["id"] for one in whole["crews"] if one["name"] == "Aurora") == number
    assert len(whole["lines"]) == 14
    assert "@example.org" not in json.dumps(whole)
    standings = {one["title"]: [row["name"] for row in one["standings"]] for one in whole["challenges"]}
    assert standings == {"Week 0": ["Borealis", "Aurora"], "Week 1": ["Aurora"]}


# --- import


@pytest.mark.parametrize("name", ["Alice", "Olga"])
def test_club_export_import_into_an_empty_site_export_again_is_equal(
    name: str, whole_club: Club, crew: Crew, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    who = Player.objects.get(name=name)
    before = exported(whole_club, who)
    empty_site(monkeypatch, settings)
    who = person(name)
    done = confirm(bring(who, before.encode()))
    assert (done.state, done.wrong, done.doubtful) == ("done", 0, 0)
    club = Club.objects.get()
    assert exported(club, who) == before
    assert [(one.player, one.role) for one in club.members.all()] == [(who, "owner")]


def test_a_result_certified_elsewhere_is_a_record_on_no_board(
    whole_club: Club, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Any, signed_in: SignedIn
) -> None:
    before = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    ana = person("Alice")
    confirm(bring(ana, before.encode()))
    for model in (Challenge, Season, Series, Standing, SeasonStanding, DuplicateScore, Result, News):
        assert not model.objects.exists()
    club = Club.objects.get()
    client = signed_in(ana)
    text = client.get(reverse("club-before", args=(club.slug,))).text
    assert all(word in text for word in ("Week 0", "Borealis", "Spring", "61.5", "Sit &lt;down&gt;.", "Olga"))
    assert reverse("club-before", args=(club.slug,)) in client.get(reverse("club", args=(club.slug,))).text
    # The crew exists; everyone except the importer is a guest who can claim their history.
    crew = Crew.objects.get()
    assert [one.player for one in crew.members.all()] == [ana]
    assert {"Bob", "Gus"} <= set(Guest.objects.values_list("name", flat=True))
    assert LogEntry.objects.filter(campaign__crew=crew, attendances__player=ana).exists()


def test_a_club_that_came_in_twice_is_there_once(
    whole_club: Club, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    before = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    ana = person("Alice")
    confirm(bring(ana, before.encode()))
    counts = [model.objects.count() for model in (Club, Crew, LogEntry, ClubRecord, Guest)]
    again = bring(ana, before.encode())
    assert (again.good, again.doubtful, again.wrong) == (0, 0, 0)
    assert club_import(again).here == Club.objects.get()
    assert confirm(again).imported == 0
    assert [model.objects.count() for model in (Club, Crew, LogEntry, ClubRecord, Guest)] == counts
    assert exported(Club.objects.get(), ana) == before


def test_the_clubs_own_file_adds_nothing_to_it(whole_club: Club, alice: Player) -> None:
    before = exported(whole_club, alice)
    done = confirm(bring(alice, before.encode()))
    assert (done.imported, Club.objects.count(), LogEntry.objects.filter(campaign__crew__slug="aurora").count()) == (
        0,
        1,
        14,
    )
    assert exported(whole_club, alice) == before


def test_who_does_not_run_the_club_makes_another(whole_club: Club, alice: Player, bob: Player) -> None:
    before = exported(whole_club, bob)
    done = confirm(bring(bob, before.encode()))
    assert done.club not in (None, whole_club)
    assert [(one.player, one.role) for one in done.club.members.all()] == [(bob, "owner")]
    assert whole_club.members.get(player=bob).role == "member"
    # The crew is Bob's too and exists already: its entries are not duplicated.
    assert Crew.objects.filter(name="Aurora").count() == 1


def test_crews_can_be_left_out(whole_club: Club, alice: Player, monkeypatch: Any, settings: Any) -> None:
    before = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    job = bring(person("Alice"), before.encode())
    (row,) = club_import(job).crews
    confirm(job, crews={str(row.job.pk): "leave"})
    assert not Crew.objects.exists()
    assert Club.objects.exists()


def test_it_is_taken_back_as_a_whole(whole_club: Club, alice: Player, monkeypatch: Any, settings: Any) -> None:
    before = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    ana = person("Alice")
    done = confirm(bring(ana, before.encode()))
    services.take_back_import(import_id=done.pk)
    done.refresh_from_db()
    assert finish(done).state == "taken-back"
    for model in (Club, Crew, LogEntry, ClubRecord, Guest):
        assert not model.objects.exists()
    assert confirm(bring(ana, before.encode())).imported == done.imported


def test_a_club_that_others_joined_since_stays(
    whole_club: Club, alice: Player, monkeypatch: Any, settings: Any
) -> None:
    before = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    done = confirm(bring(person("Alice"), before.encode()))
    ClubMember.objects.create(club=Club.objects.get(), player=person("Zoe"))
    services.take_back_import(import_id=done.pk)
    done.refresh_from_db()
    finish(done)
    assert Club.objects.count() == 1
    assert not LogEntry.objects.exists()


# --- steps, faults, pages


def test_steps_that_die_are_done_again_and_the_sweep_goes_on(
    whole_club: Club, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    import time_machine
    from django.utils import timezone

    monkeypatch.setattr(import_reader, "LINES_A_PIECE", 4)
    monkeypatch.setattr(clubs, "RECORDS_A_PIECE", 3)
    before = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    ana = person("Alice")
    job = bring(ana, before.encode())
    me = next(one.key for one in club_import(job).members if one.chosen)
    services.confirm_club(import_id=job.pk, me=me, crews={})
    number = Import.objects.get(pk=job.pk).steps
    for _step in range(6):
        number = services.apply_step(import_id=job.pk, steps=number) or 0
        assert services.apply_step(import_id=job.pk, steps=number - 1) is None
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        tasks.resume_imports()
    job.refresh_from_db()
    assert job.state == "done"
    assert exported(Club.objects.get(), ana) == before


def test_a_reader_that_is_begun_again_doubles_nothing(whole_club: Club, alice: Player) -> None:
    job = bring(alice, exported(whole_club, alice).encode())
    counts = (job.existing, job.children.count(), job.pieces.count())
    Import.objects.filter(pk=job.pk).update(state="reading")
    services.read_import(import_id=job.pk)
    job.refresh_from_db()
    assert (job.existing, job.children.count(), job.pieces.count()) == counts


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("members", 0, "key"), "7", "“7” isn’t a valid key."),
        (("members", 0, "joined"), "noon", "“joined” is missing or invalid."),
        (("news", 0, "text"), 7, "“text” is missing or invalid."),
        (("seasons", 0, "starts_on"), "2025-02-30", "“starts_on” is missing or invalid."),
        (("challenges", 0, "standings"), ["x"], "“standings” is missing or invalid."),
        (("challenges", 0, "title"), "", "“title” is missing or invalid."),
        (("lines", 0, "mission"), "x9", "“x9” isn’t a mission number."),
    ],
)
def test_what_is_wrong_in_a_clubs_file_is_named(
    path: tuple[str, int, str],
    value: Any,
    sentence: str,
    whole_club: Club,
    alice: Player,
    monkeypatch: Any,
    settings: Any,
) -> None:
    whole = json.loads(exported(whole_club, alice))
    empty_site(monkeypatch, settings)
    name, place, member = path
    whole[name][place][member] = value
    job = bring(person("Alice"), json.dumps(whole).encode())
    (wrong,) = import_page(job).wrong
    assert (wrong.sentence, job.wrong) == (sentence, 1)
    assert sentence in "".join(report_table(job))
    assert confirm(job).state == "done"


def test_a_half_written_club_says_so(whole_club: Club, alice: Player, monkeypatch: Any, settings: Any) -> None:
    text = exported(whole_club, alice)
    empty_site(monkeypatch, settings)
    job = bring(person("Alice"), text[: int(len(text) * 0.8)].encode())
    assert "The file breaks off in the middle: it wasn’t saved or copied completely." in [
        one.sentence for one in import_page(job).wrong
    ]
    assert job.good > 0


def test_only_who_brought_a_club_sees_its_file(
    whole_club: Club, alice: Player, bob: Player, signed_in: SignedIn, django_capture_on_commit_callbacks: type
) -> None:
    text = exported(whole_club, alice).encode()
    client = signed_in(alice)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("club-files"), {"file": SimpleUploadedFile("club.json", text)})
    job = Import.objects.get(kind="club")
    assert answer.headers["Location"] == reverse("import", args=(job.pk,))
    page = client.get(answer.headers["Location"]).text
    assert "This is Night Watch, a club you run here" in page
    for address in (answer.headers["Location"], reverse("import-report", args=(job.pk,))):
        assert signed_in(bob).get(address).status_code == 404
    child = job.children.get()
    assert client.get(reverse("import", args=(child.pk,))).status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("import-do", args=(job.pk, "confirm")), {f"crew-{child.pk}": "on", "me": ""})
    assert "Records from the other site" in client.get(answer.headers["Location"]).text
    assert client.post(reverse("import-do", args=(job.pk, "confirm"))).status_code == 409


def test_each_kind_of_file_has_its_own_door(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    client: Client = signed_in(alice)
    wrong = b'{"format":"crewsite-export/1","kind":"crew"}'
    answer = client.post(reverse("club-files"), {"file": SimpleUploadedFile("x.json", wrong)})
    assert (answer.status_code, "This isn’t a club export." in answer.text) == (422, True)
    assert client.post(reverse("club-files"), {}).status_code == 422


def test_the_clubs_zip_holds_the_tables_of_ones_own_crews(
    whole_club: Club, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    import io
    import zipfile

    address = reverse("club-zip", args=(whole_club.slug,))
    with zipfile.ZipFile(io.BytesIO(b"".join(signed_in(alice).get(address)))) as archive:
        names = archive.namelist()
    assert (names[0], len(names), names[1].startswith("lines/")) == ("everything.json", 2, True)
    with zipfile.ZipFile(io.BytesIO(b"".join(signed_in(olga).get(address)))) as archive:
        assert archive.namelist() == ["everything.json"]


def test_a_member_reads_of_the_club_what_membership_allows(
    club: Club, crew: Crew, running: Challenge, alice: Player, charlie: Player
) -> None:
    reader, stranger = reader_of(alice, club), reader_of(charlie, club)
    assert (reader.is_member, reader.own, reader.may_read(running)) == (True, frozenset({crew.pk}), False)
    assert (stranger.is_member, crew.pk in stranger.own, stranger.may_read(running)) == (False, False, False)
    Challenge.objects.filter(pk=running.pk).update(state=Challenge.State.CLOSED)
    running.refresh_from_db()
    assert reader.may_read(running)
