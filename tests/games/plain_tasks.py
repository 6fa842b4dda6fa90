"""The 96 task cards once more, said as plainly as possible: what must be true of the tricks when a round is over.

Written from the rules alone, without ledger or families, so that the tests can compare the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.crew.cards import Trick

COLOURS = "PYBG"


@dataclass(frozen=True)
class Over:
    """A finished round as the owner of a task sees it."""

    tricks: list[list[tuple[int, str]]]
    owner: int
    captain: int
    seats: int
    said: int

    @classmethod
    def of(cls, tricks: list[Trick], owner: int, captain: int, said: int) -> Over:
        plain = [[(seat, str(card)) for seat, card in trick.plays] for trick in tricks]
        return cls(plain, owner, captain, len(plain[0]), said)

    @property
    def winners(self) -> list[int]:
        return [best(trick)[0] for trick in self.tricks]

    @property
    def wins(self) -> list[bool]:
        return [seat == self.owner for seat in self.winners]

    @property
    def count(self) -> int:
        return sum(self.wins)

    @property
    def mine(self) -> list[list[tuple[int, str]]]:
        return [trick for trick in self.tricks if best(trick)[0] == self.owner]

    @property
    def cards(self) -> list[str]:
        return [card for trick in self.mine for _, card in trick]

    def counts_of_others(self) -> list[int]:
        return [self.winners.count(seat) for seat in range(self.seats) if seat != self.owner]

    def values(self, value: int) -> int:
        return len([card for card in self.cards if card[0] in COLOURS and card[1] == str(value)])

    def colour(self, colour: str) -> int:
        return len([card for card in self.cards if card[0] == colour])

    def runs(self) -> list[int]:
        """The lengths of the owner's runs of tricks."""
        line = "".join("x" if won else " " for won in self.wins)
        return [len(run) for run in line.split()]

    def by_players(self, three: int, four: int, five: int) -> int:
        return {3: three, 4: four, 5: five}[self.seats]


def best(trick: list[tuple[int, str]]) -> tuple[int, str]:
    """Who wins, and with what."""
    trumps = [(card[1], seat, card) for seat, card in trick if card[0] == "S"]
    followed = [(card[1], seat, card) for seat, card in trick if card[0] == trick[0][1][0]]
    _, seat, card = max(trumps or followed)
    return seat, card


Test = Callable[[Over], bool]


def wins(text: str) -> Test:
    return lambda over: set(text.split()) <= set(over.cards)


def avoids(colours: str = "", values: str = "") -> Test:
    return lambda over: not [c for c in over.cards if c[0] in colours or (c[0] != "S" and c[1] in values)]


def by_playing(value: int, captured: int = 0) -> Test:
    def fits(trick: list[tuple[int, str]]) -> bool:
        seat, card = best(trick)
        others = [c for s, c in trick if s != seat and c[0] != "S" and c[1] == str(captured)]
        return card[0] != "S" and card[1] == str(value) and (not captured or bool(others))

    return lambda over: any(fits(trick) for trick in over.mine)


def some_trick(fits: Callable[[list[int], Over], bool]) -> Test:
    """One trick without submarines whose values fit."""

    def test(over: Over) -> bool:
        clean = [trick for trick in over.mine if not any(card[0] == "S" for _, card in trick)]
        return any(fits([int(card[1]) for _, card in trick], over) for trick in clean)

    return test


def with_submarine(wanted: str) -> Test:
    return lambda over: any(best(trick)[1][0] == "S" and wanted in [card for _, card in trick] for trick in over.mine)


def balanced(one: str, other: str) -> Test:
    def fits(trick: list[tuple[int, str]]) -> bool:
        letters = [card[0] for _, card in trick]
        return letters.count(one) == letters.count(other) >= 1

    return lambda over: any(fits(trick) for trick in over.mine)


def never_opens(colours: str) -> Test:
    return lambda over: not [t for t in over.tricks if t[0][0] == over.owner and t[0][1][0] in colours]


def submarines(over: Over) -> list[str]:
    return sorted(card for card in over.cards if card[0] == "S")


def captains(over: Over) -> int:
    return over.winners.count(over.captain)


MET: dict[str, Test] = {
    "T1": lambda o: all(o.count > other for other in o.counts_of_others()),
    "T2": lambda o: o.count > sum(o.counts_of_others()),
    "T3": lambda o: all(o.count < other for other in o.counts_of_others()),
    "T4": lambda o: o.count > captains(o),
    "T5": lambda o: o.count < captains(o),
    "T6": lambda o: o.count == captains(o),
    "T7": some_trick(lambda values, _: max(values) < 7),
    "T8": some_trick(lambda values, _: min(values) > 5),
    "T9": by_playing(6),
    "T10": by_playing(5),
    "T11": by_playing(3),
    "T12": by_playing(7, 5),
    "T13": by_playing(4, 8),
    "T14": by_playing(6, 6),
    "T15": by_playing(2),
    "T16": wins("P3"),
    "T17": wins("Y1"),
    "T18": wins("B4"),
    "T19": wins("G6"),
    "T20": wins("P3 Y3 B3 G3"),
    "T21": lambda o: o.values(5) >= 3,
    "T22": lambda o: o.values(9) >= 3,
    "T23": lambda o: o.values(7) >= 2,
    "T24": wins("P9 Y9 B9 G9"),
    "T25": lambda o: o.values(6) == 3,
    "T26": lambda o: o.values(9) == 2,
    "T27": wins("B1 B2 B3"),
    "T28": wins("B6 Y7"),
    "T29": wins("P5 Y6"),
    "T30": wins("G5 B8"),
    "T31": wins("B5 P8"),
    "T32": wins("P9 Y8"),
    "T33": wins("P1 G7"),
    "T34": wins("Y9 B7"),
    "T35": wins("G3 Y4 Y5"),
    "T36": lambda o: o.wins[-1] and "G2" in [card for _, card in o.tricks[-1]],
    "T37": lambda o: o.colour("P") == 1 and o.colour("G") == 1,
    "T38": lambda o: o.colour("Y") >= 7,
    "T39": lambda o: o.colour("P") >= 5,
    "T40": lambda o: o.colour("G") == 2,
    "T41": lambda o: o.colour("B") == 2,
    "T42": lambda o: o.colour("P") == 1,
    "T43": avoids("P"),
    "T44": lambda o: all(o.colour(colour) for colour in COLOURS),
    "T45": lambda o: any(o.colour(colour) == 9 for colour in COLOURS),
    "T46": some_trick(lambda values, _: all(value in (2, 4, 6, 8) for value in values)),
    "T47": some_trick(lambda values, _: all(value in (1, 3, 5, 7, 9) for value in values)),
    "T48": some_trick(lambda values, o: sum(values) > o.by_players(23, 28, 31)),
    "T49": some_trick(lambda values, o: sum(values) < o.by_players(8, 12, 16)),
    "T50": some_trick(lambda values, _: sum(values) in (22, 23)),
    "T51": lambda o: len(submarines(o)) == 1,
    "T52": lambda o: submarines(o) == ["S1"],
    "T53": lambda o: submarines(o) == ["S2"],
    "T54": wins("S3"),
    "T55": lambda o: len(submarines(o)) == 2,
    "T56": lambda o: len(submarines(o)) == 3,
    "T57": lambda o: not submarines(o),
    "T58": with_submarine("P7"),
    "T59": with_submarine("G9"),
    "T60": never_opens("PYB"),
    "T61": never_opens("PG"),
    "T62": avoids("G"),
    "T63": avoids("Y"),
    "T64": avoids("PB"),
    "T65": avoids("YG"),
    "T66": avoids(values="89"),
    "T67": avoids(values="9"),
    "T68": avoids(values="5"),
    "T69": avoids(values="1"),
    "T70": avoids(values="123"),
    "T71": lambda o: not any(o.wins[:4]),
    "T72": lambda o: not any(o.wins[:3]),
    "T73": lambda o: not any(o.wins[:5]),
    "T74": lambda o: o.count == 0,
    "T75": lambda o: all(run < 2 for run in o.runs()),
    "T76": lambda o: o.wins[-1],
    "T77": lambda o: all(o.wins[:3]),
    "T78": lambda o: all(o.wins[:2]),
    "T79": lambda o: o.wins[0],
    "T80": lambda o: o.wins[0] and o.wins[-1],
    "T81": lambda o: o.wins[-1] and o.count == 1,
    "T82": lambda o: o.wins[0] and o.count == 1,
    "T83": lambda o: o.count == 1,
    "T84": lambda o: o.count == 2,
    "T85": lambda o: any(run >= 2 for run in o.runs()),
    "T86": lambda o: any(run >= 3 for run in o.runs()),
    "T87": lambda o: o.count == 4,
    "T88": lambda o: o.runs() == [3],
    "T89": lambda o: o.runs() == [2],
    "T90": lambda o: o.count == o.said,
    "T91": lambda o: o.count == o.said,
    "T92": lambda o: o.colour("P") == o.colour("Y") >= 1,
    "T93": balanced("G", "Y"),
    "T94": balanced("P", "B"),
    "T95": lambda o: o.colour("Y") > o.colour("B"),
    "T96": lambda o: o.colour("P") > o.colour("G"),
}
