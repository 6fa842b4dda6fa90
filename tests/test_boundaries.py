"""Boundaries that import contracts (pyproject.toml) cannot state. Read from the source, so a lazy import counts too."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent

# These see a game as a `State`; all others get a `View`.
MAY_HOLD_A_STATE = {"services", "selectors", "tables/event_replay.py"}
STATE_SOURCES = {"deal", "State", "Record"}
ASKS_FOR_A_RACE = re.compile(r"RACES|is_race|rivals")
NAMES_A_GAME = re.compile(r"""["'](planet-nine|deep-sea|deep-blue)["']""")
ASKS_FOR_A_COLUMN = {
    *("filter", "exclude", "get", "update", "values", "values_list", "only", "defer", "order_by", "distinct"),
    *("annotate", "alias", "aggregate", "F", "Q", "When", "OuterRef", "Count", "Sum", "Min", "Max", "Avg", "Coalesce"),
}
"""What is called with names of columns."""
SQL = re.compile(r"\b(SELECT|FROM|WHERE|CASE|JOIN|AND|OR|SET)\b")

PAGES = {"admin", "api", "forms", "sign_in_admin", "urls", "views"}
OPEN_TO_PAGES = {"access", "exceptions", "selectors", "services"}
"""What pages may import of a subject that stands above their own in the order."""


MOST_LETTERS = 60
NO_SUBJECTS = {
    *("after", "against", "along", "among", "as", "at", "because", "before", "behind", "below", "beside", "between"),
    *("by", "during", "for", "from", "if", "in", "of", "on", "once", "over", "since", "through", "to", "under"),
    *("until", "when", "where", "while", "with", "within", "without", "alone", "never", "nor", "then", "untimed"),
}
"""Prepositions, conjunctions and adverbs: a sentence that begins with one puts its subject later."""


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


def test_few_modules_and_templates_name_a_game() -> None:
    """Others ask its kind, or the game's own description. These hold the words, rules or drawings of each game."""
    races = {relative(path) for path in sources("logbook", "crewsite") if '"deep-blue"' in path.read_text()}
    assert {path for path in races if not path.startswith(("logbook/races/", "logbook/migrations/"))} == {
        "logbook/api/view_schemas.py",
        "logbook/rounds/chapters.py",
        "logbook/rounds/text.py",
        "logbook/site/services/demo.py",
    }
    named = {path: set(NAMES_A_GAME.findall(text)) for path, text in templates().items()}
    assert not [path for path, slugs in named.items() if "deep-blue" in slugs]
    assert {path for path, slugs in named.items() if slugs} == {
        "catalogue/mission.html",
        "catalogue/mission_list.html",
        "catalogue/rules.html",
        "exchange/format.html",
        "jinja2/tables/_choice_buttons.html",
        "jinja2/tables/_choice_rows.html",
        "jinja2/tables/_task.html",
        "leaderboards/leaderboard_list.html",
    }


def test_no_template_asks_whether_a_game_is_a_race() -> None:
    """Templates ask the kind for what differs: `kind.has_points`, `kind.is_numbered`, `kind.templates`."""
    assert not [path for path, text in templates().items() if re.search(r"is_race\b|\.rivals\b", text)]


def templates() -> dict[str, str]:
    """Return all templates but those of races, by their path."""
    files = (path for path in (ROOT / "templates").rglob("*") if path.is_file() and "races" not in path.parts)
    return {str(path.relative_to(ROOT / "templates")): path.read_text() for path in files}


def columns(path: Path) -> set[str]:
    """Return the columns that the file asks for: attributes, lookups in queries, and texts such as `table__crew`."""
    tree = ast.parse(path.read_text())
    found = columns_of_queries(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name):
                found.add(f".{name}")
            case ast.Constant(value=str(text)) if re.fullmatch(r"\w+__\w+", text):
                found |= set(text.split("__"))
    return found


def columns_of_queries(tree: ast.Module) -> set[str]:
    """Return the columns that queries name: as a lookup, as a text, in a list that a query takes, and in SQL."""
    lists = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in ASKS_FOR_A_COLUMN:
                found |= {part for keyword in node.keywords for part in (keyword.arg or "").split("__")}
                named = {one.id for own in node.args for one in ast.walk(own) if isinstance(one, ast.Name)}
                values = [*node.args, *(lists[one] for one in named if one in lists)]
                found |= {part for value in values for text in texts(value) for part in re.split(r"\W+|__", text)}
            case ast.Constant(value=str(text)) if SQL.search(text):
                found |= set(re.findall(r"\w+", text))
    return found


def texts(node: ast.AST) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_what_a_table_is_played_for_is_asked_in_one_place() -> None:
    """Others ask `Table.played_for`, `Challenge.is_daily` or `Counts`."""
    asked = {relative(path) for path in sources("logbook", "crewsite") if columns(path) & {".daily", "daily"}}
    own = {path for path in asked if path.startswith(("logbook/daily/", "logbook/migrations/"))}
    assert asked - own == {"logbook/tables/models.py", "logbook/tables/services/attempt_counts.py"}


def test_one_query_asks_whether_a_stand_in_decided() -> None:
    """Others read what an attempt counts for (`logbook/tables/counting.py`), or `by_people` of a line."""
    trees = {relative(path): ast.parse(path.read_text()) for path in sources("logbook", "crewsite")}
    asked = {path for path, tree in trees.items() if "mixed" in columns_of_queries(tree)}
    assert {path for path in asked if not path.startswith("logbook/migrations/")} == {
        "logbook/tables/services/attempt_counts.py"
    }


@pytest.mark.parametrize(
    "query",
    [
        'rows.values_list("pk", "mixed")',
        "rows.filter(attempt__mixed=True)",
        'rows.annotate(own=F("attempt__mixed"))',
        'rows.only("mixed")',
        'rows.filter(Q(("mixed", True)))',
        'NAMES = ("pk", "mixed")\nrows.values_list(*NAMES)',
        'cursor.execute("SELECT a.mixed FROM logbook_attempt a")',
        'cursor.execute(f"SELECT {names} FROM logbook_attempt WHERE mixed")',
    ],
)
def test_each_way_to_ask_for_a_column_is_found(query: str) -> None:
    assert "mixed" in columns_of_queries(ast.parse(query))


def contract(kind: str, *, by_container: bool = False) -> dict[str, Any]:
    """Return the import contract of this kind that is about subjects: across them, or inside each."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return next(one for one in contracts if one["type"] == kind and bool(one.get("containers")) is by_container)


def layers() -> list[set[str]]:
    """Return the modules of each layer across subjects, the highest first."""
    return [{name.strip() for name in layer.split(":")} for layer in contract("layers")["layers"]]


def modules_of_subjects() -> set[str]:
    return {
        f"{subject}.{path.stem}"
        for subject in contract("layers", by_container=True)["containers"]
        for path in (ROOT / subject.replace(".", "/")).iterdir()
        if path.stem != "__init__" and (path.suffix == ".py" or (path / "__init__.py").exists())
    }


def test_every_module_of_a_subject_is_in_a_layer() -> None:
    """Import contracts hold only what they name."""
    assert modules_of_subjects()
    assert modules_of_subjects() <= set().union(*layers())


def test_every_page_is_in_the_contract_of_pages() -> None:
    pages = {module for module in modules_of_subjects() if module.split(".")[-1] in PAGES}
    assert pages == layers()[1]
    assert pages == set(contract("independence")["modules"])


ORDER = [{name.split(".")[1] for name in layer if "." in name} for layer in layers()[3:]]
"""The subjects of each layer, the highest first."""


def subjects_above(subject: str) -> set[str]:
    place = next(place for place, layer in enumerate(ORDER) if subject in layer)
    return set().union(*ORDER[:place])


def is_of_pages(path: Path) -> bool:
    inside = path.relative_to(ROOT / "logbook").with_suffix("").parts
    return inside[0] != "api" and bool(PAGES & set(inside[1:]))


@pytest.mark.parametrize("path", [path for path in sources("logbook") if is_of_pages(path)], ids=relative)
def test_pages_take_what_stands_above_their_subject_from_its_services(path: Path) -> None:
    """Of a subject that theirs does not know, pages know what they may call, and no models."""
    above = subjects_above(path.relative_to(ROOT / "logbook").parts[0])
    names = [name.split(".") for name in imports(path) if name.startswith("logbook.")]
    assert not [name for name in names if name[1] in above and name[2] not in OPEN_TO_PAGES]


@pytest.mark.parametrize("folder", ["games", "logbook", "crewsite", "benchmarks", "examples", "tests"])
def test_no_private_name_is_imported(folder: str) -> None:
    """What begins with an underscore belongs to its module alone. Attributes of modules are ruff's SLF001."""
    private = {
        f"{relative(path)}: {name}"
        for path in sources(folder)
        for name in imports(path)
        if name.split(".")[-1].startswith("_") and not name.endswith("__")
    }
    assert not private


def borrowed_from_tests(path: Path) -> set[str]:
    """Return the modules of tests that a file imports or names in a text, such as a script for another process."""
    tree = ast.parse(path.read_text())
    named = {name for text in texts(tree) for name in re.findall(r"\btests(?:\.\w+)+", text)}
    return {name for name in imports(path) | named if re.match(r"tests\.(\w+\.)*test_", name)}


def test_no_test_is_imported_by_another() -> None:
    """What several tests need is in modules of scenes, in `conftest.py`, or in others without tests."""
    borrowed = {relative(path): borrowed_from_tests(path) for path in sources("tests", "benchmarks")}
    assert not {path: names for path, names in borrowed.items() if names}


@pytest.mark.parametrize(
    "line",
    [
        "from tests.games.{} import choice",
        "from tests.games import {}",
        "import tests.games.{}",
        "SCRIPT = 'import json; from tests.games.{} import choice'",
    ],
)
def test_each_way_to_borrow_from_a_test_is_found(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "one.py").write_text(line.format("test_bots"))
    assert borrowed_from_tests(tmp_path / "one.py")


def names_of_tests() -> list[tuple[str, str]]:
    """Return all tests, each with its file."""
    return [
        (relative(path), node.name)
        for path in sources("tests")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


def test_name_of_a_test_has_sixty_letters_at_most() -> None:
    """A name is a sentence that a report shows whole."""
    assert not [name for name in names_of_tests() if len(name[1].removeprefix("test_")) > MOST_LETTERS]


def test_name_of_a_test_begins_with_its_subject() -> None:
    """It says what does something first, and where or when last."""
    assert not [name for name in names_of_tests() if name[1].split("_")[1] in NO_SUBJECTS]
