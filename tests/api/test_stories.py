"""Stories from the pages, played by programs: each step as its page would take it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from logbook.campaigns.models import LogEntry
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.api.world import Program, finished, open_challenge

pytestmark = pytest.mark.django_db


def test_a_table_is_opened_filled_and_played(alice: Player, bob: Player, crew: Crew) -> None:
    one, other = Program(alice, "play"), Program(bob, "play")
    wishes = {"game": "planet-nine", "mission": "1", "players": 2, "crew": crew.slug}
    here = f"tables/{one('post', 'tables/', wishes, status=201)['id']}/"
    one("post", f"{here}deal/", status=409)
    assert one("post", f"{here}seats/bot/", {"number": 1, "bot": "random"})["seats"][1]["kind"] == "bot"
    one("post", f"{here}seats/clear/", {"number": 1})
    assert other("post", f"{here}seats/take/", {"number": 1})["my_seat"] == 1
    view = one("post", f"{here}deal/")
    assert len(view["view"]["hand"]) == 13
    while view["view"]["outcome"] is None:
        turn = next(each for each in (one, other) if _mine(now := each("get", f"{here}view/")))
        now = turn("get", f"{here}view/")
        text = next((text for text in now["view"]["legal"] if "play " in text), now["view"]["legal"][0])
        view = turn("post", f"{here}act/", {"action": text, "seen": now["seen"]})
    assert one("get", f"{here}attempts/")["results"][0]["state"] in ("success", "failure")


def _mine(now: Any) -> bool:
    return now["view"]["seat"] in now["view"]["waiting_on"]


def test_a_replay_has_every_moment_and_the_record(alice: Player) -> None:
    attempt, program = finished(alice), Program(alice, "read")
    replay = program("get", f"replays/{attempt.pk}/")
    moments = program("get", f"replays/{attempt.pk}/moments/")["results"]
    assert [moment["step"] for moment in moments] == list(range(replay["moments"]))
    assert [len(view["hand"]) > 0 for view in moments[0]["views"]] == [True] * 3
    text = program.client.get(f"/api/v1/replays/{attempt.pk}/record/", headers=program.headers)
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text.text.startswith("game: planet-nine")
    assert attempt.seed not in text.text


def test_a_line_stands_once_is_corrected_removed_and_put_back(alice: Player, bob: Player, crew: Crew) -> None:
    program = Program(alice, "write")
    opened = program("post", "campaigns/", {"crew": crew.slug, "game": "planet-nine", "name": "Winter"}, status=201)
    here = f"campaigns/{opened['id']}/"
    people = {chip["name"]: chip["key"] for chip in program("get", f"{here}people/")["results"]}
    said = {"mission": "1", "won": False, "played_on": "2026-11-20", "present": [people["Alice"], people["Bob"]]}
    key = str(uuid4())
    line = program("post", f"{here}entries/", {**said, "key": key}, status=201)
    assert program("post", f"{here}entries/", {**said, "key": key}, status=201)["id"] == line["id"]
    assert LogEntry.objects.count() == 1
    there = f"{here}entries/{line['id']}/"
    corrected = program("put", there, {**said, "won": True, "captain": people["Bob"], "seen": line["seen"]})
    assert (corrected["won"], corrected["seen"]) == (True, 1)
    assert [who["name"] for who in corrected["present"] if who["captain"]] == ["Bob"]
    program("put", there, {**said, "seen": 0}, status=409)
    assert program("post", f"{there}remove/")["removed_at"]
    assert program("get", f"{here}entries/")["results"] == []
    assert program("post", f"{there}restore/")["removed_at"] is None
    program("post", f"{here}tally/", {"key": str(uuid4()), "mission": "2"}, status=201)
    boxes = program("get", here)["boxes"]
    assert [(box["won"], box["attempts"]) for box in boxes[:2]] == [(True, 1), (False, 1)]
    assert program("post", f"{here}close/")["closed_at"]
    program("post", f"{here}entries/", {**said, "key": str(uuid4())}, status=409)
    assert program("post", f"{here}reopen/")["closed_at"] is None


def test_a_club_is_run(alice: Player, bob: Player, charlie: Player) -> None:
    owner, knocker = Program(alice, "manage"), Program(charlie, "manage")
    club = owner("post", "clubs/", {"name": "Night Watch", "public": True}, status=201)["slug"]
    knocker("post", f"clubs/{club}/join/", {"message": "Hello"}, status=204)
    asking = owner("get", f"clubs/{club}/requests/")["results"][0]
    owner("post", f"clubs/{club}/requests/{asking['id']}/", {"accept": True})
    assert knocker("get", f"clubs/{club}/")["role"] == "member"
    assert owner("patch", f"clubs/{club}/members/{charlie.pk}/", {"role": "organizer"})["role"] == "organizer"
    crew = knocker("post", "crews/", {"name": "Borealis"}, status=201)["slug"]
    knocker("post", f"clubs/{club}/crews/", {"crew": crew}, status=204)
    assert [row["slug"] for row in owner("get", f"clubs/{club}/crews/")["results"]] == [crew]
    post = owner("post", f"clubs/{club}/news/", {"title": "Fridays", "text": "We play."}, status=201)
    owner("put", f"clubs/{club}/news/{post['id']}/", {"title": "Mondays", "text": "We play."})
    assert knocker("get", f"clubs/{club}/news/")["results"][0]["title"] == "Mondays"
    days = {"starts_on": str(timezone.localdate()), "ends_on": str(timezone.localdate() + timedelta(days=60))}
    season = owner("post", f"clubs/{club}/seasons/", {"name": "Spring", **days}, status=201)
    assert owner("get", f"seasons/{season['id']}/standings/")["results"] == []
    knocker("delete", f"clubs/{club}/crews/{crew}/", status=204)
    knocker("post", f"clubs/{club}/leave/", status=204)
    owner("delete", f"clubs/{club}/", status=204)
    assert not Club.objects.exists()


def test_a_challenge_is_set_up_stirred_and_given_up(olga: Player, club: Club, crew: Crew) -> None:
    organizer, now = Program(olga), timezone.now()
    words = {
        "club": club.slug,
        "title": "Week 47",
        "game": "planet-nine",
        "missions": ["1", "2"],
        "players": 3,
        "contributions_until": (now + timedelta(hours=2)).isoformat(),
        "opens_at": (now + timedelta(hours=3)).isoformat(),
        "closes_at": (now + timedelta(days=3)).isoformat(),
    }
    made = organizer("post", "challenges/", words, status=201)
    here = f"challenges/{made['id']}/"
    assert (made["state"], len(made["commitment"]), len(made["stages"])) == ("collecting", 64, 2)
    assert (
        organizer("post", f"{here}seed-contributions/", {"text": "a sea shanty"})["seed_contributions"][0]["text"]
        == "a sea shanty"
    )
    organizer("post", f"{here}seed-contributions/", {"text": "again"}, status=409)
    organizer("get", f"{here}seal/", status=404)
    organizer("delete", here, status=204)
    assert organizer("post", "challenges/", {**words, "missions": ["99"]}, status=422)["errors"]["missions"]


def test_a_crew_comes_to_play_and_hears_nothing_of_others(
    alice: Player, charlie: Player, club: Club, rivals: Crew
) -> None:
    challenge = open_challenge(club, alice)
    ClubMember.objects.get_or_create(club=club, player=charlie)
    ours, theirs, here = Program(alice), Program(charlie), f"challenges/{challenge.pk}/"
    table = ours("post", f"{here}play/", {"crew": "aurora", "stage": 1})
    assert (table["challenge"], table["stage"], table["my_seat"]) == (challenge.pk, 1, 0)
    theirs("get", f"tables/{table['id']}/view/", status=404)
    theirs("post", f"{here}play/", {"crew": "aurora", "stage": 1}, status=403)
    told = theirs("get", here)
    assert (told["shows_all"], [part["crew"]["slug"] for part in told["mine"]]) == (False, ["borealis"])
    seen = Client().get(f"/api/v1/{here}", headers=theirs.headers).text
    assert challenge.base_seed not in seen
    assert Challenge.objects.get().secret not in seen
