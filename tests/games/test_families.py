"""Every task card over a few tricks, and every verdict against all the ends that can still come."""

from __future__ import annotations

import random
import re

import pytest

from games.contract import Sentence
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families import Ledger
from tests.games.builders import trick
from tests.games.plain_tasks import MET
from tests.games.short_rounds import at_random, check, few_cards, whole_deal

# Three at the table; seat 0 has the task, seat 2 is captain. A full stop: that was the last trick. After the arrow
# stands the verdict after each trick: `open`, `done`, or the code of the reason. `T90=1` has predicted 1.
# In T56 and T57 all know that the captain has the submarine that is left, and that seat 0 has none.
LINES = """
T1: 0: P9 P1 P2 / 0: Y9 Y1 Y2. -> open done
T1: 1: P9 P1 P2 / 0: Y9 Y1 Y2. -> never-more-tricks
T2: 0: P9 P1 P2 / 1: Y9 Y1 Y2 / 0: G9 G1 G2. -> open open done
T2: 0: P9 P1 P2 / 1: Y9 Y1 Y2. -> open never-more-than-all
T3: 1: P9 P1 P2 / 2: Y9 Y1 Y2. -> open done
T3: 1: P9 P1 P2 / 1: Y9 Y1 Y2. -> open never-fewer-tricks
T4: 0: P9 P1 P2 / 1: Y9 Y1 Y2. -> open done
T4: 2: P9 P1 P2 / 1: Y9 Y1 Y2. -> never-more-tricks
T5: 2: P9 P1 P2 / 1: Y9 Y1 Y2. -> open done
T5: 0: P9 P1 P2 / 1: Y9 Y1 Y2. -> never-fewer-tricks
T6: 0: P9 P1 P2 / 2: Y9 Y1 Y2. -> open done
T6: 0: P9 P1 P2 / 0: Y9 Y1 Y2 / 2: G9 G1 G2. -> open never-as-many-tricks
T7: 0: P7 P1 P2 / 0: Y6 Y1 P6 -> open done
T7: 0: P8 P1 P2 / 0: Y6 Y1 P7. -> open no-trick-below
T8: 0: P9 P5 P6 / 0: Y6 B6 P8 -> open done
T8: 0: S4 B6 P8. -> no-trick-above
T9: 0: P9 P1 P6 / 0: Y6 Y1 B9 -> open done
T9: 1: P6 P1 P2 / 0: S2 G6 Y6 / 1: B9 B1 B6 -> open open no-trick-with-value
T10: 0: S1 P5 B5 / 0: Y5 Y1 G5 -> open done
T10: 1: P5 B5 G5 / 1: Y5 Y1 Y2 -> open no-trick-with-value
T11: 0: S3 P3 B3 / 0: Y3 Y1 G3 -> open done
T11: 0: S3 P3 B3 / 0: Y9 Y3 G3 -> open no-trick-with-value
T12: 0: P7 P6 P1 / 0: B7 P5 B1 -> open done
T12: 0: P9 P5 P7 / 0: Y9 Y5 B7 / 0: G7 G5 B5 -> open open done
T12: 0: P9 P5 B7 / 0: Y9 Y5 G7 / 1: B9 B5 G5 -> open open no-capture-with-value
T13: 0: S4 P8 P4 / 0: Y4 P9 Y1 / 0: B4 G8 B1 -> open open done
T13: 0: S1 P8 Y8 / 0: Y9 B8 G8 -> open no-capture-with-value
T14: 0: P6 P1 P2 / 0: B6 Y6 B1 -> open done
T14: 0: P6 P1 P2 / 0: B9 B6 Y6 -> open no-capture-with-value
T15: 0: S2 P2 B2 / 0: Y2 G9 Y1 -> open done
T15: 0: S2 P2 B2 / 0: Y9 Y2 G2 -> open no-trick-with-value
T16: 0: B9 B1 P3 -> done
T16: 1: B9 B1 P3 -> card-lost
T16: 1: B9 B1 B2. -> card-unplayed
T17: 0: Y9 B1 Y1 -> done
T18: 0: B9 B4 Y1 -> done
T19: 1: G9 G6 Y1 -> card-lost
T20: 0: P9 P3 P1 / 0: Y9 Y3 B3 / 0: G9 G3 G1 -> open open done
T20: 0: P9 P3 P1 / 1: Y9 Y1 B3 -> open card-lost
T21: 0: P5 B5 P1 / 0: Y9 Y5 Y1 -> open done
T21: 1: P5 B5 P1 -> too-few-of-value
T22: 0: P9 B9 P1 / 1: Y9 G9 Y1 -> open too-few-of-value
T22: 0: P9 B9 P1 / 0: Y9 G9 Y1 -> open done
T23: 1: P7 B7 P1 / 0: Y7 G7 Y1 -> open done
T23: 1: P7 B7 Y7 -> too-few-of-value
T24: 0: P9 B9 Y9 / 0: G9 G1 G2 -> open done
T24: 0: P9 B9 Y9 / 0: S1 S2 G9 -> open card-lost
T25: 0: P6 B6 Y6 / 1: G6 G1 G2 -> open done
T25: 0: P6 B6 Y6 / 0: G6 G1 G2 -> open too-many-of-value
T25: 1: P6 B6 Y1 -> too-few-of-value
T26: 0: P9 B9 Y1 / 0: G8 G1 G2. -> open done
T26: 0: P9 B9 Y1 / 1: Y9 G9 G2 -> open done
T26: 0: P9 B9 Y9 -> too-many-of-value
T27: 0: B9 B1 B2 / 0: P9 B3 P1 -> open done
T27: 0: B9 B1 B2 / 1: P9 B3 P1 -> open card-lost
T28: 0: B9 B6 Y7 -> done
T28: 1: Y9 Y7 Y1 -> card-lost
T29: 0: P9 P5 Y6 -> done
T29: 0: P9 P5 P1 / 0: S1 S2 Y6 -> open card-lost
T30: 0: G5 B8 G1 -> done
T30: 1: G9 G5 G1 -> card-lost
T31: 0: B5 P8 B1 -> done
T31: 0: B4 B5 B1 -> card-lost
T32: 0: P9 Y8 P1 -> done
T32: 1: P1 P9 Y1 -> card-lost
T33: 0: G7 P1 G1 -> done
T33: 0: G7 G9 P2 -> card-lost
T34: 0: Y9 B7 Y1 -> done
T34: 0: S1 S2 Y9 -> card-lost
T35: 0: Y9 Y4 Y5 / 0: G9 G3 G1 -> open done
T35: 0: Y9 Y4 Y5 / 1: G9 G3 G1 -> open card-lost
T36: 0: Y9 Y4 Y5 / 0: G9 G2 G1. -> open done
T36: 0: Y9 Y4 Y5 / 1: G9 G2 G1. -> open trick-lost
T36: 0: Y9 Y4 Y5 / 0: G9 G3 G1. -> open card-unplayed
T36: 0: G9 G2 G1 -> card-too-early
T37: 0: B9 P1 G1 / 1: Y9 Y1 Y2. -> open done
T37: 0: B9 P1 G1 / 0: P9 B1 B2 -> open too-many-of-suit
T37: 0: B9 B1 G1 / 1: Y9 Y1 P2. -> open too-few-of-suit
T38: 0: Y9 Y1 Y2 / 0: Y8 Y3 Y4 / 0: Y7 B1 B2 -> open open done
T38: 1: Y9 Y1 Y2 -> too-few-of-suit
T39: 0: P9 P1 P2 / 0: P8 P3 P4 -> open done
T39: 1: P9 P1 P2 / 1: P8 P3 P4 -> open too-few-of-suit
T40: 0: G9 G1 B2 / 1: Y9 Y1 Y2. -> open done
T40: 0: G9 G1 G2 -> too-many-of-suit
T41: 0: B9 B1 P2 / 1: Y9 Y1 Y2. -> open done
T41: 0: P9 B1 P2 / 1: Y9 Y1 Y2. -> open too-few-of-suit
T42: 0: P9 B1 G2 / 1: Y9 Y1 Y2. -> open done
T42: 0: P9 P1 G2 -> too-many-of-suit
T43: 0: G9 B1 G2 / 1: Y9 P1 Y2. -> open done
T43: 0: G9 P1 G2 -> avoided-card-won
T44: 0: G9 B1 P2 / 1: P9 P3 P1 / 0: Y9 Y8 Y7 -> open open done
T44: 0: G9 B1 P2. -> too-few-of-suit
T45: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: P7 P6 P5 -> open open done
T45: 1: P9 B1 G2 / 1: Y9 Y1 Y2 -> open every-colour-broken
T46: 0: P8 P2 B4 -> done
T46: 0: S4 P2 B4 / 0: P8 P1 B6 -> open open
T46: 0: P8 P2 B3. -> no-trick-even
T47: 0: P9 P1 B3 -> done
T47: 0: P9 P1 B4 / 0: P8 P5 B5. -> open no-trick-odd
T48: 0: P9 P8 B7 -> done
T48: 0: P9 P8 B6 / 0: S4 B9 B8. -> open no-trick-sum-above
T49: 0: P2 P1 B4 -> done
T49: 0: P2 P1 B5 / 0: S1 G2 G1. -> open no-trick-sum-below
T50: 0: P9 P8 B6 -> done
T50: 0: P8 P7 B7 -> done
T50: 0: P9 P6 B6 / 0: Y9 Y8 G7. -> open no-trick-sum-between
T51: 2: B6 S1 B1 / 1: S4 S2 S3 -> open done
T51: 2: B6 S3 S1 -> too-many-of-suit
T52: 2: B6 S1 B1 / 1: S4 S2 S3 -> open done
T52: 1: S1 P6 B6 -> card-lost
T52: 2: B6 S3 B1 -> avoided-card-won
T53: 2: B6 S2 B1 / 1: S4 S1 S3 -> open done
T53: 0: S2 P6 S1 -> avoided-card-won
T54: 0: S3 P6 B6 -> done
T54: 1: S3 P6 B6 -> card-lost
T55: 0: S3 S2 B6 / 1: S4 S1 P6 -> open done
T55: 1: S3 S2 S1 -> too-few-of-suit
T56: 0: S3 S2 S1 -> done
T56: 1: S3 S2 P1 -> too-few-of-suit
T57: 1: S3 S2 S1 -> done
T57: 0: S3 P1 P6 -> avoided-card-won
T58: 0: S1 P7 B1 -> done
T58: 1: P7 P1 S1 -> done
T58: 0: P9 P7 B1 -> card-not-by-trump
T58: 0: S1 B7 B1 / 0: S2 S3 S4 -> open no-trump-for-card
T59: 0: S2 G9 B1 -> done
T59: 0: S1 G9 S2 -> card-not-by-trump
T60: 0: G9 G1 G2 / 1: S4 S1 S2 / 0: B1 B9 G3 -> open open opened-with
T60: 0: G9 G1 G2 / 1: P9 P1 P2. -> open done
T61: 0: B9 B1 B2 / 1: S4 S1 S2 / 0: G1 G9 G3 -> open open opened-with
T61: 0: Y9 P1 G2 / 1: P9 P1 P2. -> open done
T62: 1: G9 G1 G2 / 1: G8 G3 G4 / 1: G7 G6 G5 -> open open done
T62: 0: B9 G1 B2 -> avoided-card-won
T63: 0: Y9 Y1 Y2 -> avoided-card-won
T63: 0: S4 P1 P2. -> done
T64: 0: Y9 Y1 Y2 / 1: P9 P1 B2. -> open done
T64: 0: Y9 Y1 B2 -> avoided-card-won
T65: 0: P9 B1 B2 / 1: Y9 Y1 Y2. -> open done
T65: 0: P9 B1 G2 -> avoided-card-won
T66: 0: P7 P1 B2 / 1: P9 P8 B9 / 1: Y9 Y8 B8 / 2: G9 G8 G1 -> open open open done
T66: 0: P7 P1 B8 -> avoided-card-won
T67: 1: P9 B9 Y9 / 1: G9 G1 G2 -> open done
T67: 0: S1 P9 P1 -> avoided-card-won
T68: 1: P5 B5 Y5 / 1: G9 G5 G2 -> open done
T68: 0: S1 P5 P1 -> avoided-card-won
T69: 0: S1 P5 P3 / 1: P9 P1 B1 / 1: Y9 Y1 G1 -> open open done
T69: 0: P9 P1 P3 -> avoided-card-won
T70: 0: S1 S2 S3. -> done
T70: 0: P9 P4 P3 -> avoided-card-won
T71: 1: P9 P1 P2 / 1: P8 P3 P4 / 1: Y9 Y1 Y2 / 2: Y8 Y3 Y4 -> open open open done
T71: 1: P9 P1 P2 / 1: P8 P3 P4 / 1: Y9 Y1 Y2 / 0: Y8 Y3 Y4 -> open open open trick-not-to-win
T72: 1: P9 P1 P2 / 1: P8 P3 P4 / 1: Y9 Y1 Y2 -> open open done
T72: 1: P9 P1 P2 / 0: P8 P3 P4 -> open trick-not-to-win
T73: 1: P9 P1 P2 / 1: P8 P3 P4 / 1: Y9 Y1 Y2 / 2: Y8 Y3 Y4 / 1: G9 G1 G2 -> open open open open done
T73: 0: P9 P1 P2 -> trick-not-to-win
T74: 1: P9 P1 P2 / 1: P8 P3 P4. -> open done
T74: 0: P9 P1 P2 -> too-many-tricks
T75: 0: P9 P1 P2 / 1: P8 P3 P4 / 0: Y9 Y1 Y2. -> open done
T75: 0: P9 P1 P2 / 0: P8 P3 P4 -> open row-won
T76: 1: P9 P1 P2 / 0: P8 P3 P4. -> open done
T76: 0: P9 P1 P2 / 1: P8 P3 P4. -> open trick-lost
T77: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2 -> open open done
T77: 0: P9 P1 P2 / 1: P8 P3 P4 -> open trick-lost
T78: 0: P9 P1 P2 / 0: P8 P3 P4 -> open done
T78: 1: P9 P1 P2 -> trick-lost
T79: 0: P9 P1 P2 -> done
T79: 1: P9 P1 P2 -> trick-lost
T80: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2. -> open open done
T80: 0: P9 P1 P2 / 1: P8 P3 P4. -> open trick-lost
T81: 1: P9 P1 P2 / 0: P8 P3 P4. -> open done
T81: 0: P9 P1 P2 -> trick-not-to-win
T82: 0: P9 P1 P2 / 1: P8 P3 P4. -> open done
T82: 0: P9 P1 P2 / 0: P8 P3 P4 -> open too-many-tricks
T83: 1: P9 P1 P2 / 0: P8 P3 P4. -> open done
T83: 1: P9 P1 P2 / 1: P8 P3 P4. -> open too-few-tricks
T84: 0: P9 P1 P2 / 0: P8 P3 P4. -> open done
T84: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2 -> open open too-many-tricks
T85: 0: P9 P1 P2 / 0: P8 P3 P4 -> open done
T85: 1: P9 P1 P2 / 1: P8 P3 P4 / 0: Y9 Y1 Y2. -> open row-out-of-reach
T86: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2 -> open open done
T86: 0: P9 P1 P2 / 0: P8 P3 P4 / 1: Y9 Y1 Y2 / 1: G9 G1 G2. -> open open row-out-of-reach
T87: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2 / 0: G9 G1 G2. -> open open open done
T87: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2 / 1: G9 G1 G2. -> open open open too-few-tricks
T88: 0: P9 P1 P2 / 0: P8 P3 P4 / 0: Y9 Y1 Y2 / 1: G9 G1 G2. -> open open open done
T88: 0: P9 P1 P2 / 0: P8 P3 P4 / 1: Y9 Y1 Y2 -> open open row-broken
T89: 0: P9 P1 P2 / 0: P8 P3 P4 / 1: Y9 Y1 Y2. -> open open done
T89: 0: P9 P1 P2 / 1: P8 P3 P4 -> open row-broken
T90=1: 0: P9 P1 P2 / 1: P8 P3 P4. -> open done
T90=1: 0: P9 P1 P2 / 0: P8 P3 P4 / 1: Y9 Y1 Y2. -> open too-many-tricks
T90=0: 0: P9 P1 P2. -> prediction-missed
T91=1: 0: P9 P1 P2 / 0: P8 P3 P4 / 1: Y9 Y1 Y2. -> open open prediction-missed
T91=2: 0: P9 P1 P2 / 0: P8 P3 P4 / 1: Y9 Y1 Y2. -> open open done
T92: 0: P9 P1 Y2 / 0: Y9 B3 B4. -> open done
T92: 0: P9 P1 Y2. -> never-equal
T92: 1: P9 P1 P2 / 1: P8 P3 P4 / 1: P7 P6 P5 -> open open never-equal
T93: 0: G9 Y9 B1 -> done
T93: 0: G9 Y9 G1. -> no-balanced-trick
T94: 0: P9 B1 Y1 -> done
T94: 0: P9 B1 B2 / 0: G9 G1 G2. -> open no-balanced-trick
T95: 0: Y9 Y1 B1 / 0: P9 P1 P2. -> open done
T95: 0: B9 Y1 P1. -> never-more
T96: 0: P9 P1 G1 / 0: Y9 Y1 Y2. -> open done
T96: 0: P9 G1 B1. -> never-more
"""
PATTERN = re.compile(r"(T\d+)(?:=(\d))?: (.+?)(\.?) -> (.+)")


def verdicts(task: str, said: str, tricks: str, ended: str) -> list[str]:
    """The verdict on seat 0's task after each of these tricks."""
    lines = tricks.split(" / ")
    ledger = Ledger.opening(3, 2, len(lines) if ended else 13, 1)
    found: list[str] = []
    for number, line in enumerate(lines, 1):
        ledger = ledger.after(trick(number, line))
        verdict = TASK_CARDS[task].family.judge(ledger, 0, int(said) if said else None)
        found.append(verdict.code if isinstance(verdict, Sentence) else verdict)
        if found[-1] != "open":
            assert isinstance(verdict, str) or str(verdict)
            break
    return found


@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_a_task_over_a_few_tricks(line: str) -> None:
    match = PATTERN.fullmatch(line)
    assert match, line
    task, said, tricks, ended, expected = match.groups()
    assert verdicts(task, said, tricks, ended) == expected.split()


def test_every_task_is_there_done_and_lost() -> None:
    found = [PATTERN.fullmatch(line) for line in LINES.strip().splitlines()]
    assert {match.group(1) for match in found if match} == set(TASK_CARDS) == set(MET)


def test_the_captain_wins_a_trick_with_the_highest_trump() -> None:
    four = Ledger.opening(4, 1, 10, 0)
    reason = {task: TASK_CARDS[task].family.judge(four, 1) for task in ("T57", "T74", "T83")}
    assert reason["T57"] == Sentence("avoided-card-sure", {"owner": 1, "card": "S4"})
    assert reason["T74"] == Sentence("too-many-tricks", {"owner": 1, "number": 1, "needed": 0})
    assert reason["T83"] == "open"
    three = Ledger.opening(3, 1, 13, 1)
    assert TASK_CARDS["T74"].family.judge(three, 1) == "open", "with three players it may stay unplayed"


def test_a_covered_card_may_be_of_the_suit_that_was_not_followed() -> None:
    line = trick(1, "0: P9 P1 Y1")
    seen = Ledger.opening(3, 0, 13, 1).after(line)
    covered = Ledger.opening(3, 0, 13, 1, blind=2).after(line)
    pink = 0b111111111
    assert not seen.may_hold[2] & pink
    assert covered.may_hold[2] & pink


def test_who_can_win_no_more_tricks_is_known() -> None:
    ledger = Ledger.opening(3, 0, 4, 1).after(trick(1, "0: S4 S1 S2")).after(trick(2, "0: S3 P1 Y1"))
    ledger = ledger.after(trick(3, "0: G9 P2 Y2"))
    assert (ledger.floors, ledger.ceilings) == ((3, 0, 0), (4, 1, 1))
    ledger = Ledger.opening(3, 0, 5, 1).after(trick(1, "0: S4 S1 S2")).after(trick(2, "0: S3 P1 Y1"))
    ledger = ledger.after(trick(3, "0: G9 P2 Y2")).after(trick(4, "0: B9 P3 Y3"))
    assert ledger.ceilings == (5, 1, 1), "pink or yellow may be led"


def test_some_cards_break_a_task_before_the_trick_is_complete() -> None:
    opened, early = TASK_CARDS["T61"].family, TASK_CARDS["T36"].family
    assert opened.broken_by_card(trick(1, "0: P9"), 0, 13) == Sentence("opened-with", {"owner": 0, "card": "P9"})
    assert opened.broken_by_card(trick(1, "0: B9 P1 P2"), 1, 13) is None
    assert early.broken_by_card(trick(12, "0: B9 G2 P2"), 1, 13) is not None
    assert early.broken_by_card(trick(13, "0: B9 G2 P2"), 1, 13) is None


def test_progress_is_told_from_what_all_have_seen() -> None:
    ledger = Ledger.opening(3, 2, 13, 1).after(trick(1, "0: P9 B9 G1")).after(trick(2, "0: Y9 Y1 Y2"))
    said = {name: TASK_CARDS[name].family.progress(ledger, 0, 4) for name in TASK_CARDS}
    words = {name: str(sentence) for name, sentence in said.items() if sentence}
    assert words["T22"] == "3 of 3"
    assert words["T37"] == "pink: 1 of 1, green: 1 of 1"
    assert words["T44"] == "colours: 4 of 4"
    assert words["T4"] == "2, Seat 2 has 0"
    assert not [code for code, text in words.items() if "exactly 0" in text]
    assert words["T67"] == "cards to come: 1"
    assert words["T86"] == "in a row: 2 of 3"
    assert words["T90"] == "won 2, predicted 4"
    assert "T91" not in words, "a secret stays secret"
    assert words["T45"] == "yellow: 3 of 9"


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_no_verdict_is_ever_wrong_before_the_last_tricks(seats: int, seed: int) -> None:
    chance = random.Random(f"{seats}/{seed}")
    dealt = whole_deal(seats, chance, list(TASK_CARDS), blind=seed == 2)
    check(at_random(dealt, 2, chance))


@pytest.mark.parametrize(("seats", "tricks", "unplayed"), [(3, 3, 0), (3, 2, 1), (4, 2, 0), (4, 2, 1), (5, 2, 0)])
def test_no_verdict_is_ever_wrong_in_a_short_round(seats: int, tricks: int, unplayed: int) -> None:
    chance = random.Random(f"{seats}/{tricks}/{unplayed}")
    too_long = {"T71", "T72", "T73", "T77", "T78"}
    check(few_cards(seats, tricks, unplayed, chance, [name for name in TASK_CARDS if name not in too_long]))
