"""The API, CSV and shared pictures of travellers and trees."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.races.services import lines as race_lines
from logbook.tables.models import Attempt
from logbook.travellers.models import Position
from logbook.travellers.selectors.pictures import deal_picture
from tests.api.world import bearer
from tests.challenges.scenes import stage_of
from tests.conftest import SignedIn
from tests.races.challenge_scenes import of, opened, raced, three_crews
from tests.travellers.positions_scenes import close, noon, played
from tests.travellers.tree_scenes import write

__all__ = ["noon", "played"]  # Fixtures.

pytestmark = pytest.mark.django_db


def table(client: Client, name: str, challenge: Challenge, query: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse(name, args=(challenge.pk, 1, 1)) + query)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(answer.getvalue().decode("utf-8-sig"))))


def read(client: Client, player: Player, challenge: Challenge, what: str, status: int = 200) -> Any:
    address = f"/api/v1/challenges/{challenge.pk}/deals/1/1/{what}"
    answer = client.get(address, headers=bearer(player))
    assert answer.status_code == status, answer.text
    return answer.json()


# --- CSV


def test_a_traveller_is_a_table(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    rows = table(signed_in(alice), "traveller-csv", running)
    assert {row["crew"] for row in rows} == {"Aurora", "Borealis"}
    assert {int(row["attempt"]) for row in rows} == {attempt.pk for attempt in played}
    assert all(":" in row["tasks"] for row in rows)
    assert [row["crew"] for row in table(signed_in(alice), "traveller-csv", running, "?show=mine")] == ["Aurora"]


def test_a_tree_is_a_table_of_branches(running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    write(running, [("abcd", True), ("abce", False), ("hi", False)])
    close(running)
    rows = table(signed_in(alice), "tree-csv", running)
    assert [(row["lines"], row["branch_lines"], row["branch_won"]) for row in rows] == [
        ("3", "2", "1"), ("3", "1", "0"), ("2", "1", "1"), ("2", "1", "0")]  # fmt: skip
    assert rows[0]["moves"] == "0 play P1 / 1 play P2 / 2 play P3"
    assert rows[0]["next"] == rows[2]["position"]
    assert rows[2]["next"] == ""


# --- the API


def test_programs_read_the_traveller(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, client: Client
) -> None:
    read(client, alice, running, "traveller/", 404)
    close(running)
    lines = read(client, alice, running, "traveller/")["results"]
    assert [(line["crew"], line["mine"]) for line in lines] == [("Borealis", False), ("Aurora", True)]
    assert {task["seat"] for line in lines for task in line["tasks"]} <= {0, 1, 2}
    assert len(read(client, alice, running, "traveller/?show=mine")["results"]) == 1
    assert len(read(client, alice, running, "traveller/?limit=1")["results"]) == 1
    read(client, alice, running, "traveller/?show=anything", 422)
    read(client, alice, running, "races/", 404)


def test_programs_walk_the_tree(running: Challenge, alice: Player, client: Client) -> None:
    attempts = write(running, [("abcd", True), ("abce", False), ("hi", False)])
    read(client, alice, running, "tree/", 404)
    close(running)
    start = read(client, alice, running, "tree/")
    assert (start["lines"], start["won"], start["solver"]) == (3, 1, "winnable")
    together, alone = start["branches"]
    assert together["moves"] == ["0 play P1", "1 play P2", "2 play P3"]
    assert (alone["next"], alone["solver"], alone["attempts"]) == (None, "lost", [attempts[2].pk])
    deeper = read(client, alice, running, f"tree/?at={together['next']}")
    assert [(one["lines"], one["solver"]) for one in deeper["branches"]] == [(1, "won"), (1, "lost")]
    for at in ("2", str(10**18 + 1), str(2**63)):
        read(client, alice, running, f"tree/?at={at}", 404)
    read(client, alice, running, "tree/?at=x", 422)


def test_programs_read_races(club: Club, olga: Player, alice: Player, crew: Any, client: Client) -> None:
    crews = three_crews(club, crew)
    challenge = opened(club, olga)
    raced(challenge, crews[0], alice, (30, 25, 20))
    raced(challenge, crews[1], of("Dora"), None)
    race_lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    read(client, alice, challenge, "races/", 404)
    close(challenge)
    rows = read(client, alice, challenge, "races/")["results"]
    assert [(row["name"], row["points"], row["margin"]) for row in rows] == [("Dora", None, None), ("Alice", 30, 5)]
    assert [seat["points"] for seat in rows[1]["seats"]] == [30, 25, 20]
    read(client, alice, challenge, "traveller/", 404)
    read(client, alice, challenge, "tree/", 404)
    Club.objects.update(public=True)
    strangers = client.get(f"/api/v1/challenges/{challenge.pk}/deals/1/1/races/")
    assert [row["name"] for row in strangers.json()["results"]] == ["Borealis", "Aurora"]
    assert "Alice" not in strangers.text
    assert "Alice" not in str(table(client, "traveller-csv", challenge))
    named = table(client, "traveller-csv", challenge)
    assert [(row["name"], row["scores"]) for row in named] == [("Aurora", "30 25 20"), ("Borealis", "")]


# --- shared links


def test_the_picture_spoils_nothing(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, client: Client, signed_in: SignedIn
) -> None:
    address = reverse("deal-picture", args=(running.pk, 1, 1))
    assert signed_in(alice).get(address).status_code == 404
    close(running)
    answer = signed_in(alice).get(address)
    with Image.open(BytesIO(answer.content)) as image:
        assert image.format == "PNG"
    deal = stage_of(running).deals.select_related("stage__challenge").get(attempt=1)
    picture = deal_picture(deal)
    assert (picture.title, picture.lines[1:]) == ("Week 47", ("Stage 1, attempt 1", "2 crews"))
    assert picture.figure in ("0%", "50%", "100%")
    page = signed_in(alice).get(reverse("tree", args=(running.pk, 1, 1))).text
    assert f'property="og:image" content="http://localhost{address}"' in page
    assert Position.objects.exists()
