"""Pickers of missions: a game first, then lists in groups; what is written stays folded under "More options"."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.challenges.pages_scenes import FORM
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def fold(html: str) -> tuple[str, bool]:
    """Return what is under "More options", and whether it is open."""
    found = re.search(r"<details( open)?><summary>More options</summary>(.*?)</details>", html, re.DOTALL)
    assert found
    return found[2], bool(found[1])


def groups(html: str, name: str) -> list[str]:
    found = re.search(rf'<select name="{name}".*?</select>', html, re.DOTALL)
    assert found
    return re.findall(r'<optgroup label="([^"]*)"', found[0])


def test_a_new_table_has_groups_of_missions_and_folds_the_rest(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    html = client.get(reverse("table-new")).text
    assert groups(html, "mission")[0] == "Missions 1–10"
    assert groups(html, "mission")[-1] == "Missions 41–50"
    assert groups(client.get(reverse("table-new") + "?game=deep-sea").text, "mission")[-2:] == [
        *("Missions 31–32", "Epilogue"),
    ]
    folded, is_open = fold(html)
    assert 'name="custom"' in folded
    assert not is_open


def test_a_refused_custom_mission_opens_the_fold(alice: Player, signed_in: SignedIn) -> None:
    answers = {"game": "planet-nine", "mission": "1", "custom": "tasks=flying", "players": "4"}
    page = signed_in(alice).post(reverse("table-new"), answers)
    assert page.status_code == 422
    folded, is_open = fold(page.text)
    assert is_open
    assert "tasks=flying" in folded
    assert not Table.objects.exists()


def test_a_race_lets_bots_stand_in_only_if_its_opener_says_so(alice: Player, signed_in: SignedIn) -> None:
    answers = {"game": "deep-blue", "mission": "troubled-waters", "players": "3"}
    for chosen, allowed in (("", False), ("yes", True), ("no", False)):
        signed_in(alice).post(reverse("table-new"), answers | {"stand_ins": chosen})
        assert Table.objects.latest("pk").stand_ins == allowed


def create(client: Client, club: Club, **answers: str) -> Any:
    """Send the form while its times are still to come."""
    with time_machine.travel(NOON):
        return client.post(reverse("challenge-new", args=[club.slug]), FORM | {"missions": ""} | answers)


def missions() -> list[str]:
    return list(Challenge.objects.get().stages.order_by("number").values_list("mission", flat=True))


def test_stages_are_chosen_and_more_are_written(club: Club, olga: Player, signed_in: SignedIn) -> None:
    client = signed_in(olga)
    html = client.get(reverse("challenge-new", args=[club.slug])).text
    assert groups(html, "stage_1") == groups(html, "stage_3") != []
    folded, is_open = fold(html)
    assert 'name="missions"' in folded
    assert not is_open
    assert create(client, club, stage_1="4", stage_3="2", missions="7").status_code == 302
    assert missions() == ["4", "2", "7"]


def test_a_challenge_needs_a_mission(club: Club, olga: Player, signed_in: SignedIn) -> None:
    page = create(signed_in(olga), club)
    assert page.status_code == 422
    assert "Choose at least one mission." in page.text


def test_an_unknown_stage_is_said(club: Club, olga: Player, signed_in: SignedIn) -> None:
    page = create(signed_in(olga), club, stage_1="99")
    assert page.status_code == 422
    assert "This mission doesn’t exist. Choose another one." in page.text
    assert not Challenge.objects.exists()
