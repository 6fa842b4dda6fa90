"""Undo at a table: a player's last action in a race, until chance, another player or the clock has answered it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from logbook.people.models.players import Player
from logbook.site.services.integrity import differences
from logbook.tables import event_replay
from logbook.tables.exceptions import NothingToUndo, NotSeated, Stale
from logbook.tables.models import Attempt, Event, Seat, Table
from logbook.tables.services import attempts, deals, stand_ins, tables
from logbook.tables.services.undo import undo_action
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started, waited_for

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NOON = "2026-11-16 12:00"


@pytest.fixture
def race(alice: Player, bob: Player) -> Table:
    """A race of two people, dealt."""
    table = tables.open_table(player=alice, game="deep-blue", mission="reefs-ahead", players=2)
    tables.take_seat(table=table, player=bob)
    deals.start_attempt(table_id=table.pk, player=alice)
    return Table.objects.get(pk=table.pk)


def running(table: Table) -> Attempt:
    return table.attempts.select_related("table").latest("number")


def sides(table: Table) -> tuple[Player, Player]:
    """The player on turn and the other one."""
    number = event_replay.state_of(running(table)).waiting_on
    one, other = sorted(table.seats.select_related("player"), key=lambda seat: seat.number not in number)
    assert one.player is not None
    assert other.player is not None
    return one.player, other.player


def act(table: Table, player: Player, *texts: str) -> None:
    for text in texts:
        table.refresh_from_db()
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    table.refresh_from_db()


def undo(table: Table, player: Player) -> None:
    table.refresh_from_db()
    undo_action(table_id=table.pk, player=player, seen=table.version)
    table.refresh_from_db()


def test_actions_are_undone_one_by_one(race: Table) -> None:
    player, _other = sides(race)
    dealt = event_replay.state_of(running(race)).view(None).as_dict()
    act(race, player, "sail ST_HELM", "move 1 B1")
    version = race.version
    undo(race, player)
    assert [event.text for event in running(race).events.all()] == ["sail ST_HELM"]
    assert race.version == version + 1
    assert differences(running(race)) == []
    undo(race, player)
    assert event_replay.state_of(running(race)).view(None).as_dict() == dealt
    assert differences(running(race)) == []
    with pytest.raises(NothingToUndo):
        undo(race, player)
    act(race, player, "sail ST_VESSEL")
    assert running(race).undone_by is None


def test_what_chance_has_answered_stays(race: Table) -> None:
    player, _other = sides(race)
    state = event_replay.state_of(running(race))
    seat = min(state.waiting_on)
    recruiting = next(action.text for action in state.legal_actions(seat) if action.text.startswith("recruit"))
    act(race, player, recruiting)
    with pytest.raises(NothingToUndo):
        undo(race, player)
    assert running(race).length == 1


def test_a_turn_that_has_ended_is_undone_until_the_next_player_acts(race: Table) -> None:
    player, other = sides(race)
    act(race, player, "sail ST_HELM", "move 1 B1", "anchor")
    assert sides(race) == (other, player)
    with pytest.raises(NothingToUndo):
        undo(race, other)
    undo(race, player)
    assert sides(race) == (player, other)
    act(race, player, "anchor")
    act(race, other, "sail ST_HELM")
    with pytest.raises(NothingToUndo):
        undo(race, player)


def test_twice_from_one_page_undoes_once(race: Table) -> None:
    player, _other = sides(race)
    act(race, player, "sail ST_HELM", "sail ST_VESSEL")
    undo_action(table_id=race.pk, player=player, seen=race.version)
    with pytest.raises(Stale):
        undo_action(table_id=race.pk, player=player, seen=race.version)
    assert running(race).length == 1


def test_strangers_undo_nothing(race: Table, charlie: Player) -> None:
    act(race, sides(race)[0], "sail ST_HELM")
    with pytest.raises(NotSeated):
        undo(race, charlie)


def test_what_a_stand_in_has_done_stays(race: Table) -> None:
    """Its decision made the attempt mixed; the player who comes back takes over from there."""
    player, _other = sides(race)
    act(race, player, "sail ST_HELM")
    Event.objects.update(by_stand_in=True, player=None)
    with pytest.raises(NothingToUndo):
        undo(race, player)


def test_nothing_is_undone_while_a_stand_in_plays(race: Table) -> None:
    player, _other = sides(race)
    act(race, player, "sail ST_HELM")
    Table.objects.update(stand_ins=True)
    stand_ins.leave(table_id=race.pk, player=player)
    with pytest.raises(NothingToUndo):
        undo(race, player)


def test_no_card_goes_back_in_a_round(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga)
    attempt = started(table, alice)
    number, text = waited_for(attempt)
    player = table.seats.get(number=number).player
    assert player is not None
    act(table, player, text)
    with pytest.raises(NothingToUndo):
        undo(table, player)


# --- turn-based


def by_turns(race: Table) -> None:
    Table.objects.filter(pk=race.pk).update(pace="1d")
    race.refresh_from_db()


def clock_of(race: Table, player: Player) -> Seat:
    return race.seats.get(player=player)


def test_undoing_gains_no_time(race: Table) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        by_turns(race)
        Attempt.objects.update(started_at="2026-11-16 12:00Z")
        player, other = sides(race)
        clock.shift(timedelta(hours=20))
        act(race, player, "sail ST_HELM")
        clock.shift(timedelta(hours=1))
        undo(race, player)
        assert clock_of(race, player).decides_by == running(race).started_at + timedelta(days=1)
        assert clock_of(race, other).decides_by is None


def test_action_stays_once_the_time_would_be_over(race: Table) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        by_turns(race)
        Attempt.objects.update(started_at="2026-11-16 12:00Z")
        player, _other = sides(race)
        clock.shift(timedelta(hours=20))
        act(race, player, "sail ST_HELM")
        before = clock_of(race, player).decides_by
        clock.shift(timedelta(hours=5))
        with pytest.raises(NothingToUndo):
            undo(race, player)
        assert running(race).length == 1
        assert clock_of(race, player).decides_by == before


# --- the page and programs


def test_the_page_offers_it_to_the_player_alone(race: Table, signed_in: SignedIn) -> None:
    player, other = sides(race)
    page = f"/tables/{race.pk}/"
    assert 'id="undo"' not in signed_in(player).get(page).text
    act(race, player, "sail ST_HELM")
    assert 'id="undo"' in signed_in(player).get(page).text
    assert 'id="undo"' not in signed_in(other).get(page).text


def test_everybody_is_told(race: Table, signed_in: SignedIn) -> None:
    player, other = sides(race)
    act(race, player, "sail ST_HELM")
    seen = race.version
    assert signed_in(player).post(f"/tables/{race.pk}/undo/", {"seen": str(seen)}).status_code == 303
    told = f"{player.name} undid the last action."
    part = signed_in(other).get(f"/tables/{race.pk}/round/?seen={seen}", headers={"hx-request": "true"}).text
    assert f'<p id="spoken" hx-swap-oob="innerHTML">{told} ' in part
    assert told in signed_in(other).get(f"/tables/{race.pk}/").text
    own = signed_in(player).get(f"/tables/{race.pk}/round/?seen={seen}", headers={"hx-request": "true"}).text
    assert f'<p id="spoken" hx-swap-oob="innerHTML">{told}' not in own


def test_a_press_too_late_is_answered_in_one_sentence(race: Table, signed_in: SignedIn) -> None:
    player, _other = sides(race)
    client = signed_in(player)
    answer = client.post(f"/tables/{race.pk}/undo/", {"seen": str(race.version)}, headers={"hx-request": "true"})
    assert answer.status_code == 409
    assert "You can undo your last action only until a gem is drawn or another player responds." in answer.text


def test_programs_undo_too(race: Table, signed_in: SignedIn) -> None:
    player, _other = sides(race)
    act(race, player, "sail ST_HELM")
    address, client = f"/api/v1/tables/{race.pk}/undo/", signed_in(player)
    answer = client.post(address, {"seen": race.version}, content_type="application/json")
    assert answer.status_code == 200, answer.text
    assert answer.json()["view"]["sail"] is None
    again = client.post(address, {"seen": answer.json()["seen"]}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "nothing-to-undo")
