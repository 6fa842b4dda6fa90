"""The missions, and how to play."""

from __future__ import annotations

import pytest
from django.test import Client

import games

pytestmark = pytest.mark.django_db

MISSIONS = games.GAMES["planet-nine"].missions


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


@pytest.mark.parametrize("path", ["/missions/planet-nine/51/", "/missions/no-game/1/", "/missions/planet-nine/x/"])
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_rules_can_be_read(client: Client) -> None:
    assert client.get("/rules/").status_code == 200


@pytest.mark.parametrize("path", ["/missions/", "/rules/", "/missions/planet-nine/1/"])
def test_they_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
