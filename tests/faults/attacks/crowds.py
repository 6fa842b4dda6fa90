"""Attacks by one person or network on everybody else's answers: slow work, crowded queues, many addresses.

They take seconds where the site holds: what they try once took 15 to 60 seconds.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.bots import strongest_bot
from logbook.campaigns.models import LogEntry
from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.quotas import VISITORS
from logbook.tables.services import tables
from logbook.tables.services.deals import MOST_WITH_STRONG_BOTS
from tests.faults.attacks.browser import Browser, Page
from tests.faults.attacks.scene import Scene

SOON: Final = 3.0
"""The longest that another visitor may wait for a page."""
BOTS: Final = 10.0
"""The longest that another player's bots may take for an action: the strongest ones think for seconds."""
DEVICES: Final = 10
SIGN_UPS: Final = 60
HEAD_BYTES: Final = 8_000_000
NETWORK: Final = "2001:db8:{:x}:1::{:x}"
ENTRIES: Final = 2_000


def slow_names_stop_nobody(site: str, scene: Scene) -> list[str]:
    """Devices at hosts that no name server knows: a request that asked one would refuse them, and wait for it."""
    mallory = Browser(site, scene.sessions["mallory"])
    found = []
    for number in range(3):
        form = {**_keys(), "endpoint": f"https://push.slow-{number}-{scene.club}.org/1"}
        page = mallory.post("/profile/devices/on/", at="/profile/mails/", **form)
        found += [] if page.status == 200 else [f"the name was looked up: {page.status} {page.text[:60]}"]
    private = mallory.post("/profile/devices/on/", at="/profile/mails/", **_keys(), endpoint="https://127.0.0.1/1")
    return found if private.status == 422 else [*found, f"a private address passed: {private.status}"]


def silent_hosts_hold_up_no_bot(site: str, scene: Scene) -> list[str]:
    """Ten devices at push services that do not answer are tried; another player's bots still act."""
    mallory, bob = Browser(site, scene.sessions["mallory"]), Player.objects.get(name=f"bob-{scene.club}")
    for number in range(DEVICES):
        endpoint = f"https://push.silent-{number}-{scene.club}.org/1"
        mallory.post("/profile/devices/on/", at="/profile/mails/", **_keys(), endpoint=endpoint)
        page = mallory.post("/profile/devices/test/", at="/profile/mails/", endpoint=endpoint)
        if page.status != 200:
            return [f"the scene is wrong: a test was refused: {page.status} {page.text[:60]}"]
    table = tables.open_table(player=bob, game="deep-sea", mission="5", players=5)
    tables.fill_with_bots(table_id=table.pk, by=bob, bot="random")
    return _bots_act(site, scene.sessions["bob"], table, within=2 * BOTS)


def _keys() -> dict[str, str]:
    from base64 import urlsafe_b64encode

    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    return {"p256dh": urlsafe_b64encode(point).rstrip(b"=").decode(), "auth": "A" * 22}


def files_drawn_at_once(site: str, scene: Scene) -> list[str]:
    """Thirty requests for the PDF of a long logbook."""
    mallory = Player.objects.get(name=f"mallory-{scene.club}")
    crew = Crew.objects.get(slug=scene.own)
    campaign = campaigns.open_campaign(crew=crew, by=mallory, game="planet-nine", name="Long")
    LogEntry.objects.bulk_create(
        LogEntry(
            campaign=campaign, mission="1", won=False, played_on=date(2020, 1, 1) + timedelta(days=number), key=uuid4(),
            note="word " * 96,
        )
        for number in range(ENTRIES)
    )  # fmt: skip
    path = f"/campaigns/{campaign.pk}/logbook-a5.pdf?volume={{}}"
    calls = [lambda number=number: _browser(site, scene).get(path.format(number % 10 + 1)) for number in range(30)]
    found, pages = _while_others_read(site, calls)
    answers = {page.status for page in pages}
    found += [] if answers <= {200, 202, 503} else [f"answers {sorted(answers)}"]
    until = time.monotonic() + 60
    while (last := _browser(site, scene).get(path.format(1))).status == 202 and time.monotonic() < until:
        time.sleep(0.5)
    return found if last.text.startswith("%PDF-") else [*found, f"no worker drew the file: {last.status}"]


def a_page_of_two_numbers(site: str, scene: Scene) -> list[str]:
    """A table of sixty thousand columns, each a choice for every meaning."""
    mallory, here = _browser(site, scene), f"/crews/{scene.own}/files/"
    names = ",".join(["mission", "date", "result", *(f"column {number}" for number in range(60_000))])
    page = mallory.post_file(f"{here}new/", at=here, name="wide.csv", content=f"{names}\n1,2024-03-01,won\n".encode())
    if "/columns/" not in page.address:
        return [f"the scene is wrong: {page.status} {page.address}"]
    return [] if len(page.text) < 1_000_000 else [f"a page of {len(page.text):,} letters"]


def sign_ups_at_once(site: str, scene: Scene) -> list[str]:
    """Sixty sign-ups from as many addresses, each with a password to hash."""

    def sign_up(number: int) -> Callable[[], Page]:
        form = {
            "name": f"Mallory {number}",
            "email": f"m{number}-{scene.club}@example.org",
            "password1": f"long enough {number}!",
        }
        browser = Browser(site, forwarded=f"198.51.100.{number}")
        return lambda: browser.post("/accounts/signup/", at="/accounts/signup/", **form)

    found, pages = _while_others_read(site, [sign_up(number) for number in range(SIGN_UPS)])
    answers = {page.status for page in pages}
    passed = sum(page.status == 200 and "/signup/" not in page.address for page in pages)
    found += [] if passed >= SIGN_UPS / 2 else [f"{passed} of {SIGN_UPS} signed up"]
    return found if answers <= {200, 429, 503} else [*found, f"answers {sorted(answers)}"]


def many_addresses_of_one_network(site: str, scene: Scene) -> list[str]:
    """Play now, from forty addresses of one /64."""
    block = hash(scene.club) % 0x10000

    def press(number: int) -> bool:
        browser = Browser(site, forwarded=NETWORK.format(block, number))
        return "/tables/" in browser.post("/play/", at="/").address

    passed = sum(press(number) for number in range(1, VISITORS.most + 11))
    return [] if passed <= VISITORS.most else [f"{passed} guests of one network"]


def an_endless_header(site: str, scene: Scene) -> list[str]:
    """A header that never ends, sent as fast as it goes."""
    parts = urlsplit(site)
    sent = 0
    with socket.create_connection((parts.hostname or "", parts.port or 80), timeout=SOON) as line:
        try:
            line.sendall(f"GET / HTTP/1.1\r\nhost: {parts.netloc}\r\nx-long: ".encode())
            while sent < HEAD_BYTES:
                line.sendall(b"x" * 65_536)
                sent += 65_536
        except OSError:
            return []
    return [f"{sent:,} bytes of headers were read"]


def forty_tables_of_strong_bots(site: str, scene: Scene) -> list[str]:
    """One player starts forty tables of the strongest bots in Deep Sea; another player's bots still act."""
    mallory, bob = (Player.objects.get(name=f"{who}-{scene.club}") for who in ("mallory", "bob"))
    started = sum(_starts(site, scene.sessions["mallory"], _gathered(mallory)) for _number in range(40))
    found = [] if started == MOST_WITH_STRONG_BOTS else [f"{started} tables were started"]
    return found + _bots_act(site, scene.sessions["bob"], _gathered(bob), within=BOTS)


def _bots_act(site: str, session: str, table: Table, *, within: float) -> list[str]:
    """Start another player's table; report its bots if they let so many seconds pass without an action."""
    if not _starts(site, session, table):
        return ["another player’s table could not be started"]
    table.refresh_from_db()
    attempt = Attempt.objects.get(table=table)
    bots = set(table.seats.exclude(bot="").values_list("number", flat=True))
    until = time.monotonic() + within
    while bots >= set(attempt.waiting_on) and Table.objects.get(pk=table.pk).version == table.version:
        if time.monotonic() > until:
            return ["another player’s bots wait"]
        time.sleep(0.2)
    return []


def _gathered(player: Player) -> Table:
    table = tables.open_table(player=player, game="deep-sea", mission="5", players=5)
    tables.fill_with_bots(table_id=table.pk, by=player, bot=strongest_bot("deep-sea").slug)
    return table


def _starts(site: str, session: str, table: Table) -> bool:
    here = f"/tables/{table.pk}/"
    table.refresh_from_db()
    Browser(site, session).post(f"{here}start/", at=here, seen=table.version)
    return Attempt.objects.filter(table=table).exists()


# --- others


def _browser(site: str, scene: Scene) -> Browser:
    return Browser(site, scene.sessions["mallory"])


def _while_others_read(site: str, calls: Sequence[Callable[[], Page]]) -> tuple[list[str], list[Page]]:
    """Do everything at once; return how long another visitor and a supervisor waited meanwhile, if that was long."""
    found: list[str] = []
    with ThreadPoolExecutor(len(calls)) as crowd:
        waiting = [crowd.submit(call) for call in calls]
        while not all(one.done() for one in waiting):
            for path in ("/rules/", "/healthz/"):
                begun = time.monotonic()
                page = Browser(site, forwarded="203.0.113.77").get(path)
                seconds = time.monotonic() - begun
                if page.status != 200 or seconds > SOON:
                    found.append(f"{path}: {page.status} after {seconds:.1f} s")
            time.sleep(0.2)
        return found, [one.result() for one in waiting]


ATTACKS: Final = (
    slow_names_stop_nobody,
    silent_hosts_hold_up_no_bot,
    files_drawn_at_once,
    a_page_of_two_numbers,
    sign_ups_at_once,
    many_addresses_of_one_network,
    an_endless_header,
    forty_tables_of_strong_bots,
)
