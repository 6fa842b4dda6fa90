"""Malformed files of a challenge end in one sentence and a status of their own, never in a traceback or as false."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games import certificate_check, seal_shape
from games.__main__ import main
from games.crew.solver import Lost, Verdict
from tests.games.proofs.mutations import HALF_A_CHARACTER, of_json, of_text
from tests.wide import WIDE

STORED = Path(__file__).parent / "proofs"
MISSIONS, RACES = STORED / "missions.json", STORED / "races.json"
RECORD, CERTIFICATE = STORED / "bots.txt", STORED / "certificate.txt"
HOLDS, FALSE, UNREADABLE, NOT_HERE = range(4)
ROUNDS = 2_000 if WIDE else 150


@pytest.fixture(autouse=True)
def _no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate's deal is not solved again: its reading is what these tests are about."""

    def unsolved(_state: games.State, _budget: object) -> tuple[Verdict, None]:
        return Lost(), None

    monkeypatch.setattr(certificate_check, "certify", unsolved)


def status_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> int:
    """The exit status, once what is printed agrees with it."""
    status = main(arguments)
    said, errors = capsys.readouterr()
    if status == UNREADABLE:
        assert (said, len(errors.splitlines())) == ("", 1), "one sentence"
        assert len(errors) < 500
    else:
        assert status in {HOLDS, FALSE, NOT_HERE}
        assert not errors
        assert arguments[0] != "verify" or (status == FALSE) == ("FAILS: " in said)
    return status


def fuzzed(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], rounds: int = ROUNDS) -> Counter[int]:
    """How often each exit status came, over mutations of the stored files of this kind."""
    path, chance, ends = tmp_path / "mutated", Random(kind), Counter[int]()
    sources = {"seal": (MISSIONS, RACES), "record": (RECORD,), "certificate": (CERTIFICATE,)}[kind]
    texts = [source.read_text(encoding="utf-8") for source in sources]
    commands = {
        "seal": ["verify", str(path)],
        "record": ["verify", str(MISSIONS), "--record", str(path)],
        "certificate": ["solve", "--check", str(path)],
    }
    for _ in range(rounds):
        path.write_bytes((of_json if kind == "seal" else of_text)(chance.choice(texts), chance))
        ends[status_of(commands[kind], capsys)] += 1
    return ends


def test_the_stored_files_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["verify", str(MISSIONS), "--record", str(RECORD)], capsys) == HOLDS
    assert status_of(["verify", str(RACES)], capsys) == HOLDS


@pytest.mark.parametrize("kind", ["seal", "record", "certificate"])
def test_no_mutation_ends_in_a_traceback(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ends = fuzzed(kind, tmp_path, capsys)
    assert ends[UNREADABLE] > ROUNDS // 5, "most files that are malformed cannot be read"
    assert ends[FALSE] > 0, "some mutations can be read, and are false"


def test_the_mutations_find_what_the_shape_keeps_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(seal_shape, "ensure_readable", lambda _seal: None)
    with pytest.raises((TypeError, KeyError, ValueError, AttributeError)):
        fuzzed("seal", tmp_path, capsys, rounds=150)


def changed(path: tuple[str | int, ...], value: Any) -> Any:
    """The stored seal with another value in one place."""
    seal = json.loads(MISSIONS.read_text(encoding="utf-8"))
    inner = seal
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = deepcopy(value)
    return seal


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("facts",), {"club": "x"}),
        (("facts", 0), ["club: x"]),
        (("facts", 0), "no colon"),
        (("facts", 3), "players: many"),
        (("facts", 3), "players: ٣"),
        (("facts", 7), "stage 1: whist 1"),
        (("facts", 7), "stage 1: planet-nine none"),
        (("secret",), ["5ec12e7"]),
        (("secret",), HALF_A_CHARACTER),
        (("words", 0), "Ana"),
        (("words", 0), ["Ana"]),
        (("words", 0), ["Ana", 3]),
        (("deals", 0), None),
        (("deals", 0, "stage"), "1"),
        (("deals", 0, "stage"), True),
        (("deals", 0, "stage"), 0),
        (("deals", 0, "attempt"), [1]),
        (("deals", 0, "candidate"), None),
        (("deals", 0, "candidate"), 1.0),
        (("deals", 0, "tried"), "dealt"),
        (("deals", 0, "tried"), [3]),
        (("deals", 0, "hands"), 4),
        (("deals", 0, "hands", 0), "P1 P2"),
        (("deals", 0, "line"), "0 play B7"),
        (("deals", 0, "line", 0), 0),
        (("deals", 0, "line", 0), "Ana plays B7"),
        (("deals", 0, "table"), []),
        (("cancelled",), "no"),
    ],
)
def test_a_part_of_another_kind_cannot_be_read(
    path: tuple[str | int, ...], value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "seal.json"
    file.write_text(json.dumps(changed(path, value)), encoding="utf-8")
    assert status_of(["verify", str(file)], capsys) == UNREADABLE


@pytest.mark.parametrize("text", ["[" * 100_000, '{"seal": ' + "9" * 5_000 + "}", "\0", ""])
def test_a_text_that_is_no_seal_cannot_be_read(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "seal.json"
    file.write_text(text, encoding="utf-8")
    assert status_of(["verify", str(file)], capsys) == UNREADABLE


def test_a_deal_of_a_stage_that_was_not_announced_is_false(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "seal.json"
    file.write_text(json.dumps(changed(("deals", 1, "stage"), 3)), encoding="utf-8")
    assert status_of(["verify", str(file)], capsys) == FALSE


def test_a_race_is_no_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    race = Path("tests/records/deep-blue-01-players-3.txt")
    assert status_of(["solve", "--check", str(race)], capsys) == UNREADABLE
