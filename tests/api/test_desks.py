"""Organizers' and crews' work through the API: links, paper, guests, rulings, series, webhooks."""

from __future__ import annotations

import socket
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest
from logbook.crews.services import guests
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.seasons.models.seasons import Series
from logbook.tables.models import Table
from tests.api.world import Program, a_table, open_challenge

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_link_is_made_read_followed_and_ended(alice: Player, charlie: Player, crew: Crew) -> None:
    founder, other = Program(alice), Program(charlie)
    made = founder("post", f"crews/{crew.slug}/invitations/", status=201)
    assert made["address"].endswith(f"/join/{made['token']}/")
    assert founder("post", f"crews/{crew.slug}/invitations/", status=201)["id"] == made["id"]
    assert [row["id"] for row in founder("get", f"crews/{crew.slug}/invitations/")["results"]] == [made["id"]]
    assert Client().get(f"/api/v1/links/{made['token']}/").json()["crew"]["slug"] == crew.slug
    other("get", f"crews/{crew.slug}/", status=404)
    assert other("post", f"links/{made['token']}/accept/")["by"] == "Alice"
    assert other("get", f"crews/{crew.slug}/")["members"] == 3
    founder("delete", f"invitations/{made['id']}/", status=204)
    assert other("get", f"links/{made['token']}/", status=410)["code"] == "invitation-ended"
    other("get", "links/nobodys/", status=404)


def test_a_club_lets_people_in_by_links_and_by_mail(
    alice: Player, charlie: Player, club: Club, rivals: Crew, django_capture_on_commit_callbacks: Any
) -> None:
    Club.objects.get().entries.filter(crew=rivals).delete()
    owner, other = Program(alice), Program(charlie)
    here = f"clubs/{club.slug}/invitations/"
    with django_capture_on_commit_callbacks(execute=True):
        owner("post", f"{here}mail/", {"addresses": ["dora@example.org"]}, status=204)
    assert [one.to for one in mail.outbox] == [["dora@example.org"]]
    owner("post", f"{here}mail/", {"addresses": ["dora"]}, status=422)
    token = owner("post", here, status=201)["token"]
    assert {row["mail_to"] for row in owner("get", here)["results"]} == {"", "dora@example.org"}
    assert other("post", f"links/{token}/accept/", {"crew": rivals.slug})["club"]["slug"] == club.slug
    assert club.entries.filter(crew=rivals).exists()
    other("post", here, status=403)


def test_a_seat_is_taken_by_a_link(alice: Player, bob: Player, charlie: Player) -> None:
    table = a_table(alice, dealt=False)
    table.seats.filter(number=1).update(bot="")
    sits, comes = Program(alice, "play"), Program(charlie)
    made = sits("post", f"tables/{table.pk}/invitations/", status=201)
    assert comes("post", f"links/{made['token']}/accept/")["table"] == table.pk
    assert comes("get", f"tables/{table.pk}/")["my_seat"] == 1
    assert len(comes("get", f"tables/{table.pk}/invitations/")["results"]) == 1
    Program(bob)("get", f"tables/{table.pk}/invitations/", status=404)


def signed_out(address: str, **words: str) -> Any:
    """Return the response to a program without authentication."""
    return Client().post(address, words, content_type="application/json")


def test_an_attempt_is_played_on_paper_and_reported(
    alice: Player, bob: Player, charlie: Player, club: Club, crew: Crew, rivals: Crew
) -> None:
    challenge = open_challenge(club, alice)
    program, stranger = Program(alice), Program(charlie)
    words = {"crew": crew.slug, "stage": 1}
    names = [{"seat": 0, "name": "Ann"}, {"seat": 1, "player": bob.pk}, {"seat": 2, "name": "Cleo"}]
    assert program("post", f"challenges/{challenge.pk}/real-table/", words, status=422)["errors"].keys() == {"seats"}
    few = program("post", f"challenges/{challenge.pk}/real-table/", words | {"seats": names[:2]}, status=422)
    assert few["code"] == "seats-unnamed"
    attempt = program("post", f"challenges/{challenge.pk}/real-table/", words | {"seats": names}, status=201)
    here = f"tables/{attempt['table']}/attempts/{attempt['number']}/"
    paper = program("get", f"{here}real-table/")
    assert [seat["number"] for seat in paper["seats"]] == [0, 1, 2]
    assert [seat["name"] for seat in paper["seats"]] == ["Ann", "Bob", "Cleo"]
    assert "hand" not in str(paper["open"])
    assert Program(bob)("get", f"{here}real-table/")["open"] is None
    address = f"/api/v1/seats/{paper['seats'][0]['token']}/"
    assert Client().get(address).status_code in {401, 405}
    seat = signed_out(address).json()
    assert len(seat["hand"]) in (13, 14)
    assert signed_out(address).json()["code"] == "seat-opened-elsewhere"
    again = signed_out(address, secret=seat["secret"]).json()
    assert (again["hand"], again["secret"]) == (seat["hand"], "")
    of_bob = f"seats/{paper['seats'][1]['token']}/"
    assert signed_out(f"/api/v1/{of_bob}").json()["code"] == "seat-needs-account"
    assert program("post", of_bob, status=403)["code"] == "seat-of-another"
    assert Program(bob)("post", of_bob)["secret"] == ""
    assert Program(bob)("get", f"{here}real-table/")["open"] is not None
    assert program("post", f"{here}seats/0/hand/", {"name": "Zoe"}, status=409)["code"] == "seat-opened"
    assert program("post", f"{here}seats/0/hand/", {"name": "Zoe", "player": bob.pk}, status=422)
    handed = program("post", f"{here}seats/0/hand/", {"name": "Ann"})
    assert handed["token"] != paper["seats"][0]["token"]
    assert signed_out(address).status_code == 410
    assert program("post", f"{here}sheets/", {"sure": False}, status=422)["code"] == "not-confirmed"
    sheets = program("post", f"{here}sheets/", {"sure": True})
    assert sheets["seats"][0]["hand"] == seat["hand"]
    for what, method in (("real-table", "get"), ("sheets", "post"), ("report", "post")):
        stranger(method, f"{here}{what}/", {"sure": True, "success": True}, status=404)
    twice = [{"seat": 0, "player": alice.pk}, {"seat": 0, "player": bob.pk}]
    program("post", f"{here}report/", {"success": True, "seats": twice}, status=422)
    program("post", f"{here}report/", {"success": True, "seats": [{"seat": 1, "player": charlie.pk}]}, status=403)
    program("post", f"{here}report/", {"success": True, "seats": names[:2]}, status=422)
    result = {"success": True, "tricks": 9, "seats": names}
    assert program("post", f"{here}report/", result)["state"] == "success"
    assert program("post", f"{here}report/", result, status=409)["code"] == "reported-already"
    assert signed_out(f"/api/v1/seats/{handed['token']}/").status_code == 410
    assert Table.objects.get(pk=attempt["table"]).state == Table.State.WON


def test_a_guest_is_claimed_and_a_substitute_comes_and_goes(
    alice: Player, bob: Player, charlie: Player, crew: Crew
) -> None:
    founder, member = Program(alice), Program(bob)
    guest = guests.ensure_guest(crew=crew, name="Walter")
    here = f"crews/{crew.slug}/"
    claim = member("post", f"{here}guests/{guest.pk}/claim/", status=201)
    assert member("post", f"{here}claims/{claim['id']}/", {"answer": "grant"}, status=403)["code"] == "own-claim"
    assert founder("get", f"{here}guests/")["results"][0]["claims"][0]["state"] == "asked"
    assert founder("post", f"{here}claims/{claim['id']}/", {"answer": "grant"})["state"] == "granted"
    assert Guest.objects.get().claimed_by == bob
    assert member("post", f"{here}claims/{claim['id']}/", {"answer": "back"})["state"] == "taken-back"
    link = founder("post", f"{here}invitations/", {"as_substitute": True}, status=201)
    Program(charlie)("post", f"links/{link['token']}/accept/")
    assert [row["player"]["name"] for row in founder("get", f"{here}substitutes/")["results"]] == ["Charlie"]
    founder("delete", f"{here}substitutes/{charlie.pk}/", status=204)
    assert founder("get", f"{here}substitutes/")["results"] == []
    assert not CrewMember.objects.filter(player=charlie).exists()


def test_organizers_rule_and_take_it_back(olga: Player, bob: Player, club: Club, crew: Crew) -> None:
    challenge = open_challenge(club, olga)
    desk, member = Program(olga), Program(bob)
    here = f"challenges/{challenge.pk}/rulings/"
    member("post", here, {"kind": "pause", "reason": "Snow"}, status=403)
    assert desk("post", here, {"kind": "extend", "reason": "Snow"}, status=422)["errors"].keys() == {"closes_at"}
    later = {"kind": "extend", "reason": "Snow", "closes_at": (challenge.closes_at + timedelta(days=1)).isoformat()}
    extended = desk("post", here, later, status=201)
    assert (extended["kind"], extended["reason"], extended["may_take_back"]) == ("extend", "Snow", True)
    assert desk("post", f"{here}{extended['id']}/take-back/")["taken_back_at"]
    assert desk("post", here, {"kind": "void", "stage": 2, "reason": "Typo"}, status=422)["errors"].keys() == {"stage"}
    desk("post", here, {"kind": "void", "stage": 1, "reason": "Typo"}, status=201)
    unplayed = {"kind": "correct", "crew": crew.slug, "stage": 1, "won": True, "needed": 1, "reason": "Typo"}
    assert desk("post", here, unplayed, status=422)["errors"].keys() == {"crew"}
    late = {"kind": "late-entry", "crew": "nobodys", "reason": "Late"}
    assert desk("post", here, late, status=422)["errors"].keys() == {"crew"}
    assert desk("post", here, {"kind": "resume", "reason": "?"}, status=409)["code"] == "not-paused"
    desk("post", here, {"kind": "pause", "reason": "Power cut"}, status=201)
    assert Challenge.objects.get().state == Challenge.State.PAUSED
    assert [row["kind"] for row in member("get", here)["results"]] == ["pause", "void", "extend"]
    assert desk("get", f"challenges/{challenge.pk}/blocking-accesses/")["results"] == []
    member("get", f"challenges/{challenge.pk}/blocking-accesses/", status=403)
    assert Ruling.objects.count() == 3


def test_a_deal_is_given_up_looked_at_and_let_back(olga: Player, bob: Player, club: Club, crew: Crew) -> None:
    challenge = open_challenge(club, olga)
    desk, member = Program(olga), Program(bob)
    here, deal = f"challenges/{challenge.pk}/", f"challenges/{challenge.pk}/deals/1/1/"
    member("get", deal, status=404)
    assert member("post", deal, {"sure": False}, status=422)["code"] == "not-sure"
    hands = member("post", deal, {"sure": True})["hands"]
    assert sum(len(one["hand"]) for one in hands) == 40
    assert member("get", deal)["hands"] == hands
    assert [row["name"] for row in member("get", f"{here}accesses/")["results"]] == ["Bob"]
    table = member("post", f"{here}play/", {"crew": crew.slug, "stage": 1}, status=409)
    assert table["code"] == "shut-out-of-deal"
    (out,) = desk("get", f"{here}blocking-accesses/")["results"]
    desk("post", f"{here}rulings/", {"kind": "restore", "access": out["access"], "reason": "By mistake"}, status=201)
    member("get", deal, status=404)
    member("get", f"{deal}certificate/", status=404)
    desk("post", f"{here}rulings/", {"kind": "cancel", "reason": "Nobody came"}, status=201)
    proof = member.client.get(f"/api/v1/{deal}certificate/", headers=member.headers)
    assert (proof.status_code, proof["Content-Type"]) == (200, "text/plain; charset=utf-8")


def test_crews_become_one_or_two_and_a_name_is_taken_away(
    alice: Player, bob: Player, charlie: Player, crew: Crew, rivals: Crew
) -> None:
    founder, other, member = Program(alice), Program(charlie), Program(bob)
    made = {"key": str(uuid4()), "name": "Corona", "members": [bob.pk]}
    part = founder("post", f"crews/{crew.slug}/split/", made, status=201)
    assert founder("post", f"crews/{crew.slug}/split/", made, status=201)["slug"] == part["slug"]
    assert part["members"] == 2
    founder("post", f"crews/{crew.slug}/split/", {**made, "key": str(uuid4()), "members": [charlie.pk]}, status=422)
    member("post", f"crews/{crew.slug}/merge/", status=403)
    token = founder("post", f"crews/{crew.slug}/merge/", status=201)["token"]
    assert other("get", f"merges/{token}/")["crew"]["slug"] == crew.slug
    member("post", f"merges/{token}/", {"accept": True, "into": rivals.slug}, status=404)
    assert other("post", f"merges/{token}/", {"accept": True, "into": rivals.slug})["into"]["slug"] == rivals.slug
    assert founder("get", f"crews/{crew.slug}/merge/")["state"] == "agreed"
    assert founder("get", f"crews/{rivals.slug}/")["members"] == 3
    member("post", f"crews/{rivals.slug}/name/", {"photos": True}, status=204)
    member("get", f"crews/{rivals.slug}/", status=404)
    other("post", f"merges/{token}/", {"accept": False, "into": rivals.slug}, status=410)


def test_a_series_is_planned_changed_and_paused(olga: Player, bob: Player, club: Club) -> None:
    desk, today = Program(olga), timezone.localdate()
    days = {"starts_on": str(today), "ends_on": str(today + timedelta(days=60))}
    season = desk("post", f"clubs/{club.slug}/seasons/", {"name": "Spring", **days}, status=201)["id"]
    words = {
        "title": "Fridays",
        "weekday": 4,
        "hour": 18,
        "minute": 30,
        "time_zone": "Europe/Berlin",
        "game": "planet-nine",
        "rotation": [["1", "deep-sea 2"], ["3"]],
        "players": 3,
    }
    weeks = desk("post", f"seasons/{season}/series/preview/", words)["weeks"]
    assert [week["missions"] for week in weeks[:3]] == ["1; deep-sea 2", "3", "1; deep-sea 2"]
    assert not Series.objects.exists()
    made = desk("post", f"seasons/{season}/series/", words, status=201)
    assert (made["state"], made["minute"], made["rotation"]) == ("active", 30, [["1", "deep-sea 2"], ["3"]])
    wrong = {**words, "rotation": [["99"]]}
    assert desk("post", f"seasons/{season}/series/", wrong, status=422)["errors"].keys() == {"rotation"}
    assert desk("put", f"series/{made['id']}/", {**words, "title": "Late Fridays"})["title"] == "Late Fridays"
    assert desk("post", f"series/{made['id']}/state/", {"action": "pause"})["state"] == "paused"
    desk("post", f"series/{made['id']}/state/", {"action": "pause"}, status=409)
    Program(bob)("get", f"series/{made['id']}/", status=403)
    assert len(desk("get", f"seasons/{season}/")["weeks"]) == len(weeks)


def test_a_webhook_is_added_tested_and_taken_away(
    olga: Player, bob: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.114.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: found)
    desk, here = Program(olga), f"clubs/{club.slug}/webhooks/"
    words = {"url": "https://hooks.example.org/secret-part", "kinds": ["news", "opened", "news"]}
    made = desk("post", here, words, status=201)
    assert (made["masked_url"], made["kinds"]) == ("hooks.example.org/…part", ["news", "opened"])
    assert desk("post", here, words, status=409)["code"] == "webhook-exists"
    assert desk("post", here, {**words, "url": "http://example.org/"}, status=422)["code"] == "not-https"
    assert desk("post", f"{here}{made['id']}/test/", status=201)["is_test"]
    hook = desk("get", here)["results"][0]
    assert [one["state"] for one in hook["deliveries"]] == ["waiting"]
    assert "secret-part" not in str(hook)
    assert desk("post", f"{here}{made['id']}/enable/")["disabled_at"] is None
    Program(bob)("get", here, status=403)
    desk("delete", f"{here}{made['id']}/", status=204)
    assert desk("get", here)["results"] == []


def test_a_link_into_a_crew_is_not_for_guests(guest: Player, alice: Player, crew: Crew, signed_in: Any) -> None:
    link: Invite = invitations.create_invitation(by=alice, crew=crew)
    answer = signed_in(guest).post(f"/api/v1/links/{link.token}/accept/", {}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "account-required")
