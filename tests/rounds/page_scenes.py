"""Scenes that the tests of page share with others."""

from __future__ import annotations

from logbook.rounds.view.choices import ChoiceGroup
from logbook.rounds.view.parts import RoundPage


def offered(page: RoundPage) -> set[str]:
    """Return every action text that the page offers."""
    groups = (*page.choices, *page.folded)
    texts = {choice.text for group in groups for choice in group.choices}
    texts |= {held.action for held in page.hand or () if held.action}
    return texts | {column.action for column in (page.robot.columns if page.robot else ()) if column.action}


def group(page: RoundPage, key: str) -> ChoiceGroup:
    return next(found for found in (*page.choices, *page.folded) if found.key == key)
