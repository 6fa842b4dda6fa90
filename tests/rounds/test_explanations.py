"""What a "?" explains: everything that lies on a table, in English and French."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

import games
from games.crew.planet_nine.progress import progress_of
from logbook.rounds import text
from logbook.rounds.chapters import CHAPTERS, USUAL, chapter_of
from logbook.rounds.explanations import (
    CONDITIONS,
    TABLE_WORDS,
    TASK,
    TASK_KINDS,
    TOKENS,
    explanation_of,
    task_kind_of,
    task_topic,
)
from logbook.rounds.task_cards import task_deck
from logbook.rounds.view.conditions import conditions_of

CREW_GAMES = ("planet-nine", "deep-sea")
TASKS = 96


def sentences(game: str, topic: str, language: str) -> tuple[str, ...]:
    with override(language):
        explained = explanation_of(game, topic)
        assert explained is not None, (game, topic)
        return explained.sentences


@pytest.mark.parametrize("game", CREW_GAMES)
def test_every_topic_is_explained_in_both_languages(game: str) -> None:
    for topic in (*(task_deck(game, 4) or (TASK, *TOKENS)), *CONDITIONS, *TABLE_WORDS):
        english, french = (sentences(game, topic, language) for language in ("en", "fr"))
        assert len(english) == len(french) <= 2
        for words, in_french in zip(english, french, strict=True):
            assert words != in_french, topic
            assert words.endswith("."), topic
            assert "%(" not in words + in_french, topic


def test_every_task_card_is_explained_by_the_sentence_of_its_kind() -> None:
    deck = task_deck("deep-sea", 4)
    assert len(deck) == TASKS
    assert {task_kind_of(card) for card in deck.values()} == set(TASK_KINDS)


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("T12", "with a 7 from your own hand, and another player must play a 5"),
        ("T14", "with a 6 from your own hand, and another player must play a 6"),
        ("T48", "The number is 23 with two or three players, 28 with four and 31 with five."),
        ("T74", "the first one that you win fails the task"),
        ("T83", "the number must match exactly"),
        ("T91", "only you see the number"),
    ],
)
def test_what_sets_a_task_apart_is_said(task: str, words: str) -> None:
    assert words in " ".join(sentences("deep-sea", task, "en"))


def test_every_token_of_a_task_is_explained() -> None:
    for token, meaning in text.TOKENS.items():
        assert str(meaning) in sentences("planet-nine", task_topic(token), "en")[1]
    assert task_topic(">>") == "task-arrow2"
    assert task_topic("") == "task"


@pytest.mark.parametrize("game", CREW_GAMES)
def test_every_condition_of_a_mission_is_explained(game: str) -> None:
    shown = set[str]()
    for mission in games.GAMES[game].missions:
        state = games.deal(games.Setup(game, mission, 4, seed="conditions"))
        shown |= {condition.topic for condition in conditions_of(state.view(0).as_dict() | {"deadline": None})}
        shown |= {sentence.code for sentence in progress_of(state)}  # type: ignore[arg-type]
    assert shown
    assert shown <= CONDITIONS.keys()


def test_what_does_not_exist_is_not_explained() -> None:
    for game, topic in (("deep-sea", "T97"), ("planet-nine", "T12"), ("chess", "clock")):
        assert explanation_of(game, topic) is None


def test_race_has_a_page_of_its_scenario_instead(client: Client) -> None:
    assert client.get(reverse("explanation", args=("deep-sea", "clock"))).status_code == 200
    assert client.get(reverse("explanation", args=("deep-blue", "clock"))).status_code == 404


@pytest.mark.django_db
def test_every_chapter_is_a_place_on_the_page_of_the_rules(client: Client) -> None:
    page = client.get("/rules/").text
    chapters = {chapter for phases in CHAPTERS.values() for chapter in phases.values()} | set(USUAL.values())
    chapters |= {chapter for _title, _words, chapter in CONDITIONS.values()} | {"task-cards", "predictions"}
    for chapter in chapters | set(CHAPTERS):
        assert page.count(f'id="{chapter}"') == 1, chapter


@pytest.mark.parametrize(
    ("game", "phase", "chapter"),
    [
        ("planet-nine", "choosing", "tasks"),
        ("planet-nine", "giving", "distress-signal"),
        ("deep-sea", "predicting", "predictions"),
        ("deep-sea", "selecting", "sharing"),
        ("deep-blue", "hazard", "dive"),
        ("deep-blue", "turn", "turn"),
    ],
)
def test_a_phase_has_its_chapter(game: str, phase: str, chapter: str) -> None:
    assert chapter_of(game, phase) == chapter
