"""What bots draw from: one position is one chance, and without the key it cannot be foretold."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from random import Random

import pytest

import games
from games import bot_chance, commit_reveal
from games.bot_chance import NamedBot
from games.bots import bots_of
from games.registry import GAMES

KEY = b"a key of the tests"
MISSIONS = {"planet-nine": "1", "deep-sea": "3", "deep-blue": "reefs-ahead"}


def view_of(game: str = "planet-nine", seat: int = 0, seed: str = "vector") -> games.View:
    return games.deal(games.Setup(game, MISSIONS[game], 4, seed)).view(seat)


def drawn(key: bytes, view: games.View, number: int) -> list[float]:
    chance = bot_chance.chance(key, view, number)
    return [chance.random() for _ in range(3)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_is_what_the_readme_says(game: str) -> None:
    view = view_of(game, seat=2)
    said = json.dumps([2, 7, view.as_dict()], sort_keys=True, separators=(",", ":"))
    digest = hmac.new(KEY, f"crewsite-bot/1\n{said}".encode("ascii"), hashlib.sha256).digest()
    expected = Random(int.from_bytes(digest, "big"))
    assert drawn(KEY, view, 7) == [expected.random() for _ in range(3)]


def test_every_part_counts() -> None:
    drawings = [
        drawn(KEY, view_of(), 0),
        drawn(b"another key", view_of(), 0),
        drawn(KEY, view_of(), 1),
        drawn(KEY, view_of(seat=1), 0),
        drawn(KEY, view_of(seed="another"), 0),
        drawn(KEY, view_of("deep-sea"), 0),
    ]
    assert len({tuple(one) for one in drawings}) == len(drawings)
    assert drawn(KEY, view_of(), 0) == drawings[0]


SEED = "the seed of all deals"


def played(key: bytes, bot: str = "random", game: str = "planet-nine", *, version: int | None = 1) -> str:
    """A record of a round that bots played with this key, with the version in its comment."""
    state = games.deal(games.Setup(game, MISSIONS[game], 3, f"{SEED}/1/1/1"))
    while state.outcome is None:
        seat = min(state.waiting_on)
        view = state.view(seat)
        text = bots_of(game)[bot].choose(view, bot_chance.chance(key, view, len(state.log)))
        assert text is not None
        state = state.apply(games.Action(seat, text))
    return f"{games.Record.of(state)}{bot_chance.bots_line(dict.fromkeys(range(3), NamedBot(bot, version)))}"


def steps_of(text: str, told: str = "sealed", facts: Sequence[str] = ()) -> list[commit_reveal.Step]:
    return list(bot_chance.check({"seed": SEED, "secret": told, "facts": list(facts)}, text))


def checked(text: str, told: str = "sealed", facts: Sequence[str] = ()) -> list[bool | None]:
    return [step.holds for step in steps_of(text, told, facts)]


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea", "deep-blue"])
def test_secret_lets_everybody_check_what_bots_did(game: str) -> None:
    text = played(bot_chance.key_from_secret("sealed"), game=game)
    assert checked(text) == [True]
    assert checked(text, told="another secret") == [False]


def test_what_bots_would_not_have_done_does_not_hold() -> None:
    record = games.Record.parse(played(bot_chance.key_from_secret("sealed"), bot="careful", version=None))
    state = games.deal(record.setup)
    other = []
    for action in record.actions:
        others = [one for one in state.legal_actions(action.seat) if one.text.startswith("play") and one != action]
        other.append(others[0] if others else action)
        if others:
            break
        state = state.apply(action)
    assert other, "there is a choice"
    forged = games.Record(record.setup, tuple(other), record.rules)
    version = bots_of("planet-nine")["careful"].version
    assert checked(f"{forged}# bots: {', '.join(f'{seat} careful {version}' for seat in range(3))}\n") == [False]
    assert checked(str(forged)) == [True], "of people it says nothing"
    elsewhere = games.Record(games.Setup("planet-nine", "1", 3, "elsewhere/1/1"), (), record.rules)
    assert checked(str(elsewhere)) == [False], "a deal of another challenge"


def test_a_record_without_versions_has_the_version_of_the_facts() -> None:
    text = played(bot_chance.key_from_secret("sealed"), version=None)
    assert "# bots: 0 random, 1 random" in text
    assert checked(text, facts=["bots: random 1"]) == [True]
    assert checked(text, "another secret", facts=["bots: random 1"]) == [False]
    assert checked(text, facts=["bots: random 7"]) == [None], "another version than this program's"
    assert checked(text) == [True], "today's version draws the same"
    assert checked(text, "another secret") == [None], "nothing names the version that may have drawn so"


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ("0 random 2", "version 2 of the random bot played, this is 1"),
        ("0 random 0", "version 0 of the random bot played, this is 1"),
        ("0 random 1+", "several versions of the random bot played"),
        ("0 clairvoyant 1", "this program has no “clairvoyant” bot"),
    ],
)
def test_what_another_version_drew_cannot_be_checked_here(bots: str, says: str) -> None:
    record = played(bot_chance.key_from_secret("another secret")).partition("# bots:")[0]
    (step,) = steps_of(f"{record}# bots: {bots}\n", facts=["bots: random 1"])
    assert (step.holds, step.says.rpartition(": ")[2]) == (None, says)


def test_unknown_rules_and_deals_without_seed_cannot_be_checked_here() -> None:
    text = played(bot_chance.key_from_secret("sealed"))
    assert checked(text.replace("rules: 1\n", "rules: 9\n")) == [None]
    spelled_out = "game: planet-nine\nmission: 1\nplayers: 3\ndeal: P1 / P2 / P3\n"
    assert checked(spelled_out) == [None]


@pytest.mark.parametrize(
    "line",
    [
        "0",
        "0 random one",
        "x random 1",
        "3 random 1",
        "0 random 1, 0 random 1",
        "0 random 1 1",
        f"{'9' * 5000} random 1",
    ],
)
def test_a_garbled_line_of_bots_is_one_sentence(line: str) -> None:
    record = played(bot_chance.key_from_secret("sealed")).partition("# bots:")[0]
    with pytest.raises(games.UnknownSetup, match="gives a seat, a bot and its version"):
        checked(f"{record}# bots: {line}\n")
