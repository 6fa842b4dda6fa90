"""Refusals of challenges, their deals and their seasons."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal
from logbook.tables.exceptions import PlayStopped


class SeedContributionsClosed(Refusal):
    """The seed is mixed, or its mixing has begun."""

    sentence = _("The seed of this challenge can no longer be stirred.")


class SeedContributedAlready(Refusal):
    """The member has contributed already: contributions are public at once, and final."""

    sentence = _("You have stirred this seed already. What was stirred in stays.")


class ChallengeNotOpen(Refusal):
    """The window has not opened yet."""

    sentence = _("This challenge has not opened yet.")


class ChallengeClosed(PlayStopped):
    """The window has closed."""

    sentence = _("This challenge is closed. What was played until then counts.")


class ChallengePaused(PlayStopped):
    """The organizers have paused all play."""

    sentence = _(
        "This challenge is paused. It goes on when its organizers resume it, and the time is added at its end."
    )


class ChallengeCancelled(PlayStopped):
    """The organizers have cancelled the challenge."""

    sentence = _("This challenge is cancelled. Nothing more is played in it.")


class MissionsAndRacesMixed(Refusal):
    """A challenge has either missions or races: standings count missions won, or points."""

    sentence = _("A challenge is either of missions or of races. Set up two challenges.")


class RacePolicy(Refusal):
    """The policy does not suit races, which a table neither wins nor loses."""

    sentence = _("Races are counted one by one, or the best of several. Choose one of these two ways.")


class NotAtRealTables(Refusal):
    """Races are not played at real tables: they need bag, market and map."""

    sentence = _("Races are raced here, and not on paper.")


class NotInRaces(Refusal):
    """The ruling is about results of missions; races have points."""

    sentence = _("In a challenge of races, stages and races can be declared void; nothing else about results is ruled.")


class EntryClosed(Refusal):
    """The time for a crew to begin is over."""

    sentence = _("Crews could begin this challenge until %(until)s. Its organizers may let your crew in later.")


class EntryMerged(Refusal):
    """The crew's entry is merged into another crew's."""

    sentence = _("Your crew’s entry was merged with that of %(crew)s, which plays on.")


class StagesInOrder(Refusal):
    """The stages of a gauntlet are played in order, from the first."""

    sentence = _("The stages of a gauntlet are played in order. Win stage %(number)s first.")


class GauntletOver(Refusal):
    """A lost stage has ended the crew's gauntlet."""

    sentence = _("Your crew’s gauntlet is over: it ended with stage %(number)s, which was not won.")


class DealNotReady(Refusal):
    """The deal is still being prepared; an added attempt's deal is, too."""

    sentence = _("The cards of this attempt are still being prepared. Try again in a few minutes.")


class ChallengeOver(Refusal):
    """The challenge is over and stays over: its seal is opened."""

    sentence = _("This challenge is over, and its seal is opened.")


class EntryStillOpen(Refusal):
    """A late entry needs a closed entry: this one is still open."""

    sentence = _("Every crew of the club can still begin this challenge: nobody needs to be let in.")


class ShutOutOfDeal(Refusal):
    """The player is out of the deal: they have seen it."""

    sentence = _("%(name)s has looked at the cards of attempt %(number)s, and is out of that deal.")


class DealAlreadyKnown(Refusal):
    """The player has played these cards already; every crew has the same."""

    sentence = _("%(name)s has had the cards of attempt %(number)s with another crew, and cannot play them again.")


class UnknownDeal(Refusal):
    """The stage has no such attempt."""

    status = 404
    sentence = _("This stage has no such deal.")


class DealStillToPlay(Refusal):
    """The deal is still ahead of the player, so they may not see it."""

    sentence = _("You sit at the table of %(crew)s, where this deal is still to be played. End it there first.")


class DealsSealed(Refusal):
    """The deals are sealed and stay."""

    sentence = _("The deals of this challenge are sealed, so it stays.")


class NotEntered(Refusal):
    """The crew does not belong to the challenge's club."""

    status = 403
    sentence = _("Only crews of this club can play its challenges.")


class RacesInSeries(Refusal):
    """Races have no place in a series: the standings of a season count missions."""

    sentence = _("A series announces missions. Set up challenges of races one by one.")
