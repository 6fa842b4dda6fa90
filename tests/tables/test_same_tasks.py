"""Tasks after a failed attempt: a crew of Deep Sea keeps them, or draws new ones."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.exceptions import TasksAreDrawn
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests.challenges.scenes import make, table_of
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started, state_of, verify

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga, game="deep-sea", mission="7")


def tasks_of(attempt: Attempt) -> list[str]:
    return [task["task"] for task in state_of(attempt).view(None)["tasks"]]


def failed(table: Table, player: Player) -> Attempt:
    """The table's next attempt, given up at once."""
    attempt = started(table, player)
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    table.refresh_from_db()
    return attempt


def again(table: Table, player: Player) -> Attempt:
    """A retry with the same tasks."""
    deals.start_attempt(table_id=table.pk, player=player, same_tasks=True)
    table.refresh_from_db()
    return table.attempts.get(state="playing")


def test_the_same_tasks_lie_there_with_new_cards(table: Table, alice: Player) -> None:
    first = failed(table, alice)
    second = again(table, alice)
    assert tasks_of(second) == tasks_of(first)
    assert state_of(second).view(0)["hand"] != state_of(first).view(0)["hand"]
    assert second.options == f"tasks={','.join(tasks_of(first))}"
    verify(second)


def test_new_tasks_are_drawn_by_the_seed(table: Table, alice: Player) -> None:
    first = failed(table, alice)
    again(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    third = started(table, alice)
    assert third.options == table.options == ""
    assert tasks_of(third) != tasks_of(first)


def test_they_can_be_tried_once_more_and_with_the_distress_signal(table: Table, alice: Player) -> None:
    first = failed(table, alice)
    Table.objects.filter(pk=table.pk).update(distress=True)
    again(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    third = again(table, alice)
    assert third.options == f"distress-active tasks={','.join(tasks_of(first))}"
    assert tasks_of(third) == tasks_of(first)


def test_they_are_no_option_of_the_next_mission(table: Table, alice: Player) -> None:
    failed(table, alice)
    attempt = again(table, alice)
    Attempt.objects.filter(pk=attempt.pk).update(state="success")
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    following = tables.open_next_table(table_id=table.pk, player=alice)
    assert (following.mission, following.options, following.attempts.get().options) == ("8", "", "")


@pytest.mark.parametrize("mission", ["32", "8"])
def test_same_tasks_are_no_choice_where_none_are_drawn(mission: str, alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga, game="deep-sea", mission=mission)
    failed(table, alice)
    with pytest.raises(TasksAreDrawn):
        again(table, alice)


def test_same_tasks_need_deep_sea_and_an_attempt(table: Table, alice: Player, bob: Player) -> None:
    with pytest.raises(TasksAreDrawn):
        again(table, alice)
    other = open_table(alice, bob)
    failed(other, alice)
    with pytest.raises(TasksAreDrawn):
        again(other, alice)


@pytest.fixture
def stage_table(club: Club, crew: Crew, olga: Player, alice: Player) -> Table:
    """A crew's table in an open challenge."""
    now = timezone.now()
    challenge = make(
        club,
        olga,
        game="deep-sea",
        missions=["7"],
        opens_at=now - timedelta(hours=1),
        closes_at=now + timedelta(hours=1),
    )
    challenges.prepare_challenge(challenge_id=challenge.pk)
    return table_of(Challenge.objects.get(pk=challenge.pk), crew, alice)


def test_deal_decides_in_a_challenge(stage_table: Table, alice: Player, signed_in: SignedIn) -> None:
    failed(stage_table, alice)
    with pytest.raises(TasksAreDrawn):
        again(stage_table, alice)
    shown = signed_in(alice).get(reverse("table", args=(stage_table.pk,))).text
    assert "Try again" in shown
    assert "same tasks" not in shown
    second = started(stage_table, alice)
    assert second.options == ""


def test_the_page_offers_both(table: Table, alice: Player, signed_in: SignedIn) -> None:
    first = failed(table, alice)
    client, address = signed_in(alice), reverse("table", args=(table.pk,))
    shown = client.get(address).text
    assert "Try again with new tasks" in shown
    assert "Try again with the same tasks" in shown
    post = {"seen": table.version, "tasks": "same"}
    assert client.post(reverse("table-retry", args=(table.pk,)), post).status_code == 303
    second = table.attempts.get(state="playing")
    assert tasks_of(second) == tasks_of(first)


def test_the_other_game_offers_one(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bob)
    failed(table, alice)
    shown = signed_in(alice).get(reverse("table", args=(table.pk,))).text
    assert "Try again" in shown
    assert "same tasks" not in shown
    response = signed_in(alice).post(
        reverse("table-retry", args=(table.pk,)), {"seen": table.version, "tasks": "same"}, headers={"HX-Request": "1"}
    )
    assert response.status_code == 409
    assert "You can’t keep these tasks" in response.text


def test_a_long_epilogue_fits(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga, game="deep-sea", mission="50")
    first = failed(table, alice)
    second = again(table, alice)
    assert len(tasks_of(first)) > 10
    assert len(second.options) <= (Attempt._meta.get_field("options").max_length or 0)
    assert event_replay.state_of(Attempt.objects.get(pk=second.pk)).view(None)["phase"] == "selecting"
