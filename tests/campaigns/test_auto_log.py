"""Automatic logging: attempts at a table with a campaign become entries, once each."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from logbook.campaigns import tasks
from logbook.campaigns.exceptions import CampaignClosed, ImpossibleEntry, OtherCampaign
from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.services import auto_log, campaigns, entries
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.crews.models.crews import Crew
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, tables
from tests.campaigns.auto_log_scenes import campaign, given_up, table, won
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import started

__all__ = ["campaign", "table"]  # Fixtures.


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The tasks that would have been queued, in order."""
    found: list[tuple[object, ...]] = []
    monkeypatch.setattr(queue, "send", lambda task, *arguments, **_named: found.append((task, *arguments)))
    return found


@pytest.mark.django_db(transaction=True)
def test_an_ended_attempt_is_counted_then_written_then_analysed(
    table: Table, alice: Player, sent: list[tuple[object, ...]]
) -> None:
    attempt = given_up(table, alice)
    assert sent[-3:] == [
        ("leaderboards.recompute_results", table.pk),
        ("campaigns.log_attempt", attempt.pk),
        ("replays.analyse_attempt", attempt.pk),
    ]


@pytest.mark.django_db(transaction=True)
def test_an_attempt_does_not_end_where_a_receiver_fails(
    table: Table, alice: Player, sent: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = started(table, alice)
    later = queue.later

    def fails(task: str, *arguments: object, **named: float) -> None:
        if task == "campaigns.log_attempt":
            raise RuntimeError(task)
        later(task, *arguments, **named)

    monkeypatch.setattr(queue, "later", fails)
    with pytest.raises(RuntimeError, match=r"campaigns\.log_attempt"):
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.PLAYING
    assert sent == []


@pytest.mark.django_db(transaction=True)
def test_an_attempt_that_ends_is_written_down_by_itself(
    table: Table, campaign: Campaign, alice: Player, bob: Player, olga: Player
) -> None:
    attempt = given_up(table, alice)
    entry = LogEntry.objects.get()
    assert (entry.attempt, entry.source, entry.won, entry.players) == (attempt, "online", False, 3)
    assert entry.played_on == timezone.localdate(attempt.ended_at)
    assert entry.minutes == 1
    people = {row.player: row for row in entry.attendances.select_related("player")}
    assert set(people) == {alice, bob, olga}
    assert people[olga].substitute
    assert not people[alice].substitute
    assert sum(row.captain for row in people.values()) == 1
    box = MissionLog.objects.get(campaign=campaign)
    assert (box.mission, box.attempts, box.won) == ("1", 1, False)
    for _ in range(2):
        tasks.log_attempt(attempt.pk)
        tasks.log_overlooked_attempts()
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_a_lost_task_left_is_found(table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(queue, "send", lambda *_a, **_k: None)
        attempt = given_up(table, alice)
    assert not LogEntry.objects.exists()
    tasks.log_overlooked_attempts()
    assert not LogEntry.objects.exists(), "its own task may still be on its way"
    Attempt.objects.update(ended_at=timezone.now() - timedelta(minutes=1))
    tasks.log_overlooked_attempts()
    assert LogEntry.objects.get().attempt == attempt


@pytest.mark.django_db(transaction=True)
def test_recompute_finds_it_too_and_gives_the_same(table: Table, alice: Player) -> None:
    given_up(table, alice)
    columns = ("key", "mission", "won", "distress", "players", "played_on", "minutes", "attempt", "source")
    people = ("attendances__player", "attendances__captain", "attendances__substitute")
    before = sorted(LogEntry.objects.values_list(*columns, *people), key=str)
    LogEntry.objects.all().delete()
    MissionLog.objects.all().delete()
    for _ in range(2):
        call_command("recompute", stdout=StringIO())
        assert sorted(LogEntry.objects.values_list(*columns, *people), key=str) == before
        assert MissionLog.objects.get().attempts == 1


@pytest.mark.django_db(transaction=True)
def test_what_was_corrected_or_removed_stays_so(table: Table, alice: Player) -> None:
    attempt = given_up(table, alice)
    entry = LogEntry.objects.get()
    entries.correct_entry(entry_id=entry.pk, by=alice, note="ours")
    entries.remove_entry(entry_id=entry.pk, by=alice)
    Attempt.objects.update(ended_at=timezone.now() - timedelta(minutes=1))
    tasks.log_overlooked_attempts()
    assert auto_log.log_attempt(attempt_id=attempt.pk) == entry
    entry.refresh_from_db()
    assert entry.note == "ours"
    assert entry.removed_at
    assert not MissionLog.objects.exists()


def test_a_closed_campaign_still_takes_what_was_under_way(table: Table, alice: Player, campaign: Campaign) -> None:
    attempt = given_up(table, alice)
    campaigns.close_campaign(campaign_id=campaign.pk, by=alice)
    assert auto_log.log_attempt(attempt_id=attempt.pk) is not None


def test_a_running_attempt_and_a_table_without_campaign_write_nothing(
    table: Table, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    assert auto_log.log_attempt(attempt_id=started(table, alice).pk) is None
    free = tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)
    for player in (bob, olga):
        tables.take_seat(table=free, player=player)
    assert auto_log.log_attempt(attempt_id=given_up(free, alice).pk) is None
    assert auto_log.unlogged_attempts(before=timezone.now()) == []


def test_the_next_table_keeps_the_campaign(table: Table, campaign: Campaign, alice: Player) -> None:
    attempt = given_up(table, alice)
    won(attempt)
    assert auto_log.log_attempt(attempt_id=attempt.pk) is not None
    following = tables.open_next_table(table_id=table.pk, player=alice)
    assert (following.mission, following.campaign) == ("2", campaign)


def test_a_campaign_takes_only_its_own_crews_tables(campaign: Campaign, crew: Crew, alice: Player) -> None:
    other = Crew.objects.create(name="Other", slug="other")
    other.members.create(player=alice)
    usual: dict[str, Any] = {"player": alice, "game": "planet-nine", "mission": "1", "players": 3, "crew": crew}
    for refusal, told in (
        (OtherCampaign, {"crew": other}),
        (OtherCampaign, {"crew": None}),
        (OtherCampaign, {"game": "deep-sea"}),
        (ImpossibleEntry, {"mission": "4"}),
        (ImpossibleEntry, {"mission": "tasks=3"}),
    ):
        with pytest.raises(refusal):
            tables.open_table(campaign=OnlineCampaign(campaign), **(usual | told))
    campaigns.close_campaign(campaign_id=campaign.pk, by=alice)
    with pytest.raises(CampaignClosed):
        tables.open_table(campaign=OnlineCampaign(campaign), **usual)
    assert not Table.objects.exists()


# --- by page


def test_play_it_here_chooses_everything(campaign: Campaign, crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = client.get(reverse("campaign", args=[campaign.pk])).text
    address = f"{reverse('table-new')}?game=planet-nine&amp;mission=1&amp;crew=aurora&amp;campaign={campaign.pk}"
    assert address in page
    form = client.get(address.replace("&amp;", "&")).text
    assert f'<option value="{campaign.pk}" selected>Aurora: Winter</option>' in form
    told = {"game": "planet-nine", "mission": "1", "players": "3", "crew": crew.pk, "campaign": campaign.pk}
    client.post(reverse("table-new"), told)
    assert Table.objects.get().campaign == campaign


def test_the_campaign_last_used_is_offered_first(
    campaign: Campaign, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Newer")
    closed = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Closed")
    campaigns.close_campaign(campaign_id=closed.pk, by=alice)
    campaigns.open_campaign(crew=crew, by=alice, game="deep-sea", name="Whale")
    told: dict[str, Any] = {"mission": "1", "won": False, "played_on": timezone.localdate()}
    entries.add_entry(campaign=campaign, by=alice, key=uuid4(), **told)
    form = signed_in(alice).get(reverse("table-new"), {"crew": "aurora"}).text
    assert f'<option value="{campaign.pk}" selected>Aurora: Winter</option>' in form
    assert "Newer" in form
    assert "Closed" not in form
    assert "Whale" not in form


def test_who_chooses_a_campaign_has_chosen_its_crew(
    campaign: Campaign, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    told = {"game": "planet-nine", "mission": "1", "players": "3", "crew": "", "campaign": campaign.pk}
    signed_in(alice).post(reverse("table-new"), told)
    assert (Table.objects.get().crew, Table.objects.get().campaign) == (crew, campaign)


def test_a_mission_that_is_locked_is_said_at_the_campaign(
    campaign: Campaign, crew: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    told = {"game": "planet-nine", "mission": "9", "players": "3", "crew": crew.pk, "campaign": campaign.pk}
    page = signed_in(alice).post(reverse("table-new"), told)
    assert page.status_code == 422
    assert "Mission 9 is still locked" in page.text
    told = {"game": "planet-nine", "mission": "1", "players": "3", "campaign": campaign.pk}
    signed_in(charlie).post(reverse("table-new"), told)
    assert not Table.objects.filter(campaign=campaign).exists(), "a stranger's form knows no campaign of others"


def test_the_end_leads_back_to_the_logbook_for_the_crew(
    table: Table, campaign: Campaign, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    given_up(table, alice)
    address, back = reverse("table", args=[table.pk]), reverse("campaign", args=[campaign.pk])
    assert back in signed_in(alice).get(address).text
    assert back not in signed_in(olga).get(address).text
