"""Boundaries that import contracts (pyproject.toml) cannot state. Read from the source, so a lazy import counts too."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# These see a game as a `State`; all others get a `View`.
MAY_HOLD_A_STATE = {"services", "selectors", "tables/event_replay.py"}
STATE_SOURCES = {"deal", "State", "Record"}
ASKS_FOR_A_RACE = re.compile(r"RACES|is_race|rivals")


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Everything the file imports, as dotted names from the root: `logbook.models.Player`."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    return {name for node in ast.walk(ast.parse(path.read_text())) for name in _names(node, package)}


def _names(node: ast.AST, package: tuple[str, ...]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        above = package[: len(package) - node.level + 1] if node.level else ()
        base = ".".join([*above, *([node.module] if node.module else [])])
        return [f"{base}.{alias.name}" for alias in node.names]
    return []


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", sources("games"), ids=relative)
def test_games_know_only_the_standard_library(path: Path) -> None:
    allowed = {"games", *sys.stdlib_module_names}
    if {"solver", "training"} & set(path.parts):
        allowed |= {"numpy", "numba", "pysat"}
    assert {name.split(".")[0] for name in imports(path)} <= allowed


@pytest.mark.parametrize("path", sources("games/crew", "games/deep_blue"), ids=relative)
def test_the_crew_and_deep_blue_do_not_know_each_other(path: Path) -> None:
    other = "games.deep_blue" if "games/crew" in path.as_posix() else "games.crew"
    assert not [name for name in imports(path) if name.startswith(other)]


@pytest.mark.parametrize("path", sources("games/crew"), ids=relative)
def test_the_core_does_not_know_solver_or_bots(path: Path) -> None:
    inside = path.relative_to(ROOT / "games" / "crew").parts[0]
    if inside not in {"solver", "bots", "training", "rating.py"}:
        assert not [name for name in imports(path) if name.startswith(("games.crew.solver", "games.crew.bots"))]


@pytest.mark.parametrize("path", sources("games/crew/bots", "games/deep_blue/bots"), ids=relative)
def test_bots_never_deal_or_read_records(path: Path) -> None:
    # A bot may imagine states that agree with its view; it comes by no real one.
    sources_of_cards = (
        "games.shuffle",
        "games.record",
        "games.deal",
        "games.Record",
        "games.crew.dealing.deal",
        "games.deep_blue.chance",
        "games.deep_blue.game",
        "games.deep_blue.state",
        "games.deep_blue.DEEP_BLUE",
    )
    assert not [name for name in imports(path) if name.startswith(sources_of_cards)]


@pytest.mark.parametrize("path", sources("logbook"), ids=relative)
def test_the_logbook_does_not_know_the_project(path: Path) -> None:
    assert not [name for name in imports(path) if name.startswith("crewsite")]


def holds_a_state(path: Path) -> bool:
    inside = path.relative_to(ROOT / "logbook")
    return inside.as_posix() in MAY_HOLD_A_STATE or bool(MAY_HOLD_A_STATE & {*inside.with_suffix("").parts[1:]})


@pytest.mark.parametrize("path", [path for path in sources("logbook") if not holds_a_state(path)], ids=relative)
def test_only_services_and_selectors_hold_a_state(path: Path) -> None:
    reached = imports(path)
    assert not [name for name in reached if name.startswith("logbook.tables.event_replay")]
    assert not [name for name in reached if name.startswith("games.") and name.split(".")[-1] in STATE_SOURCES]


@pytest.mark.parametrize("path", sources("crewsite"), ids=relative)
def test_the_project_knows_no_game(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] == "games"]


def test_few_modules_ask_whether_a_game_is_a_race() -> None:
    """Others ask its kind (`logbook/tables/kinds.py`). These hold a field that forms and the API name after rivals."""
    asked = {relative(path) for path in sources("logbook", "crewsite") if ASKS_FOR_A_RACE.search(path.read_text())}
    own = {path for path in asked if path.startswith(("logbook/races/", "logbook/migrations/"))}
    assert asked - own == {
        "logbook/catalogue/api/serializers.py",
        "logbook/catalogue/api/views.py",
        "logbook/challenges/api/serializers.py",
        "logbook/challenges/forms/challenges.py",
        "logbook/challenges/forms/pages.py",
        "logbook/challenges/models/challenges.py",
        "logbook/challenges/services/challenges.py",
        "logbook/challenges/services/commit_reveal.py",
        "logbook/leaderboards/api/serializers.py",
        "logbook/tables/kinds.py",
        "logbook/tables/mission_kind.py",
    }


def test_every_module_of_a_subject_is_in_a_layer() -> None:
    """Import contracts hold only what they name: all of a subject but its pages and its part of the API."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers, inside = (next(one for one in contracts if bool(one.get("containers")) is with_) for with_ in (False, True))
    named = {name.strip(" ()") for layer in layers["layers"] for name in layer.split(":")}
    across = {"__init__", "views", "forms", "api", "admin", "urls", "sign_in_admin"}
    found = {
        f"{subject}.{path.stem}"
        for subject in inside["containers"]
        for path in (ROOT / subject.replace(".", "/")).iterdir()
        if path.stem not in across and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    assert found
    assert found <= named


def test_no_test_is_imported_by_another() -> None:
    """What several tests need is in modules of scenes, in `conftest.py`, or in others without tests."""
    borrowed = {
        f"{relative(path)}: {name}"
        for path in sources("tests", "benchmarks")
        for name in imports(path)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split(".")[:-1])
    }
    assert not borrowed
