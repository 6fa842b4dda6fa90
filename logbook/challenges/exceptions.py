"""Refusals of challenges, their deals and their seasons."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal
from logbook.tables.exceptions import PlayStopped


class SeedContributionsClosed(Refusal):
    """The seed is mixed, or its mixing has begun."""

    sentence = _("It’s too late to add randomness to this seed.")


class SeedContributedAlready(Refusal):
    """The member has contributed already: contributions are public at once, and final."""

    sentence = _("You’ve already added randomness to this seed, and it can’t be changed.")


class ChallengeNotOpen(Refusal):
    """The window has not opened yet."""

    sentence = _("This challenge hasn’t opened yet.")


class ChallengeClosed(PlayStopped):
    """The window has closed."""

    sentence = _("This challenge is closed. Everything finished in time counts.")


class ChallengePaused(PlayStopped):
    """The organizers have paused all play."""

    sentence = _(
        "This challenge is paused until its organizers resume it. The length of the pause is added at the end."
    )


class ChallengeCancelled(PlayStopped):
    """The organizers have cancelled the challenge."""

    sentence = _("This challenge was cancelled. You can’t play it any more.")


class MissionsAndRacesMixed(Refusal):
    """A challenge has either missions or races: standings count missions won, or points."""

    sentence = _("A challenge has either missions or races. Create two challenges instead.")


class RacePolicy(Refusal):
    """The policy does not suit races, which a table neither wins nor loses."""

    sentence = _("Choose how races count: a single race, or the best of several.")


class NotAtRealTables(Refusal):
    """Races are not played at real tables: they need bag, market and map."""

    sentence = _("Races can only be played online.")


class NotInRaces(Refusal):
    """The ruling is about results of missions; races have points."""

    sentence = _("Race results can’t be changed. You can only void a stage or a race.")


class EntryClosed(Refusal):
    """The time for a crew to begin is over."""

    sentence = _("Crews could start this challenge until %(until)s. Ask an organizer to let your crew in late.")


class EntryMerged(Refusal):
    """The crew's entry is merged into another crew's."""

    sentence = _("Your crew’s entry was merged with that of %(crew)s, which now plays for both.")


class StagesInOrder(Refusal):
    """The stages of a gauntlet are played in order, from the first."""

    sentence = _("The stages of a gauntlet are played in order. Win stage %(number)s first.")


class GauntletOver(Refusal):
    """A lost stage has ended the crew's gauntlet."""

    sentence = _("Your crew’s gauntlet is over: stage %(number)s wasn’t won.")


class DealNotReady(Refusal):
    """The deal is still being prepared; an added attempt's deal is, too."""

    sentence = _("The cards for this attempt are still being prepared. Try again in a few minutes.")


class ChallengeOver(Refusal):
    """The challenge is over and stays over: its seal is opened."""

    sentence = _("This challenge is over, and its seed is public.")


class EntryStillOpen(Refusal):
    """A late entry needs a closed entry: this one is still open."""

    sentence = _("Every crew in the club can still start this challenge, so there’s no need to let one in.")


class ShutOutOfDeal(Refusal):
    """The player is out of the deal: they have seen it."""

    sentence = _("%(name)s has seen the cards of attempt %(number)s and can’t play that deal.")


class DealAlreadyKnown(Refusal):
    """The player has played these cards already; every crew has the same."""

    sentence = _("%(name)s was already dealt attempt %(number)s with another crew and can’t play the same cards again.")


class UnknownDeal(Refusal):
    """The stage has no such attempt."""

    status = 404
    sentence = _("This stage doesn’t have that deal.")


class DealStillToPlay(Refusal):
    """The deal is still ahead of the player, so they may not see it."""

    sentence = _("You still have this deal to play at your table with %(crew)s. Finish it there first.")


class DealsSealed(Refusal):
    """The deals are sealed and stay."""

    sentence = _("The deals are already sealed, so this challenge can’t be deleted.")


class NotEntered(Refusal):
    """The crew does not belong to the challenge's club."""

    status = 403
    sentence = _("Only crews in this club can play its challenges.")


class RacesInSeries(Refusal):
    """Races have no place in a series: the standings of a season count missions."""

    sentence = _("A series is for missions only. Create challenges of races one by one.")
