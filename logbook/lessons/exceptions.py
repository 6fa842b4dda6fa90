"""Refusals of lessons."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class MovedOn(Refusal):
    """The lesson has moved on in another tab."""

    status = 409
    sentence = _("This lesson has moved on in another tab. You can go on from here.")


class NoSuchChoice(Refusal):
    """The lesson does not offer the action."""

    status = 422
    sentence = _("This lesson doesn’t offer that. Choose one of the cards or buttons on the page.")


class ForOnePlayer(Refusal):
    """A second person takes a seat at a practice table with help."""

    sentence = _("This table is for one player and bots. Open a table of your own to play together.")


class NoQuestionNow(Refusal):
    """The question has gone: the table has moved on, or it asks none."""

    sentence = _("The table has moved on, so this question is gone. Your answer doesn’t count.")


class AlreadyAnswered(Refusal):
    """The question was answered in another tab, or by a first press."""

    sentence = _("You’ve already answered this question. Your first answer counts.")


class NoSuchAnswer(Refusal):
    """The question does not offer the answer."""

    status = 422
    sentence = _("This question doesn’t offer that answer. Choose one of its buttons.")


class NoSuchConcept(Refusal):
    """There is no concept of this name."""

    status = 422
    sentence = _("That topic doesn’t exist. Choose one of the buttons on the page.")
