"""Schemas of the two kinds of views: every key of the contract, and nothing else.

They are written by hand, because a view is plain JSON made by the engine; tests compare them with thousands of views.
"""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

NUMBER: Final[Json] = {"type": "integer"}
TEXT: Final[Json] = {"type": "string"}
YES_OR_NO: Final[Json] = {"type": "boolean"}


def page_of_items(of: Json, description: str = "") -> Json:
    """Return the schema of an array."""
    return {"type": "array", "items": of, **_described(description)}


def exactly(description: str = "", optional: tuple[str, ...] = (), /, **keys: Json) -> Json:
    """Return the schema of an object with these keys and no others; all but the optional ones are required."""
    return {
        "type": "object",
        "properties": keys,
        "required": [key for key in keys if key not in optional],
        "additionalProperties": False,
        **_described(description),
    }


def or_null(of: Json, description: str = "") -> Json:
    """Return the schema that also allows null."""
    return {**of, "type": [of["type"], "null"], **_described(description)}


def by_name(of: Json, description: str = "") -> Json:
    """Return the schema of an object with free keys and values of this schema."""
    return {"type": "object", "additionalProperties": of, **_described(description)}


def one_of(*values: str, description: str = "") -> Json:
    """Return the schema of an enumeration."""
    return {"type": "string", "enum": list(values), **_described(description)}


def _described(description: str) -> Json:
    return {"description": description} if description else {}


NUMBERS, TEXTS = page_of_items(NUMBER), page_of_items(TEXT)
PAIR: Final[Json] = {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}
TRIPLE: Final[Json] = {"type": "array", "items": {}, "minItems": 3, "maxItems": 3}
PLAYS = page_of_items(PAIR, "`[seat, card]`, in the order played.")
PAY = page_of_items(
    exactly(seat=NUMBER, cards=NUMBER, gems=NUMBER, leading=NUMBER, bonus=NUMBER, stayed=YES_OR_NO, total=NUMBER)
)
COLOURS = by_name(NUMBER, "Number of gems by colour.")

CREW: Final = exactly(
    "A seat's view of a Crew game: all that its player may know, and nothing more.",
    ("hand", "robot", "terrain", "declined", "clock"),
    seat=or_null(NUMBER, "The seat that has this view; null for spectators."),
    game=one_of("planet-nine", "deep-sea"),
    mission=TEXT,
    players=NUMBER,
    phase=TEXT,
    captain=NUMBER,
    waiting_on=page_of_items(NUMBER, "The seats that must act before play goes on; empty once the attempt is over."),
    tricks_total=NUMBER,
    hand=page_of_items(TEXT, "The seat's cards, in deck order. Absent for spectators."),
    hand_sizes=page_of_items(NUMBER, "Number of cards in hand, by seat."),
    trick=or_null(exactly("The current or next trick.", number=NUMBER, leader=NUMBER, plays=PLAYS)),
    last_trick=or_null(exactly("The last completed trick.", number=NUMBER, leader=NUMBER, plays=PLAYS, winner=NUMBER)),
    played=page_of_items(TEXT, "All cards played so far."),
    tricks_won=page_of_items(NUMBER, "Number of tricks won, by seat."),
    tasks=page_of_items(
        {
            "type": "object",
            "properties": {
                "task": or_null(TEXT, "Null while the task lies face down."),
                "owner": or_null(NUMBER),
                "token": or_null(TEXT),
                "status": one_of("open", "done", "failed"),
            },
            "required": ["task", "owner", "token", "status"],
        }
    ),
    signals=page_of_items(
        exactly(
            seat=NUMBER,
            card=TEXT,
            says=or_null(TEXT, "`highest`, `only` or `lowest`; null for a signal without words."),
        )
    ),
    tokens_left={
        "oneOf": [NUMBERS, exactly(shared=NUMBER)],
        "description": "Signals available: a number for each seat, or one number that all seats share.",
    },
    distress=exactly(active=YES_OR_NO, direction=or_null(TEXT, "`left` or `right`.")),
    robot=exactly(
        "The robot, with two players.",
        seat=NUMBER,
        up=page_of_items(or_null(TEXT), "The open card of each column, or null."),
        down=NUMBER,
        covered=page_of_items(YES_OR_NO, "Whether each column holds a covered card."),
    ),
    legal=page_of_items(TEXT, "All legal actions of this seat now, as text for `act`."),
    outcome=or_null(exactly(success=YES_OR_NO, reason=TEXT)),
    poll=or_null({"type": "object"}, "`{question, asked, answers: [[seat, word], …]}`"),
    named=or_null(NUMBER),
    roles=or_null(NUMBERS),
    collector=or_null(NUMBER),
    predictions=page_of_items(TRIPLE, "`[seat, task, number or null]`"),
    proposal=or_null(exactly(seat=NUMBER, text=TEXT, agreed=NUMBERS)),
    declined=page_of_items(
        TEXT, "The proposals declined since one was accepted, while the crew shares out tasks or roles."
    ),
    asking=page_of_items(NUMBER, "The seats that have asked for time to signal."),
    gave=page_of_items(NUMBER, "The seats that have passed their card."),
    communication=one_of("normal", "dead-zone", "currents", "rapture", "none"),
    communication_from=or_null(NUMBER),
    communication_until=or_null(NUMBER),
    deadline=or_null(TEXT, "End of the time; null unless a clock is running."),
    terrain=TEXT,
    clock=exactly(seconds=NUMBER, running=YES_OR_NO),
)

DEEP_BLUE: Final = exactly(
    "A seat's view of a race: all that its player may know, and nothing more.",
    ("hand", "rest", "score"),
    seat=or_null(NUMBER, "The seat that has this view; null for spectators."),
    game=one_of("deep-blue"),
    mission=TEXT,
    players=NUMBER,
    components=TEXT,
    phase=TEXT,
    first=NUMBER,
    turn=NUMBER,
    round_number=NUMBER,
    waiting_on=page_of_items(NUMBER, "The seats that must act before play goes on; empty once the attempt is over."),
    hand=page_of_items(TEXT, "The seat's cards. Absent for spectators."),
    rest=page_of_items(TEXT, "The seat's rest pile. Absent for spectators."),
    score={**NUMBER, "description": "The seat's points. Absent for spectators."},
    scores=or_null(NUMBERS, "Points by seat; null until the race is over."),
    hand_sizes=NUMBERS,
    rest_sizes=NUMBERS,
    sure=page_of_items(TEXTS, "Cards in hand that all players know of, by seat."),
    may_hold=page_of_items(TEXTS, "Further cards that may be in hand, by seat."),
    shown=page_of_items(TEXTS),
    tokens=NUMBERS,
    boats=page_of_items(page_of_items({"type": "object"}), "Two boats for each seat: `{space, spot}`."),
    sites=by_name(
        exactly(
            tier=TEXT,
            tile=or_null(TEXT),
            face_up=YES_OR_NO,
            city=or_null(YES_OR_NO),
            gem=or_null(TEXT),
            free=TEXTS,
        ),
        "Sites by space.",
    ),
    mosaic=TEXTS,
    market=page_of_items(or_null(TEXT), "The card in each slot, or null."),
    prices=page_of_items(NUMBER, "Prices of the slots, then of a refresh."),
    deck_left=NUMBER,
    bag=COLOURS,
    supply=COLOURS,
    sail=or_null(exactly(steps=NUMBER, moved=NUMBERS, arriving=NUMBERS, resolving=or_null(TEXT))),
    dive=or_null(
        exactly(
            "The current dive; `pay` is what it would pay if it ended now.",
            space=TEXT,
            tile=TEXT,
            leader=NUMBER,
            divers=NUMBERS,
            doubled=NUMBERS,
            rushers=NUMBERS,
            rush_distance=NUMBER,
            gems=TEXTS,
            gems_at_once=NUMBER,
            hazards=TEXTS,
            asked=NUMBERS,
            surfaced=NUMBERS,
            held=NUMBERS,
            passed=NUMBERS,
            points=NUMBERS,
            pay=PAY,
            in_sail=YES_OR_NO,
        )
    ),
    last_dive=or_null(exactly(space=TEXT, tile=TEXT, leader=NUMBER, gems=TEXTS, pay=PAY)),
    effects=page_of_items(exactly(code=TEXT, params={"type": "object"}), "Effects of the last action."),
    legal=page_of_items(TEXT, "All legal actions of this seat now, as text for `act`."),
    outcome=or_null(exactly(success=or_null(YES_OR_NO), reason=TEXT, scores=or_null(NUMBERS))),
)

VIEW: Final[Json] = {
    "oneOf": [{"$ref": "#/components/schemas/CrewView"}, {"$ref": "#/components/schemas/DeepBlueView"}],
    "discriminator": {
        "propertyName": "game",
        "mapping": {
            "planet-nine": "#/components/schemas/CrewView",
            "deep-sea": "#/components/schemas/CrewView",
            "deep-blue": "#/components/schemas/DeepBlueView",
        },
    },
}
VIEWS: Final[Json] = {"CrewView": CREW, "DeepBlueView": DEEP_BLUE, "View": VIEW}
VIEW_REF: Final[Json] = {"$ref": "#/components/schemas/View"}
