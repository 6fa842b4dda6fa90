"""A certificate as text, and its check: `python -m games solve --check`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import games
from games import certificate_check
from games.__main__ import main
from games.certificate_check import Proof
from games.crew.rating import played_out
from games.crew.solver import SOLVER_VERSION, Budget, Certificate, Effort, Lost, Verdict, Won

DEAL = games.Setup("planet-nine", "1", 4, "easy to win")


@pytest.fixture
def true_proof(monkeypatch: pytest.MonkeyPatch) -> Proof:
    """A line that wins, found by a solver that finds it again."""
    state = games.deal(DEAL)
    end = next(
        end for end in (played_out(state, "careful", str(n)) for n in range(20)) if end.outcome and end.outcome.success
    )
    found = Certificate(end.log, "by-hand", SOLVER_VERSION, 12345678, 9)
    monkeypatch.setattr(certificate_check, "certify", lambda _state, _budget: (Won(end.log), found))
    return Proof(games.Record.of(end), Effort("by-hand", 12345678, 9), title="Certificate: week 47:\nstage 1")


def written(tmp_path: Path, text: object) -> str:
    path = tmp_path / "certificate.txt"
    path.write_text(str(text), encoding="utf-8")
    return str(path)


def test_it_reads_back_the_same(true_proof: Proof) -> None:
    read = Proof.parse(str(true_proof))
    assert read == replace(true_proof, title="")
    assert str(true_proof).startswith("# title: Certificate: week 47: stage 1\n# certificate: engine=by-hand version=")


def test_it_is_a_record_like_any_other(true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", written(tmp_path, true_proof)]) == 0
    assert capsys.readouterr().out.startswith("success: ")


def test_a_true_one_holds(true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--check", written(tmp_path, true_proof)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("the line: success: ")
    assert said[1].startswith(f"solved again: won, by-hand version {SOLVER_VERSION}, 12345678 nodes, 9 conflicts")
    assert said[2] == "the same as its certificate says"


def test_another_effort_does_not(true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--check", written(tmp_path, replace(true_proof, effort=Effort("by-hand", 7, 9)))]) == 1
    assert "its certificate says: won, by-hand" in capsys.readouterr().out


def test_a_line_that_does_not_win_does_not(true_proof: Proof, tmp_path: Path) -> None:
    short = replace(true_proof.record, actions=true_proof.record.actions[:3])
    assert main(["solve", "--check", written(tmp_path, replace(true_proof, record=short))]) == 1


def test_line_of_an_earlier_version_counts(
    true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "--check", written(tmp_path, replace(true_proof, version=SOLVER_VERSION - 1))]) == 3
    assert f"this is version {SOLVER_VERSION}" in capsys.readouterr().out


def test_line_of_a_plain_record_counts(true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--check", written(tmp_path, true_proof.record)]) == 3
    assert "nothing of who found it" in capsys.readouterr().out


def test_its_own_budget_is_taken_unless_another_is_given(
    true_proof: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[Budget] = []

    def asked(_state: games.State, budget: Budget) -> tuple[Verdict, None]:
        budgets.append(budget)
        return Lost(), None

    monkeypatch.setattr(certificate_check, "certify", asked)
    path = written(tmp_path, replace(true_proof, budget=Budget(5, 6)))
    assert main(["solve", "--check", path]) == 1
    assert main(["solve", "--check", path, "--nodes", "7"]) == 1
    assert budgets == [Budget(5, 6), Budget(7, 6)]


def test_one_of_a_newer_version_is_refused(
    true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "--check", written(tmp_path, replace(true_proof, version=SOLVER_VERSION + 1))]) == 2
    assert "Check it with a newer one." in capsys.readouterr().err


def test_a_verdict_at_the_end_of_a_line_counts(
    true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = str(true_proof).replace("game: planet-nine", "game: planet-nine # certificate: engine=search version=1", 1)
    assert main(["solve", "--check", written(tmp_path, text)]) == 2
    assert "only once" in capsys.readouterr().err


@pytest.mark.parametrize(
    "begins", ["# certificate:", "  # certificate:", "#certificate:", "#  certificate :", "## Certificate:"]
)
def test_one_with_two_verdicts_is_refused(
    true_proof: Proof, begins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = f"{begins} engine=search version={SOLVER_VERSION} nodes=1 conflicts=0"
    assert main(["solve", "--check", written(tmp_path, f"{second}\n{true_proof}")]) == 2
    assert "The line “# certificate:” can appear only once in a certificate." in capsys.readouterr().err


@pytest.mark.parametrize("added", [" trusted=yes", " nodes=5"])
def test_one_with_further_facts_is_refused(
    true_proof: Proof, added: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = str(true_proof).replace(" conflicts=9\n", f" conflicts=9{added}\n", 1)
    assert main(["solve", "--check", written(tmp_path, text)]) == 2
    assert "and nothing else" in capsys.readouterr().err


def test_one_of_a_deal_with_the_distress_signal_is_refused(
    true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = true_proof.record
    eased = replace(record, setup=replace(record.setup, options=("distress-active",)))
    assert main(["solve", "--check", written(tmp_path, replace(true_proof, record=eased))]) == 2
    assert "Remove the option “distress-active”." in capsys.readouterr().err


@pytest.mark.parametrize(
    "comment",
    ["# certificate: engine=x", "# certificate: engine=x version=1 nodes=many conflicts=0", "# budget: nodes=-1"],
)
def test_what_is_garbled_is_one_line(
    true_proof: Proof, comment: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, f"{comment}\n{true_proof.record}")
    assert main(["solve", "--check", path]) == 2
    assert capsys.readouterr().err.count("\n") == 1
