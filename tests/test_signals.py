"""The table "Who hears which signal" of docs/subsystems/signals.md says what the code does."""

from __future__ import annotations

import ast
import re
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.dispatch import Signal

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class SignalRow:
    """A line of the table."""

    signal: str
    senders: tuple[str, ...]
    receivers: tuple[str, ...]


def names_in(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([\w.]+)`", cell))


def documented() -> dict[str, SignalRow]:
    lines = section("Who hears which signal").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return {
        signal.strip("`"): SignalRow(signal.strip("`"), names_in(by), names_in(receivers))
        for signal, by, _when, receivers in rows
    }


def imported(tree: ast.Module) -> dict[str, str]:
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def calls(method: str) -> Sequence[tuple[Path, str]]:
    """Return the calls of this method: the file, and the full name of the object."""
    paths = [path for path in sorted((ROOT / "logbook").rglob("*.py")) if f".{method}(" in path.read_text("utf-8")]
    return [call for path in paths for call in calls_in(path, method)]


def calls_in(path: Path, method: str) -> Iterator[tuple[Path, str]]:
    tree = ast.parse(path.read_text("utf-8"))
    names = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
            head, dot, rest = ast.unparse(node.func.value).partition(".")
            yield path, names.get(head, head) + dot + rest


@cache
def decorated() -> Sequence[tuple[Path, str]]:
    """Return the signals that `@receiver` subscribes to: the file, and the full name of the signal."""
    paths = [path for path in sorted((ROOT / "logbook").rglob("*.py")) if "@receiver" in path.read_text("utf-8")]
    return [(path, signal) for path in paths for signal in decorated_in(ast.parse(path.read_text("utf-8")))]


def decorated_in(tree: ast.Module) -> Iterator[str]:
    names = imported(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="receiver"), args=[ast.Name(id=signal), *_]):
                yield names[signal]
            case ast.Call(func=ast.Name(id="receiver")):
                raise AssertionError(ast.unparse(node))


def registries() -> set[str]:
    """Return the registries, as the page names them: `UNDOABLES (people/undo.py)`."""
    paths = [path for path in sorted((ROOT / "logbook").rglob("*.py")) if path.name != "registry.py"]
    return {
        f"{name} ({path.relative_to(ROOT / 'logbook')})"
        for path in paths
        for name in re.findall(r"^(\w+): Final\[(?:Registry|Slot)\[", path.read_text("utf-8"), re.MULTILINE)
    }


def places_of_entries() -> set[str]:
    """Return the modules, other than `receivers.py`, that subscribe or register at once, outside any function."""
    sent = {path for method in ("connect", "register", "register_views") for path, _ in calls(method)}
    found = {path for path in sent if any(is_entry(node) for node in ast.parse(path.read_text("utf-8")).body)}
    return {str(path.relative_to(ROOT / "logbook")) for path in found | {path for path, _ in decorated()}}


def is_entry(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(ast.Call(func=ast.Attribute(attr="connect" | "register" | "register_views"))):
            return True
    return False


def section(title: str) -> str:
    text = (ROOT / "docs" / "subsystems" / "signals.md").read_text(encoding="utf-8")
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0]


def short(signal: str) -> str:
    """`logbook.crews.signals.crew_merged` is `crews.crew_merged` in the table."""
    return re.sub(r"^logbook\.(\w+)\.signals\.", r"\1.", signal)


def full(signal: str) -> str:
    subject, _dot, name = signal.rpartition(".")
    return signal if "." in subject else f"logbook.{subject}.signals.{name}"


def signal_named(signal: str) -> Any:
    module, _dot, name = full(signal).rpartition(".")
    return getattr(import_module(module), name)


def receivers_of(signal: Any) -> tuple[str, ...]:
    """Return the site's receivers of a signal of Django or Celery, in the order in which they are called."""
    found = [entry[1] for entry in signal.receivers]
    functions = [one() if isinstance(one, weakref.ReferenceType) else one for one in found]
    names = [f"{one.__module__}.{one.__name__}" for one in functions if one is not None]
    return tuple(
        name.removeprefix("logbook.").replace(".receivers.", ".") for name in names if name.startswith("logbook.")
    )


def signals_of_subjects() -> set[str]:
    paths = [path for path in (ROOT / "logbook").glob("*/signals.py") if path.parent.name != "lib"]
    return {
        f"{path.parent.name}.{name}"
        for path in paths
        for name, value in vars(import_module(f"logbook.{path.parent.name}.signals")).items()
        if isinstance(value, Signal)
    }


def test_table_has_every_signal() -> None:
    connected = {short(signal) for _path, signal in (*calls("connect"), *decorated())}
    assert decorated()
    assert signals_of_subjects()
    assert set(documented()) == signals_of_subjects() | connected


@pytest.mark.parametrize("row", documented().values(), ids=lambda row: row.signal)
def test_row_names_the_receivers_in_their_order(row: SignalRow) -> None:
    assert row.receivers == receivers_of(signal_named(row.signal))
    assert row.receivers


@pytest.mark.parametrize("signal", sorted(signals_of_subjects()))
def test_row_names_the_senders(signal: str) -> None:
    modules = {
        path.relative_to(ROOT / "logbook").with_suffix("") for path, sent in calls("send") if short(sent) == signal
    }
    assert documented()[signal].senders == tuple(sorted(".".join(module.parts) for module in modules))
    assert modules


def test_page_has_every_registry() -> None:
    rows = [line for line in section("Registries").splitlines() if line.startswith("| `")]
    cells = [row.split(" | ")[0] for row in rows]
    named = {f"{name} ({cell.partition('(`')[2].partition('`')[0]})" for cell in cells for name in names_in(cell)}
    assert registries()
    assert registries() == named


def test_page_has_every_place_besides_receivers() -> None:
    named = set(re.findall(r"\(`?([^()]+\.py)`?\)", section("Registries").partition("| registry")[0]))
    assert {path for text in named for path in re.findall(r"[\w/]+\.py", text)} == places_of_entries()
