"""The scenarios of a race, and the gallery of its pieces: pages that anybody may read."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

import games
from games.deep_blue import component_sets
from games.deep_blue.component_sets import usual_set
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.rounds import text as rounds_text
from tests.races.race_scenes import race_of, raced

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SCENARIOS = games.GAMES["deep-blue"].missions


def test_the_list_has_every_scenario_and_a_way_to_race_it(client: Client) -> None:
    html = client.get("/missions/").content.decode()
    for scenario in SCENARIOS:
        assert f'href="/missions/deep-blue/{scenario}/"' in html
        assert f'href="/tables/new/?game=deep-blue&amp;mission={scenario}"' in html


def test_the_list_of_races_is_its_own(client: Client) -> None:
    html = client.get("/missions/?game=deep-blue").content.decode()
    assert "/missions/planet-nine/" not in html
    assert "Custom mission" not in html


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_explained_with_how_we_rule(client: Client, scenario: str) -> None:
    response = client.get(f"/missions/deep-blue/{scenario}/")
    assert response.status_code == 200
    html = unescape(response.content.decode())
    setup = games.Setup("deep-blue", scenario, 4)
    changes = next(str(part) for part in games.describe(setup).parts if part.code == f"describe-{scenario}")
    assert changes in html
    assert ("our ruling" in html) != ("our reading<" in html)
    assert f'href="/tables/new/?game=deep-blue&mission={scenario}"' in html
    assert "2\N{EN DASH}5 crews recruit" in html
    assert "No races here yet" in html


@pytest.mark.parametrize(
    "path",
    [
        "deep-blue/1/",
        "deep-blue/storm_ahead/",
        "deep-blue/no-scenario/",
        "planet-nine/components/",
        "deep-blue/components/?box=none",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/missions/{path}").status_code == 404


def test_records_of_a_scenario_stand_on_its_page(client: Client, alice: Player) -> None:
    attempt = raced(race_of(alice, "reefs-ahead"), seed="test/1")
    results.recompute_result(table_id=attempt.table_id)
    html = client.get("/missions/deep-blue/reefs-ahead/").content.decode()
    assert "No races here yet" not in html
    assert "Most points" in html
    assert f'href="/replays/{attempt.pk}/"' in html


def test_the_gallery_shows_every_piece_and_where_it_comes_from(client: Client) -> None:
    html = unescape(client.get("/missions/deep-blue/components/").content.decode())
    box = usual_set()
    for card in box.cards.values():
        assert card.names["en"] in html
    for tile in box.tiles:
        assert f"<code>{tile}</code>" in html
    for space in box.board.spaces:
        assert f'aria-hidden="true">{space}</span>' in html
    pieces = [card.source for card in box.cards.values()] + [tile.source for tile in box.tiles.values()]
    for kind in ("found", "inferred", "designed"):
        explained, board = 1, kind == "designed"
        assert html.count(f"source--{kind}") == pieces.count(kind) + explained + board
    assert f"and {pieces.count('designed')} of the {len(pieces)} kinds" in html
    assert "DEEP_BLUE_COMPONENTS" in html


def test_pieces_have_french_names(client: Client) -> None:
    html = unescape(client.get("/missions/deep-blue/components/", headers={"accept-language": "fr"}).content.decode())
    assert all(card.names["fr"] in html for card in usual_set().cards.values())
    assert "Deckhand" not in html


@pytest.fixture
def other_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A site whose keeper has added a box with a card of their own."""
    text = (Path(component_sets.__file__).parent / "components.toml").read_text(encoding="utf-8")
    text = text.replace('name = "stand-in"', 'name = "mine"', 1).replace("Deckhand", "Bosun of mine")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("This project's own stand-ins", "My box"), encoding="utf-8")
    monkeypatch.setenv(component_sets.ENVIRONMENT, str(file))
    component_sets.other_sets.cache_clear()
    yield
    component_sets.other_sets.cache_clear()


@pytest.mark.usefixtures("other_box")
def test_another_box_is_shown_beside_ours_and_called_nobodys_stand_in(client: Client) -> None:
    assert "Bosun of mine" not in client.get("/missions/deep-blue/components/").content.decode()
    html = unescape(client.get("/missions/deep-blue/components/?box=mine").content.decode())
    assert "Bosun of mine" in html
    assert "My box: pieces from a file" in html
    assert "are our own stand-ins" not in html


@pytest.mark.parametrize("path", ["/missions/deep-blue/components/", "/missions/deep-blue/storm-ahead/"])
def test_they_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


def test_every_scenario_has_a_name() -> None:
    assert len({rounds_text.scenario_title(scenario) for scenario in SCENARIOS}) == len(SCENARIOS) == 7
