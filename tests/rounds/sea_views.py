"""Hand-written views of Deep Sea, one for each moment that Planet Nine does not have."""

from __future__ import annotations

from typing import Any

from tests.rounds.round_views import a_view, task

SEATS = range(4)


def sea_task(name: str, owner: int | None = None, status: str = "open", progress: Any = None) -> dict[str, Any]:
    """Return a task card of a view."""
    return task(name, owner, None, status) | {"progress": progress}


def a_sea_view(**changes: Any) -> dict[str, Any]:
    """Return a view in which Ana (seat 0, captain) at a table of four is about to lead trick 1."""
    hand = ["P9", "P3", "B7", "B1", "G8", "G5", "Y9", "Y2", "S4", "S1"]
    view = a_view(hand=hand, legal=[f"play {card}" for card in hand], game="deep-sea", mission="17")
    return view | {"tasks": [sea_task("T20", 0), sea_task("T74", 1)]} | changes


BEFORE: dict[str, Any] = {"trick": None, "legal": []}
FREE = [sea_task("T20"), sea_task("T74", 1), sea_task("T4")]
THREE_FREE = [sea_task("T20"), sea_task("T74")]

CHOOSING = a_sea_view(**BEFORE | {"phase": "choosing", "tasks": FREE, "legal": ["pass", "take T20"]})
TONOJAS_CHOICE = CHOOSING | {
    "players": 2,
    "hand_sizes": [13, 13, 14],
    "tricks_won": [0, 0, 0],
    "tokens_left": [1, 1],
    "legal": ["robot pass", "robot take T20", "robot take T4"],
}
VOLUNTEERING = a_sea_view(
    **BEFORE
    | {
        "phase": "volunteering",
        "tasks": THREE_FREE,
        "captain": 3,
        "poll": {"question": "volunteer-all", "asked": [0], "answers": []},
        "legal": ["answer no", "answer yes"],
    }
)
VOLUNTEERING_ELSEWHERE = VOLUNTEERING | {"waiting_on": [1], "legal": []}
SPLITTING = a_sea_view(
    **BEFORE
    | {
        "phase": "splitting",
        "waiting_on": [0, 1],
        "tasks": THREE_FREE,
        "legal": ["propose T20 1", "propose T74 1", "take T20", "take T74"],
    }
)
SELECTING = a_sea_view(
    **BEFORE
    | {
        "phase": "selecting",
        "tasks": THREE_FREE,
        "legal": [
            *(f"propose T20 {seat}" for seat in SEATS),
            *(f"propose T74 {seat}" for seat in SEATS),
            *(f"propose all {seat}" for seat in SEATS),
        ],
    }
)
LAST_ONE = SELECTING | {
    "tasks": [sea_task("T20"), sea_task("T74", 2)],
    "legal": [f"propose T20 {seat}" for seat in SEATS],
}
AGREEING = a_sea_view(
    **BEFORE | {"phase": "agreeing", "tasks": THREE_FREE, "legal": [f"propose all {seat}" for seat in SEATS]}
)
OFFERING = a_sea_view(
    **BEFORE | {"phase": "offering", "tasks": THREE_FREE, "legal": [f"assign all {seat}" for seat in SEATS]}
)
ACCEPTING = a_sea_view(
    **BEFORE
    | {
        "phase": "accepting",
        "tasks": THREE_FREE,
        "captain": 3,
        "poll": {"question": "accept-all", "asked": [0], "answers": []},
        "legal": ["answer no", "answer yes"],
    }
)
PREDICTING = a_sea_view(
    **BEFORE
    | {
        "phase": "predicting",
        "tasks": [sea_task("T90", 0), sea_task("T91", 0)],
        "legal": sorted(f"predict {name} {n}" for name in ("T90", "T91") for n in range(11)),
    }
)
PREDICTING_ELSEWHERE = PREDICTING | {
    "waiting_on": [2],
    "legal": [],
    "tasks": [sea_task("T90", 2), sea_task("T91", 1)],
    "predictions": [[1, "T91", None]],
}
PROPOSED = SELECTING | {
    "phase": "proposal",
    "legal": ["agree", "decline"],
    "proposal": {"seat": 2, "text": "propose T20 3", "agreed": []},
}
CURRENTS = a_sea_view(
    communication="currents",
    legal=["play P9", "signal B7", "signal G5"],
    signals=[{"seat": 2, "card": "Y8", "says": None}],
)
RAPTURE = a_sea_view(
    communication="rapture",
    tokens_left={"shared": 1},
    signals=[{"seat": 2, "card": "Y8", "says": "highest"}],
    legal=["play P9", "signal B7 highest"],
)
TERRAIN = a_sea_view(communication="currents", terrain="B5")
NO_SIGNALS = a_sea_view(communication="none")
FIRST_ONLY = a_sea_view(communication_until=1)
CLOCK = a_sea_view(clock={"seconds": 210, "running": False})
PLAYING = a_sea_view(
    tasks=[
        sea_task("T22", 0, progress={"code": "T16", "params": {}}),
        sea_task("T67", 1, "done"),
        sea_task("T91", 2),
        sea_task("T90", 3, "failed"),
    ],
    predictions=[[2, "T91", None], [3, "T90", 4]],
    phase="trick",
    trick={"number": 3, "leader": 2, "plays": [[2, "S2"], [3, "B9"]]},
    legal=["play S1", "play S4"],
)

SEA_MOMENTS: dict[str, dict[str, Any]] = {
    "choosing": CHOOSING,
    "tonojas_choice": TONOJAS_CHOICE,
    "volunteering": VOLUNTEERING,
    "volunteering_elsewhere": VOLUNTEERING_ELSEWHERE,
    "splitting": SPLITTING,
    "selecting": SELECTING,
    "last_one": LAST_ONE,
    "agreeing": AGREEING,
    "offering": OFFERING,
    "accepting": ACCEPTING,
    "predicting": PREDICTING,
    "predicting_elsewhere": PREDICTING_ELSEWHERE,
    "proposed": PROPOSED,
    "currents": CURRENTS,
    "rapture": RAPTURE,
    "terrain": TERRAIN,
    "no_signals": NO_SIGNALS,
    "first_only": FIRST_ONLY,
    "clock": CLOCK,
    "playing": PLAYING,
}
