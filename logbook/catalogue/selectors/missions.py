"""Selectors of missions, in lists and one by one. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import games
from logbook.lib.translation import language
from logbook.rounds import text
from logbook.rounds.mission_rows import ROWS, USUAL_PLAYERS, MissionRow
from logbook.tables.kinds import kind_of
from logbook.tables.missions import exists


@dataclass(frozen=True)
class MissionPage:
    """A mission, explained."""

    game: str
    title: str
    row: MissionRow
    sentences: tuple[str, ...]
    for_five: str
    for_two: str
    untimed: tuple[str, ...]
    """The rules that replace the clock in play without it."""
    before: str | None
    after: str | None


@dataclass(frozen=True, eq=False)
class MissionTable:
    """The missions of a game's book in a language: one object for both, so that it is the key of a cached part."""

    game: str
    rows: tuple[MissionRow, ...]


def mission_table(game: str) -> MissionTable:
    """Return the missions of the game's book, in the reader's language."""
    return _mission_table(language(), game)


@cache
def _mission_table(_language: str | None, game: str) -> MissionTable:
    return MissionTable(game, tuple(mission_row(game, str(mission)) for mission in games.GAMES[game].missions))


def mission_row(game: str, mission: str) -> MissionRow:
    """Return the mission as a row. Raises UnknownSetup."""
    return ROWS[game](mission, games.describe(games.Setup(game, mission, 5)))


def mission_page(game: str, mission: str) -> MissionPage | None:
    """Return the mission's page; None if the game's logbook does not have it."""
    if not kind_of(game).is_numbered or not exists(game, mission):
        return None
    five, two = _parts(game, mission, 5), _parts(game, mission, 2)
    return MissionPage(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        row=mission_row(game, mission),
        sentences=tuple(
            sentence for sentence in _sentences(game, mission) if sentence not in _task_card_sentences(game, mission)
        ),
        for_five=_sentence_text(five["describe-five-player-rule"]) if "describe-five-player-rule" in five else "",
        for_two=_sentence_text(two["describe-robot"]) if "describe-robot" in two else "",
        untimed=_without_clock(game, mission),
        before=_neighbour(game, mission, -1),
        after=_neighbour(game, mission, +1),
    )


def _neighbour(game: str, mission: str, step: int) -> str | None:
    number = str(int(mission) + step)
    return number if exists(game, number) else None


def _parts(game: str, mission: str, players: int, *options: str) -> Mapping[str, games.Sentence]:
    description = games.describe(games.Setup(game, mission, players, options=options))
    return {part.code: part for part in description.parts}


def _sentence_text(part: games.Sentence) -> str:
    return text.say(part.code, part.params, str)


def _sentences(game: str, mission: str, *options: str) -> tuple[str, ...]:
    parts = _parts(game, mission, USUAL_PLAYERS, *options)
    return tuple(_sentence_text(part) for code, part in parts.items() if code != "describe-mission")


def _task_card_sentences(game: str, mission: str) -> set[str]:
    """Return the sentences of the given task cards, which are drawn instead."""
    return {_sentence_text(card.sentence) for card in mission_row(game, mission).task_cards}


def _without_clock(game: str, mission: str) -> tuple[str, ...]:
    if not any(code.startswith("describe-real-time") for code in _parts(game, mission, USUAL_PLAYERS)):
        return ()
    with_clock = _sentences(game, mission)
    return tuple(sentence for sentence in _sentences(game, mission, "untimed") if sentence not in with_clock)
