"""The rules page of Deep Blue: what it says adds up, and says what is ours."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

import games
from games.deep_blue.state import State
from logbook.races.selectors.dive_example import GEMS, worked_dive
from tests.games.deep_blue.builders import paid, play
from tests.games.deep_blue.worked_dive_scenes import GEMS as DRAWN
from tests.games.deep_blue.worked_dive_scenes import GREEN, ORANGE, YELLOW, up_to_the_hazard

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def played() -> State:
    """The example as the engine plays it."""
    return play(up_to_the_hazard(), "0 protect blue", "1 protect CR_OXYGEN", "1 play ST_VESSEL", "0 stop")


def test_the_worked_dive_is_the_one_that_the_engine_plays() -> None:
    assert " ".join(GEMS) == DRAWN
    crews = dict(zip((ORANGE, YELLOW, GREEN), worked_dive().crews, strict=True))
    told = {seat: (crew.cards_points, crew.gems_points, crew.leader_points, 0) for seat, crew in crews.items()}
    assert told == paid(played())
    assert {seat: crew.total for seat, crew in crews.items()} == {ORANGE: 29, YELLOW: 2, GREEN: 18}


def test_yellow_is_told_what_surfacing_cost() -> None:
    assert [crew.missed for crew in worked_dive().crews] == [0, 15, 0]


def test_only_the_last_gem_is_a_hazard() -> None:
    gems = worked_dive().gems
    assert [gem.number for gem in gems if gem.warning] == [3, 7]
    assert [gem.number for gem in gems if gem.hazard] == [8]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "are our own, because"), ("fr", "sont de notre création, car")],
)
def test_it_says_what_is_ours_and_lists_the_scenarios(client: Client, language: str, said: str) -> None:
    html = unescape(client.get("/rules/", headers={"accept-language": language}).content.decode())
    assert 'id="deep-blue"' in html
    assert said in html.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for scenario in games.GAMES["deep-blue"].missions:
        assert f'href="/missions/deep-blue/{scenario}/"' in html
    for total in (29, 2, 18):
        assert f'<td class="num"><b>{total}</b></td>' in html
