"""Companion of a real table: a mission explained, and its tasks drawn from a public seed.

It reveals nothing hidden: a draw deals no hands. A prefix separates its seeds from those of tables, so that no table
here is dealt from the same one.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Final

import games
from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.rounds import text
from logbook.rounds.mission_rows import ROWS, MissionRow
from logbook.rounds.task_cards import TaskFacts, is_task_card, task_facts
from logbook.rounds.view.condition_parts import TerrainCard
from logbook.rounds.view.conditions import terrain_of
from logbook.tables.missions import UNTIMED, exists

USUAL_PLAYERS: Final = 4
LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
SEED_LENGTH: Final = 8
OF_THE_COMPANION: Final = "companion/"


@dataclass(frozen=True, slots=True)
class DrawnTask:
    """A task on the table: a playing card, perhaps with a token, or a task card. Some are face down at first."""

    number: int
    card: str = ""
    token: str = ""
    facts: TaskFacts | None = None
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Companion:
    """A mission for a real table; without a seed no tasks are drawn."""

    game: str
    title: str
    mission: str
    is_printed: bool
    players: int
    row: MissionRow
    sentences: tuple[str, ...]
    seconds: int
    """The time limit; 0 without a clock."""
    may_be_untimed: bool
    untimed: bool
    draws: bool
    """Whether the mission has tasks to draw."""
    tasks: tuple[DrawnTask, ...] = ()
    terrain: TerrainCard | None = None

    @property
    def difficulty(self) -> int:
        """The sum of the task cards' difficulty at this table."""
        return sum(task.facts.difficulties[task.facts.column] for task in self.tasks if task.facts)

    @property
    def has_tokens(self) -> bool:
        """Whether any of its tasks has a token."""
        return any(task.token for task in self.tasks)

    @property
    def clock(self) -> str:
        """The time limit, as a clock shows it."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class CompanionTally:
    """The state of the mission in a campaign's logbook."""

    attempts: int
    won: bool
    distress: bool
    players: int | None
    """The number of players last time."""


def new_seed() -> str:
    """Return a seed short enough to read out across a table."""
    return "".join(secrets.choice(LETTERS) for _letter in range(SEED_LENGTH))


def companion(game: str, mission: str, players: int, seed: str, *, untimed: bool = False) -> Companion:
    """Return the mission for this number of players, with its tasks if there is a seed. Raises UnknownSetup."""
    timed = _described(game, mission, players).params.get("real_time")
    options = (UNTIMED,) if timed and untimed else ()
    described = _described(game, mission, players, *options)
    facts = described.params
    state = games.deal(games.Setup(game, mission, players, seed=OF_THE_COMPANION + seed, options=options))
    view = state.view(None).as_dict()
    tasks = tuple(_task(number, task, players) for number, task in enumerate(_lying(state, view), start=1))
    row = ROWS[game](mission, described)
    card_sentences = {text.task_sentence(card.name, players) for card in row.task_cards} if seed else set()
    return Companion(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        mission=mission,
        is_printed=exists(game, mission),
        players=players,
        row=row,
        sentences=tuple(sentence for sentence in _sentences(described) if sentence not in card_sentences),
        seconds=facts.get("real_time") or 0,
        may_be_untimed=bool(timed),
        untimed=bool(options),
        draws=bool(tasks) or bool(view.get("terrain")),
        tasks=tasks if seed else (),
        terrain=terrain_of(view) if seed else None,
    )


def _described(game: str, mission: str, players: int, *options: str) -> games.Description:
    return games.describe(games.Setup(game, mission, players, options=options))


def _lying(state: games.State, view: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the tasks as they lie; those face down also with their front."""
    under = [task.name for task in getattr(state, "tasks", ())]
    return [{**task, "under": name} for task, name in zip(view.get("tasks", ()), under, strict=True)]


def _task(number: int, task: dict[str, Any], players: int) -> DrawnTask:
    name = task["under"]
    facts = task_facts(name, players) if is_task_card(name) else None
    card = "" if facts else name
    return DrawnTask(number, card, task["token"] or "", facts, face_down=task["task"] is None)


def _sentences(described: games.Description) -> tuple[str, ...]:
    """Return the mission in words, sentence by sentence."""
    parts = [part for part in described.parts if part.code != "describe-mission"]
    return tuple(text.say(part.code, part.params, str) for part in parts)


def kept_so_far(campaign: Campaign, mission: str) -> CompanionTally:
    """Return the mission's state in the campaign's logbook."""
    log = MissionLog.objects.filter(campaign=campaign, mission=mission).first()
    last = LogEntry.objects.filter(campaign=campaign, removed_at=None).exclude(players=None).order_by("-pk").first()
    players = last.players if last else None
    return (
        CompanionTally(log.attempts, log.won, log.distress, players)
        if log
        else CompanionTally(0, won=False, distress=False, players=players)
    )
