"""Refusals at a table."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class Stale(Refusal):
    """The table moved on between the page and the click."""

    sentence = _("The table has moved on, so nothing was changed. This is where it is now.")


class OtherBot(Refusal):
    """The contest of the table has chosen its bots: they are the same for every player."""

    status = 422
    sentence = _("This deal has its own bots, the same for everyone. Choose the bot that the page offers.")


class NotSeated(Refusal):
    """The player has no seat at the table."""

    status = 403
    sentence = _("You don’t have a seat at this table, so you can’t play here.")


class NothingRunning(Refusal):
    """No attempt is under way."""

    sentence = _("No attempt is in progress at this table.")


class NothingToUndo(Refusal):
    """Chance, another player or the clock has answered the last action, or it was not the player's."""

    sentence = _("You can undo your last action only until a gem is drawn or another player responds.")


class PlayedAtTable(Refusal):
    """The attempt is played at a real table."""

    sentence = _(
        "This attempt is being played at your own table, so you can’t play it here. Report the result when it’s over."
    )


class PlayStopped(Refusal):
    """The contest of the table has stopped play, for a while or for good."""


class TimeUp(Refusal):
    """The action came after the deadline: the timeout is stored instead."""

    sentence = _("Time was up before this arrived, so it doesn’t count. The attempt is over.")


class AlreadyRunning(Refusal):
    """An attempt is under way."""

    sentence = _("An attempt is in progress at this table. Finish it first.")


class MissionWon(Refusal):
    """The mission is won already."""

    sentence = _("You’ve won this mission. Go on to the next one.")


class NoAttemptsLeft(Refusal):
    """The policy allows no more attempts."""

    sentence = _("The crew has used all its attempts at this stage.")


class NotWon(Refusal):
    """The next mission needs a win of this one."""

    sentence = _("The next mission opens once you’ve won this one.")


class NoNextMission(Refusal):
    """The logbook has no next mission."""

    sentence = _("There’s no next mission: this is the end of the logbook.")


class NoNextAfterCustom(Refusal):
    """A custom mission has no number, so the logbook has no next one."""

    sentence = _("A custom mission has no next mission. Open a table for the mission you want.")


class NextInChallenge(Refusal):
    """A challenge's stages follow each other on its page, not at the table."""

    sentence = _("This table belongs to a challenge. Go to the next stage from the challenge page.")


class TasksAreDrawn(Refusal):
    """The tasks cannot be kept: some missions allow it, after a failed attempt at a free table."""

    sentence = _("You can’t keep these tasks: the next attempt has its own.")


class SeatsEmpty(Refusal):
    """Not every seat is filled: a deal needs all its hands."""

    sentence = _("Fill every seat first, with players or bots.")


class PeopleOnly(Refusal):
    """Bots have no seat where the members of a crew race each other."""

    sentence = _("In this challenge, crew members race each other, so bots can’t take a seat.")


class NoSuchSeat(Refusal):
    """The table has no seat of this number."""

    status = 400
    sentence = _("This table doesn’t have that seat. Choose another one.")


class SeatTaken(Refusal):
    """Another player was quicker."""

    sentence = _("This seat is taken. Choose another one.")


class TableFull(Refusal):
    """The table has no free seat."""

    sentence = _("Every seat at this table is taken.")


class TableNotFull(Refusal):
    """A watcher asked for a seat where one is free."""

    sentence = _("A seat is free at this table. Ask the players for a link to it.")


class SeatsFixed(Refusal):
    """The seats of a challenge are fixed once dealt."""

    sentence = _("Play has started at this table, so the seats can’t change.")


class SeatNotAsked(Refusal):
    """The player has a seat already, or has not asked for one."""

    sentence = _("This player isn’t asking for a seat any more.")


class AllPeople(Refusal):
    """No bot can make room: people sit on every seat."""

    sentence = _("Every seat is taken by a person. Open a table for more players instead.")


class TooFewSeats(Refusal):
    """More people sit at the table than the next one would have seats."""

    status = 422
    sentence = _("%(people)s people are seated at this table. Choose at least %(people)s players.")


class AttemptFirst(Refusal):
    """Another mission comes after the attempt in progress."""

    sentence = _("Finish this attempt first, or give it up. Then choose another mission.")


class UnknownBot(Refusal):
    """No bot has this slug."""

    status = 400
    sentence = _("That bot doesn’t exist. Choose another one.")


class NotInCrew(Refusal):
    """The seat is for members of the crew alone."""

    status = 403
    sentence = _("Only members of the crew can sit at this table.")


class PlaysElsewhere(Refusal):
    """The player plays the challenge with another crew."""

    sentence = _("%(name)s is already playing this challenge with another crew.")


class NothingToRetry(Refusal):
    """There is no failed preparation to retry."""

    sentence = _("There’s nothing to retry: the deals are ready or being prepared.")


class TooManyTables(Quota):
    """The player has reached the number of open tables."""

    sentence = _("You already have %(most)d open tables. Finish some of them first, or wait a week.")


class TooManyStrongBots(Quota):
    """The player runs many tables with the strongest bots."""

    sentence = _(
        "You have %(most)d tables in progress with the strongest bots. Finish one of them first, or choose easier bots."
    )


class TooManyFirstTables(Quota):
    """An address or a player has begun too many first tables."""

    sentence = _("You’ve opened %(most)d tables in the last hour. Continue one of them, or come back later.")


class TooManySeatRequests(Quota):
    """A table has been asked for a seat too often."""

    sentence = _("This table has had %(most)d requests for a seat within an hour. Try again later.")


class NotAwaited(Refusal):
    """The table does not wait for another player on this seat."""

    sentence = _("The table isn’t waiting for that player.")


class PlayerIsHere(Refusal):
    """The player was there within the last minute, or their turn began within it."""

    sentence = _("%(name)s was here less than a minute ago, or their turn has only just begun.")


class PresenceUnknown(Refusal):
    """Redis, which keeps the beats, is away."""

    status = 503
    sentence = _("We can’t tell at the moment who is away. Try again in a minute.")


class NudgedAlready(Quota):
    """The seat was nudged within the last minute."""

    sentence = _("Someone has just nudged this player. Wait a minute.")


class NudgedOften(Quota):
    """The player was nudged too often today."""

    sentence = _("This player has been nudged %(most)d times in a day. Wait until tomorrow.")


class StandInsOff(Refusal):
    """The table allows no stand-ins."""

    sentence = _("Bots can’t stand in for players at this table.")


class StandInPlays(Refusal):
    """A stand-in plays for the player, who must take the seat back first."""

    sentence = _("A bot is playing for you. Take your seat back first.")


class NotAwayLong(Refusal):
    """The player has not been away for two minutes yet."""

    sentence = _("%(name)s was here less than two minutes ago. Wait a little longer.")


class TurnIsYoung(Refusal):
    """The player has given no sign yet, and their turn began less than two minutes ago."""

    sentence = _("%(name)s’s turn began less than two minutes ago. Wait a little longer.")


class ClockRuns(Refusal):
    """In turn-based games, the player still has time for this decision."""

    sentence = _("%(name)s still has time for this decision. A bot makes it once the time is up.")


class NoStandInNeeded(Refusal):
    """A stand-in plays at the seat already, or it is not another player's."""

    sentence = _("This seat doesn’t need a stand-in.")


class SignalsFirst(Refusal):
    """In turn-based games, the table still waits for players who could signal before the trick."""

    sentence = _("Players may still signal before this trick. Lead once they have answered or their time is up.")


class NotInHand(Refusal):
    """The player could not play this card if that suit were led."""

    status = 422
    sentence = _("You can’t play that card if that suit is led. Choose another one.")


class NothingToSignal(Refusal):
    """The player cannot signal any more in this attempt, or not before this trick."""

    sentence = _("You can’t signal at the moment, so there’s nothing to decline.")


class LastPlayer(Refusal):
    """No other person is at the table: bots would play among themselves."""

    sentence = _("You’re the last player at this table. Give up the attempt instead.")


class GuestCannotGiveUp(Refusal):
    """A guest by link would end the attempt of players with accounts."""

    status = 403
    sentence = _("Guests can’t give up an attempt for everyone. Ask another player, or leave and let a bot play.")


class CrewOnly(Refusal):
    """Only members of the crew play a challenge."""

    sentence = _("Only crew members can play this challenge. Invite people to the crew instead.")


class WatchedByNone(Refusal):
    """A contest keeps watchers away while other tables play the same deals."""

    sentence = _("Others play the same deals, so only the players can see an attempt in progress here.")


class WatchingFixed(Refusal):
    """A change of who may watch during an attempt."""

    sentence = _("You can’t change who may watch until this attempt is over. For now, you can send watchers away.")
