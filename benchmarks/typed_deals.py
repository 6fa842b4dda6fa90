"""Benchmark of deals of real tables: `python -m benchmarks.typed_deals [--deals 1000] [--places 10] [--evenings 10]`.

First it compares verdicts on deals whose tasks careful bots shared out with certificates, for which both engines of the
solver must agree. A verdict is asked of the deal as phones type it in: hands as text, and the tasks with their owners.
Then it compares the place that a result has among 200 rounds of the careful bot with its place among 2,000: the bots’
win rate on missions of Planet Nine, and the place of a win, where half of the equal results count as behind. Last it
starts a whole site with two workers. Four phones of 360 pixels enter hands and tasks; the seconds are those of the
machine, and those of the taps follow from their number.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import games
from benchmarks.loading.sites import Site
from benchmarks.results import keep, run_benchmark
from games.bot import next_action
from games.crew.bots import BOTS
from games.crew.rating import bots_win
from games.crew.solver import Budget, Lost, Won, certify, owners_of, solve_with_owners

SWITCHES: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--no-first-run",
)
TAPS_A_SECOND: Final = 3
PATIENCE: Final = 300
"""The most seconds that a verdict may take: a fresh site prepares the deals of the day meanwhile."""
BUDGET: Final = Budget(nodes=1_000_000, conflicts=100_000)
"""That of `logbook.typed_deals.services.answers`: a test compares the two."""
ROUNDS: Final = 200
"""Those of the careful bot in an answer: a test compares the two."""
MANY_ROUNDS: Final = 2000
SHARED: Final = ("predicting", "gap", "trick", "window")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--places", type=int, default=10)
    parser.add_argument("--evenings", type=int, default=10)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--seed", default="typed")
    options = parser.parse_args()
    if options.deals:
        _verdicts(options.deals, options.seed)
    if options.places:
        _places(options.places, options.seed)
    if options.evenings:
        _evenings(options.evenings, options.chromium, options.seed)


# --- verdicts


def _verdicts(deals: int, seed: str) -> None:
    chance, spent = Random(seed), list[float]()
    counts = {"won": 0, "lost": 0, "unknown": 0, "other": 0}
    for number in range(deals):
        start = _shared_out(_setup(chance, f"{seed}/{number}"))
        if start is None or start.named is not None or start.roles:
            continue  # A player whom the captain named, and roles, are free in the answer, and fixed here.
        began = time.perf_counter()
        verdict = solve_with_owners(games.deal(start.spelled_out), _owners(start), BUDGET)
        spent.append(time.perf_counter() - began)
        proof, _certificate = certify(start)
        if isinstance(proof, Won) and any("propose hand" in action.text for action in proof.line):
            continue  # Five players may hand a task over; owners that are typed in are those after it.
        won, lost = isinstance(verdict, Won), isinstance(verdict, Lost)
        counts["won" if won else "lost" if lost else "unknown"] += 1
        counts["other"] += (won and isinstance(proof, Lost)) or (lost and isinstance(proof, Won))
    print(f"  verdicts of {len(spent)} deals: {counts}")
    keep("verdicts that differ from certificates", counts["other"], "")
    keep("verdicts unknown", 100 * counts["unknown"] / max(len(spent), 1), "%")
    _report("a verdict", spent)


def _setup(chance: Random, seed: str) -> games.Setup:
    game = chance.choice(("planet-nine", "deep-sea"))
    mission = chance.randint(1, 50 if game == "planet-nine" else 32)
    return games.Setup(game, str(mission), chance.choice((3, 4, 5)), seed)


def _shared_out(setup: games.Setup) -> Any:
    """Return the start of play once careful bots have shared out the tasks; None where a bot leaves them waiting."""
    state: Any = games.deal(setup)
    while state.outcome is None and state.phase not in SHARED:
        action = next_action(state, range(setup.players), _chooser(state))
        if action is None:
            return None
        state = state.apply(action)
    return state if state.outcome is None else None


def _chooser(state: Any) -> Any:
    return lambda seat: BOTS["careful"].choose(state.view(seat), Random(f"{state.setup.seed} {len(state.log)} {seat}"))


def _owners(start: Any) -> dict[str, int]:
    return {task: owner for task, owner in owners_of(start).items() if owner is not None}


# --- places


def _places(deals: int, seed: str) -> None:
    rates, places, spent = list[float](), list[float](), list[float]()
    for number in range(deals):
        chance = Random(f"places {number}")
        mission, players = str(chance.randint(4, 30)), chance.choice((3, 4, 5))
        start = _shared_out(games.Setup("planet-nine", mission, players, f"{seed}/places/{number}"))
        if start is None:
            continue
        began = time.perf_counter()
        first = bots_win(start, range(ROUNDS))
        spent.append(time.perf_counter() - began)
        rate = 100 * first / ROUNDS
        whole = 100 * (first + bots_win(start, range(ROUNDS, MANY_ROUNDS))) / MANY_ROUNDS
        rates.append(abs(rate - whole))
        places.append(abs(rate - whole) / 2)  # A win is ahead of all losses, and of half of the wins.
        print(
            f"  mission {mission}, {players} players: {rate:.1f}% of {ROUNDS}, {whole:.1f}% of {MANY_ROUNDS}",
            flush=True,
        )
    keep("win rate of 200 rounds from 2,000, largest difference", max(rates), "points")
    keep("place of a win among 200 rounds from 2,000, largest difference", max(places), "points")
    keep("win rates within 5 points", 100 * sum(one <= 5 for one in rates) / len(rates), "%")
    keep("places within 5 points", 100 * sum(one <= 5 for one in places) / len(places), "%")
    _report("200 rounds of the careful bot", spent)


# --- four phones


def _evenings(evenings: int, chromium: str, seed: str) -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="crewsite-benchmark.") as folder:
        site = Site(Path(folder), "", webs=1, workers=2)
        site.prepare()
        site.start()
        try:
            site.wait()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
                address = f"http://127.0.0.1:{site.ports[0]}"
                _evening(browser, address, f"{seed}/first")  # The solver's compiler starts once in each worker.
                spent = [_evening(browser, address, f"{seed}/{number}") for number in range(evenings)]
                browser.close()
        finally:
            site.stop()
    _report("four phones, machine alone", [machine for machine, _verdict, _taps in spent])
    _report("four phones, from consent to the verdict", [verdict for _machine, verdict, _taps in spent])
    taps = statistics.mean(taps for _machine, _verdict, taps in spent) / TAPS_A_SECOND
    print(f"  taps at {TAPS_A_SECOND} a second: {taps:.1f} s")
    keep("four phones, taps", taps, "s")


def _evening(browser: Any, address: str, seed: str) -> tuple[float, float, int]:
    """Return the seconds of the machine, those from the consent to the verdict, and the taps of the slowest phone."""
    start = _shared_out(games.Setup("planet-nine", "10", 4, seed))
    phones = [browser.new_context(viewport={"width": 360, "height": 740}).new_page() for _phone in range(4)]
    began = time.perf_counter()
    phones[0].goto(f"{address}/could-we-have-won/")
    phones[0].get_by_label("Mission", exact=True).select_option("planet-nine 10")
    phones[0].get_by_role("button", name="Enter the hands").click()
    shared = phones[0].locator("#address").input_value()
    for seat in range(3):
        _tap_hand(phones[seat], shared, seat, games.deal(start.setup).view(seat)["hand"])
    _enter_tasks(phones[0], shared, _owners(start))
    phones[0].get_by_role("button", name="The round is over").click()
    phones[1].goto(shared)
    consented = time.perf_counter()
    phones[1].get_by_role("button", name="Agree: the round is over").click()
    phones[1].locator(".typed-verdict").wait_for(timeout=PATIENCE * 1000)
    ended = time.perf_counter()
    for phone in phones:
        phone.context.close()
    return ended - began, ended - consented, 10 + 4 + 2 * len(_owners(start)) + 4


def _tap_hand(phone: Any, shared: str, seat: int, cards: Sequence[str]) -> None:
    phone.goto(f"{shared}hand/{seat}/")
    for card in cards:
        phone.locator(f'input[value="{card}"]').check()
    phone.get_by_role("button", name="Done").click()
    phone.locator(".typed-count").wait_for()


def _enter_tasks(phone: Any, shared: str, owners: dict[str, int]) -> None:
    phone.goto(f"{shared}tasks/")
    for row, (task, owner) in enumerate(owners.items(), 1):
        phone.locator(f"#task-{row}").select_option(task)
        phone.locator(f"#owner-{row}").select_option(str(owner))
    phone.get_by_role("button", name="Done").click()


def _report(words: str, spent: Sequence[float]) -> None:
    in_order = sorted(spent)
    late = in_order[min(int(len(spent) * 0.99), len(spent) - 1)]
    print(f"  {words}: median {statistics.median(spent):.2f} s, p99 {late:.2f} s, of {len(spent)}")
    keep(f"{words}, median", statistics.median(spent), "s")
    keep(f"{words}, p99", late, "s")


if __name__ == "__main__":
    run_benchmark("typed_deals", main)
