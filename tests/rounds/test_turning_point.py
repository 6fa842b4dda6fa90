"""Turning points in words: the trick as headline, the cards in the detail, and what the player could know."""

from __future__ import annotations

import pytest

import games
from logbook.rounds.view.status import Names
from logbook.rounds.view.turning_point import Option, TurningPoint, turning_point

PLAYS = tuple(games.Action(seat, f"play {card}") for seat, card in enumerate(("Y1", "Y2", "Y4", "P1", "P2", "P3")))
CREW = Names({0: "Ana", 1: "Ben", 2: "Cleo"})


def lost_by(text: str, *options: Option, earlier: int = 0) -> TurningPoint:
    """Return the turning point of an action of Ben after this many cards."""
    return turning_point(earlier, (*PLAYS[:earlier], games.Action(1, text)), options, CREW)


def test_the_headline_names_the_trick_and_no_player() -> None:
    for earlier, trick in ((0, 1), (2, 1), (3, 2), (6, 3)):
        found = lost_by("play Y3", earlier=earlier)
        assert found.headline == f"Turning point: trick {trick}"
        assert found.after == "After yellow 3 the mission couldn’t be won."
        assert found.happened == "Ben plays yellow 3."


def test_a_choice_before_the_first_trick_has_no_cards_to_compare() -> None:
    found = lost_by("take P7")
    assert found.headline == "Turning point: before the first trick"
    assert found.after == "Ben takes the task pink 7. After that, the mission couldn’t be won."
    assert (found.instead, found.judgement) == ("", "")


def option(card: str, share: int, *, wins: bool | None = True) -> Option:
    return Option(f"play {card}", wins, share)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ([], ""),
        (["B1"], "Only blue 1 would have kept the mission winnable."),
        (["B1", "B2"], "These cards would have kept the mission winnable: blue 1 and blue 2."),
        (
            ["B1", "B2", "B3", "B4", "B5", "B6"],
            "These cards would have kept the mission winnable: blue 1, blue 2, blue 3, blue 4, and 2 more.",
        ),
    ],
)
def test_what_would_have_won_is_named(cards: list[str], said: str) -> None:
    others = [option(card, 50) for card in cards]
    assert lost_by("play Y3", option("Y3", 40, wins=False), *others, option("G1", 99, wins=None)).instead == said


@pytest.mark.parametrize(
    ("played", "best", "said"),
    [
        (71, 74, "From Ben’s seat, yellow 3 looked safe: 71% of simulated deals stayed winnable (blue 4: 74%)."),
        (
            71,
            93,
            "From Ben’s seat, blue 4 looked better: 93% of simulated deals stayed winnable, 71% after yellow 3.",
        ),
        (40, 41, "From Ben’s seat, yellow 3 looked no worse: 40% of simulated deals stayed winnable (blue 4: 41%)."),
    ],
)
def test_whether_the_player_could_know_it(played: int, best: int, said: str) -> None:
    options = option("Y3", played, wins=False), option("B4", best), option("B5", best - 1), option("G1", 99, wins=False)
    assert lost_by("play Y3", *options).judgement == said


def test_seat_that_plays_for_the_robot_is_the_captains() -> None:
    names = Names({0: "Ana", 1: "Ben", 2: "JARVIS"})
    options = (Option("robot play Y3", False, 80), Option("robot play B4", True, 80))
    found = turning_point(0, [games.Action(0, "robot play Y3")], options, names)
    assert found.judgement.startswith("From Ana’s seat, yellow 3 looked safe: 80%")
    assert found.instead == "Only blue 4 would have kept the mission winnable."
