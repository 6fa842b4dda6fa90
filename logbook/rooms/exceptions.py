"""Refusals of rooms."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class OtherLeads(Refusal):
    """Another person leads, and is there."""

    sentence = _("%(name)s is leading now. You can lead once %(name)s is away, or hasn’t moved for a minute.")


class NotLeading(Refusal):
    """A person who does not lead plays on for all."""

    sentence = _("Only the person who leads plays on for everyone. Press “Lead” first.")


class RoomFull(Refusal):
    """The room has as many people as it takes."""

    sentence = _("This room is full: %(most)d people are in it. You can read the replay on your own.")


class SignInToLead(Refusal):
    """A visitor leads or marks."""

    status = 403
    sentence = _("Sign in to lead or to mark cards. You can follow without an account.")


class StillSealed(Refusal):
    """The deal may still be dealt to others."""

    status = 403
    sentence = _("What-ifs open once the challenge closes: until then, other crews may play the same cards.")


class SwapImpossible(Refusal):
    """With these two cards exchanged, the record does not lead to the moment."""

    status = 422
    sentence = _("With these cards exchanged, the round couldn’t have reached this moment. Choose two other cards.")


class NotInHand(Refusal):
    """The card is in no hand."""

    status = 422
    sentence = _("This card is in no hand at this moment. Choose another card.")


class NoSuchCard(Refusal):
    """The card was not dealt."""

    status = 422
    sentence = _("This card isn’t in the deal. Choose another card.")


class SameHand(Refusal):
    """The two cards are in one hand."""

    status = 422
    sentence = _("These two cards are in the same hand. Choose cards from two hands.")


class TooManyMarks(Refusal):
    """The person has marked as many cards as they may."""

    sentence = _("You’ve marked %(most)d cards already. Clear your marks to mark another card.")


class PracticeSealed(Refusal):
    """The deal may still be dealt to others."""

    status = 403
    sentence = _(
        "You can play on from here once the challenge closes: until then, other crews may play the same cards."
    )


class SignInToPlayOn(Refusal):
    """A visitor plays on."""

    status = 403
    sentence = _("Sign in to play on from here.")


class RoundDecided(Refusal):
    """The moment is the end of the round, or after it."""

    sentence = _("The round is over at this moment. Step back to an earlier one to play on.")


class MomentGone(Refusal):
    """The room has left the what-if that the reader saw."""

    sentence = _("The room has left this what-if. Look at the moment that’s shown now, and press again.")


class AlreadyPractising(Refusal):
    """The player sits at a practice table of this replay that is still in progress."""

    sentence = _("You’re still playing on from another moment of this replay. Finish that round or give it up first.")


class NoSeatLeft(Refusal):
    """All players of the attempt are in the room, and have their seats; this person had none."""

    sentence = _("Every seat belongs to a player who is here. Ask one of them to press “Play on from here”.")


class NoPracticeSeat(Refusal):
    """The reader has no seat at a practice table of this replay that is in progress."""

    status = 403
    sentence = _("You have no seat at this practice table. Press “Play on from here” to get one of your own.")


class DealPlayed(Refusal):
    """The deal of a real table is played once at each table."""

    sentence = _("You’ve already played this deal. Open another table from its page to play it again.")


class PracticeOver(Refusal):
    """A practice table has one attempt."""

    sentence = _("This practice round is over. Go back to the room to play on from another moment.")
