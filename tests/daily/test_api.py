"""The deals of the day by the API: what it says, what it keeps to itself, and the board of programs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.daily.models import DailyDeal, DailyResult
from logbook.people.models.players import Player
from logbook.people.services import tokens
from logbook.tables.models import Table
from tests.conftest import SignedIn
from tests.daily.counting_scenes import earlier_days, old_account
from tests.daily.plays_scenes import play_bots_until
from tests.daily.scenes import CLOSE, begin, close, lose, win

pytestmark = pytest.mark.django_db

API = "/api/v1/daily/"
DEAL = f"{API}2026-11-23/planet-nine/"


def bearer(player: Player) -> dict[str, str]:
    _token, key = tokens.create_token(player=player, name="bot", scopes=["play"], days=1)
    return {"authorization": f"Bearer {key}"}


def test_a_stranger_reads_what_is_open_and_nothing_of_others(deal: DailyDeal, alice: Player, client: Client) -> None:
    before = client.get(API).json()
    win(begin(deal, alice))
    assert client.get(API).json() == before
    one = next(found for found in before["deals"] if found["slug"] == "planet-nine")
    assert one == client.get(DEAL).json()
    assert (one["state"], one["others"], one["bots_won"], one["results"]) == ("open", 0, None, [])
    assert one["commitment"] == deal.challenge.commitment
    assert before["next"] == "2026-11-24"
    assert client.get(f"{API}2026-11-24/planet-nine/").status_code == 404


def test_the_caller_reads_their_own_tries(deal: DailyDeal, alice: Player, signed_in: SignedIn) -> None:
    lose(begin(deal, alice), alice)
    (result,) = signed_in(alice).get(DEAL).json()["results"]
    assert (result["alone"], result["state"], result["place"], result["percentile"]) == (True, "between", None, None)
    assert result["tries"] == [
        {"number": 1, "won": False, "distress": False, "done": 0, "tasks": 3, "trick": 1, "points": None, "margin": 0}
    ]


def test_what_a_token_plays_is_a_programs(deal: DailyDeal, alice: Player, bob: Player, client: Client) -> None:
    key = bearer(alice)
    answer = client.post(f"{DEAL}play/", headers=key)
    assert answer.status_code == 201
    assert client.post(f"{DEAL}play/", headers=key).json()["id"] == answer.json()["id"]
    assert DailyResult.objects.get().by_program
    assert client.post(f"{DEAL}play/").status_code == 401
    table = begin(deal, bob)
    act_by_token(client, bearer(bob), table)
    assert DailyResult.objects.get(table=table).by_program


def act_by_token(client: Client, key: dict[str, str], table: Table) -> None:
    """Take the first legal action, once it is the seat's turn."""
    play_bots_until(table, 0)
    view: dict[str, Any] = client.get(f"/api/v1/tables/{table.pk}/view/", headers=key).json()
    body = {"action": view["view"]["legal"][0], "seen": view["seen"]}
    answer = client.post(f"/api/v1/tables/{table.pk}/act/", body, content_type="application/json", headers=key)
    assert answer.status_code == 200, answer.text


def test_a_person_who_plays_by_session_is_no_program(deal: DailyDeal, alice: Player, signed_in: SignedIn) -> None:
    assert signed_in(alice).post(f"{DEAL}play/").status_code == 201
    assert not DailyResult.objects.get().by_program


def test_places_come_with_the_close(deal: DailyDeal, client: Client, clock: time_machine.Traveller) -> None:
    ann, ben = old_account("Ann"), old_account("Ben")
    earlier_days(deal, ann, ben)
    win(begin(deal, ann))
    lose(begin(deal, ben), ben)
    refused = client.get(f"{DEAL}board/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-counted")
    clock.move_to(CLOSE)
    close()
    board = client.get(f"{DEAL}board/", {"limit": 1}).json()
    assert [(row["place"], row["names"], row["first"]["won"]) for row in board["results"]] == [(1, ["Ann"], True)]
    second = client.get(board["next"]).json()
    assert [(row["place"], row["names"]) for row in second["results"]] == [(2, ["Ben"])]
    assert client.get(f"{DEAL}board/", {"board": "programs"}).json()["results"] == []
    assert client.get(f"{DEAL}board/", {"board": "5"}).status_code == 422
    assert client.get(f"{DEAL}board/", {"club": "night-watch"}).status_code == 404
    assert client.get(DEAL).json()["state"] == "over"


def test_the_calendar_of_the_caller(deal: DailyDeal, alice: Player, signed_in: SignedIn, client: Client) -> None:
    win(begin(deal, alice))
    page = signed_in(alice).get(f"{API}calendar/").json()
    (day,) = [day for day in page["days"] if day["how"]]
    assert day == {
        "date": "2026-11-23",
        "how": "solved",
        "games": [{"game": "planet-nine", "easy": False, "solved_on": 1}],
    }
    assert (page["solved"]["days"], page["won_first"]["days"], len(page["days"])) == (1, 1, 30)
    assert signed_in(alice).get(f"{API}calendar/", {"month": "2026-13"}).status_code == 422
    assert client.get(f"{API}calendar/").status_code == 401


def test_the_board_of_a_club_and_of_a_crew(
    deal: DailyDeal, club: Club, crew: Crew, alice: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    ann, zoe = old_account("Ann"), old_account("Zoe")
    earlier_days(deal, ann, zoe)
    before = deal.challenge.opens_at - timedelta(days=1)
    ClubMember.objects.create(club=club, player=ann)
    club.members.update(joined_at=before)
    CrewMember.objects.create(crew=crew, player=zoe)
    crew.members.update(joined_at=before)
    for player in (ann, zoe):
        win(begin(deal, player))
    clock.move_to(CLOSE)
    close()
    browser = signed_in(alice)
    for query, name in ((f"club={club.slug}", "Ann"), (f"crew={crew.slug}", "Zoe")):
        assert [row["names"] for row in browser.get(f"{DEAL}board/?{query}").json()["results"]] == [[name]]


def test_a_new_account_has_a_place_among_the_members_of_its_crew(
    deal: DailyDeal, crew: Crew, alice: Player, bob: Player, guest: Player, signed_in: SignedIn,
    clock: time_machine.Traveller,
) -> None:  # fmt: skip
    """On the board of everyone, it has none before its third day."""
    CrewMember.objects.create(crew=crew, player=guest)
    crew.members.update(joined_at=deal.challenge.opens_at - timedelta(days=1))
    lose(begin(deal, alice), alice)
    for player in (bob, guest):
        win(begin(deal, player))
    clock.move_to(CLOSE)
    close()
    browser = signed_in(alice)
    assert browser.get(f"{DEAL}board/").json()["results"] == []
    board = browser.get(f"{DEAL}board/?crew={crew.slug}").json()["results"]
    assert [(row["place"], row["names"]) for row in board] == [(1, ["Bob"]), (2, ["Alice"])]
    page = browser.get(f"/daily/2026-11-23/planet-nine/?crew={crew.slug}").text
    assert "Members are ranked among themselves." in page
    assert page.partition("<tbody")[2].index("Bob") < page.partition("<tbody")[2].index("Alice")


def test_closed_deals_are_listed_and_played_again(
    deal: DailyDeal, alice: Player, client: Client, clock: time_machine.Traveller
) -> None:
    early = client.post(f"{DEAL}archive/", headers=bearer(alice))
    assert (early.status_code, early.json()["code"]) == (409, "deal-still-open")
    assert client.get(f"{API}archive/").json()["results"] == []
    lose(begin(deal, alice), alice)
    clock.move_to(CLOSE)
    close()
    (closed,) = [row for row in client.get(f"{API}archive/").json()["results"] if row["slug"] == "planet-nine"]
    assert (closed["date"], closed["plays"], closed["wins"]) == ("2026-11-23", 1, 0)
    made = client.post(f"{DEAL}archive/", headers=bearer(alice))
    assert made.status_code == 201
    assert not DailyResult.objects.filter(table=made.json()["id"]).exists()


def test_a_program_opens_a_table_for_a_crew(deal: DailyDeal, alice: Player, client: Client) -> None:
    key = bearer(alice)
    opened = client.post(f"{DEAL}crew/", headers=key)
    assert opened.status_code == 201
    assert client.post(f"{DEAL}crew/", headers=key).json()["id"] == opened.json()["id"]
    assert Table.objects.get(pk=opened.json()["id"]).state == Table.State.GATHERING


def test_the_api_says_which_deal_of_today_is_missing(deal: DailyDeal, client: Client) -> None:
    Challenge.objects.filter(daily_deal__game="deep-sea", daily_deal__easy=True).update(
        state=Challenge.State.FAILED, opened_at=None
    )
    assert client.get(API).json()["unopened"] == [
        {"date": "2026-11-23", "game": "deep-sea", "easy": True, "is_missing": True}
    ]
