"""The missions, and how to play."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import games
from logbook.catalogue.forms import GROUPS
from logbook.rounds.svg.tasks import DRAWINGS

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MISSIONS = games.GAMES["planet-nine"].missions
SEA = games.GAMES["deep-sea"].missions


def test_the_list_has_every_mission(client: Client) -> None:
    html = client.get("/missions/").content.decode()

    assert all(f'href="/missions/planet-nine/{mission}/"' in html for mission in MISSIONS)


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_mission_is_explained(client: Client, mission: str) -> None:
    response = client.get(f"/missions/planet-nine/{mission}/")

    assert response.status_code == 200
    html = response.content.decode()
    assert f'href="/tables/new/?mission={mission}"' in html
    assert f'href="/leaderboards/planet-nine/{mission}/"' in html


def test_the_list_of_one_game_is_its_own(client: Client) -> None:
    html = client.get("/missions/?game=deep-sea").content.decode()

    assert all(f'href="/missions/deep-sea/{mission}/"' in html for mission in (*SEA, "33"))
    assert "/missions/planet-nine/" not in html


@pytest.mark.parametrize("mission", [*SEA, "33", "60"])
def test_every_mission_of_the_sea_is_explained(client: Client, mission: str) -> None:
    html = client.get(f"/missions/deep-sea/{mission}/").content.decode()

    assert f'href="/tables/new/?game=deep-sea&amp;mission={mission}"' in html
    assert "The Crew: Mission Deep Sea" in html
    assert not re.search(r"<p>[^<]*\bT\d+\b", html)


def test_a_mission_with_a_clock_says_what_holds_without(client: Client) -> None:
    html = client.get("/missions/deep-sea/26/").content.decode()

    assert "Without the clock" in html
    assert "exactly 12" in html


def test_given_tasks_are_drawn(client: Client) -> None:
    html = client.get("/missions/deep-sea/32/").content.decode()

    assert [f'id="{name}"' in html for name in ("T74", "T88", "T85", "T80")] == [True] * 4
    assert html.count("Win no tricks.") == 1


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", 96),
        ("?group=places", 10),
        ("?group=others", 6),
        ("?difficulty=6", 0),
        ("?difficulty=6&players=5", 2),
        ("?group=cards&difficulty=1&players=2", 5),
    ],
)
def test_task_cards_are_drawn_and_found(client: Client, query: str, shown: int) -> None:
    response = client.get(f"/missions/deep-sea/tasks/{query}")

    assert response.status_code == 200
    html = response.content.decode()
    assert html.count('class="task-card"') == shown == html.count('class="pic"')


def test_every_task_is_in_one_group() -> None:
    kinds = [kind for _words, kinds in GROUPS.values() for kind in kinds]

    assert sorted(kinds) == sorted(DRAWINGS)


@pytest.mark.parametrize("query", ["players=7", "group=dogs", "difficulty=9"])
def test_a_filter_that_does_not_exist_is_said(client: Client, query: str) -> None:
    response = client.get(f"/missions/deep-sea/tasks/?{query}")

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()


def test_a_kept_bound_is_that_of_the_players(client: Client) -> None:
    assert "more than 31" in client.get("/missions/deep-sea/tasks/?players=5").content.decode()
    assert "more than 23" in client.get("/missions/deep-sea/tasks/?players=2").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/missions/planet-nine/51/",
        "/missions/no-game/1/",
        "/missions/planet-nine/x/",
        "/missions/deep-sea/0/",
        "/missions/deep-sea/difficulty=3/",
        "/missions/planet-nine/tasks/",
        "/missions/no-game/tasks/",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_rules_can_be_read(client: Client) -> None:
    assert client.get("/rules/").status_code == 200


@pytest.mark.parametrize("path", ["/missions/", "/rules/", "/missions/planet-nine/1/", "/missions/deep-sea/tasks/"])
def test_they_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
