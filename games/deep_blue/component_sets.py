"""The boxes that games can be played with: this folder's, and any that the environment names.

A game played with another box than the usual one carries the option `components-NAME@MARK`, so its record says by
which pieces it must be replayed: the mark is that of the box's contents, and a file that was changed since is refused
and not replayed wrongly. Without a mark the option stands for the box of that name as it is now.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..contract import UnknownSetup
from .components import Components
from .reading import read_components

ENVIRONMENT = "DEEP_BLUE_COMPONENTS"
PREFIX = "components-"


@cache
def usual_set() -> Components:
    """The box of this folder."""
    return read_components(
        files(__package__).joinpath("components.toml").read_text(encoding="utf-8"), "components.toml"
    )


@cache
def other_sets() -> Mapping[str, Components]:
    """The boxes of the files that the environment names, by name; several are separated as paths are.

    Raises UnknownSetup.
    """
    boxes: dict[str, Components] = {}
    for path in filter(None, os.environ.get(ENVIRONMENT, "").split(os.pathsep)):
        box = read_components(_text(path), Path(path).name)
        if box.name in boxes or box.name == usual_set().name:
            raise UnknownSetup("components-name-taken", file=Path(path).name, name=box.name)
        boxes[box.name] = box
    return boxes


def option_of(box: Components) -> str:
    """The option of a setup that is played with this component set."""
    return f"{PREFIX}{box.name}@{box.mark}"


def component_set(options: tuple[str, ...]) -> Components:
    """The box that a setup's options ask for. Raises UnknownSetup for one that is not here, or not as it was."""
    names = [option.removeprefix(PREFIX) for option in options if option.startswith(PREFIX)]
    if not names:
        return usual_set()
    name, _, mark = names[0].partition("@")
    if name not in other_sets():
        raise UnknownSetup("components-unknown", name=name, known=", ".join(other_sets()))
    box = other_sets()[name]
    if mark and mark != box.mark:
        raise UnknownSetup("components-changed", name=name, mark=mark, now=box.mark)
    return box


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnknownSetup("components-file", file=path, why=error.strerror or "it cannot be read") from error
    except UnicodeDecodeError as error:
        raise UnknownSetup("components-file", file=path, why="it is not text") from error
