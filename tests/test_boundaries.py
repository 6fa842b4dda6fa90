"""The house's arrows: who may import whom. Read from the source, so a lazy import counts too."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What each part of logbook may import of logbook itself. A part is a module or a folder directly in logbook/.
DOORS = {"access", "services", "selectors", "forms", "models", "middleware"}
LOGBOOK: dict[str, set[str]] = {
    "one_line": set(),
    "policies": set(),
    "models": {"one_line", "policies"},
    "law": {"policies"},
    "in_force": {"law", "models"},
    "weeks": set(),
    "ranking": {"policies"},
    "scoring": {"ranking"},
    "field": {"in_force", "law", "models", "scoring"},
    "through": {"in_force", "law", "models"},
    "parts": {"in_force", "models"},
    "difficulty": set(),
    "task_cards": set(),
    "drawings": set(),
    "exchange": {"one_line"},
    "speech": {"task_cards"},
    "round_page": {"speech", "task_cards"},
    "race_page": {"round_page", "speech"},
    "metrics": set(),
    "written": set(),
    "downloads": set(),
    "live": {"metrics"},
    "club_words": {"models", "speech", "zones"},
    "lines": set(),
    "pace": set(),
    "zones": {"models"},
    "bound": set(),
    "rating": set(),
    "plots": set(),
    "folds": {"models", "written"},
    "folk": {"identity", "models"},
    "identity": {"models"},
    "import_suggestions": {"folk", "models"},
    "missions": {"models"},
    "access": {"models", "parts", "selectors", "middleware", "through", "written"},
    "selectors": {
        "models",
        "bound",
        "club_words",
        "difficulty",
        "exchange",
        "field",
        "folds",
        "folk",
        "identity",
        "import_suggestions",
        "law",
        "lines",
        "missions",
        "pace",
        "parts",
        "plots",
        "policies",
        "race_page",
        "ranking",
        "rating",
        "round_page",
        "scoring",
        "speech",
        "task_cards",
        "through",
        "weeks",
        "written",
        "zones",
    },
    "services": {
        "parts",
        "models",
        "club_words",
        "difficulty",
        "exchange",
        "field",
        "folds",
        "folk",
        "identity",
        "import_suggestions",
        "in_force",
        "law",
        "lines",
        "live",
        "one_line",
        "metrics",
        "missions",
        "pace",
        "policies",
        "ranking",
        "rating",
        "scoring",
        "speech",
        "tasks",
        "through",
        "weeks",
        "written",
        "zones",
    },
    "forms": {"models", "one_line", "policies", "selectors", "speech", "weeks", "zones"},
    "tasks": DOORS | {"identity", "live"},
    "management": DOORS | {"tasks"},
    "api": DOORS | {"one_line", "policies", "downloads", "live", "speech", "task_cards"},
    "views": DOORS | {"bound", "downloads", "lines", "live", "race_page", "round_page", "speech", "task_cards"},
    "urls": {"views"},
    "accounts": DOORS,
    "passwords": DOORS,
    "apps": {"accounts", "checks", "identity"},
    "checks": set(),
    "middleware": {"models", "selectors", "services", "zones"},
    "templatetags": {"models", "zones", "drawings", "plots", "race_page", "round_page", "speech", "task_cards"},
    "admin": {"models", "selectors"},
    "migrations": {"models", "one_line", "policies"},
}
# The parts that never touch the rules themselves: they get a View, never a State.
VIEW_ONLY = {
    "api",
    "drawings",
    "task_cards",
    "templatetags",
    "round_page",
    "race_page",
    "speech",
    "forms",
    "views",
    "models",
    "live",
}
STATE_SOURCES = {"deal", "State", "Record"}


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


def part(name: str) -> str:
    """The part of logbook that a dotted name lies in. What the page of a round, or of a race, shows is one part in
    several modules."""
    word = name.split(".")[1]
    return f"{word.partition('_')[0]}_page" if word.startswith(("round_", "race_")) else word


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", sources("games"), ids=relative)
def test_games_know_only_the_standard_library(path: Path) -> None:
    allowed = {"games", *sys.stdlib_module_names}
    if "games/crew/solver" in path.as_posix():
        allowed |= {"numpy", "numba", "pysat"}
    assert {name.split(".")[0] for name in imports(path)} <= allowed


@pytest.mark.parametrize("path", sources("games/crew", "games/deep_blue"), ids=relative)
def test_the_crew_and_deep_blue_do_not_know_each_other(path: Path) -> None:
    other = "games.deep_blue" if "games/crew" in path.as_posix() else "games.crew"
    assert not [name for name in imports(path) if name.startswith(other)]


@pytest.mark.parametrize("path", sources("games/crew"), ids=relative)
def test_the_core_does_not_know_solver_or_bots(path: Path) -> None:
    inside = path.relative_to(ROOT / "games" / "crew").parts[0]
    if inside not in {"solver", "bots", "rating.py"}:
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


@pytest.mark.parametrize("path", sources("logbook"), ids=relative)
def test_parts_of_the_logbook_keep_to_their_arrows(path: Path) -> None:
    inside = path.relative_to(ROOT / "logbook").with_suffix("").parts[0]
    if inside == "__init__":
        return
    assert part(f"logbook.{inside}") in LOGBOOK, f"say in tests/test_boundaries.py what logbook/{inside} may import"
    reached = {part(name) for name in imports(path) if name.startswith("logbook.")}
    inside = part(f"logbook.{inside}")
    assert reached - {inside} <= LOGBOOK[inside]


@pytest.mark.parametrize("path", sources(*(f"logbook/{inside}" for inside in sorted(VIEW_ONLY))), ids=relative)
def test_only_services_and_selectors_hold_a_state(path: Path) -> None:
    _holds_no_state(path)


@pytest.mark.parametrize("inside", sorted(VIEW_ONLY))
def test_flat_modules_hold_no_state(inside: str) -> None:
    for path in (ROOT / "logbook").glob("*.py"):
        if part(f"logbook.{path.stem}") == inside:
            _holds_no_state(path)


def _holds_no_state(path: Path) -> None:
    reached = imports(path)
    assert not [name for name in reached if name.startswith("logbook.folds")]
    assert not [name for name in reached if name.startswith("games.") and name.split(".")[-1] in STATE_SOURCES]


@pytest.mark.parametrize("path", sources("crewsite"), ids=relative)
def test_the_project_knows_no_game(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] == "games"]
