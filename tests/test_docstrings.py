"""Docstrings name the parameters that are there, and the errors that a function raises, and open in plain words."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("games", "logbook", "crewsite")
OTHER_FOLDERS = ("benchmarks", "examples")

NO_CALLER_SEES = {"AssertionError", "NotImplementedError", "StopIteration"}
"""Errors of the program itself."""
BY_NUMBER = {"Http404": "404", "PermissionDenied": "403"}
"""Errors that a docstring may name by their status."""
OF_LIBRARIES = {"NotRegistered"}
"""Errors that only a library raises: Celery, for an unknown task."""
OF_A_FRAMEWORK = re.compile(r"clean(_\w+)?|to_python|handle|__\w+__|validate(_\w+)?")
"""Methods whose errors Django, or Python, prescribes."""

OPENS_A_QUESTION = re.compile(r"(What|Why|Of|So|By|Where|Who|Whose|How|Which|When)\b")
"""Words that begin a question or a turned sentence. Docstrings of functions begin with a verb, others with a noun."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Documented:
    """A public function with a docstring, and the module where it stands."""

    path: Path
    node: Function
    docstring: str

    @property
    def name(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.node.lineno} {self.node.name}"


@cache
def trees() -> dict[Path, ast.Module]:
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths if "migrations" not in path.parts}


def functions_in(body: list[ast.stmt]) -> Iterator[Function]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions_in(node.body)
        elif isinstance(node, Function):
            yield node


@cache
def documented() -> list[Documented]:
    return [
        Documented(path, node, docstring)
        for path, tree in trees().items()
        for node in functions_in(tree.body)
        if (docstring := ast.get_docstring(node))
    ]


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is in the function, but not in functions inside it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda | ast.ClassDef):
            yield child
            yield from own_nodes(child)


def errors_in(raised: ast.expr) -> Iterator[str]:
    """Yield the class that is raised; both of `raise One if … else Other`. A variable has no class here."""
    if isinstance(raised, ast.IfExp):
        yield from (*errors_in(raised.body), *errors_in(raised.orelse))
        return
    name = ast.unparse(raised.func if isinstance(raised, ast.Call) else raised).split(".")[-1]
    if re.fullmatch(r"[A-Z]\w+", name) and name not in NO_CALLER_SEES:
        yield name


def raised_by(node: Function) -> set[str]:
    """Return the names of the errors that the function itself raises."""
    raises = [child.exc for child in own_nodes(node) if isinstance(child, ast.Raise) and child.exc is not None]
    return {name for raised in raises for name in errors_in(raised)}


@cache
def bases() -> dict[str, set[str]]:
    """Return the names of the base classes of each class of the project."""
    found: dict[str, set[str]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                names = {ast.unparse(base).split(".")[-1].partition("[")[0] for base in node.bases}
                found.setdefault(node.name, set()).update(names)
    return found


def kinds_of(error: str) -> set[str]:
    """Return the error's name and those of the errors that it is a kind of."""
    return {error}.union(*(kinds_of(base) for base in bases().get(error, set()) if base != error))


def is_named(error: str, docstring: str) -> bool:
    words = set(re.findall(r"\w+", docstring))
    return bool(words & {*kinds_of(error), BY_NUMBER.get(error, error)})


def answers_a_request(function: Documented) -> bool:
    """True for views and operations: Django calls them, and answers an error with its status.

    The docstring of an operation is the API's documentation, which names statuses and fields.
    """
    names = [argument.arg for argument in function.node.args.args]
    return names[:1] == ["request"] or names[:2] == ["self", "request"]


def unnamed_errors(function: Documented) -> set[str]:
    if (
        answers_a_request(function)
        or OF_A_FRAMEWORK.fullmatch(function.node.name)
        or function.node.name.startswith("_")
    ):
        return set()
    return {error for error in raised_by(function.node) if not is_named(error, function.docstring)}


def words_of_code(node: ast.AST) -> set[str]:
    """Return the names and the words of strings in the code, docstrings left out."""
    words = set()
    docstrings = {
        id(one.body[0].value)
        for one in ast.walk(node)
        if isinstance(one, Function | ast.ClassDef | ast.Module) and one.body and isinstance(one.body[0], ast.Expr)
    }
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and id(child) not in docstrings:
            words.update(re.findall(r"\w+", child.value))
        for name in ("id", "attr", "arg", "name", "asname", "module"):
            value = getattr(child, name, None)
            if isinstance(value, str):
                words.update(value.split("."))
    return words


@cache
def words_of_module(path: Path) -> set[str]:
    return words_of_code(trees()[path])


def unknown_names(function: Documented) -> set[str]:
    """Return the names in backticks that are nowhere in the function's module, and no module or function elsewhere.

    Lookups of Django's queries (`table__crew`) are left out.
    """
    if answers_a_request(function):
        return set()
    quoted = set(re.findall(r"(?<!`)`(_?[a-z]+(?:_[a-z]+)*)`(?!`)", function.docstring))
    return quoted - words_of_module(function.path) - names_of_code()


@cache
def names_of_code() -> set[str]:
    names = {node.name for tree in trees().values() for node in functions_in(tree.body)}
    return {name for name in (*names, *(path.stem for path in trees())) if "_" in name}


@cache
def errors() -> set[str]:
    """Return every name that a docstring may give to an error: classes, imported names, built-in ones."""
    imported = {
        alias.asname or alias.name
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom | ast.Import)
        for alias in node.names
    }
    return {*bases(), *imported, *dir(builtins), *OF_LIBRARIES}


def unknown_errors(function: Documented) -> set[str]:
    """Return the names after "Raises" that no class has."""
    sentences = re.findall(r"\b[Rr]aises? ([^.;:]*)", function.docstring)
    named = {name for sentence in sentences for name in re.findall(r"\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)*\b", sentence)}
    return named - errors()


@pytest.mark.once
def test_docstring_names_the_errors_of_its_function() -> None:
    found = {function.name: unnamed_errors(function) for function in documented()}
    assert documented()
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.once
def test_docstring_names_errors_that_exist() -> None:
    found = {function.name: unknown_errors(function) for function in documented()}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.once
def test_docstring_names_parameters_that_exist() -> None:
    found = {function.name: unknown_names(function) for function in documented()}
    assert {name: names for name, names in found.items() if names} == {}


def all_docstrings() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of every docstring: of modules, classes, functions, and below a value."""
    others = [path for folder in OTHER_FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    for path, tree in (*trees().items(), *((path, ast.parse(path.read_text(encoding="utf-8"))) for path in others)):
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield f"{path.relative_to(ROOT)}:{value.lineno}", value.value.strip()


@pytest.mark.once
def test_docstring_opens_with_a_verb_or_a_noun() -> None:
    docstrings = list(all_docstrings())
    assert len(docstrings) > len(documented())
    assert [f"{place}: {text}" for place, text in docstrings if OPENS_A_QUESTION.match(text)] == []


def templates() -> set[str]:
    """Return the paths of all templates, as loaders find them."""
    roots = (ROOT / "templates", ROOT / "templates" / "jinja2")
    return {str(path.relative_to(root)) for root in roots for path in root.rglob("*.*")}


@pytest.mark.once
def test_docstring_names_templates_that_exist() -> None:
    named = [
        (place, name)
        for place, text in all_docstrings()
        for name in re.findall(r"`([\w/]+\.(?:html|txt|svg|xml))`", text)
        if name.endswith(".html") or "/" in name
    ]
    assert len(named) > 4
    assert [f"{place}: {name}" for place, name in named if name not in templates()] == []
