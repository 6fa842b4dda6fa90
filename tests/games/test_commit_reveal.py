"""Commit and reveal: the opened seal of a challenge, checked by us and by a program that shares nothing with us."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import games
from games import commit_reveal
from games.__main__ import main
from games.crew.rating import played_out
from tests.independent.verify_seal import verify

FACTS = [
    "club: night-watch",
    "opens: 2026-11-20T12:00:00Z",
    "stirred until: 2026-11-19T12:00:00Z",
    "players: 4",
    "options: ",
    "attempts: until-success 1",
    "candidates: at most 40",
    "stage 1: planet-nine 1",
    "stage 2: deep-sea 1",
]
SECRET = "5ec12e7"
WORDS = [("Ana", "albatross"), ("Ben", "büßer")]

Seal = dict[str, Any]


def opened() -> Seal:
    seed = commit_reveal.base_seed(SECRET, WORDS)
    deals = [deal_of(seed, 1, "planet-nine"), deal_of(seed, 2, "deep-sea")]
    return {
        "seal": commit_reveal.NAME,
        "facts": FACTS,
        "secret": SECRET,
        "commitment": commit_reveal.commitment(FACTS, SECRET),
        "words": [list(pair) for pair in WORDS],
        "seed": seed,
        "deals": deals,
    }


def deal_of(seed: str, stage: int, game: str) -> Seal:
    """The first candidate that the careful bot wins."""
    for candidate in range(1, 30):
        state = games.deal(games.Setup(game, "1", 4, f"{seed}/{stage}/1/{candidate}"))
        end = played_out(state, "careful", "x")
        if end.outcome is not None and end.outcome.success:
            hands = [state.view(seat)["hand"] for seat in range(4)]
            line = [str(action) for action in end.log]
            tried = ["too-hard"] * (candidate - 1) + ["dealt"]
            return {
                "stage": stage,
                "attempt": 1,
                "candidate": candidate,
                "tried": tried,
                "hands": hands,
                "line": line,
            }
    raise AssertionError("no candidate was won")


@pytest.fixture(scope="module")
def true_seal() -> Seal:
    return json.loads(json.dumps(opened()))  # type: ignore[no-any-return]


def test_what_everybody_can_compute() -> None:
    assert (
        commit_reveal.commitment(["a: b"], "s")
        == commit_reveal.commitment(["a: b"], "s")
        != commit_reveal.commitment(["a: c"], "s")
    )
    assert commit_reveal.base_seed("s", [("Ana", "x")]) != commit_reveal.base_seed("s", [("Ana", "y")])
    assert commit_reveal.base_seed("s", [("a", "b"), ("c", "d")]) != commit_reveal.base_seed(
        "s", [("a", 'b"],["c","d')]
    )


def test_a_true_seal_holds(true_seal: Seal) -> None:
    steps = list(commit_reveal.check(true_seal))
    assert len(steps) == 5
    assert all(step.holds for step in steps), steps
    assert list(verify(true_seal)) == []


def _other_secret(one: Seal) -> None:
    one["secret"] = "another"


def _other_facts(one: Seal) -> None:
    one["facts"][1] = "opens: 2026-11-21T12:00:00Z"


def _words_left_out(one: Seal) -> None:
    del one["words"][0]


def _words_swapped(one: Seal) -> None:
    one["words"].reverse()


def _other_candidate(one: Seal) -> None:
    one["deals"][0]["candidate"] += 1


def _cards_swapped(one: Seal) -> None:
    first, second = one["deals"][1]["hands"][:2]
    first[0], second[0] = second[0], first[0]


def _a_card_out_of_turn(one: Seal) -> None:
    line = one["deals"][0]["line"]
    plays = [place for place, text in enumerate(line) if " play " in text]
    line[plays[0]], line[plays[1]] = line[plays[1]], line[plays[0]]


def _a_deal_left_out(one: Seal) -> None:
    del one["deals"][1]


def _all_deals_left_out(one: Seal) -> None:
    one["deals"] = []


def _a_deal_twice(one: Seal) -> None:
    one["deals"].append(deepcopy(one["deals"][0]))


def _searched_beyond_what_was_announced(one: Seal) -> None:
    one["deals"][0] |= {"candidate": 41, "tried": ["lost"] * 40 + ["dealt"]}


def _others_not_told(one: Seal) -> None:
    one["deals"][0]["tried"] = ["dealt"]
    one["deals"][0]["candidate"] = 2


def _two_that_were_dealt(one: Seal) -> None:
    one["deals"][0]["tried"].append("dealt")


@pytest.mark.parametrize(
    "forge",
    [
        _a_deal_left_out,
        _all_deals_left_out,
        _a_deal_twice,
        _searched_beyond_what_was_announced,
        _others_not_told,
        _two_that_were_dealt,
        _other_secret,
        _other_facts,
        _words_left_out,
        _words_swapped,
        _other_candidate,
        _cards_swapped,
        _a_card_out_of_turn,
    ],
)
def test_a_forged_one_does_not(true_seal: Seal, forge: Callable[[Seal], None]) -> None:
    forged = deepcopy(true_seal)
    forge(forged)
    assert not all(step.holds for step in commit_reveal.check(forged))
    assert list(verify(forged)) != []


def test_a_line_that_does_not_win_fails(true_seal: Seal) -> None:
    forged = deepcopy(true_seal)
    del forged["deals"][0]["line"][-1]
    assert [step.holds for step in commit_reveal.check(forged)] == [True, True, True, False, True]


def test_deals_of_a_cancelled_challenge_may_be_missing(true_seal: Seal) -> None:
    cancelled = deepcopy(true_seal) | {"cancelled": True}
    _a_deal_left_out(cancelled)
    steps = list(commit_reveal.check(cancelled))
    assert all(step.holds for step in steps)
    assert steps[2].says == "it was cancelled: 1 of 2 deals had been prepared"
    assert list(verify(cancelled)) == []


def test_terminal_verifies_a_seal(true_seal: Seal, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "seal.json"
    path.write_text(json.dumps(true_seal), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.count("holds: ") == 5
    path.write_text(json.dumps(true_seal | {"secret": "x"}), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "FAILS: the announced details and the secret give the fingerprint" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nothing", "isn’t the proof file"),
        ("[]", "no valid “seal”"),
        ('{"seal": "crewsite-seal/1", "facts": 3}', "no valid “facts”"),
        ("other", "the proof file type “other-seal/9”"),
        ("facts", "no valid “players”"),
    ],
)
def test_other_files_are_refused(
    true_seal: Seal, text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"other": true_seal | {"seal": "other-seal/9"}, "facts": true_seal | {"facts": []}}
    path = tmp_path / "seal.json"
    path.write_text(json.dumps(texts[text]) if text in texts else text, encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    assert says in capsys.readouterr().err
