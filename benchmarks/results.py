"""Results of benchmarks: each run writes a JSON file, and the table of `benchmarks/README.md` is rendered from them.

`python -m benchmarks.results` writes the table anew. `benchmarks/targets.toml` lists its rows: a figure, the command
that measures it, and the target.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent
RESULTS: Final = FOLDER / "results"
TARGETS: Final = FOLDER / "targets.toml"
README: Final = FOLDER / "README.md"
BEGIN: Final = "<!-- table: python -m benchmarks.results -->"
END: Final = "<!-- end of the table -->"
KEPT: Final = "CREWSITE_BENCHMARK_FIGURES"
"""The environment variable that names the file of a run's figures. Child processes of a benchmark write there too."""
LONGEST_NAME: Final = 120

Result = Mapping[str, Any]


# --- a run


def run_benchmark(benchmark: str, main: Callable[[], None]) -> None:
    """Run a benchmark, and write its result if it kept a figure.

    A child process of a benchmark leaves its figures to its parent.
    """
    if KEPT in os.environ:
        main()
        return
    with tempfile.TemporaryDirectory(prefix="crewsite-figures.") as folder:
        kept = Path(folder) / "figures"
        os.environ[KEPT] = str(kept)
        before = os.getloadavg()[0]
        try:
            main()
        finally:
            del os.environ[KEPT]
        if kept.exists():
            figures = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
            write(f"python -m benchmarks.{' '.join([benchmark, *sys.argv[1:]])}", figures, before)


def keep(name: str, value: float, unit: str, error: float | None = None) -> None:
    """Keep a figure of the run that is going on; without one do nothing.

    `error` is twice the standard error, in the same unit.
    """
    if KEPT in os.environ:
        figure = {"name": name, "value": round(value, 4), "unit": unit}
        if error is not None:
            figure["error"] = round(error, 4)
        with Path(os.environ[KEPT]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(figure, ensure_ascii=False) + "\n")


def write(command: str, figures: Sequence[Mapping[str, Any]], before: float) -> Path:
    """Write the result of a command; return its file. `before` is the machine's load when the run began."""
    result = {
        "command": command,
        "commit": _commit(),
        "machine": _machine(),
        "load": f"{before:.1f} before, {os.getloadavg()[0]:.1f} after",
        "date": datetime.now(UTC).date().isoformat(),
        "figures": figures,
    }
    path = path_of(command)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def path_of(command: str) -> Path:
    """Return the file of a command's result: the benchmark and its options, in one name."""
    words = command.partition("benchmarks.")[2]
    return RESULTS / (re.sub(r"[^a-z0-9_]+", "-", words.lower()).strip("-")[:LONGEST_NAME] + ".json")


def _commit() -> str | None:
    """Return the commit that was measured, with "-dirty" after it if files had changed; None outside of a checkout."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"],  # noqa: S607 - the git of the path
        capture_output=True,
        text=True,
        cwd=FOLDER,
        check=False,
    )
    return described.stdout.strip() or None


def _machine() -> str:
    """Return a description of the machine that does not name it."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {python}"


# --- the table


def main() -> None:
    """Write the table of `benchmarks/README.md` anew."""
    README.write_text(with_table(README.read_text("utf-8"), table()), encoding="utf-8")


def with_table(page: str, rows: str) -> str:
    """Return the page with these rows between its two marks; raise ValueError where a mark is missing."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{README.name} needs the lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{rows}\n{END}{after}"


def table() -> str:
    """Return the table in Markdown."""
    head = "| Figure | Target | Latest | Met | Command, after `python -m benchmarks.` |\n|---|---|---|---|---|\n"
    return head + "".join(_row(target) for target in targets())


def targets() -> list[dict[str, Any]]:
    """Return the rows of `targets.toml`."""
    rows: list[dict[str, Any]] = tomllib.loads(TARGETS.read_text("utf-8"))["target"]
    return rows


def result_of(command: str) -> Result | None:
    """Return the stored result of a command; None if there is none."""
    path = path_of(command)
    found: Result | None = json.loads(path.read_text("utf-8")) if path.exists() else None
    return found


def figure_of(target: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the figure that a row names; None if its command has no result yet.

    Raises KeyError where the result has no figure of this name. With `less` and `per` the row is a difference: the same
    figure of another command is taken off, and the rest divided.
    """
    result = result_of(target["command"])
    if result is None:
        return None
    figure = _named(result, target["name"])
    other = result_of(target["less"]) if "less" in target else None
    if other is None:
        return figure
    rest = figure["value"] - _named(other, target["name"])["value"]
    return {**figure, "value": round(rest / target["per"], 1)}


def _named(result: Result, name: str) -> Mapping[str, Any]:
    found: dict[str, Mapping[str, Any]] = {figure["name"]: figure for figure in result["figures"]}
    return found[name]


def is_met(target: Mapping[str, Any], value: float | Sequence[float]) -> bool:
    """Return whether a value meets the target; of a range, whether its worse end does."""
    values = value if isinstance(value, Sequence) else [value]
    if "below" in target:
        return max(values) < float(target["below"])
    if "at_most" in target:
        return max(values) <= float(target["at_most"])
    return min(values) >= float(target["at_least"])


def _row(target: Mapping[str, Any]) -> str:
    result, figure = result_of(target["command"]), figure_of(target)
    command = target["command"].partition("benchmarks.")[2]
    if result is None or figure is None:
        unit = _unit(target.get("unit", ""))
        return f"| {target['figure']} | {_asked(target)}{unit} | not measured | – | `{command}` |\n"
    error = f" ± {_said(figure['error'])}" if "error" in figure else ""
    unit = _unit(figure["unit"])
    latest = f"{_said(figure['value'])}{error}{unit} ({result['date']})"
    met = "yes" if is_met(target, figure["value"]) else "**no**"
    return f"| {target['figure']} | {_asked(target)}{unit} | {latest} | {met} | `{command}` |\n"


def _asked(target: Mapping[str, Any]) -> str:
    if target.get("at_most") == 0:
        return "none"
    signs = {"below": "<", "at_most": "≤", "at_least": "≥"}
    return next(f"{sign} {_said(target[key])}" for key, sign in signs.items() if key in target)


def _said(value: float | Sequence[float]) -> str:
    if isinstance(value, Sequence):
        return " to ".join(map(_said, value))
    decimals = max(0, 4 - len(f"{abs(value):.0f}"))
    return f"{round(value, decimals):,.10g}"


def _unit(unit: str) -> str:
    return f" {unit}" if unit else ""


if __name__ == "__main__":
    main()
