"""Refusals of typed deals."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class TooManyDeals(Quota):
    """A device has begun too many deals today."""

    sentence = _("You’ve begun %(most)s deals today. You can begin another one tomorrow.")


class TooManyHands(Quota):
    """A device or an address has typed in too many hands."""

    sentence = _("That’s a lot of hands in an hour. Wait a little, then go on.")


class WrongHandSize(Refusal):
    """The hand has another number of cards than the deal gives to a seat."""

    status = 422
    sentence = _("You’ve tapped %(tapped)s cards. A hand here has %(size)s.")


class NoTrumps(Refusal):
    """The hand is too small, and no trump is in it."""

    status = 422
    sentence = _("You’ve tapped %(tapped)s cards. A hand here has %(size)s. Trumps count, too.")


class UnknownCard(Refusal):
    """A card is not in the deck, or is named twice."""

    status = 422
    sentence = _("One of these cards isn’t in the deck. Tap your hand on the grid.")


class SeatTaken(Refusal):
    """Another device has typed in this hand."""

    sentence = _("Another phone has already entered this hand. Choose another seat.")


class NoSuchSeat(Refusal):
    """The deal has no such seat."""

    status = 404
    sentence = _("This table has no such seat.")


class HandsMissing(Refusal):
    """The round cannot be over before enough hands are in."""

    sentence = _("Enter %(needed)s hands first. The last one follows from them.")


class NoHandOfYours(Refusal):
    """A device without a hand ends the round."""

    status = 403
    sentence = _("Only a phone that has entered a hand can say that the round is over.")


class RoundNotOver(Refusal):
    """The result is said before the round is over."""

    sentence = _("First say that the round is over. Then say how it ended.")


class NoResultOfYours(Refusal):
    """A device without a hand says how the round ended."""

    status = 403
    sentence = _("You can say how the round ended only on a phone where a hand was entered.")


class SecondPhoneNeeded(Refusal):
    """The same device asks and agrees."""

    sentence = _("You’ve said that the round is over. Now a second phone has to agree.")


class AlreadyAnswered(Refusal):
    """Workers have begun with the deal."""

    sentence = _("The answer to this deal is being worked out. Begin a new deal to change anything.")


class SharingImpossible(Refusal):
    """The mission's rules do not allow these owners."""

    status = 422
    sentence = _("The mission’s rules don’t allow these tasks to be shared like this. Check who took which task.")


class NoTasks(Refusal):
    """The mission has tasks, and none was chosen."""

    status = 422
    sentence = _("Choose at least one task.")


class TaskTwice(Refusal):
    """A task stands in the list twice."""

    status = 422
    sentence = _("The same task is in the list twice. Choose each task once.")


class RobotCardTwice(Refusal):
    """A card is in two places of the robot's columns."""

    status = 422
    sentence = _("The robot can’t hold the same card twice. Choose each card once.")


class StillSealed(Refusal):
    """The deal has no answer yet: it could still be played somewhere."""

    sentence = _("The answer isn’t there yet. Press again once it is.")


class KnowsTheDeal(Refusal):
    """A phone or a player that entered a hand plays the deal as a friend."""

    sentence = _("You’ve entered a hand of this deal, so you know it. Play it again from its own page.")


class AnswerNotReady(Refusal):
    """There is no answer to write down yet."""

    sentence = _("The answer isn’t there yet. Log the attempt once it is.")
