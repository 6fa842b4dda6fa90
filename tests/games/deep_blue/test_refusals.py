"""What is refused, with the right kind of error, a stable code, and a sentence that is true and names the seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games
from games.deep_blue.state import State
from games.sentences.deep_blue import TEMPLATES
from tests.games.deep_blue.builders import (
    SCENARIOS,
    dealt,
    on_turn,
    play,
    with_boats,
    with_hand,
    with_tile,
    with_tokens,
    wreck,
)
from tests.games.deep_blue.rulings_recruiting_scenes import market
from tests.games.deep_blue.rulings_sailing_scenes import sailing

ROOT = Path(__file__).parents[3]
OXYGEN = "CR_OXYGEN"


def over() -> State:
    state = wreck("W12", "gold", gems="silver").evolve(mosaic=("W13", "W14", "W15"))
    return play(state, "0 dive A1", "0 stop")


def hiring() -> State:
    return play(market("CR_FINANCE", tokens=1, deck=("CR_OXYGEN",)), "0 refresh with CR_FINANCE token")


def rushing() -> State:
    return play(wreck("W07", "gold", "@B8", gems="gold"), "0 dive A1")


def hazard() -> State:
    """Seat 0 leads and has to answer a blue gem; seat 1 may have to, and seat 2 takes no part."""
    state = wreck("W11", "black gold", "blue", "@P", hands=[OXYGEN, "", OXYGEN], gems="blue blue")
    return play(state, "0 dive A1", "0 draw")


def window() -> State:
    """Seats 0 and 1 may play gold cards, seat 2 has come up, and seat 3 is elsewhere."""
    hands = [f"{OXYGEN} ST_GOLDHAND CR_RUBY_A", f"{OXYGEN} ST_GOLDHAND", "ST_GOLDHAND"]
    state = wreck("W11", "black", "centre", "centre", "@P", hands=hands, gems="blue blue gold")
    return play(state, "0 dive A1", "0 draw", f"0 protect {OXYGEN}", f"1 protect {OXYGEN}", "0 draw")


def onward() -> State:
    return play(wreck("W11", "black", "centre", hands=["", "CR_NAVIGATE"], gems="gold"), "0 dive A1")


def arriving(*lines: str) -> State:
    """Both boats of seat 0 have come to hidden wrecks, A1 (gold, red, blue) and A2."""
    state = with_boats(with_tile(sailing("B8", "B3"), "A2", "W10", face_up=False), 1, "A1:gold", "P")
    return play(state, "0 move 1 A1", "0 move 2 A2", *lines)


REFUSED = [
    (market("ST_HELM", "ST_PURSER"), "1 rest", "not-your-turn"),
    (market("ST_HELM"), "0 rest", "nothing-to-rest"),
    (market("ST_HELM"), "0 dive A1", "no-dive-there"),
    (market("ST_HELM"), "0 dive X9", "no-dive-there"),
    (market("ST_HELM"), "0 draw", "not-now"),
    (market("ST_HELM"), "0 play ST_HELM", "not-now"),
    (market("ST_HELM"), "9 rest", "no-such-seat"),
    (market("ST_PURSER"), "0 recruit 4 with ST_PURSER", "costs-more"),
    (market("ST_GOLDHAND", tokens=1), "0 recruit 2 with token ST_GOLDHAND", "payment-order"),
    (market("ST_PURSER"), "0 recruit 1 with ST_GOLDHAND", "crew-not-in-hand"),
    (market("ST_PURSER"), "0 recruit 4 with ST_PURSER ST_PURSER", "crew-not-that-often"),
    (market("ST_HELM"), "0 recruit 1 with ST_HELM", "crew-pays-nothing"),
    (market("ST_PURSER", tokens=1), "0 recruit 4 with token token token", "too-few-tokens"),
    (market("ST_PURSER").evolve(market=(OXYGEN, "", "", "")), "0 recruit 2 with ST_PURSER", "slot-empty"),
    (market("ST_PURSER"), "0 refresh with ST_PURSER", "costs-more"),
    (market("CR_FINANCE", "ST_PURSER", deck=()), "0 refresh with CR_FINANCE ST_PURSER", "deck-empty"),
    (market("ST_PURSER"), "0 sail ST_PURSER", "crew-drives-nothing"),
    (market("ST_PURSER"), "0 sail ST_HELM", "crew-not-in-hand"),
    (market("ST_PURSER"), "0 sail token", "too-few-tokens"),
    (hiring(), "0 take 2", "slot-empty"),
    (hiring(), "0 recruit 1 with token", "not-now"),
    (sailing("P"), "0 anchor", "sail-first"),
    (sailing("P", steps=2), "0 move 1 A9", "too-far"),
    (sailing("P"), "0 move 1 X9", "no-such-space"),
    (play(sailing("P"), "0 move 1 S1"), "0 move 1 P", "boat-moved-already"),
    (sailing("P"), "0 rest", "not-now"),
    (arriving(), "0 reveal A3", "nothing-to-reveal"),
    (arriving(), "0 spot 1 gold", "spot-not-free"),
    (arriving("0 reveal A1"), "0 spot 1 gold", "spot-not-free"),
    (arriving("0 reveal A1"), "0 spot 2 red", "spot-not-free"),
    (arriving("0 reveal A1"), "0 reveal A2", "not-now"),
    (rushing(), "1 rush 2", "cannot-rush"),
    (rushing(), "1 rush both", "cannot-rush"),
    (rushing(), "0 stay", "not-your-turn"),
    (rushing(), "0 stop", "not-your-turn"),
    (hazard(), "2 protect CR_OXYGEN", "not-in-dive"),
    (hazard(), "1 protect blue", "not-your-turn"),
    (hazard(), "0 protect blue", "no-such-spot"),
    (hazard(), "0 protect black", "spot-protects-not"),
    (hazard(), "0 protect CR_GUARD", "crew-not-in-hand"),
    (with_hand(hazard(), 0, "ST_HELM"), "0 protect ST_HELM", "crew-protects-not"),
    (hazard(), "1 hold", "no-cards-left"),
    (hazard(), "0 draw", "not-now"),
    (window(), "2 play ST_GOLDHAND", "has-surfaced"),
    (window(), "3 play ST_GOLDHAND", "not-in-dive"),
    (window(), "0 play CR_RUBY_A", "crew-locked"),
    (window(), "0 play ST_HELM", "crew-not-in-hand"),
    (with_hand(window(), 0, "ST_GOLDHAND", "ST_HELM"), "0 play ST_HELM", "crew-scores-nothing"),
    (play(window(), "0 hold"), "0 play ST_GOLDHAND", "held-already"),
    (play(window(), "0 hold"), "0 hold", "held-already"),
    (play(window(), "0 pass"), "0 play ST_GOLDHAND", "passed-already"),
    (window(), "0 stop", "not-now"),
    (onward(), "1 stop", "not-your-turn"),
    (onward(), "1 play CR_NAVIGATE", "not-your-turn"),
    (onward(), "0 surface", "not-now"),
    (over(), "0 stop", "game-over"),
    (over(), "1 rest", "game-over"),
]


@pytest.mark.parametrize(
    ("state", "line", "code"), REFUSED, ids=[f"{code}-{n}" for n, (*_, code) in enumerate(REFUSED)]
)
def test_what_is_not_allowed_is_illegal_and_says_why(state: State, line: str, code: str) -> None:
    with pytest.raises(games.IllegalAction) as error:
        play(state, line)
    assert error.value.code == code
    seat = int(line.split(maxsplit=1)[0])
    assert error.value.params.get("seat", error.value.params.get("number")) == seat
    assert str(error.value).startswith(f"Seat {seat} " if seat < 5 else "There’s no seat 9")


@pytest.mark.parametrize("text", ["1 rush 2", "1 rush both"])
def test_who_cannot_rush_so_hears_with_which_boat_they_can(text: str) -> None:
    with pytest.raises(games.IllegalAction, match=r"^Seat 1 can rush only with boat 1: the other boat"):
        play(rushing(), text)
    assert [action.text for action in rushing().legal_actions(1)] == ["rush 1", "stay"]


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "dive", "dive ", "dive A1 ", " dive A1", "dive a1", "DIVE A1", "rest rest", "rest\n", "draw\x00"),
        *("recruit 5 with token", "recruit 0 with token", "recruit ١ with token", "recruit 1 with", "recruit 1"),
        *("recruit 1 with gold", "refresh with CR_KRAKEN", "take 5", "sail", "sail CR_KRAKEN", "sail gold"),
        *("move 3 P", "move 1 p", "spot 1 green", "rush 3", "rush", "protect silver", "protect", "play", "play P5"),
        *("play joker", "play token", "протест", "hold on", "x" * 5000),
    ],
)
def test_what_is_no_action_is_unreadable(text: str) -> None:
    for state in (on_turn(dealt(3), 0), hazard(), over()):
        with pytest.raises(games.UnreadableAction) as error:
            state.apply(games.Action(0, text))
        assert error.value.code == "deep-blue-unreadable"
        assert str(error.value).startswith("Seat 0 said “")


def test_a_refusal_says_what_would_be_right() -> None:
    for state, line, sentence in (
        (market("ST_GOLDHAND", tokens=1), "0 recruit 2 with token ST_GOLDHAND", "“ST_GOLDHAND token”"),
        (sailing("P", steps=2), "0 move 1 A3", "steps needed 3, steps left 2"),
        (with_tokens(market("ST_PURSER"), 0, 1), "0 recruit 4 with token token token", "1 left"),
        (rushing(), "0 stay", "it’s Seat 1’s turn"),
    ):
        with pytest.raises(games.IllegalAction, match=re.escape(sentence)):
            play(state, line)


def test_a_refused_action_changes_nothing() -> None:
    for state, line, _ in REFUSED:
        before = state.view(0)
        with pytest.raises(games.GameError):
            play(state, line)
        assert state.view(0) == before


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (games.Setup("deep-blue", "calm-waters", 3), "setup-scenario"),
        (games.Setup("deep-blue", "reefs-ahead", 1), "setup-players"),
        (games.Setup("deep-blue", "reefs-ahead", 6), "setup-players"),
        (games.Setup("deep-blue", "reefs-ahead", 3, options=("untimed",)), "setup-option"),
        (games.Setup("deep-blue", "reefs-ahead", 3, options=("components-x", "components-y")), "setup-option-twice"),
        (games.Setup("deep-blue", "reefs-ahead", 3, options=("components-x",)), "components-unknown"),
        (games.Setup("deep-blue", "reefs-ahead", 3, deal="P1 / P2"), "setup-no-deal"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(setup: games.Setup, code: str) -> None:
    with pytest.raises(games.UnknownSetup) as error:
        games.deal(setup)
    assert error.value.code == code


def test_every_sentence_is_said_somewhere() -> None:
    """Each code stands in the rules or where a sentence is made; titles and explanations go by their scenario."""
    source = "".join(path.read_text(encoding="utf-8") for folder in ("games", "logbook") for path in python(folder))
    by_scenario = {f"{kind}-{scenario}" for kind in ("title", "describe") for scenario in SCENARIOS}
    assert [code for code in TEMPLATES if code not in by_scenario and f'"{code}"' not in source] == []


def python(folder: str) -> list[Path]:
    return [path for path in (ROOT / folder).rglob("*.py") if "sentences" not in path.parts]
