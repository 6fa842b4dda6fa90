"""`python -m games`: every command, and one line on standard error for what is wrong."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import games
from games.__main__ import main, perft
from tests.games.builders import act, table, texts

RECORD = next(iter(sorted((Path(__file__).parent.parent / "records").glob("planet-nine-*.txt"))))


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("deal", "play", "replay", "describe", "solve", "perft"):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        assert command in capsys.readouterr().out


def test_deal_shows_every_seat_its_view(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "planet-nine", "3", "--players", "2", "--seed", "x"]) == 0
    views = json.loads(capsys.readouterr().out)
    assert [view["seat"] for view in views] == [0, 1, 2]


def test_describe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", "planet-nine", "tasks=2 dead-zone"]) == 0
    assert "tasks=2 dead-zone" in capsys.readouterr().out


def test_replay_of_a_file_and_of_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["replay", str(RECORD)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(("success: ", "failure: "))
    monkeypatch.setattr("sys.stdin", io.StringIO(RECORD.read_text(encoding="utf-8")))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    "text", ["", "game: planet-nine\n", "game: chess\nmission: 1\nplayers: 3\nseed: x\n", "nonsense"]
)
def test_a_bad_record_is_one_line_on_standard_error(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["replay", "-"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_a_missing_file_is_one_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "no-such-file"]) == 2
    assert capsys.readouterr().err == "The record “no-such-file” can’t be read: No such file or directory.\n"


def test_a_file_that_is_no_text_is_one_line_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG")
    assert main(["replay", str(tmp_path / "picture")]) == 2
    assert capsys.readouterr().err.endswith("can’t be read: it is not text.\n")


def test_a_round_is_played_by_number_and_by_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = iter(["nonsense", "1", *["1"] * 200])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    path = tmp_path / "round.txt"
    assert main(["play", "planet-nine", "9", "--seed", "x", "--bots", "careful", "--record", str(path)]) == 0
    assert "isn’t an action" in capsys.readouterr().out
    assert games.Record.parse(path.read_text(encoding="utf-8")).replay().outcome is not None


def test_a_person_beside_bots_may_speak_before_they_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return "" if "Enter" in prompt else "1"

    monkeypatch.setattr("builtins.input", typed)
    assert main(["play", "planet-nine", "16", "--seed", "a", "--bots", "careful"]) == 0
    assert prompts[0] == "Seat 0 (Enter to go on)> ", "seat 3 is captain and leads"
    assert "captain is seat 3" in capsys.readouterr().out


def test_what_decides_a_special_mission_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "planet-nine", "46", "--seed", "x"]) == 0
    assert "collector: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "planet-nine", "1", "--bots", "careful", "--seat", "9"],
        ["play", "planet-nine", "1", "--bots", "careful", "--seat", "-3"],
        ["play", "planet-nine", "1", "--record", "/no/such/folder/x"],
        ["replay", str(RECORD), "--seat", "9"],
        ["deal", "planet-nine", "1", "--seed", "\udcff"],
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["perft", "planet-nine", "1", "--depth", "-1"], ["solve", "x", "--nodes", "-1"]])
def test_a_negative_count_is_a_usage_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "not a whole number" in capsys.readouterr().err


def test_a_round_stops_when_the_input_does(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "planet-nine", "1", "--seed", "x"]) == 0
    assert "not over" in capsys.readouterr().out


def test_perft_counts_sequences() -> None:
    state = table("16", {0: "R4 P1 P5 P9 B4 G2 G3 R1 R2 R3"})
    by_hand = sum(len(state.legal_actions(seat)) for seat in range(4))
    assert perft(state, 0) == 1
    assert perft(state, 1) == by_hand
    assert perft(state, 2) == sum(
        sum(len(state.apply(action).legal_actions(other)) for other in range(4))
        for seat in range(4)
        for action in state.legal_actions(seat)
    )


@pytest.mark.slow
def test_solve_finds_the_card_that_wins(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = act(table("1", {0: "R4 P9", 1: "P1"}, tasks="P1"), "0 take P1")
    path = tmp_path / "position.txt"
    path.write_text(str(games.Record.of(state)), encoding="utf-8")
    assert main(["solve", str(path)]) == 0
    line = capsys.readouterr().out.splitlines()
    assert line[0] == "won:"
    for action in line[1:]:
        state = act(state, action)
    assert state.outcome is not None
    assert state.outcome.success


def test_solve_gives_up_within_its_budget(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(str(games.Record(games.Setup("planet-nine", "13", 4, "hard"))), encoding="utf-8")
    assert main(["solve", str(path), "--nodes", "0", "--conflicts", "0"]) == 0
    assert capsys.readouterr().out.startswith("unknown: not decided within ")


def test_solve_knows_when_all_is_lost() -> None:
    from games.crew.solver import Budget, Lost, solve

    lost = table("1", {0: "R4 P9", 1: "P1"}, tasks="P1")
    seat = next(iter(lost.waiting_on))
    state = act(lost, f"{seat} {texts(lost, seat)[0]}")
    endgame = state.evolve(
        tasks=(state.tasks[0]._replace(owner=3),), hands=tuple(hand[:1] for hand in state.hands), tricks_total=1
    )
    assert "P1" in {card for hand in endgame.hands for card in hand}
    assert isinstance(solve(endgame, Budget(nodes=1000)), Lost)


def test_solve_finds_the_cards_to_pass_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = games.deal(games.Setup("planet-nine", "2", 4, "a pass"))
    while state.view(None)["phase"] == "choosing":
        state = state.apply(state.legal_actions(min(state.waiting_on))[0])
    path = tmp_path / "record.txt"
    path.write_text(str(games.Record.of(state)))
    assert main(["solve", str(path), "--pass"]) == 0
    answer = capsys.readouterr().out.splitlines()
    assert answer[0] == "won:"
    assert "propose distress" in answer[1]
    assert sum(" give " in line for line in answer) == 4


def test_solve_says_why_no_cards_can_be_passed_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = games.deal(games.Setup("planet-nine", "2", 4, "a pass"))
    path = tmp_path / "record.txt"
    path.write_text(str(games.Record.of(state)))
    assert main(["solve", str(path), "--pass"]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)


def test_a_race_is_replayed_and_played_but_not_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = next(iter(sorted(RECORD.parent.glob("deep-blue-*.txt"))))
    assert main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.startswith("scores: ")
    assert main(["solve", str(record)]) == 2
    assert capsys.readouterr().err == "Deep Blue is a race: there’s nothing to solve.\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert main(["play", "deep-blue", "reefs-ahead", "--players", "2", "--bots", "random", "--seed", "s"]) == 0
    assert "bag" in capsys.readouterr().out
    assert main(["play", "deep-blue", "reefs-ahead", "--bots", "solver"]) == 2
    assert "no bot “solver”" in capsys.readouterr().err
