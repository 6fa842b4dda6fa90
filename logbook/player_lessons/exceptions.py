"""Refusals of lessons by players."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lessons.exceptions import MovedOn
from logbook.lib.exceptions import Quota, Refusal


class StillSealed(Refusal):
    """The deal can still be dealt to others."""

    sentence = _("Others can still play this deal. You can make a lesson from it once it’s closed.")


class RoundVoided(Refusal):
    """Organizers have voided the deal or the result."""

    sentence = _("The organizers have voided this deal, so it can’t become a lesson.")


class EarlierRules(Refusal):
    """The engine no longer plays by the rules of the record."""

    sentence = _("This attempt followed an earlier version of the rules, so it can’t become a lesson.")


class ReplayHidden(Refusal):
    """The author may no longer see the replay: they have left the crew, say."""

    sentence = _("You can’t see this replay any more. You can only delete the lesson, or make it a draft again.")


class OnlyByLink(Refusal):
    """Not every visitor may see the replay, so no list may lead to the lesson."""

    sentence = _("This replay isn’t open to everyone, so only a lesson with your own hand can be shared beyond a link.")


class NoLessonOfRaces(Refusal):
    """A race has no solver that tells right moves from wrong ones."""

    sentence = _("Only missions of The Crew can become lessons. Choose a replay of one.")


class NothingPlayed(Refusal):
    """The attempt has no action."""

    sentence = _("Nothing was played in this attempt. Choose another replay.")


class RoundDeleted(Refusal):
    """The attempt is gone."""

    sentence = _("The round of this lesson has been deleted, so the lesson can’t be shown any more.")


class NothingToLearn(Refusal):
    """The lesson has no step at which the learner acts."""

    sentence = _("First add a step where the learner acts.")


class NoSteps(Refusal):
    """The lesson is empty."""

    sentence = _("This lesson has no steps yet.")


class NotInThisState(Refusal):
    """The lesson is proposed or published, or no longer is."""

    sentence = _("This lesson can’t be changed like that any more. Reload the page to see its state.")


class ReadByOthers(Refusal):
    """The lesson is proposed or published: it stays as it was read."""

    sentence = _(
        "This lesson is proposed or published. Make it a draft again in another tab, then save your text here."
    )


class EditedElsewhere(Refusal):
    """Another tab has changed the lesson since the form was shown."""

    sentence = _("This lesson was changed in another tab. Your text is still here: check it, and save it again.")


class TooManySteps(Refusal):
    """The lesson has all its steps."""

    sentence = _("A lesson can have up to %(most)d steps. Remove one to add another.")


class NotTheLearnersTurn(Refusal):
    """The record's next action is not the learner's."""

    status = 422
    sentence = _("It isn’t the learner’s turn at this moment. Choose a moment when it is, or let the learner read on.")


class NoRightCard(Refusal):
    """The learner would have nothing right to choose."""

    status = 422
    sentence = _("Choose at least one right card.")


class IllegalRightCard(Refusal):
    """A right action is not possible there."""

    status = 422
    sentence = _("The rules don’t allow one of these cards here. Choose from the cards on the page.")


class NotYourClub(Refusal):
    """The author is not in the club."""

    status = 422
    sentence = _("Choose one of your clubs.")


class ChangedByAuthor(MovedOn):
    """The author has changed the lesson since the learner's page was shown."""

    sentence = _("The author has just changed this lesson. Look at this step again, then choose.")


class LastDecision(Refusal):
    """Others can take the lesson, and this is its only step at which they act."""

    sentence = _(
        "This is the only step where the learner acts. Add another one first, or make the lesson a draft again."
    )


class VotesNeedAnAccount(Refusal):
    """Votes of browsers without an account would be too cheap to mean anything."""

    status = 403
    sentence = _("Sign in to say whether a lesson helped you.")


class NotFinished(Refusal):
    """Only learners who have finished vote."""

    sentence = _("Finish the lesson first, then say whether it helped.")


class OwnLesson(Refusal):
    """An author reports their own lesson."""

    sentence = _("This is your own lesson. You can edit or delete it.")


class TooManyReports(Quota):
    """The player has reported a lot within the hour."""

    sentence = _("You’ve reported %(most)d lessons within an hour. Try again later.")


class TooManyVisitors(Quota):
    """Visitors without an account have begun a lot of lessons from one address."""

    sentence = _(
        "Too many lessons have been started from your network in the past hour. Sign in to go on, or try again later."
    )


class TooManyLessons(Quota):
    """The player has made a lot of lessons today."""

    sentence = _("You’ve made %(most)d lessons today. Try again tomorrow.")
