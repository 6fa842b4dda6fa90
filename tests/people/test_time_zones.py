"""Time zones: the player's choice, else the browser's, else the site's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.lib.moment_fields import MomentField, MomentInput, WrittenMoment
from logbook.lib.time_zones import date_text, moment_text, near_moment_text, time_left_text, time_zone_by_name
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.people.time_zones import COOKIE, time_zone_of
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["", "Nowhere/Else", "../../etc/passwd", "/etc/localtime", "Europe", "x" * 65, "\0"])
def test_what_is_no_zone_is_none(name: str) -> None:
    assert time_zone_by_name(name) is None


def test_the_players_zone_goes_before_the_browsers_and_the_sites(alice: Player) -> None:
    cookies = {COOKIE: "Asia/Tokyo"}
    assert str(time_zone_of(None)) == str(time_zone_of(alice)) == "UTC"
    assert str(time_zone_of(alice, cookies)) == str(time_zone_of(None, cookies)) == "Asia/Tokyo"
    alice.time_zone = "America/New_York"
    assert str(time_zone_of(alice, cookies)) == "America/New_York"
    assert str(time_zone_of(None, {COOKIE: "Nowhere"})) == "UTC"


def test_pages_tell_times_in_that_zone(challenge: Challenge, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(challenge.pk,))
    with time_machine.travel(NOON - HOUR, tick=False):
        assert ">today, noon</time>" in client.get(address).text
        client.cookies[COOKIE] = "Asia/Tokyo"
        shown = client.get(address).text
        words = 'data-midnight="midnight" data-noon="noon" data-first="1"'
        exact = "20 November 2026, 9 pm JST"
        assert f'<time datetime="2026-11-20T21:00:00+09:00" title="{exact}" data-moment>today, 9 pm</time>' in shown
        assert f'data-zone="Asia/Tokyo" data-moment-words="%(day)s, %(time)s" {words}>' in shown
        players.set_time_zone(player=alice, time_zone="America/New_York")
        shown = client.get(address).text
        assert 'title="20 November 2026, 7 am EST" data-moment>today, 7 am</time>' in shown
        assert f'data-zone="America/New_York" data-moment-words="%(day)s, %(time)s" {words} data-zone-chosen>' in shown
    assert timezone.get_current_timezone_name() == "UTC"


def test_the_api_tells_utc(challenge: Challenge, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    client.cookies[COOKIE] = "Asia/Tokyo"
    assert client.get(f"/api/v1/challenges/{challenge.pk}/").json()["opens_at"] == "2026-11-20T12:00:00Z"


def test_a_challenge_that_opened_late_says_when(challenge: Challenge, alice: Player, signed_in: SignedIn) -> None:
    address = reverse("challenge", args=(challenge.pk,))
    with time_machine.travel(NOON, tick=False):
        challenges.prepare_challenge(challenge_id=challenge.pk)
    on_time = signed_in(alice).get(address).text
    assert "It opened late" not in on_time
    Challenge.objects.update(opened_at=NOON + HOUR)
    assert "Opened late: <time" in signed_in(alice).get(address).text


def test_a_form_is_read_in_the_zone_that_stood_beside_its_field() -> None:
    field, widget = MomentField(), MomentInput()
    html = widget.render("closes_at", NOON)
    assert 'name="closes_at-zone" value="UTC"' in html
    with timezone.override("Asia/Tokyo"):
        sent = {"closes_at": "2026-11-20T12:00", "closes_at-zone": "UTC"}
        assert field.clean(widget.value_from_datadict(sent, {}, "closes_at")) == datetime(2026, 11, 20, 12, tzinfo=UTC)
        bare = widget.value_from_datadict({"closes_at": "2026-11-20T12:00"}, {}, "closes_at")
        assert field.clean(bare) == datetime(2026, 11, 20, 3, tzinfo=UTC)
        again = widget.render("closes_at", WrittenMoment("2026-11-20T12:00", "UTC"))
        assert 'value="2026-11-20T21:00"' in again, "the same moment, in the zone of now"
        assert 'value="Asia/Tokyo"' in again
        assert 'value="soon"' in widget.render("closes_at", WrittenMoment("soon", "UTC"))
    assert MomentField(required=False).clean(WrittenMoment(" ", "UTC")) is None


def test_a_stranger_without_a_zone_reads_the_sites(db: None) -> None:
    assert 'data-zone="UTC" data-moment-words=' in Client().get("/").text


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (-300, "24 January, noon"),
        (-2, "18 November, noon"),
        (-1, "yesterday, noon"),
        (0, "today, noon"),
        (1, "tomorrow, noon"),
        (2, "Sunday, noon"),
        (6, "Thursday, noon"),
        (7, "27 November, noon"),
        (60, "19 January 2027, noon"),
    ],
)
def test_a_moment_is_named_as_people_say_it(days: int, text: str) -> None:
    with time_machine.travel(NOON, tick=False):
        assert near_moment_text(NOON + timedelta(days=days)) == text
        with translation.override("fr"):
            assert near_moment_text(NOON + timedelta(days=1, minutes=15)) == "demain à 12:15"
            assert moment_text(NOON) == "20 novembre 2026 à midi UTC"


def test_french_counts_the_first_of_a_month() -> None:
    with time_machine.travel(NOON, tick=False), translation.override("fr"):
        assert near_moment_text(datetime(2026, 12, 1, 18, tzinfo=UTC)) == "1er décembre à 18:00"
        assert moment_text(datetime(2027, 2, 2, tzinfo=UTC)) == "1er février 2027 à minuit UTC"
        assert date_text(date(2027, 2, 1), "l j F") == "lundi 1er février"
        assert date_text(date(2027, 2, 11)) == "11 février 2027"
        assert date_text(date(2027, 2, 1), "SHORT_DATE_FORMAT") == "01/02/2027"


def test_short_english_dates_name_the_month() -> None:
    assert date_text(date(2027, 2, 1), "SHORT_DATE_FORMAT") == "1 Feb 2027"


@pytest.mark.parametrize(
    ("minutes", "text", "french"),
    [
        (32 * 60 + 59, "1 day 8 h", "1 jour 8 h"),
        (48 * 60, "2 days", "2 jours"),
        (200, "3 h 20 min", "3 h 20 min"),
        (60, "1 h", "1 h"),
        (59.5, "59 min", "59 min"),
        (0, "0 min", "0 min"),
        (-5, "0 min", "0 min"),
    ],
)
def test_what_is_left_is_said_in_two_units(minutes: float, text: str, french: str) -> None:
    with time_machine.travel(NOON, tick=False):
        assert time_left_text(NOON + timedelta(minutes=minutes)) == text
        with translation.override("fr"):
            assert time_left_text(NOON + timedelta(minutes=minutes)) == french


@pytest.mark.parametrize(
    ("hours", "text", "french"),
    [
        (11, "today, 11 pm", "aujourd’hui à 23:00"),
        (12, "today, midnight", "aujourd’hui à minuit"),
        (36, "tomorrow, midnight", "demain à minuit"),
        (60, "Sunday, midnight", "dimanche à minuit"),
        (-12, "yesterday, midnight", "hier à minuit"),
    ],
)
def test_midnight_is_the_end_of_its_day(hours: int, text: str, french: str) -> None:
    with time_machine.travel(NOON, tick=False):
        assert near_moment_text(NOON + timedelta(hours=hours)) == text
        assert moment_text(NOON + timedelta(hours=60)) == "22 November 2026, midnight UTC"
        with translation.override("fr"):
            assert near_moment_text(NOON + timedelta(hours=hours)) == french
