"""Campaign of races: its seven scenarios, logged by hand and by the table, with points and winners."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from logbook.campaigns.exceptions import ImpossibleEntry
from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
from logbook.campaigns.selectors.races import race_log
from logbook.campaigns.selectors.statistics import statistics_of
from logbook.campaigns.services import auto_log, campaigns, copies, entry_form
from logbook.campaigns.services import entries as entry_services
from logbook.campaigns.services.entry_form import EntryForm
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.leaderboards.models.strengths import Strength
from logbook.leaderboards.services import strengths
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import tables
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn
from tests.exchange.files import bring
from tests.exchange.scenes import another_site, by_default, exported, founded
from tests.races.ended_races import BOT, race_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="deep-blue", name="Treasure")


@pytest.fixture
def free(crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="deep-blue", name="Any order", in_order=False)


def told(campaign: Campaign) -> list[tuple[str, int, int | None, str, str]]:
    """Boxes with races: title, number of races, most points, their player, and the winners."""
    boxes = race_log(campaign).boxes
    return [(box.title, box.races, box.best, box.best_by, box.won_by) for box in boxes if box.races]


Log = Callable[..., LogEntry]


@pytest.fixture
def log(campaign: Campaign, alice: Player, bob: Player) -> Log:
    """Log a race by hand, with these points."""

    def write(mission: str = "troubled-waters", points: dict[Player, int] | None = None, **wishes: object) -> LogEntry:
        told = {f"p{player.pk}": own for player, own in (points or {}).items()}
        form = EntryForm(
            mission=mission,
            won=True,
            played_on=timezone.localdate(),
            present=tuple(told) or (f"p{alice.pk}", f"p{bob.pk}"),
            points=told,
            **wishes,  # type: ignore[arg-type]
        )
        return entry_form.add_entry_from_form(campaign=campaign, by=alice, key=uuid4(), form=form)

    return write


def online(campaign: Campaign, alice: Player, bob: Player, *, winners: list[int] | None = None) -> Attempt:
    """A race of Alice, Bob and a bot at a table of the campaign."""
    table = tables.open_table(
        player=alice,
        game="deep-blue",
        mission="troubled-waters",
        players=3,
        crew=campaign.crew,
        campaign=OnlineCampaign(campaign),
    )
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=1)
    tables.put_bot(table_id=table.pk, by=alice, number=2, bot=BOT)
    Table.objects.filter(pk=table.pk).update(state=Table.State.ENDED)
    return race_at(table, 1, [30, 41, 12], winners=winners, at=timezone.now())


def test_a_line_says_who_was_there_with_which_points_and_who_won(
    campaign: Campaign, log: Log, alice: Player, bob: Player
) -> None:
    log(points={alice: 30, bob: 25})
    log(points={alice: 20, bob: 20})
    log()
    assert told(campaign) == [("Troubled Waters", 3, 30, "Alice", "Alice ×2, Bob")]
    racers = [(one.name, one.races, one.wins, one.best, one.average) for one in race_log(campaign).racers]
    assert racers == [("Alice", 3, 2, 30, 25.0), ("Bob", 3, 1, 25, 22.5)]
    assert MissionLog.objects.get(campaign=campaign).won


def test_scenarios_come_in_order_or_freely(campaign: Campaign, free: Campaign, log: Log, alice: Player) -> None:
    with pytest.raises(ImpossibleEntry, match=r"Storm Ahead is still locked.*Troubled Waters is next"):
        log("storm-ahead")
    log()
    log("best-of-the-best")
    log()
    with pytest.raises(ImpossibleEntry, match="no mission"):
        log("calm-sea")
    with pytest.raises(ImpossibleEntry):
        log("1")
    key = uuid4()
    entry_services.add_entry(
        campaign=free, by=alice, key=key, mission="bountiful-ruins", won=True, played_on=timezone.localdate()
    )
    assert race_log(free).next_box.mission == "troubled-waters"  # type: ignore[union-attr]
    assert race_log(campaign).next_box.title == "Scattered Wealth"  # type: ignore[union-attr]


def test_all_seven_raced_leave_nothing_next(free: Campaign, alice: Player, signed_in: SignedIn) -> None:
    for box in race_log(free).boxes:
        day = timezone.localdate()
        entry_services.add_entry(campaign=free, by=alice, key=uuid4(), mission=box.mission, won=True, played_on=day)
    assert race_log(free).next_box is None
    assert race_log(free).raced == 7
    assert "You’ve raced every scenario" in signed_in(alice).get(f"/campaigns/{free.pk}/").text


@pytest.mark.parametrize("points", [-1, 1000])
def test_impossible_points_are_refused(points: int, log: Log, alice: Player) -> None:
    with pytest.raises(ImpossibleEntry, match="whole number from 0 to 999"):
        log(points={alice: points})


def test_a_race_is_not_lost_and_has_no_signal(campaign: Campaign, log: Log, alice: Player, signed_in: SignedIn) -> None:
    with pytest.raises(ImpossibleEntry, match="needs a winner"):
        log(distress=True)
    client = signed_in(alice)
    told = {"mission": "troubled-waters", "key": str(uuid4())}
    response = client.post(f"/campaigns/{campaign.pk}/tally/", told)
    assert response.status_code == 422
    assert "needs a winner" in response.text
    assert not LogEntry.objects.exists()


def test_a_finished_race_writes_itself_down_and_one_given_up_does_not(
    campaign: Campaign, alice: Player, bob: Player
) -> None:
    attempt = online(campaign, alice, bob)
    entry = auto_log.log_attempt(attempt_id=attempt.pk)
    assert entry is not None
    assert auto_log.log_attempt(attempt_id=attempt.pk) == entry
    rows = list(entry.attendances.order_by("pk").values_list("player__name", "points", "won", "captain"))
    assert rows == [("Alice", 30, False, False), ("Bob", 41, True, False)]
    table = Table.objects.create(
        game="deep-blue", mission="storm-ahead", players=2, crew=campaign.crew, campaign=campaign
    )
    given_up = race_at(table, 1, None, at=timezone.now())
    assert auto_log.log_attempt(attempt_id=given_up.pk) is None
    assert auto_log.unlogged_attempts(before=timezone.now() + timedelta(days=1)) == []


def test_a_correction_keeps_that_a_bot_has_won(campaign: Campaign, alice: Player, bob: Player) -> None:
    entry = auto_log.log_attempt(attempt_id=online(campaign, alice, bob, winners=[2]).pk)
    assert entry is not None
    present = (f"p{alice.pk}", f"p{bob.pk}")
    form = EntryForm(
        mission=entry.mission,
        won=True,
        played_on=entry.played_on,
        present=present,
        points=dict(zip(present, (31, 41), strict=True)),
        note="counted again",
    )
    entry_form.correct_entry_from_form(entry=entry, by=alice, corrections=0, form=form)
    assert list(entry.attendances.order_by("pk").values_list("points", "won")) == [(31, False), (41, False)]
    change = entry.changes.get()
    assert [row["points"] for row in change.before["attendance"]] == [30, 41]


def test_the_pages_say_titles_points_and_winners(
    campaign: Campaign, log: Log, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    entry, client = log(points={alice: 30, bob: 25}), signed_in(alice)
    page = client.get(f"/campaigns/{campaign.pk}/").text
    for words in ("Troubled Waters", "Next: The Best of the Best", "Alice 30 (won), Bob 25", "1 of 7 scenarios raced"):
        assert words in page
    for word in ("istress", "Log a failure", "Mission", "Statistics"):
        assert word not in page.split('id="logbook"')[1].split("</main>")[0]
    mission = client.get(f"/campaigns/{campaign.pk}/missions/troubled-waters/").text
    assert "most points: 30, Alice" in mission
    assert "Race: Troubled Waters" in client.get(f"/campaigns/{campaign.pk}/entries/{entry.pk}/").text
    assert "Storm Ahead" in client.get(f"/campaigns/{campaign.pk}/missions/storm-ahead/").text
    assert client.get(f"/campaigns/{campaign.pk}/missions/4/").status_code == 404
    assert "1 of 7" in client.get(f"/crews/{campaign.crew.slug}/").text


def test_a_race_is_logged_with_its_form(campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    address = f"/campaigns/{campaign.pk}/log/"
    assert f"points_p{alice.pk}" in client.get(address).text
    answers = {
        "key": str(uuid4()),
        "person": bob.pk,
        "mission": "troubled-waters",
        "won": "yes",
        "present": [f"p{alice.pk}"],
        f"points_p{alice.pk}": "22",
        f"points_p{bob.pk}": "40",
        "guest": "Zoe",
        "points_guest": "40",
        "played_on": timezone.localdate().isoformat(),
    }
    wrong = client.post(address, answers | {f"points_p{bob.pk}": "many"})
    assert wrong.status_code == 422
    assert "whole number from 0 to 999" in wrong.text
    nameless = client.post(address, answers | {"guest": ""})
    assert "name next to the points" in nameless.text
    assert client.post(address, answers).status_code == 303
    assert told(campaign) == [("Troubled Waters", 1, 40, "Bob", "Bob, Zoe")]
    assert Guest.objects.get().name == "Zoe"
    entry = LogEntry.objects.get()
    form = client.get(f"/campaigns/{campaign.pk}/entries/{entry.pk}/").context["form"]
    assert form.initial[f"points_p{bob.pk}"] == 40
    corrected = answers | {"seen": "0", "guest": "", "points_guest": "", f"points_p{bob.pk}": "12"}
    assert client.post(f"/campaigns/{campaign.pk}/entries/{entry.pk}/", corrected).status_code == 303
    assert told(campaign) == [("Troubled Waters", 1, 22, "Alice", "Alice")]
    history = client.get(f"/campaigns/{campaign.pk}/entries/{entry.pk}/").text
    assert "Bob 40" in history


def test_print_pdf_and_statistics_do_not_break(
    campaign: Campaign, log: Log, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    log(points={alice: 30, bob: 25}, note="What a night.")
    client: Client = signed_in(alice)
    printed = client.get(f"/campaigns/{campaign.pk}/print/").text
    for words in ("The Best of the Best", "Wins: Alice", "What a night."):
        assert words in printed
    for paper in ("a5", "letter"):
        pdf = client.get(f"/campaigns/{campaign.pk}/logbook-{paper}.pdf")
        assert (pdf.status_code, pdf["Content-Type"]) == (200, "application/pdf")
    statistics = client.get(f"/crews/{campaign.crew.slug}/statistics/")
    assert statistics.status_code == 200
    assert statistics_of(campaign.crew).whole.tries == 0
    strengths.recompute_strengths()
    assert not Strength.objects.exists()


def test_points_go_along_with_a_copy(campaign: Campaign, log: Log, alice: Player, bob: Player) -> None:
    log(points={alice: 30, bob: 25})
    other = Crew.objects.create(name="Borealis", slug="borealis")
    copies.copy_campaigns(campaigns=[campaign], into=other)
    copied = Attendance.objects.filter(entry__campaign__crew=other).order_by("pk")
    assert list(copied.values_list("player__name", "points", "won")) == [("Alice", 30, True), ("Bob", 25, False)]


def test_points_go_out_and_come_in(
    campaign: Campaign, log: Log, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    entry = log(points={alice: 30, bob: 25})
    form = EntryForm(
        mission=entry.mission,
        won=True,
        played_on=entry.played_on,
        present=(f"p{alice.pk}", f"p{bob.pk}"),
        points={f"p{alice.pk}": 30, f"p{bob.pk}": 31},
    )
    entry_form.correct_entry_from_form(entry=entry, by=alice, corrections=0, form=form)
    file = exported(campaign.crew)
    another_site(monkeypatch, settings)
    crew, ana = founded("Elsewhere", "Ana")
    by_default(bring(crew, ana, file.encode()))
    there = Attendance.objects.filter(entry__campaign__crew=crew).order_by("pk")
    assert list(there.values_list("points", "won")) == [(30, False), (31, True)]
    assert [one["points"] for one in LogEntry.objects.get().changes.get().before["attendance"]] == [30, 25]
    assert told(Campaign.objects.get(crew=crew))[0][:3] == ("Troubled Waters", 1, 31)


def test_points_of_an_open_challenge_do_not_go_out_with_the_crew(
    campaign: Campaign, alice: Player, club: Club, olga: Player
) -> None:
    with time_machine.travel(NOON, tick=False):
        challenge = make(
            club, olga, game="deep-blue", missions=["troubled-waters"], policy="single", opens_at=NOON - HOUR
        )
        challenges.prepare_challenge(challenge_id=challenge.pk)
        challenge.refresh_from_db()
        stage = challenge.stages.get()
        table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=campaign.crew, player=alice)
    race_at(table, 1, [98765, 2, 1], at=timezone.now())
    assert not re.search(r"\b98765\b", exported(campaign.crew))
