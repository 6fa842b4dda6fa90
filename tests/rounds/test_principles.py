"""Principles: each has its why, and bots' reasons name the one that they follow."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.utils import translation

from games.sentences.crew import TEMPLATES
from logbook.rounds.principles import principle_behind, principle_texts, principles

MOST_WORDS = 25


def test_there_are_a_dozen_each_with_a_short_why() -> None:
    assert len({principle.slug for principle in principles()}) == len(principles()) == 12
    for principle in principles():
        assert principle.says
        assert principle.why
        assert max(len(sentence.split()) for sentence in (principle.says, *principle.why.split(". "))) <= MOST_WORDS


def test_reasons_are_bots_reasons_and_follow_one_principle() -> None:
    counted = Counter(code for principle in principles() for code in principle.reasons)
    assert set(counted) <= {code for code in TEMPLATES if code.startswith("bot-why-")}
    assert set(counted.values()) == {1}


def test_a_reason_names_its_principle_and_figures_alone_name_none() -> None:
    behind = principle_behind("bot-why-gives")
    assert behind is not None
    assert behind.slug == "help"
    for code in ("bot-why-only", "bot-why-winnable", "bot-why-equal", "bot-why-lost", ""):
        assert principle_behind(code) is None


@pytest.mark.django_db
def test_principles_are_read_in_every_language(client: Client) -> None:
    page = client.get("/lessons/").text
    for principle in principle_texts():
        assert f'id="principle-{principle.slug}"' in page
        assert principle.says in page.replace("&#x27;", "'")
    with translation.override("fr"):
        assert not {one.says for one in principle_texts()} & {one.says for one in principles()}
