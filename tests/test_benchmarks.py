"""Each run of a benchmark writes a file, and the table of benchmarks/README.md is rendered from these files."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import results

BENCHMARKS = sorted(
    path for path in results.FOLDER.glob("*.py") if "\ndef main()" in path.read_text("utf-8") and path.stem != "results"
)
LONGEST_README = 90
KEYS = {"command", "commit", "machine", "load", "date", "figures"}


def named(path: Path) -> str:
    return path.stem


def test_readme_has_the_rendered_table() -> None:
    page = results.README.read_text("utf-8")
    assert page == results.with_table(page, results.table()), "Run: python -m benchmarks.results"
    assert len(page.splitlines()) <= LONGEST_README


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=named)
def test_each_benchmark_writes_its_result(benchmark: Path) -> None:
    source = benchmark.read_text("utf-8")
    assert f'run_benchmark("{benchmark.stem}", main)' in source
    assert "keep(" in source


@pytest.mark.parametrize("path", sorted(results.RESULTS.glob("*.json")), ids=named)
def test_result_says_how_it_was_measured(path: Path) -> None:
    result = json.loads(path.read_text("utf-8"))
    assert set(result) >= KEYS
    assert results.path_of(result["command"]) == path
    assert result["figures"]
    assert platform.node() not in result["machine"].split()


@pytest.mark.parametrize("target", results.targets(), ids=lambda target: target["figure"])
def test_row_names_a_benchmark_and_one_target(target: dict[str, Any]) -> None:
    name = target["command"].removeprefix("python -m benchmarks.").split()[0]
    assert (results.FOLDER / f"{name}.py").exists()
    assert len({"below", "at_most", "at_least"} & set(target)) == 1
    assert results.result_of(target["command"]) is None or results.figure_of(target) is not None


def test_run_writes_the_figures_of_all_its_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure() -> None:
        results.keep("own", 1.23456, "ms", error=0.5)
        child = "from benchmarks import results as r; r.run_benchmark('x', lambda: r.keep('the child', 2, 's'))"
        subprocess.run([sys.executable, "-c", child], check=True, cwd=results.FOLDER.parent)

    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(sys, "argv", ["x.py", "--lines", "10"])
    results.run_benchmark("x", measure)
    (path,) = (tmp_path / "results").iterdir()
    written = json.loads(path.read_text("utf-8"))
    assert path.name == "x-lines-10.json"
    assert set(written) == KEYS
    assert written["command"] == "python -m benchmarks.x --lines 10"
    assert written["figures"] == [
        {"name": "own", "value": 1.2346, "unit": "ms", "error": 0.5},
        {"name": "the child", "value": 2, "unit": "s"},
    ]
    assert results.KEPT not in os.environ


def test_run_that_fails_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure() -> None:
        results.keep("own", 1, "ms")
        raise RuntimeError

    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    with pytest.raises(RuntimeError):
        results.run_benchmark("x", measure)
    assert not (tmp_path / "results").exists()
    assert results.KEPT not in os.environ


def test_worse_end_of_a_range_decides() -> None:
    assert results.is_met({"below": 300}, 299)
    assert not results.is_met({"below": 300}, 300)
    assert not results.is_met({"below": 300}, [287, 386])
    assert results.is_met({"at_most": 4}, [2.6, 4])
    assert results.is_met({"at_least": 45}, 45)
    assert not results.is_met({"at_least": 45}, [40, 50])


def test_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="end of the table"):
        results.with_table(f"# Benchmarks\n{results.BEGIN}\n", "| a |\n")
