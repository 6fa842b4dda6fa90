"""What is refused around challenges, their deals and their seasons."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal
from logbook.tables.exceptions import PlayStopped


class StirringOver(Refusal):
    """The seed is mixed, or about to be."""

    sentence = _("The seed of this challenge can no longer be stirred.")


class StirredAlready(Refusal):
    """Words are public at once, so they stay."""

    sentence = _("You have stirred this seed already. What was stirred in stays.")


class ChallengeNotOpen(Refusal):
    """The window has not opened yet."""

    sentence = _("This challenge has not opened yet.")


class ChallengeClosed(PlayStopped):
    """The window has closed."""

    sentence = _("This challenge is closed. What was played until then counts.")


class ChallengePaused(PlayStopped):
    """The organizers have stopped all play for a while."""

    sentence = _(
        "This challenge is paused. It goes on when its organizers resume it, and the time is added at its end."
    )


class ChallengeCancelled(PlayStopped):
    """The organizers have ended it."""

    sentence = _("This challenge is cancelled. Nothing more is played in it.")


class RacesApart(Refusal):
    """Standings are of missions won, or of points."""

    sentence = _("A challenge is either of missions or of races. Set up two challenges.")


class RacePolicy(Refusal):
    """A race is neither won nor lost by the table."""

    sentence = _("Races are counted one by one, or the best of several. Choose one of these two ways.")


class NotOnPaper(Refusal):
    """A race needs its bag, its market and its map."""

    sentence = _("Races are raced here, and not on paper.")


class NotInRaces(Refusal):
    """What is decided about results of missions makes no sense of points."""

    sentence = _("In a challenge of races, stages and races can be declared void; nothing else about results is ruled.")


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


class ChallengeOver(Refusal):
    """What is over stays over: its seal is opened."""

    sentence = _("This challenge is over, and its seal is opened.")


class EntryOpen(Refusal):
    """Nobody need be let in while the door is open."""

    sentence = _("Every crew of the club can still begin this challenge: nobody needs to be let in.")


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


class Sealed(Refusal):
    """Deals that are sealed stay."""

    sentence = _("The deals of this challenge are sealed, so it stays.")


class NotEntered(Refusal):
    """Crews of the club play its challenges."""

    status = 403
    sentence = _("Only crews of this club can play its challenges.")


class RacesInSeries(Refusal):
    """The standings of a season are of missions."""

    sentence = _("A series announces missions. Set up challenges of races one by one.")
