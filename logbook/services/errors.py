"""What the services refuse, each with its sentence and its HTTP status.

What the engine refuses (`games.GameError`) passes through as it is; `status_of` knows both.
"""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import games


class Refusal(Exception):
    """Nothing was changed; `sentence` says why, in words for the person who asked."""

    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = _("That cannot be done now.")

    def __init__(self, **params: object) -> None:
        super().__init__()
        self.params = params

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)


class Stale(Refusal):
    """The table moved on between the look and the click."""

    sentence = _("The table has moved on since you looked. Nothing was changed; this is how it stands now.")


class Unreadable(Refusal):
    """A form that no page of ours sends."""

    status = 400
    sentence = _("That could not be read. Reload the page and try again.")


class NotSeated(Refusal):
    """Only who sits at the table acts there."""

    status = 403
    sentence = _("You have no seat at this table, so you cannot act here.")


class NotYours(Refusal):
    """The person may see it, but not change it."""

    status = 403
    sentence = _("This is not yours to change.")


class NothingRunning(Refusal):
    """No attempt is under way."""

    sentence = _("No attempt is under way at this table.")


class TimeUp(Refusal):
    """The action came after the deadline: what was stored is that the time was up."""

    sentence = _("The time was up before this came, so it no longer counts. The attempt is over.")


class AlreadyRunning(Refusal):
    """An attempt is under way."""

    sentence = _("An attempt is under way at this table. Finish it first.")


class MissionWon(Refusal):
    """There is nothing left to try."""

    sentence = _("This mission is won. Go on with the next one.")


class NotWon(Refusal):
    """The next mission comes after this one."""

    sentence = _("The next mission opens when this one is won.")


class NoNextMission(Refusal):
    """The logbook ends here."""

    sentence = _("There is no next mission: the logbook ends here.")


class TasksAreDrawn(Refusal):
    """The same tasks again are a choice of some missions, after a failed attempt at a free table."""

    sentence = _("The tasks cannot be kept here: the next attempt comes with its own.")


class SeatsEmpty(Refusal):
    """A deal needs all its hands."""

    sentence = _("Fill every seat first, with people or bots.")


class NoSuchSeat(Refusal):
    """The number is no seat of this table."""

    status = 400
    sentence = _("This table has no such seat.")


class SeatTaken(Refusal):
    """Somebody was quicker."""

    sentence = _("This seat is taken. Choose another one.")


class TableFull(Refusal):
    """No seat is left."""

    sentence = _("Every seat at this table is taken.")


class SeatsFixed(Refusal):
    """The seats of a challenge stay as they were dealt."""

    sentence = _("The seats are fixed: this table has begun to play.")


class UnknownBot(Refusal):
    """The slug is no bot."""

    status = 400
    sentence = _("There is no such bot.")


class NotInCrew(Refusal):
    """Seats of a crew's table that only its members may fill."""

    status = 403
    sentence = _("Only members of the crew can sit at this table.")


class PlaysElsewhere(Refusal):
    """One person plays a challenge with one crew."""

    sentence = _("%(name)s already plays this challenge with another crew.")


class StirringOver(Refusal):
    """The seed is mixed, or about to be."""

    sentence = _("The seed of this challenge can no longer be stirred.")


class StirredAlready(Refusal):
    """Words are public at once, so they stay."""

    sentence = _("You have stirred this seed already. What was stirred in stays.")


class ChallengeNotOpen(Refusal):
    """The window has not opened yet."""

    sentence = _("This challenge has not opened yet.")


class ChallengeClosed(Refusal):
    """The window has closed."""

    sentence = _("This challenge is closed. What was played until then counts.")


class ChallengePaused(Refusal):
    """The organizers have stopped all play for a while."""

    sentence = _(
        "This challenge is paused. It goes on when its organizers resume it, and the time is added at its end."
    )


class ChallengeCancelled(Refusal):
    """The organizers have ended it."""

    sentence = _("This challenge is cancelled. Nothing more is played in it.")


class EntryOver(Refusal):
    """A crew that begins must begin in time."""

    sentence = _("Crews could begin this challenge until %(until)s. Its organizers may let your crew in later.")


class MergedAway(Refusal):
    """The crew's entry has become another crew's."""

    sentence = _("Your crew’s entry was merged with that of %(crew)s, which plays on.")


class StagesInOrder(Refusal):
    """A gauntlet goes from the first stage on."""

    sentence = _("The stages of a gauntlet are played in order. Win stage %(number)s first.")


class GauntletOver(Refusal):
    """One lost stage ends a gauntlet."""

    sentence = _("Your crew’s gauntlet is over: it ended with stage %(number)s, which was not won.")


class DealNotReady(Refusal):
    """An added attempt's deal is prepared like every other one."""

    sentence = _("The cards of this attempt are still being prepared. Try again in a few minutes.")


class ReasonMissing(Refusal):
    """Whatever organizers decide is public, and so is why."""

    status = 422
    sentence = _("Give a reason: it stands in the history of the challenge for everybody to read.")


class NotPausable(Refusal):
    """Only what runs can be paused."""

    sentence = _("Only an open challenge can be paused.")


class NotPaused(Refusal):
    """Only what is paused goes on."""

    sentence = _("This challenge is not paused.")


class ClockRuns(Refusal):
    """A clock cannot be stopped."""

    sentence = _("An attempt against the clock is under way. Pause the challenge when it has ended.")


class ClosesNoLater(Refusal):
    """An extension is one to the crews' advantage."""

    status = 422
    sentence = _("The new close must be later than the present one: %(closes)s.")


class ChallengeOver(Refusal):
    """What is over stays over: its seal is opened."""

    sentence = _("This challenge is over, and its seal is opened.")


class EntryOpen(Refusal):
    """Nobody need be let in while the door is open."""

    sentence = _("Every crew of the club can still begin this challenge: nobody needs to be let in.")


class NoSuchDeal(Refusal):
    """The number is no attempt of this challenge."""

    status = 422
    sentence = _("This stage has no deal for attempt %(attempt)s.")


class NothingChanges(Refusal):
    """A ruling changes something."""

    sentence = _("That is how it stands already. Nothing was changed.")


class NoResult(Refusal):
    """There is nothing to correct."""

    sentence = _("%(crew)s has no result at this stage.")


class NotMergeable(Refusal):
    """Two crews that both play become one, once."""

    sentence = _("Two different crews of this challenge can be merged, and neither may have been merged before.")


class EntryPlays(Refusal):
    """Nothing is taken from under a crew's hands."""

    sentence = _("%(crew)s has an attempt under way. Wait until it has ended.")


class PlaysOn(Refusal):
    """Only who is out is readmitted."""

    sentence = _("%(crew)s is not out at this stage: there is nothing to readmit it to.")


class StaysRuled(Refusal):
    """Some decisions cannot be undone."""

    sentence = _("This decision cannot be taken back.")


class PlayedSince(Refusal):
    """What was allowed has been used."""

    sentence = _("%(crew)s has played on since, so this can no longer be taken back.")


class PlayedAtTable(Refusal):
    """The cards are on paper."""

    sentence = _("This attempt is played at your own table, so nobody can play it here. Report how it ended.")


class PlayedOnline(Refusal):
    """What is played here needs no report."""

    sentence = _("Attempt %(number)s is played on this site: it ends by itself, and is not reported.")


class NotGivenOut(Refusal):
    """Only a deal that the crew has can have been played."""

    sentence = _("Attempt %(number)s was not given out to your crew, so there is nothing to report.")


class ReportedAlready(Refusal):
    """The first report counts."""

    sentence = _("Attempt %(number)s is reported already. What was reported first counts; a director can correct it.")


class ReportTooLate(Refusal):
    """After the close the cards are open, and nobody could tell when something was played."""

    sentence = _("The challenge is closed, so nothing more can be reported. What was not reported in time is not won.")


class ImpossibleReport(Refusal):
    """A number that this deal cannot have; `field` is where it was written."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "tricks": _("This deal has only %(most)s tricks."),
        "success": _("A mission is not won without a trick."),
        "played_at": _("Say a time between the start of this attempt and now."),
        "sitting": _("One person sits on one seat."),
    }

    def __init__(self, field: str, **params: object) -> None:
        super().__init__(**params)
        self.field = field

    def __str__(self) -> str:
        return str(self.sentences[self.field]) % self.params


class NotConfirmed(Refusal):
    """What cannot be unseen is asked for once more."""

    status = 422
    sentence = _("Tick the box first: the sheets show the hands of all seats.")


class NotSure(Refusal):
    """Who has looked cannot unlook."""

    status = 422
    sentence = _("Tick the box first: who has looked at a deal does not play it any more.")


class SeatPageOver(Refusal):
    """The link of a seat ends with its attempt."""

    status = 410
    sentence = _("This attempt is over, and so is the link to its cards.")


class OutOfDeal(Refusal):
    """Who has looked at a deal does not play it."""

    sentence = _("%(name)s has looked at the cards of attempt %(number)s, and is out of that deal.")


class KnowsDeal(Refusal):
    """The same cards for every crew: one plays them once."""

    sentence = _("%(name)s has had the cards of attempt %(number)s with another crew, and cannot play them again.")


class UnknownDeal(Refusal):
    """The stage has no such attempt."""

    status = 404
    sentence = _("This stage has no such deal.")


class StillToPlay(Refusal):
    """Whoever sits before a deal cannot be shown it."""

    sentence = _("You sit at the table of %(crew)s, where this deal is still to be played. End it there first.")


class WeeksAllPast(Refusal):
    """A series has something to come."""

    status = 422
    sentence = _("No week of this series is still to come in its season.")


class SeriesEnded(Refusal):
    """What has ended is not begun again."""

    sentence = _("This series has ended. Add a new one to the season.")


class NothingToRetry(Refusal):
    """More candidates are tried where the first ones failed."""

    sentence = _("Nothing has failed here: the deals are being prepared, or they are ready.")


class Sealed(Refusal):
    """Deals that are sealed stay."""

    sentence = _("The deals of this challenge are sealed, so it stays.")


class NoAttemptsLeft(Refusal):
    """The policy allows no more."""

    sentence = _("The crew has used all its attempts at this stage.")


class NotEntered(Refusal):
    """Crews of the club play its challenges."""

    status = 403
    sentence = _("Only crews of this club can play its challenges.")


def status_of(error: Refusal | games.GameError) -> int:
    """The HTTP status that says this refusal."""
    if isinstance(error, Refusal):
        return error.status
    return 400 if isinstance(error, games.UnreadableAction) else 422
