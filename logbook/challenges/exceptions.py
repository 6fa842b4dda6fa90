"""Refusals of challenges, their deals and their seasons, of rulings, and of attempts at real tables."""

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

    sentence = _(
        "%(name)s was already dealt the cards of attempt %(number)s with another crew and can’t play them again."
    )


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

    sentence = _("A series is for missions only. Create race challenges one by one.")


# --- rulings


class ReasonMissing(Refusal):
    """A ruling needs a reason: rulings are public."""

    status = 422
    sentence = _("Give a reason. It’s published with the decision for everyone to read.")


class NotPausable(Refusal):
    """The challenge is not running, so it cannot be paused."""

    sentence = _("Only an open challenge can be paused.")


class NotOpen(Refusal):
    """The challenge is not running, so it cannot be closed."""

    sentence = _("Only an open challenge can be closed.")


class NotPaused(Refusal):
    """The challenge is not paused."""

    sentence = _("This challenge isn’t paused.")


class AttemptAgainstClock(Refusal):
    """An attempt against the clock is under way: its clock cannot stop."""

    sentence = _("A timed attempt is in progress. Pause the challenge once it has ended.")


class CloseNotLater(Refusal):
    """The new close is not later: an extension is to the crews' advantage."""

    status = 422
    sentence = _("The new closing time must be later than the current one: %(closes)s.")


class NoSuchDeal(Refusal):
    """The challenge has no attempt of this number."""

    status = 422
    sentence = _("This stage has no deal for attempt %(attempt)s.")


class ConflictOfInterest(Refusal):
    """The ruling is about the director's own case; it needs another organizer."""

    status = 403
    sentence = _(
        "This is about your own crew or what you’ve seen yourself, so another organizer has to decide. "
        "If there isn’t one, it can’t be done."
    )


class NothingChanges(Refusal):
    """The ruling would change nothing."""

    sentence = _("That’s already the case. Nothing has changed.")


class NoResult(Refusal):
    """There is no result to correct."""

    sentence = _("%(crew)s has no result at this stage.")


class EntriesNotMergeable(Refusal):
    """The entries cannot be merged: that takes two crews that both play, once."""

    sentence = _("Choose two different crews of this challenge that haven’t been merged before.")


class AttemptUnderWay(Refusal):
    """The crew has an attempt under way, which a ruling must not disturb."""

    sentence = _("%(crew)s has an attempt in progress. Wait until it ends.")


class CrewNotOut(Refusal):
    """The crew is not out, so it cannot be readmitted."""

    sentence = _("%(crew)s isn’t out at this stage and doesn’t need to be readmitted.")


class RulingFinal(Refusal):
    """The ruling cannot be taken back."""

    sentence = _("This decision can’t be undone.")


class AttemptsUsed(Refusal):
    """The allowed attempts have been played since."""

    sentence = _("%(crew)s has played since, so this can’t be undone.")


class MergedResultCounts(Refusal):
    """The result that counts is that of the crew it was merged with."""

    sentence = _("This entry was merged with that of %(crew)s, whose result counts at this stage. Correct that one.")


class TooManyAttempts(Refusal):
    """The number of attempts is more than there are."""

    status = 422
    sentence = _("Enter no more attempts than this stage allows: %(allowed)s.")


# --- real tables, on paper or on phones


class SeatsUnnamed(Refusal):
    """Not every seat has a person: a deal needs one for each seat."""

    status = 422
    sentence = _("Enter who sits in each of the %(seats)s seats: a member, a guest, or a new guest’s name.")


class CrewBusy(Refusal):
    """The crew has another attempt under way: the same people cannot sit at two tables."""

    sentence = _("%(crew)s has an attempt in progress at stage %(stage)s. Finish it or report its result first.")


class SeatOfAnother(Refusal):
    """The page was handed to another member."""

    status = 403
    sentence = _("This page is for %(name)s only.")


class SeatNeedsAccount(Refusal):
    """The page was handed to a member, who must sign in: deal access needs proof of the player."""

    status = 403
    sentence = _("This page is for %(name)s. Sign in as %(name)s to open it.")


class SeatOpenedElsewhere(Refusal):
    """Another browser has opened the page first."""

    status = 403
    sentence = _("This page was opened on another device and only works there. Ask your crew for a new link.")


class SeatLinkEnded(Refusal):
    """The seat has been handed out again by a newer link."""

    status = 410
    sentence = _("This link has been replaced by a new one. Ask your crew for it.")


class SeatOpened(Refusal):
    """The seat's hand has been seen and stays with that person."""

    sentence = _("%(name)s has already opened this seat page, so a new link can only go to %(name)s.")


class HandedTooOften(Refusal):
    """The seat has reached its number of links."""

    status = 429
    sentence = _("This seat has already had %(most)s links, which is the limit. Print the sheets instead.")


class PlayedOnline(Refusal):
    """The attempt is played online and needs no report."""

    sentence = _("Attempt %(number)s is played online, so its result is recorded automatically.")


class DealNotHandedOut(Refusal):
    """The deal was not given out to the crew."""

    sentence = _("Your crew hasn’t started attempt %(number)s at a real table, so there’s nothing to report.")


class ReportedAlready(Refusal):
    """The attempt is reported already: the first report counts."""

    sentence = _(
        "The result of attempt %(number)s has already been reported. The first report counts, but an organizer can "
        "correct it."
    )


class ReportTooLate(Refusal):
    """The challenge is closed: its cards are open, and the time of play cannot be proven."""

    sentence = _(
        "The challenge is closed, so results can’t be reported any more. Attempts not reported in "
        "time don’t count as won."
    )


class ImpossibleReport(Refusal):
    """A number that is impossible with this deal; `field` is the form's field."""

    status = 422
    sentences = {
        "tricks": _("This deal has only %(most)s tricks."),
        "success": _("A mission can’t be won without playing a trick."),
        "played_at": _("Enter a time between the start of this attempt and now."),
        "seats": _("Each person can take only one seat."),
    }

    def __init__(self, field: str, **params: object) -> None:
        super().__init__(**params)
        self.field = field

    def __str__(self) -> str:
        return str(self.sentences[self.field]) % self.params


class NotConfirmed(Refusal):
    """The request lacks the confirmation: access to cards cannot be undone."""

    status = 422
    sentence = _("The sheets show every hand. Tick the box first.")


class NotSure(Refusal):
    """The player has not confirmed giving up the deal: access cannot be undone."""

    status = 422
    sentence = _("Once you’ve seen a deal, you can’t play it any more. Tick the box first.")


class SeatPageOver(Refusal):
    """The attempt is over, and the seat's link with it."""

    status = 410
    sentence = _("This attempt is over, so the link to its cards no longer works.")
