"""Hand-written views, one for each moment of a round, by the engine's contract."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from logbook.rounds.view.page import round_page
from logbook.rounds.view.parts import Moment, RoundPage, SeatFace

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Emre")
FOUR_HANDS = ("P9", "P3", "B7", "B1", "G8", "G5", "Y9", "Y2", "R4", "R1")


def faces(players: int = 4, mine: int | None = 0) -> list[SeatFace]:
    """Return Ana, Ben, Cleo ... and JARVIS for two players."""
    people = [SeatFace(seat, NAMES[seat], mine=seat == mine) for seat in range(players)]
    return [*people, SeatFace(2, "JARVIS", kind="robot")] if players == 2 else people


def task(card: str | None, owner: int | None = None, token: str | None = None, status: str = "open") -> dict[str, Any]:
    """Return a task of a view."""
    return {"task": card, "owner": owner, "token": token, "status": status}


def a_view(players: int = 4, seat: int | None = 0, **changes: Any) -> dict[str, Any]:
    """Return a view in which seat 0 (Ana, captain) is about to lead trick 1; `changes` make any other moment."""
    seats = 3 if players == 2 else players
    view: dict[str, Any] = {
        "game": "planet-nine",
        "mission": "8",
        "players": players,
        "phase": "gap",
        "captain": 0,
        "waiting_on": [0],
        "tricks_total": 40 // seats,
        "seat": seat,
        "hand": list(FOUR_HANDS),
        "hand_sizes": [40 // seats] * seats,
        "trick": {"number": 1, "leader": 0, "plays": []},
        "last_trick": None,
        "played": [],
        "tricks_won": [0] * seats,
        "tasks": [task("P7", 0, "1"), task("B1", 1, "2"), task("G4", 2, "3")],
        "signals": [],
        "tokens_left": [1] * players,
        "distress": {"active": False, "direction": None},
        "legal": [f"play {card}" for card in FOUR_HANDS],
        "outcome": None,
        "communication": "normal",
        "communication_from": None,
        "communication_until": None,
        "deadline": None,
    } | dict.fromkeys(("poll", "named", "roles", "collector", "proposal"))
    view |= {"predictions": [], "asking": [], "gave": []}
    view |= changes
    if seat is None:
        del view["hand"]
        view["legal"] = []
    return view


def a_page(view: dict[str, Any], **about: Any) -> RoundPage:
    """Return the page of that view."""
    moment = replace(Moment(table_id=42, attempt_number=2, seen=16), **about)
    return round_page(view, faces(view["players"], view["seat"]), moment)


LAST = {"number": 2, "leader": 1, "winner": 2, "plays": [[1, "G2"], [2, "G9"], [3, "G3"], [0, "G1"]]}

IN_TRICK = a_view(
    phase="trick",
    trick={"number": 3, "leader": 2, "plays": [[2, "B4"], [3, "B9"]]},
    last_trick=LAST,
    played=["P1", "P2", "P4", "P5", "G2", "G9", "G3", "G1", "B4", "B9"],
    tricks_won=[1, 0, 1, 0],
    hand=["P9", "P3", "B7", "B1", "G8", "G5", "Y9", "R4"],
    hand_sizes=[8, 8, 7, 7],
    waiting_on=[0],
    legal=["ask", "play B1", "play B7"],
    signals=[{"seat": 2, "card": "Y8", "says": "highest"}, {"seat": 0, "card": "P3", "says": "lowest"}],
    tokens_left=[0, 1, 0, 1],
    tasks=[task("P7", 0, "1", "done"), task("B1", 1, "2"), task("G4", 2, "3"), task("Y8", 2)],
)
SOMEBODY_ELSE = IN_TRICK | {
    "trick": {"number": 3, "leader": 2, "plays": [[2, "B4"]]},
    "waiting_on": [3],
    "legal": ["ask"],
    "hand_sizes": [8, 8, 7, 8],
}
SETTLED = IN_TRICK | {
    "phase": "gap",
    "trick": {"number": 3, "leader": 2, "plays": []},
    "waiting_on": [2],
    "legal": [
        "ask",
        "signal G8 highest",
        "signal G5 lowest",
        "signal B7 highest",
        "signal B1 lowest",
        "signal Y9 only",
    ],
}
WINDOW = SETTLED | {
    "phase": "window",
    "waiting_on": [0],
    "asking": [0, 1],
    "legal": ["refrain", "signal G8 highest", "signal G5 lowest", "signal Y9 only"],
}
DEAD_ZONE = SETTLED | {
    "communication": "dead-zone",
    "signals": [{"seat": 2, "card": "Y8", "says": None}],
    "legal": ["signal G8", "signal Y9"],
}
CHOOSING = a_view(
    phase="choosing",
    trick=None,
    tasks=[task("P7", None, "1"), task("B1", 1, "2"), task("G4", None, "omega"), task("Y8", None, ">>")],
    legal=["pass", "take G4", "take P7", "take Y8"],
)
SWAPPING = CHOOSING | {
    "mission": "23",
    "legal": [*CHOOSING["legal"], "propose swap G4 P7", "propose swap G4 Y8", "propose swap P7 Y8"],
}
POLL = a_view(
    phase="poll",
    mission="5",
    trick=None,
    seat=2,
    tasks=[],
    waiting_on=[2],
    poll={"question": "health", "asked": [1, 2, 3], "answers": [[1, "good"]]},
    legal=["answer bad", "answer good"],
)
NAMING = a_view(
    phase="naming",
    mission="5",
    trick=None,
    tasks=[],
    poll={"question": "health", "asked": [1, 2, 3], "answers": [[1, "good"], [2, "bad"], [3, "good"]]},
    legal=["name 1", "name 2", "name 3"],
)
ROLES = a_view(
    phase="roles",
    mission="50",
    trick=None,
    tasks=[],
    poll={"question": "role", "asked": [1, 2, 3], "answers": [[1, "first"], [2, "middle"], [3, "last"]]},
    legal=["answer first", *(f"propose roles {a} {b}" for a in range(4) for b in range(4) if a != b)],
)
DECIDING = a_view(
    phase="deciding",
    mission="20",
    trick=None,
    tasks=[task(None), task(None)],
    poll={"question": "all-tasks", "asked": [1, 2, 3], "answers": [[1, "no"], [2, "yes"], [3, "no"]]},
    legal=["assign all 1", "assign all 2", "assign all 3"],
)
DISTRIBUTING = a_view(
    phase="distributing",
    mission="24",
    trick=None,
    tasks=[task("P7", 1), task("G2"), task(None), task(None)],
    poll={"question": "next-task", "asked": [1, 2, 3], "answers": [[1, "no"], [2, "yes"], [3, "no"]]},
    legal=["assign G2 0", "assign G2 1", "assign G2 2", "assign G2 3"],
)
PROPOSAL = a_view(
    phase="proposal",
    waiting_on=[0, 3],
    proposal={"seat": 1, "text": "propose distress left", "agreed": [2]},
    legal=["agree", "decline"],
)
BEFORE_TRICK_ONE = a_view(
    legal=[
        *(f"play {card}" for card in FOUR_HANDS),
        "ask",
        "propose distress left",
        "propose distress right",
        "signal P9 highest",
        "signal P3 lowest",
    ]
)
GIVING = a_view(
    phase="giving",
    trick=None,
    distress={"active": True, "direction": "left"},
    waiting_on=[0, 2],
    gave=[1, 3],
    legal=[f"give {card}" for card in FOUR_HANDS if card[0] != "R"],
)
FIVE = a_view(
    players=5,
    mission="25",
    trick={"number": 2, "leader": 3, "plays": [[3, "Y4"], [4, "Y7"]]},
    phase="trick",
    hand=["P9", "P3", "B7", "G8", "G5", "R4", "R1"],
    tasks=[
        task(card, index % 5, token)
        for index, (card, token) in enumerate(
            zip(("P1", "P8", "B2", "G9", "Y1", "Y6"), (">", ">>", None, None, None, None), strict=True)
        )
    ],
    tricks_won=[0, 0, 0, 1, 0],
    hand_sizes=[7, 7, 7, 6, 6],
    legal=["play B7", "play G5", "play G8", "play P3", "play P9", "play R1", "play R4"],
    signals=[{"seat": 4, "card": "P6", "says": "only"}, {"seat": 1, "card": "G1", "says": "lowest"}],
    last_trick={
        "number": 1,
        "leader": 0,
        "winner": 3,
        "plays": [[0, "G2"], [1, "G3"], [2, "G4"], [3, "G6"], [4, "R2"]],
    },
    played=["G2", "G3", "G4", "G6", "R2", "Y4", "Y7"],
)
FIVE_HANDING_OVER = FIVE | {
    "trick": {"number": 1, "leader": 0, "plays": []},
    "phase": "gap",
    "last_trick": None,
    "played": [],
    "legal": ["play B7", *(f"propose hand P1 {seat}" for seat in range(1, 5))],
}
THREE = a_view(
    players=3,
    mission="46",
    collector=1,
    tasks=[],
    hand=["P9", "P3", "P2", "B7", "B1", "B8", "G8", "G5", "G2", "Y9", "Y2", "Y3", "R4", "R1"],
    hand_sizes=[14, 13, 13],
    legal=[
        f"play {card}" for card in ("P9", "P3", "P2", "B7", "B1", "B8", "G8", "G5", "G2", "Y9", "Y2", "Y3", "R4", "R1")
    ],
)
ROBOT = a_view(
    players=2,
    mission="4",
    phase="trick",
    trick={"number": 2, "leader": 1, "plays": [[1, "B5"]]},
    tricks_won=[0, 1, 0],
    hand=["P9", "P3", "B7", "B1", "G8", "G5", "Y9", "Y2", "R4", "R1", "P2", "Y3"],
    hand_sizes=[12, 11, 13],
    tokens_left=[1, 0],
    waiting_on=[0],
    robot={
        "seat": 2,
        "up": ["P4", "B2", "G3", "Y7", "B9", "R2", None],
        "down": 5,
        "covered": [True, True, True, False, True, True, False],
    },
    tasks=[task("P4", 2), task("B9", 0), task("Y1", 1)],
    legal=["robot play B2", "robot play B9"],
    last_trick={"number": 1, "leader": 0, "winner": 1, "plays": [[0, "G2"], [1, "G9"], [2, "G4"]]},
    played=["G2", "G9", "G4", "B5"],
)
SPECTATOR = a_view(
    seat=None,
    phase="trick",
    trick=IN_TRICK["trick"],
    last_trick=LAST,
    tricks_won=[1, 0, 1, 0],
    waiting_on=[0],
    signals=IN_TRICK["signals"],
    tasks=IN_TRICK["tasks"],
)
OVER: dict[str, Any] = {"phase": "over", "trick": None, "waiting_on": [], "legal": []}
SUCCESS = IN_TRICK | OVER | {"outcome": {"success": True, "reason": "All tasks are done."}}
FAILURE = (
    IN_TRICK
    | OVER
    | {
        "outcome": {"success": False, "reason": "Cleo won green 4, which was Ben's task."},
        "distress": {"active": True, "direction": "left"},
        "tasks": [task("P7", 0, "1", "done"), task("B1", 1, "2", "failed"), task("G4", 2, "3"), task("Y8", 2)],
    }
)

MOMENTS: dict[str, dict[str, Any]] = {
    "before_trick_one": BEFORE_TRICK_ONE,
    "in_trick": IN_TRICK,
    "somebody_else": SOMEBODY_ELSE,
    "settled": SETTLED,
    "window": WINDOW,
    "dead_zone": DEAD_ZONE,
    "choosing": CHOOSING,
    "swapping": SWAPPING,
    "poll": POLL,
    "naming": NAMING,
    "roles": ROLES,
    "deciding": DECIDING,
    "distributing": DISTRIBUTING,
    "proposal": PROPOSAL,
    "giving": GIVING,
    "five": FIVE,
    "five_handing_over": FIVE_HANDING_OVER,
    "three": THREE,
    "robot": ROBOT,
    "spectator": SPECTATOR,
    "success": SUCCESS,
    "failure": FAILURE,
}
