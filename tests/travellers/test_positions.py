"""Positions: where the lines of a deal meet and part, and what a replay says of other crews in the same position."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

import games
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.travellers import tasks
from logbook.travellers.models import Position, TravellerLine
from logbook.travellers.selectors.others_here import others_here
from logbook.travellers.services import lines, positions
from logbook.travellers.services.positions import Deal
from tests.challenges.scenes import stage_of, table_of
from tests.tables.attempts_scenes import open_table, started
from tests.travellers.positions_scenes import close, deal_of, noon, parting, played, to_the_end

__all__ = ["noon", "played"]  # Fixtures.

pytestmark = pytest.mark.django_db


def fresh(attempt: Attempt) -> Attempt:
    return Attempt.objects.select_related("table__stage__challenge").get(pk=attempt.pk)


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
    assert "Other crews in this position" in page
    assert "1 other crew had this position" in page
    assert f'href="{move.crews[0].url}"' in page
    assert f'href="{here.tree_url}"' in page
    assert client.get(here.tree_url).status_code in (200, 302)


def test_nobody_else_is_here_after_the_parting(played: tuple[Attempt, Attempt], running: Challenge) -> None:
    close(running)
    one = fresh(played[0])
    assert others_here(one, parting(played)[0]) is not None
    assert others_here(one, parting(played)[0] + 1) is None
    assert others_here(one, 0) is not None


def test_nothing_is_told_before_the_close(played: tuple[Attempt, Attempt], running: Challenge, client: Client) -> None:
    assert others_here(fresh(played[0]), 0) is None
    close(running)
    assert others_here(fresh(played[0]), 0) is not None


def test_rebuilding_gives_the_same_rows(played: tuple[Attempt, Attempt]) -> None:
    def rows() -> list[tuple[object, ...]]:
        return list(Position.objects.order_by("number").values_list("number", "lines", "won", "is_parting", "branches"))

    before = rows()
    lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
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
    lines.LINES.write([attempt.pk])
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
