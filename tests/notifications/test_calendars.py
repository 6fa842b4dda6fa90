"""Calendars of challenges: valid files (RFC 5545), at public or secret addresses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.clubs.services import clubs
from logbook.crews.models.crews import CrewMember
from logbook.notifications.models import CalendarEntry, CalendarLink
from logbook.notifications.services import calendars
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn

pytestmark = pytest.mark.once

CLUB = "/clubs/night-watch/"


@pytest.fixture
def public(club: Club) -> Club:
    Club.objects.update(public=True)
    club.refresh_from_db()
    return club


def events(text: bytes) -> dict[str, dict[str, str]]:
    """Return the file's events by title, unfolded by hand, independently of the library that wrote it."""
    found = {}
    for block in text.decode().replace("\r\n ", "").split("BEGIN:VEVENT\r\n")[1:]:
        lines = block.split("END:VEVENT")[0].strip().split("\r\n")
        event = dict(line.split(":", 1) for line in lines)
        found[event["SUMMARY"]] = event
    return found


def read(address: str) -> bytes:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return answer.content


def test_a_public_clubs_calendar_is_a_valid_file(public: Club, olga: Player) -> None:
    long = "Ein Abend, der länger dauert; mit Umlauten: äöüßäöüßäöüßäöüß und Kommas, " + "x" * 7
    with time_machine.travel(NOON - HOUR, tick=False):
        challenge = make(public, olga, title=long)
        text = read(CLUB + "calendar.ics")
    assert text.startswith(b"BEGIN:VCALENDAR\r\n")
    assert text.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in text.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    assert len(text.split(b"\r\n ")) > 1, "something was long enough to be folded"
    opening, event = events(text).values()
    assert opening["UID"] == f"challenge-{challenge.pk}-opens@localhost"
    assert event["UID"] == f"challenge-{challenge.pk}@localhost"
    assert (opening["DTSTART"], event["DTSTART"]) == ("20261120T120000Z", "20261120T140000Z")
    assert "DTEND" not in opening | event, "an entry of a week would fill the week"
    assert "Closes: 20 November 2026\\, 2 pm UTC" in event["DESCRIPTION"]
    assert (event["DTSTAMP"], event["SEQUENCE"], event["STATUS"]) == ("20261120T110000Z", "0", "CONFIRMED")
    assert event["SUMMARY"] == long.replace(",", "\\,").replace(";", "\\;") + " closes (Night Watch)"
    _opening, parsed = Calendar.from_ical(text).walk("VEVENT")
    assert parsed["SUMMARY"] == f"{long} closes (Night Watch)"
    assert challenge.secret not in text.decode()
    assert challenge.commitment in text.decode().replace("\r\n ", "")


def test_the_number_grows_with_each_change_and_only_then(public: Club, olga: Player) -> None:
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenge = make(public, olga)

        def now() -> tuple[str, str, str, str]:
            clock.shift(timedelta(minutes=10))
            _opening, event = events(read(CLUB + "calendar.ics")).values()
            return event["SEQUENCE"], event["DTSTAMP"], event["DTSTART"], event["STATUS"]

        first = now()
        assert now() == first
        Challenge.objects.filter(pk=challenge.pk).update(state="open")
        assert now() == first
        Challenge.objects.filter(pk=challenge.pk).update(closes_at=NOON + 3 * HOUR)
        extended = now()
        assert (extended[0], extended[2]) == ("1", "20261120T150000Z")
        assert extended[1] > first[1]
        Challenge.objects.filter(pk=challenge.pk).update(state="cancelled")
        cancelled = now()
        assert (cancelled[0], cancelled[3]) == ("2", "CANCELLED")
        assert now() == cancelled


def test_a_secret_address_is_the_members_own_and_can_be_ended(
    club: Club, olga: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    make(club, olga)
    client, action = signed_in(bob), reverse("club-calendar-link", args=["night-watch"])
    assert signed_in(charlie).post(action).status_code == 404
    assert client.get(action).status_code == 405
    for _ in range(2):
        assert client.post(action).status_code == 302
    token = CalendarLink.objects.get().token
    address = f"/calendars/{token}.ics"
    assert address in client.get(CLUB).content.decode()
    assert address not in signed_in(olga).get(CLUB).content.decode()
    assert list(events(read(address))) == ["Week 47 opens (Night Watch)", "Week 47 closes (Night Watch)"]
    client.post(action, {"what": "end"})
    assert Client().get(address).status_code == 404
    client.post(action)
    assert CalendarLink.objects.get().token != token


def test_who_has_left_the_club_reads_its_calendar_no_longer(club: Club, olga: Player, alice: Player) -> None:
    make(club, olga)
    link = calendars.create_calendar_link(player=olga, club=club)
    whole = calendars.create_calendar_link(player=olga)
    clubs.leave_club(club=club, player=olga)
    assert Client().get(f"/calendars/{link.token}.ics").status_code == 404
    assert events(read(f"/calendars/{whole.token}.ics")) == {}


def test_one_calendar_of_all_ones_clubs(club: Club, olga: Player, bob: Player, signed_in: SignedIn) -> None:
    other = clubs.create_club(player=bob, name="Harbour")
    make(club, olga)
    make(other, bob, title="Storm")
    strange = clubs.create_club(player=olga, name="Elsewhere")
    make(strange, olga, title="Not for Bob")
    client = signed_in(bob)
    client.post(reverse("profile-calendar"))
    token = CalendarLink.objects.get().token
    assert token in client.get(reverse("profile")).content.decode()
    shown = events(read(f"/calendars/{token}.ics"))
    titles = ("Storm", "Harbour"), ("Week 47", "Night Watch")
    assert sorted(shown) == [f"{one} {what} ({of})" for one, of in titles for what in ("closes", "opens")]
    CrewMember.objects.filter(player=bob).update(left_at=datetime(2026, 1, 1, tzinfo=UTC))
    clubs.leave_club(club=club, player=bob)
    assert sorted(events(read(f"/calendars/{token}.ics"))) == ["Storm closes (Harbour)", "Storm opens (Harbour)"]


def test_a_deadline_has_the_zone_and_language_of_its_reader(club: Club, olga: Player) -> None:
    challenge = make(club, olga)
    Challenge.objects.filter(pk=challenge.pk).update(closes_at=datetime(2026, 11, 22, 23, tzinfo=UTC))
    Player.objects.filter(pk=olga.pk).update(time_zone="Europe/Berlin", language="fr")
    link = calendars.create_calendar_link(player=olga)
    event = events(read(f"/calendars/{link.token}.ics"))["Week 47\xa0: fermeture (Night Watch)"]
    assert event["DTSTART"] == "20261122T230000Z"
    assert "22 novembre 2026 à minuit CET" in event["DESCRIPTION"]


def test_a_calendar_asks_the_database_equally_often(
    public: Club, olga: Player, django_assert_max_num_queries: object
) -> None:
    for number in range(5):
        make(public, olga, title=f"Week {number}")
    read(CLUB + "calendar.ics")
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        read(CLUB + "calendar.ics")
    assert CalendarEntry.objects.count() == 5


def test_nobody_guesses_an_address(club: Club) -> None:
    assert Client().get("/calendars/abc.ics").status_code == 404
    assert Client().post(CLUB + "calendar.ics").status_code == 405
