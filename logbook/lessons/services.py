"""Services of practice with help: answer the question before a card, and begin a concept again."""

from __future__ import annotations

from django.db import transaction

from logbook.lessons.exceptions import AlreadyAnswered, NoQuestionNow, NoSuchAnswer, NoSuchConcept
from logbook.lessons.models import HelpLevel
from logbook.lessons.selectors import help_of, levels_of, was_answered
from logbook.people.models.players import Player
from logbook.rounds.view.help import MARKED
from logbook.tables.models import Table
from logbook.tables.selectors.help import helped_turn


@transaction.atomic
def answer_question(*, table: Table, player: Player, trick: int, about: str, answer: str) -> None:
    """Count the player's answer to the question before their card in this trick. A question is answered once.

    Raises AlreadyAnswered, NoQuestionNow and NoSuchAnswer.
    """
    Player.objects.select_for_update().get(pk=player.pk)  # Two tabs answer one after the other.
    now, rows = helped_turn(table, player), levels_of(player)
    if now is None or now.turn.trick != trick:
        raise NoQuestionNow
    if was_answered(rows, now):
        raise AlreadyAnswered
    question = help_of(now, rows).question
    if question is None or question.about != about:
        raise NoQuestionNow
    if answer not in {offered.key for offered in question.answers}:
        raise NoSuchAnswer
    row = rows.get(question.concept) or HelpLevel(player=player, concept=question.concept)
    row.count(now.attempt.pk, is_right=answer == question.right)
    row.attempt, row.trick, row.about, row.answer = now.attempt, trick, about, answer
    row.save()


def begin_again(*, player: Player | None, concept: str) -> None:
    """Give all help with the concept again, and count anew; a visitor has no counts. Raises NoSuchConcept.

    The last question stays answered.
    """
    if concept not in HelpLevel.Concept.values:
        raise NoSuchConcept
    if player is not None:
        HelpLevel.objects.filter(player=player, concept=concept).update(level=MARKED, streak=0, asked=0, right=0)
