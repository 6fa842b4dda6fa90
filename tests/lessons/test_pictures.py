"""The pictures of the rules: every position is legal, and every picture is drawn in its chapter."""

from __future__ import annotations

import gzip
from html import unescape
from typing import Any

import pytest
from django.test import Client

import games
from logbook.lessons.pictures import PARTS, Picture, pictures
from logbook.lessons.selectors import DrawnPicture, rule_pictures
from logbook.rounds.chapters import CHAPTERS, USUAL
from logbook.tables import event_replay

MOST_WORDS = 25
MOST_BYTES = 100_000
"""The most that a compressed page may have."""

every_picture = pytest.mark.parametrize(
    "picture", pictures(), ids=[f"{number}-{picture.chapter}" for number, picture in enumerate(pictures(), 1)]
)


def outcome_of(picture: Picture) -> games.Outcome | None:
    """Return how the picture's round has ended. Raises what the rules refuse."""
    return event_replay.state_after(picture.setup, picture.actions).outcome


def is_drawn(part: str, drawn: DrawnPicture) -> bool:
    """Return whether the position has what the picture says it shows."""
    page: Any = drawn.page
    match part:
        case "trick":
            return page.trick is not None and page.trick.settled and len(page.trick.cards) == len(page.seats)
        case "signals":
            return sum(seat.signal is not None for seat in page.seats) == 1
        case _:
            return bool(getattr(page, part))


@every_picture
def test_its_position_is_legal_and_nothing_is_lost(picture: Picture) -> None:
    outcome = outcome_of(picture)
    assert outcome is None or outcome.success


@every_picture
def test_its_sentence_is_short(picture: Picture) -> None:
    assert len(picture.says.split()) <= MOST_WORDS


def test_each_part_that_a_picture_shows_is_in_its_position() -> None:
    for drawn in rule_pictures():
        assert drawn.shows
        for part in drawn.shows:
            assert part in PARTS
            assert is_drawn(part, drawn), (drawn.chapter, part)


def test_each_chapter_that_a_table_links_to_has_a_picture() -> None:
    linked = {*USUAL.values(), *(chapter for phases in CHAPTERS.values() for chapter in phases.values())}
    without = {"dive": "a worked dive", "race-end": "the end is a sentence"}
    assert linked - without.keys() <= {picture.chapter for picture in pictures()}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rules_show_each_picture_in_its_chapter(client: Client, language: str) -> None:
    answer = client.get("/rules/", headers={"accept-language": language})
    page = unescape(answer.content.decode())
    assert page.count('<figure class="picture ') == len(pictures())
    for picture in pictures():
        assert f'id="{picture.chapter}"' in page
    assert (pictures()[0].says in page) == (language == "en")
    assert len(gzip.compress(answer.content)) < MOST_BYTES
