"""Scenes of practice with help: a table, its person's card to come, and the question before it."""

from __future__ import annotations

from random import Random
from typing import Any

from django.test import Client

import games
from games.crew.bots import BOTS
from logbook.lessons.models import HelpLevel
from logbook.lessons.selectors import help_for
from logbook.people.models.players import Player
from logbook.rounds.view.help import Help
from logbook.rounds.view.questions import Question
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.help import helped_turn
from logbook.tables.services import attempts, deals, tables
from logbook.tables.services.first_table import Wish

WISH = Wish("planet-nine", "4", 4, helped=True)


def practised(player: Player, wish: Wish = WISH, *, seed: str = "for tests") -> Attempt:
    """The running attempt of a table with help, at the player's first own card. The seed deals the same cards."""
    settings = tables.TableSettings(watching=Table.Watching.PLAYERS, helped=True)
    table = tables.open_table(
        player=player, game=wish.game, mission=wish.mission, players=wish.players, settings=settings
    )
    tables.fill_with_bots(table_id=table.pk, by=player, bot="careful")
    Table.objects.filter(pk=table.pk).update(base_seed=seed)
    deals.start_attempt(table_id=table.pk, player=player)
    return to_own_card(Attempt.objects.get(table=table), player)


def to_own_card(attempt: Attempt, player: Player, *, trick: int = 1) -> Attempt:
    """Play with a careful bot in every seat until the player's own card in this trick, or a later one, is awaited."""
    while True:
        attempt = Attempt.objects.select_related("table").get(pk=attempt.pk)
        state = event_replay.state_of(attempt)
        assert state.outcome is None, "the round ended before"
        view = state.view(0)
        if _is_own_card(view) and view["trick"]["number"] >= trick:
            return attempt
        seat = min(state.waiting_on)
        text = BOTS["careful"].choose(state.view(seat), Random(f"{len(state.log)}"))
        assert text is not None
        act(attempt, seat, text, player)


def _is_own_card(view: games.View) -> bool:
    return 0 in view["waiting_on"] and any(text.startswith("play ") for text in view["legal"])


def act(attempt: Attempt, seat: int, text: str, player: Player) -> None:
    """Play this action of the seat: the player's, or a bot's."""
    seen = attempt.table.version
    if seat == 0:
        attempts.act(table_id=attempt.table_id, player=player, text=text, seen=seen)
    else:
        attempts.act_as_bot(attempt_id=attempt.pk, seat=seat, text=text, seen=seen)


def help_now(attempt: Attempt, player: Player) -> Help | None:
    """What the player is shown."""
    now = helped_turn(Table.objects.get(pk=attempt.table_id), player)
    return help_for(now) if now is not None else None


def question_now(attempt: Attempt, player: Player) -> Question:
    """The question that the player is asked."""
    found = help_now(attempt, player)
    assert found is not None
    assert found.question is not None
    return found.question


def fields_of(attempt: Attempt, player: Player, *, right: bool = True) -> dict[str, Any]:
    """The fields of a form that answers the question."""
    found = help_now(attempt, player)
    assert found is not None
    assert found.question is not None
    keys = [answer.key for answer in found.question.answers if (answer.key == found.question.right) == right]
    return {"trick": found.turn, "about": found.question.about, "answer": keys[0]}


def send(browser: Client, attempt: Attempt, **fields: Any) -> Any:
    """Send an answer without scripts."""
    return browser.post(f"/lessons/practice/{attempt.table_id}/answer/", fields)


def level(player: Player, concept: str, number: int = 1, **columns: Any) -> HelpLevel:
    """Give the player this level of help with a concept."""
    columns |= {"level": number}
    return HelpLevel.objects.update_or_create(player=player, concept=concept, defaults=columns)[0]


def only(player: Player, concept: str, number: int = 1, **columns: Any) -> HelpLevel:
    """Give the player help with this concept alone."""
    for other in HelpLevel.Concept.values:
        level(player, other, 4)
    return level(player, concept, number, **columns)
