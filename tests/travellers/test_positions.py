"""Positions: where the lines of a deal meet and part, and what a replay says of other crews in the same position."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

import games
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from logbook.travellers import tasks
from logbook.travellers.models import Position, TravellerLine
from logbook.travellers.selectors.others_here import others_here
from logbook.travellers.services import lines, positions
from logbook.travellers.services.positions import Deal
from tests.challenges.scenes import NOON, deal, stage_of, table_of
from tests.tables.test_attempts import open_table, started, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


def to_the_end(table: Table, player: Player, *, parts_at: int = 999) -> Attempt:
    """The deal played with first legal actions, and from the action `parts_at` on with the last ones."""
    deal(table, player)
    attempt = table.attempts.get(state="playing")
    while attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        seat = table.seats.get(number=min(attempt.waiting_on))
        legal = [one.text for one in state_of(attempt).legal_actions(seat.number) if not one.text.startswith("propose")]
        text = legal[-1 if attempt.length >= parts_at else 0]
        if seat.bot:
            attempts.act_as_bot(attempt_id=attempt.pk, seat=seat.number, text=text, seen=table.version)
        else:
            attempts.act(table_id=table.pk, player=seat.player, text=text, seen=table.version)
        attempt.refresh_from_db()
    return attempt


def first_card(attempt: Attempt) -> int:
    """The number of actions before the first card."""
    texts = list(attempt.events.order_by("sequence").values_list("text", flat=True))
    return next(place for place, text in enumerate(texts) if text.startswith("play "))


@pytest.fixture
def played(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> tuple[Attempt, Attempt]:
    """The first deal of both crews: they part at the fourth card."""
    one = to_the_end(table_of(running, crew, alice), alice)
    other = to_the_end(table_of(running, rivals, charlie), charlie, parts_at=first_card(one) + 3)
    tasks.write_overlooked_lines()
    lines.write_lines([one.pk, other.pk])
    positions.rebuild_positions(deal_of(one))
    return one, other


def deal_of(attempt: Attempt) -> Deal:
    found = positions.deal_of(attempt.pk)
    assert found is not None
    return found


def parting(played: tuple[Attempt, Attempt]) -> tuple[int, str]:
    """The number of actions after which the crews went on differently, and the second one's next move with its step."""
    one, other = (TravellerLine.objects.get(attempt=attempt) for attempt in played)
    pairs = zip(one.position_numbers, other.position_numbers, strict=False)
    place = next(place for place, (mine, theirs) in enumerate(pairs) if mine != theirs)
    step, _seat, text = other.moves[place - 1]
    return int(one.moves[place - 1][0]) - 1, f"{text}?step={step}"


def fresh(attempt: Attempt) -> Attempt:
    return Attempt.objects.select_related("table__stage__challenge").get(pk=attempt.pk)


def close(challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.CLOSED)


def test_a_line_knows_its_moves_and_positions(played: tuple[Attempt, Attempt]) -> None:
    attempt = played[0]
    line = TravellerLine.objects.get(attempt=attempt)
    states = event_replay.moments_of(Attempt.objects.select_related("table").get(pk=attempt.pk))
    game = games.GAMES["planet-nine"]
    assert line.position_numbers[0] == game.position_of(states[0])
    assert [line.position_numbers[place + 1] for place in range(len(line.moves))] == [
        game.position_of(states[move[0]]) for move in line.moves
    ]
    plays = [text for _step, _seat, text in line.moves if text.startswith("play ")]
    assert len(plays) == attempt.events.filter(text__startswith="play ").count()


def test_shared_positions_have_rows_up_to_where_the_lines_part(played: tuple[Attempt, Attempt]) -> None:
    rows = {row.number: row for row in Position.objects.all()}
    one, other = (TravellerLine.objects.get(attempt=attempt).position_numbers for attempt in played)
    assert set(rows) == set(one) & set(other)
    assert [row.lines for row in rows.values()] == [2] * len(rows)
    assert one[0] == other[0]
    parting = next(row for row in rows.values() if len(row.branches) == 2)
    assert sorted(list(made.attempts) for made in parting.branches_by_move.values()) == [
        [attempt.pk] for attempt in played
    ]


def test_a_replay_says_what_others_did_here(
    played: tuple[Attempt, Attempt], running: Challenge, client: Client
) -> None:
    close(running)
    one, other = map(fresh, played)
    step, theirs = parting(played)
    here = others_here(one, step)
    assert here is not None
    (move,) = here.moves
    assert f"play {move.card}{move.crews[0].url.removeprefix(reverse('replay', args=(other.pk,)))}" == theirs
    assert [(crew.name, crew.won) for crew in move.crews] == [("Borealis", other.state == "success")]
    assert (here.lines, here.won) == (1, int(other.state == "success"))
    page = client.get(reverse("replay", args=(one.pk,)) + f"?step={step}").text
    assert "Others here" in page
    assert "1 other crew had this position" in page
    assert f'href="{move.crews[0].url}"' in page
    assert f'href="{here.tree_url}"' in page
    assert client.get(here.tree_url).status_code in (200, 302)


def test_after_the_parting_nobody_else_is_here(played: tuple[Attempt, Attempt], running: Challenge) -> None:
    close(running)
    one = fresh(played[0])
    assert others_here(one, parting(played)[0]) is not None
    assert others_here(one, parting(played)[0] + 1) is None
    assert others_here(one, 0) is not None


def test_before_the_close_nothing_is_told(played: tuple[Attempt, Attempt], running: Challenge, client: Client) -> None:
    assert others_here(fresh(played[0]), 0) is None
    close(running)
    assert others_here(fresh(played[0]), 0) is not None


def test_rebuilding_gives_the_same_rows(played: tuple[Attempt, Attempt]) -> None:
    def rows() -> list[tuple[object, ...]]:
        return list(Position.objects.order_by("number").values_list("number", "lines", "won", "is_parting", "branches"))

    before = rows()
    lines.rewrite_all()
    assert positions.rebuild_all() == 1
    assert rows() == before
    assert before


def test_lost_rebuilds_are_made_up_for(played: tuple[Attempt, Attempt], running: Challenge) -> None:
    assert positions.overlooked_deals() == []
    before = Position.objects.count()
    Position.objects.all().delete()
    TravellerLine.objects.update(is_placed=False)
    assert positions.overlooked_deals() == [Deal(stage_of(running).pk, 1)]
    tasks.write_overlooked_lines()
    assert Position.objects.count() == before


def test_one_line_alone_has_no_positions(running: Challenge, crew: Crew, alice: Player) -> None:
    attempt = to_the_end(table_of(running, crew, alice), alice)
    lines.write_lines([attempt.pk])
    tasks.rebuild_positions(*deal_of(attempt))
    assert not Position.objects.exists()
    assert positions.overlooked_deals() == []
    close(running)
    assert others_here(fresh(attempt), 0) is None


def test_a_free_table_has_no_deal(alice: Player, bob: Player, olga: Player) -> None:
    assert positions.deal_of(started(open_table(alice, bob, olga), alice).pk) is None


def test_recompute_writes_the_positions_anew(played: tuple[Attempt, Attempt]) -> None:
    before = Position.objects.count()
    Position.objects.all().delete()
    out = StringIO()
    call_command("recompute", stdout=out)
    assert "Rebuilt: positions, number of deals: 1." in out.getvalue()
    assert Position.objects.count() == before > 0
