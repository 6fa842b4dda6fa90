"""docs/django_internals.md names every private part of Django, and of the packages beside it, that the project uses."""

from __future__ import annotations

import ast
import inspect
import io
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.apps import apps as todays_apps
from django.contrib.auth.models import Group, User

from logbook.site.services import backup_rows

ROOT = Path(__file__).resolve().parent.parent
FRAMEWORKS = {"django", "allauth", "rest_framework", "drf_spectacular", "celery", "django_celery_beat", "kombu"}
DOCUMENTED = {"_meta", "_base_manager", "_default_manager", "_asdict"}
"""Public parts in spite of their underscore."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def sources() -> dict[str, ast.Module]:
    paths = (path for folder in ("logbook", "crewsite") for path in sorted((ROOT / folder).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}


def foreign_bases(module: str, name: str) -> list[type]:
    """Return the classes of frameworks from which a class of a module inherits."""
    own = getattr(import_module(module.removesuffix(".py").replace("/", ".")), name, None)
    classes = own.__mro__ if isinstance(own, type) else ()
    return [base for base in classes if base.__module__.split(".")[0] in FRAMEWORKS]


def names_of(base: type) -> set[str]:
    """Return the private names of a class: what it defines, and what its methods set or ask of themselves."""
    return {name for name in vars(base) if is_private(name)} | set(re.findall(r"\bself\.(_[a-z]\w*)", source_of(base)))


@cache
def source_of(base: type) -> str:
    try:
        return inspect.getsource(base)
    except (OSError, TypeError):
        return ""


def inherited(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield the private names that classes of a module override, or use of themselves, and that a framework defines."""
    for own in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        used = {name for node in ast.walk(own) for name in own_names(node)}
        if own.bases and used:
            yield from used.intersection(*[set().union(*map(names_of, foreign_bases(module, own.name)))])


def own_names(node: ast.AST) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if is_private(name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if is_private(name):
            return [name]
        case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")), attr=name):
            return [name] if is_private(name) else []
    return []


def asked_of_others(module: str, tree: ast.Module) -> set[str]:
    """Return the private attributes of other objects, which ruff (SLF001) has each line admit, and private imports."""
    lines = (ROOT / module).read_text("utf-8").splitlines()
    admitted = {number for number, line in enumerate(lines, 1) if "noqa: SLF001" in line}
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.end_lineno in admitted]
    found = {node.attr for node in attributes if not own_names(node)}
    return {name for name in found | imported(tree) if is_private(name)}


def imported(tree: ast.Module) -> set[str]:
    """Return the names that a module imports from frameworks."""
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in FRAMEWORKS
        for alias in node.names
    }


def private_parts(module: str, tree: ast.Module) -> set[str]:
    return {*inherited(module, tree), *asked_of_others(module, tree)} - DOCUMENTED


def documented() -> dict[str, set[str]]:
    """Return the private names in each row of the page, by module."""
    page = (ROOT / "docs" / "django_internals.md").read_text("utf-8")
    rows = [row.strip("| ").split(" | ") for row in page.splitlines() if row.startswith("| `")]
    return {cells[0].strip("`"): set(re.findall(r"\b_[a-z]\w*", cells[1])) for cells in rows}


def test_page_names_the_private_parts_of_each_module() -> None:
    """A method that a release has renamed is found too: Django would not call what overrides it any more."""
    found = {module: private_parts(module, tree) for module, tree in sources().items()}
    assert {module: parts for module, parts in found.items() if parts} == {
        module: parts for module, parts in documented().items() if parts
    }


def test_page_names_modules_and_tests_that_exist() -> None:
    page = (ROOT / "docs" / "django_internals.md").read_text("utf-8")
    paths = re.findall(r"`([\w/]+\.py)`", page)
    assert len(paths) > 2 * len(documented()) - 1
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_deserializer_asks_the_backup_for_models_and_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django would take today's models, and their managers: a backup has those of its own version."""
    asked: list[tuple[object, object]] = []

    def key_of(_own: object, model: object, value: object) -> int:
        asked.append((model, value))
        return 7

    monkeypatch.setattr(backup_rows._Deserializer, "_key_of", key_of)
    rows = [
        {"model": "auth.user", "pk": 1, "fields": {"username": "alice", "groups": [["organizers"]]}},
        {"model": "logbook.player", "pk": 2, "fields": {"user": ["alice"]}},
    ]
    apps = Mock(wraps=todays_apps)
    lines = io.TextIOWrapper(io.BytesIO("\n".join(map(json.dumps, rows)).encode()))
    user, player = backup_rows._Deserializer(lines, apps=apps, using="default")
    assert [call.args[0] for call in apps.get_model.call_args_list] == ["auth.user", "logbook.player"]
    assert asked == [(Group, ["organizers"]), (User, ["alice"])]
    assert (user.m2m_data, player.object.user_id) == ({"groups": [7]}, 7)
