"""Attacks on others' seats and percentiles, and on limits by many requests at once. Each returns its successes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.daily.models import DailyResult
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table
from logbook.tables.quotas import VISITORS
from logbook.tables.services import deals, tables
from logbook.tables.services.tables import TableSettings
from tests.daily.scenes import unproven_deal
from tests.faults.attacks.attempts import Attack
from tests.faults.attacks.browser import Browser
from tests.faults.attacks.scene import Scene

AT_ONCE = 60


def a_seat_of_a_player_without_beats(site: str, scene: Scene) -> list[str]:
    """Hand the seats of players who never sent a beat to bots, a moment after their turn began."""
    mallory, bob, charlie = (Player.objects.get(name=f"{who}-{scene.club}") for who in ("mallory", "bob", "charlie"))
    found = []
    for pace in (Table.Pace.LIVE, Table.Pace.DAYS):
        table = tables.open_table(
            player=mallory, game="planet-nine", mission="4", players=3, settings=TableSettings(pace=pace)
        )
        for player in (bob, charlie):
            tables.take_seat(table=table, player=player)
        deals.start_attempt(table_id=table.pk, player=mallory)
        here = f"/tables/{table.pk}/"
        for number in (1, 2):
            Browser(site, scene.sessions["mallory"]).post(f"{here}stand-in/", at=here, number=number)
        if Seat.objects.filter(table=table).exclude(stand_in="").exists():
            found.append(f"a bot plays for a player at a table whose pace is {pace}")
    return found


def a_limit_by_many_at_once(site: str, scene: Scene) -> list[str]:
    """Press "Play now" sixty times at once from one address."""
    address = f"198.51.{sum(scene.club.encode()) % 100 + 100}.7"

    def press(_number: int) -> bool:
        return "/tables/" in Browser(site, forwarded=address).post("/play/", at="/").address

    with ThreadPoolExecutor(AT_ONCE) as visitors:
        passed = sum(visitors.map(press, range(AT_ONCE)))
    return [] if passed <= VISITORS.most else [f"{passed} guests of one address, {VISITORS.most} are allowed"]


def guests_of_one_network_in_a_field(site: str, scene: Scene) -> list[str]:
    """Play a deal of the day as four new guests, from four addresses of one /64, to move others' percentiles."""
    now = timezone.now()
    day = now.date() + timedelta(days=3650 + now.microsecond % 3000)  # Of today the site has a deal of its own.
    deal = unproven_deal(day)
    Challenge.objects.filter(daily_deal=deal).update(opens_at=now, opened_at=now, closes_at=now + timedelta(hours=36))
    block = sum(scene.club.encode())
    for number in range(1, 5):
        guest = Browser(site, forwarded=f"2001:db8:{block:x}:1::{number:x}")
        guest.post(f"/daily/{day.isoformat()}/planet-nine/play/", at="/daily/")
    results = DailyResult.objects.filter(deal=deal)
    marks = set(results.values_list("guest_mark", flat=True))
    if results.count() != 4:
        return [f"the scene is wrong: {results.count()} guests play"]
    return [] if len(marks) == 1 and marks != {""} else [f"four guests of one network count {len(marks)} times"]


ATTACKS: tuple[Attack, ...] = (
    a_seat_of_a_player_without_beats,
    a_limit_by_many_at_once,
    guests_of_one_network_in_a_field,
)
