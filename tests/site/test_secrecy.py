"""Two worlds that differ only in cards a reader cannot have seen give that reader the same pages, byte for byte."""

from __future__ import annotations

import logging

import pytest
from django.test import Client

import games
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import tables
from tests import wide
from tests.conftest import SignedIn
from tests.site.secrecy_scenes import held_cards, other_worlds, pages
from tests.tables.attempts_scenes import act_on, open_table, started, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("mission", wide.of(["6"], ["1", "5", "6"]))
def test_a_seat_cannot_tell_the_worlds_apart(
    mission: str, alice: Player, bob: Player, olga: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, bob, olga, mission=mission)
    attempt = started(table, alice)
    clients = {seat: signed_in(player) for seat, player in enumerate((alice, bob, olga))}
    compared = 0
    for moment in range(30):
        for seat in range(3) if moment % 6 == 0 else ():
            compared += _compare(table, attempt, seat, clients[seat], monkeypatch)
        if act_on(table, attempt).over:
            break
        table.refresh_from_db()
    assert compared >= 3


def _compare(table: Table, attempt: Attempt, reader: int | None, client: Client, patch: pytest.MonkeyPatch) -> bool:
    state = state_of(attempt)
    world = next(other_worlds(state, reader), None)
    if world is None:
        return False
    here = pages(client, table)
    with patch.context() as there:
        there.setattr(event_replay, "setup_of", lambda _attempt: world)
        assert pages(client, table) == here
    return True


def test_a_watching_member_cannot_either(
    crew: Crew, alice: Player, bob: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="4", players=3, crew=crew)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="careful")
    attempt = started(table, alice)
    assert _compare(table, attempt, None, signed_in(bob), monkeypatch)


def test_the_worlds_are_truly_different(alice: Player, bob: Player, olga: Player) -> None:
    """The comparison is effective: another seat does see the difference."""
    attempt = started(open_table(alice, bob, olga), alice)
    state = state_of(attempt)
    world = next(other_worlds(state, 0))
    replayed = games.Record(world, state.log, 1).replay()
    assert any(replayed.view(seat) != state.view(seat) for seat in (1, 2))


def test_no_page_and_no_log_line_holds_a_seed_or_a_hidden_card(
    alice: Player, bob: Player, olga: Player, signed_in: SignedIn, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table(alice, bob, olga, mission="4")
    attempt = started(table, alice)
    client = signed_in(alice)
    with caplog.at_level(logging.DEBUG):
        shown = "".join(pages(client, table))
        act_on(table, attempt)
    for text in (shown, caplog.text):
        assert table.base_seed not in text
        assert attempt.seed not in text
    held = dict.fromkeys(card for seat, card in held_cards(state_of(attempt)) if seat != 0)
    public = str(state_of(attempt).view(0).as_dict())
    for card in held:
        assert f'data-card="{card}"' not in shown or card in public
