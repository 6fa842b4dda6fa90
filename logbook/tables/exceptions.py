"""Refusals at a table."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class Stale(Refusal):
    """The table moved on between the page and the click."""

    sentence = _("The table has moved on since you looked. Nothing was changed; this is how it stands now.")


class Unreadable(Refusal):
    """The form is one that no page of the site sends."""

    status = 400
    sentence = _("That could not be read. Reload the page and try again.")


class NotSeated(Refusal):
    """The player has no seat at the table."""

    status = 403
    sentence = _("You have no seat at this table, so you cannot act here.")


class NothingRunning(Refusal):
    """No attempt is under way."""

    sentence = _("No attempt is under way at this table.")


class PlayedAtTable(Refusal):
    """The attempt is played at a real table."""

    sentence = _("This attempt is played at your own table, so nobody can play it here. Report how it ended.")


class PlayStopped(Refusal):
    """The contest of the table has stopped play, for a while or for good."""


class TimeUp(Refusal):
    """The action came after the deadline: the timeout is stored instead."""

    sentence = _("The time was up before this came, so it no longer counts. The attempt is over.")


class AlreadyRunning(Refusal):
    """An attempt is under way."""

    sentence = _("An attempt is under way at this table. Finish it first.")


class MissionWon(Refusal):
    """The mission is won already."""

    sentence = _("This mission is won. Go on with the next one.")


class NoAttemptsLeft(Refusal):
    """The policy allows no more attempts."""

    sentence = _("The crew has used all its attempts at this stage.")


class NotWon(Refusal):
    """The next mission needs a win of this one."""

    sentence = _("The next mission opens when this one is won.")


class NoNextMission(Refusal):
    """The logbook has no next mission."""

    sentence = _("There is no next mission: the logbook ends here.")


class NoNextAfterCustom(Refusal):
    """A custom mission has no number, so the logbook has no next one."""

    sentence = _("A mission of your own has no next one: open a table for the mission you want.")


class NextInChallenge(Refusal):
    """A challenge's stages follow each other on its page, not at the table."""

    sentence = _("This table belongs to a challenge: go on to its next stage from the challenge’s page.")


class TasksAreDrawn(Refusal):
    """The tasks cannot be kept: some missions allow it, after a failed attempt at a free table."""

    sentence = _("The tasks cannot be kept here: the next attempt comes with its own.")


class SeatsEmpty(Refusal):
    """Not every seat is filled: a deal needs all its hands."""

    sentence = _("Fill every seat first, with people or bots.")


class PeopleOnly(Refusal):
    """Bots have no seat where the members of a crew race each other."""

    sentence = _("In this challenge the people of a crew race each other: no seat is a bot’s.")


class NoSuchSeat(Refusal):
    """The table has no seat of this number."""

    status = 400
    sentence = _("This table has no such seat.")


class SeatTaken(Refusal):
    """Another player was quicker."""

    sentence = _("This seat is taken. Choose another one.")


class TableFull(Refusal):
    """The table has no free seat."""

    sentence = _("Every seat at this table is taken.")


class SeatsFixed(Refusal):
    """The seats of a challenge are fixed once dealt."""

    sentence = _("The seats are fixed: this table has begun to play.")


class UnknownBot(Refusal):
    """No bot has this slug."""

    status = 400
    sentence = _("There is no such bot.")


class NotInCrew(Refusal):
    """The seat is for members of the crew alone."""

    status = 403
    sentence = _("Only members of the crew can sit at this table.")


class PlaysElsewhere(Refusal):
    """The player plays the challenge with another crew."""

    sentence = _("%(name)s already plays this challenge with another crew.")


class NothingToRetry(Refusal):
    """There is no failed preparation to retry."""

    sentence = _("Nothing has failed here: the deals are being prepared, or they are ready.")


class TooManyTables(Quota):
    """The player has reached the number of open tables."""

    sentence = _("%(most)d tables that you opened are still open. End some of them first, or wait a week.")


class CrewOnly(Refusal):
    """Only members of the crew play a challenge."""

    sentence = _("Only the crew plays its challenge: invite people into the crew instead.")
