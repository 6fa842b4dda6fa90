"""Campaigns and their entries: writing, results and refusals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from logbook.campaigns.exceptions import (
    CampaignClosed,
    EntryChanged,
    EntryGone,
    ImpossibleEntry,
    NamelessCampaign,
    NotYourLogbook,
    UnknownGame,
)
from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.exceptions import GuestNameless
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.services import crews, guests
from logbook.people.models.players import Player

DAY = date(2026, 3, 7)
COLUMNS = ("mission", "won", "attempts", "distress", "score", "first_on", "last_on", "game", "original")

Log = Callable[..., LogEntry]


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter", in_order=True)


@pytest.fixture
def log(campaign: Campaign, alice: Player) -> Log:
    """Log an attempt; a failure by default."""

    def write(mission: str = "1", *, won: bool = False, **more: Any) -> LogEntry:
        told: dict[str, Any] = {"campaign": campaign, "by": alice, "key": uuid4(), "played_on": DAY} | more
        return entries.add_entry(mission=mission, won=won, **told)

    return write


def boxes(campaign: Campaign) -> list[tuple[Any, ...]]:
    return sorted(MissionLog.objects.filter(campaign=campaign).values_list(*COLUMNS))


def box(campaign: Campaign, mission: str = "1") -> MissionLog:
    return MissionLog.objects.get(campaign=campaign, mission=mission)


# --- campaigns


def test_a_crew_keeps_several_at_once(crew: Crew, bob: Player) -> None:
    for name in ("Winter", "  Summer   nights "):
        campaign_services.open_campaign(crew=crew, by=bob, game="deep-sea", name=name, in_order=False)
    assert sorted(crew.campaigns.values_list("name", flat=True)) == ["Summer nights", "Winter"]


def test_what_no_campaign_can_be(crew: Crew, alice: Player, charlie: Player) -> None:
    usual: dict[str, Any] = {"crew": crew, "by": alice, "game": "planet-nine", "name": "A"}
    told: dict[str, Any]
    for refusal, told in (
        (NotYourLogbook, {"by": charlie}),
        (UnknownGame, {"game": "chess"}),
        (NamelessCampaign, {"name": "  "}),
        (NamelessCampaign, {"name": "x" * 81}),
    ):
        with pytest.raises(refusal):
            campaign_services.open_campaign(**usual | told)
    assert not Campaign.objects.exists()


def test_closing_and_opening_again(campaign: Campaign, log: Log, alice: Player, charlie: Player) -> None:
    first = log()
    for _ in range(2):
        campaign_services.close_campaign(campaign_id=campaign.pk, by=alice)
    with pytest.raises(CampaignClosed):
        log()
    with pytest.raises(CampaignClosed):
        entries.remove_entry(entry_id=first.pk, by=alice)
    assert log(key=first.key) == first, "what came before the close is answered as it was"
    with pytest.raises(NotYourLogbook):
        campaign_services.reopen_campaign(campaign_id=campaign.pk, by=charlie)
    campaign_services.reopen_campaign(campaign_id=campaign.pk, by=alice)
    assert log().pk


# --- results of entries


def test_attempts_until_the_first_success_and_one_for_the_signal(campaign: Campaign, log: Log) -> None:
    log(distress=True)
    log()
    log(won=True)
    log(won=False, distress=True)
    found = box(campaign)
    assert (found.won, found.attempts, found.distress, found.score) == (True, 3, True, 4)


def test_a_signal_after_the_success_costs_nothing(campaign: Campaign, log: Log) -> None:
    log(won=True)
    log(won=True, distress=True)
    assert (box(campaign).attempts, box(campaign).score) == (1, 1)


def test_the_day_decides_the_order(campaign: Campaign, log: Log) -> None:
    log(won=True)
    log(played_on=DAY - timedelta(days=1))
    found = box(campaign)
    assert (found.attempts, found.first_on, found.last_on) == (2, DAY - timedelta(days=1), DAY)


def test_ten_failures_are_noted_and_the_crew_goes_on(campaign: Campaign, log: Log) -> None:
    for _ in range(9):
        log()
    with pytest.raises(ImpossibleEntry, match="mission 1 is next"):
        log("2")
    for _ in range(3):
        log()
    assert (box(campaign).attempts, box(campaign).score) == (12, 10)
    assert campaign_services.next_mission(campaign) == "2"
    log("2")
    log(won=True)
    assert box(campaign).score == 13, "who wins it after all notes what it took"


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from("123"), st.booleans(), st.booleans(), st.integers(0, 3), st.sampled_from("akr")),
        max_size=15,
    )
)
def test_one_by_one_or_all_at_once_gives_the_same_boxes(
    crew: Crew, alice: Player, steps: list[tuple[str, bool, bool, int, str]]
) -> None:
    campaign = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Free", in_order=False)
    for mission, won, distress, day, then in steps:
        told: dict[str, Any] = {
            "mission": mission,
            "won": won,
            "distress": distress,
            "played_on": DAY + timedelta(days=day),
        }
        entry = entries.add_entry(campaign=campaign, by=alice, key=uuid4(), **told)
        if then == "r":
            entries.remove_entry(entry_id=entry.pk, by=alice)
        elif then == "k":
            entries.correct_entry(entry_id=entry.pk, by=alice, mission="4", won=not won)
    grown = boxes(campaign)
    MissionLog.objects.filter(campaign=campaign).update(attempts=99)
    MissionLog.objects.create(
        campaign=campaign,
        game="x",
        mission="9",
        won=False,
        attempts=1,
        distress=False,
        score=1,
        first_on=DAY,
        last_on=DAY,
    )
    campaign_services.recompute_all_missions()
    assert boxes(campaign) == grown


# --- keys


def test_a_key_stands_once(campaign: Campaign, log: Log) -> None:
    key = uuid4()
    assert log(key=key).pk == log(key=key, won=True).pk
    assert not LogEntry.objects.get().won
    assert box(campaign).attempts == 1


def test_two_campaigns_may_have_the_same_key(campaign: Campaign, log: Log, crew: Crew, alice: Player) -> None:
    other = campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Other")
    key = uuid4()
    assert log(key=key) != log(key=key, campaign=other)


# --- refusals


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("mission", {"mission": "51"}),
        ("mission", {"mission": "0"}),
        ("mission", {"mission": "tasks=3"}),
        ("mission", {"mission": "2"}),
        ("played_on", {"played_on": timezone.now().date() + timedelta(days=3)}),
        ("played_on", {"played_on": date(2018, 12, 31)}),
        ("players", {"players": 6}),
        ("players", {"players": 1}),
        ("minutes", {"minutes": 0}),
        ("minutes", {"minutes": 1000}),
        ("note", {"note": "x" * 501}),
    ],
)
def test_what_cannot_have_been_is_refused_at_its_field(log: Log, field: str, told: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleEntry) as refused:
        log(**told)
    assert refused.value.field == field
    assert str(refused.value)
    assert not LogEntry.objects.exists()


def test_who_cannot_have_been_there(
    log: Log, campaign: Campaign, alice: Player, bob: Player, charlie: Player, crew: Crew
) -> None:
    away = crews.create_crew(player=charlie, name="Elsewhere")
    theirs = guests.ensure_guest(crew=away, name="Zoe")
    everybody = [Attendee(guest=guests.ensure_guest(crew=crew, name=name)) for name in "abcdef"]
    for field, attendance in (
        ("present", [Attendee(player=charlie)]),
        ("present", [Attendee(guest=theirs)]),
        ("present", [Attendee(player=alice), Attendee(player=alice)]),
        ("present", everybody),
        ("captain", [Attendee(player=alice, captain=True), Attendee(player=bob, captain=True)]),
    ):
        with pytest.raises(ImpossibleEntry) as refused:
            log(attendance=attendance)
        assert refused.value.field == field
    with pytest.raises(NotYourLogbook):
        log(by=charlie)
    assert not LogEntry.objects.exists()


def test_who_was_there_is_kept_also_of_those_who_left(log: Log, crew: Crew, alice: Player, bob: Player) -> None:
    crews.leave_crew(crew=crew, player=bob)
    gus = guests.ensure_guest(crew=crew, name="Gus")
    entry = log(attendance=[Attendee(alice), Attendee(bob, captain=True), Attendee(guest=gus, substitute=True)])
    rows = entry.attendances.values_list("player__name", "guest__name", "captain", "substitute")
    assert list(rows) == [("Alice", None, False, False), ("Bob", None, True, False), (None, "Gus", False, True)]
    assert entry.players == 3


def test_a_free_campaign_takes_any_mission_and_one_in_order_goes_back(
    campaign: Campaign, log: Log, crew: Crew, alice: Player
) -> None:
    log("1", won=True)
    log("2", won=True)
    assert log("1").pk
    free = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Free", in_order=False)
    assert log("40", campaign=free).mission == "40"
    assert campaign_services.next_mission(free) == "1"


def test_what_is_brought_in_keeps_its_own_order(log: Log) -> None:
    assert log("30", source=LogEntry.Source.IMPORT).pk


def test_the_epilogue_comes_after_the_last_mission(crew: Crew, alice: Player, log: Log) -> None:
    sea = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Sea")
    for number in range(1, 34):
        log(str(number), won=True, campaign=sea)
    assert campaign_services.next_mission(sea) == "34"


def test_the_epilogue_ends_where_its_tasks_do(crew: Crew, alice: Player, log: Log) -> None:
    sea = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Sea", in_order=False)
    last = games.last_mission("deep-sea")
    assert log(str(last), campaign=sea).pk
    for beyond in (str(last + 1), "300", "9" * 60, "٣", "033"):
        with pytest.raises(ImpossibleEntry, match="has no mission"):
            log(beyond, campaign=sea)
        with pytest.raises(ImpossibleEntry, match="has no mission"):
            log(beyond, campaign=sea, source=LogEntry.Source.IMPORT)


def test_nothing_comes_after_the_last_mission(campaign: Campaign, log: Log) -> None:
    for number in range(1, 51):
        log(str(number), won=True)
    assert campaign_services.next_mission(campaign) is None


# --- corrections


def test_a_correction_keeps_what_was_different(campaign: Campaign, log: Log, alice: Player, bob: Player) -> None:
    entry = log(won=True, note="late", attendance=[Attendee(alice)])
    entries.correct_entry(
        entry_id=entry.pk, by=bob, won=False, note=" late\x00r ", attendance=(Attendee(alice), Attendee(bob))
    )
    change = entry.changes.get()
    assert change.by == bob
    assert (change.before["won"], change.after["won"], change.after["note"]) == (True, False, "later")
    assert [who["player"] for who in change.after["attendance"]] == [alice.pk, bob.pk]
    assert "played_on" not in change.before
    assert not box(campaign).won


def test_a_correction_of_nothing_is_none(log: Log, alice: Player) -> None:
    entry = log()
    entries.correct_entry(entry_id=entry.pk, by=alice, won=False)
    assert not entry.changes.exists()


def test_a_correction_of_the_mission_settles_both(campaign: Campaign, log: Log, alice: Player) -> None:
    log(won=True)
    entry = log("2", won=True)
    entries.correct_entry(entry_id=entry.pk, by=alice, mission="1")
    assert [row[0] for row in boxes(campaign)] == ["1"]


def test_two_corrections_at_once(log: Log, alice: Player, bob: Player) -> None:
    entry = log()
    entries.correct_entry(entry_id=entry.pk, by=alice, note="a", corrections=0)
    with pytest.raises(EntryChanged):
        entries.correct_entry(entry_id=entry.pk, by=bob, note="b", corrections=0)
    entry.refresh_from_db()
    assert entry.note == "a"


def test_an_impossible_correction_changes_nothing(log: Log, alice: Player) -> None:
    entry = log()
    with pytest.raises(ImpossibleEntry):
        entries.correct_entry(entry_id=entry.pk, by=alice, mission="7")
    entry.refresh_from_db()
    assert entry.mission == "1"
    assert not entry.changes.exists()


def test_a_removal_counts_for_nothing_and_is_taken_back(campaign: Campaign, log: Log, alice: Player) -> None:
    entry = log(won=True)
    for _ in range(2):
        entries.remove_entry(entry_id=entry.pk, by=alice)
    assert boxes(campaign) == []
    with pytest.raises(EntryGone):
        entries.correct_entry(entry_id=entry.pk, by=alice, won=False)
    for _ in range(2):
        entries.restore_entry(entry_id=entry.pk, by=alice)
    assert box(campaign).won
    assert [change.after for change in entry.changes.all()] == [{"removed": True}, {"removed": False}]


def test_strangers_correct_nothing(log: Log, charlie: Player) -> None:
    entry = log()
    for change in (entries.remove_entry, entries.restore_entry, entries.correct_entry):
        with pytest.raises(NotYourLogbook):
            change(entry_id=entry.pk, by=charlie)


# --- guests


def test_a_guest_is_a_name_in_a_crew(crew: Crew) -> None:
    first = guests.ensure_guest(crew=crew, name=" Gus  T. ")
    assert guests.ensure_guest(crew=crew, name="gus t.") == first
    for name in ("", "  ", "x" * 41):
        with pytest.raises(GuestNameless):
            guests.ensure_guest(crew=crew, name=name)
    assert Guest.objects.count() == 1
