"""Sentences about a mission that both Crew games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from ..contract import Description, Sentence, Setup
from .mission import Mission


def description(setup: Setup, mission: Mission, title: str, sentences: Iterable[Sentence]) -> Description:
    """The mission's options, for a page that shows them as symbols; and its sentences between the first and the
    robot's.
    """
    facts = asdict(mission)
    del facts["text"]
    return Description(
        "mission" if mission.text.isdecimal() else "custom-mission",
        {"mission": mission.text, "players": setup.players, **facts},
        tuple(_framed(setup, mission, title, sentences)),
    )


def _framed(setup: Setup, mission: Mission, title: str, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    code = "describe-mission" if mission.text.isdecimal() else "describe-custom"
    yield Sentence(code, {"mission": mission.text, "title": title, "players": setup.players})
    yield from sentences
    if setup.players == 2:
        yield Sentence("describe-robot")
