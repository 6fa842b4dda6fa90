"""Attacks on the seats of others, and on limits by many requests at once. Each returns its successes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table
from logbook.tables.quotas import VISITORS
from logbook.tables.services import deals, tables
from logbook.tables.services.tables import TableSettings
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


ATTACKS: tuple[Attack, ...] = (a_seat_of_a_player_without_beats, a_limit_by_many_at_once)
