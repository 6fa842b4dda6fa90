"""Refusals of reviews."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class NoSuchMoment(Refusal):
    """The attempt has fewer moments."""

    status = 422
    sentence = _("This attempt doesn’t have that moment. Go to a moment in the replay, and comment there.")


class AccountWanted(Refusal):
    """A guest who did not sit at the table, or a visitor, writes."""

    status = 403
    sentence = _("Sign in to comment. Guests can comment on attempts they played in.")


class NotYourComment(Refusal):
    """The comment is another player's."""

    status = 403
    sentence = _("Only its author can edit a comment.")


class TooLateToEdit(Refusal):
    """The time for edits is over."""

    sentence = _("A comment can be edited for ten minutes. Delete it, or write another one.")


class CommentRemoved(Refusal):
    """A moderator has removed the comment."""

    sentence = _("This comment has been removed.")


class NotYoursToRemove(Refusal):
    """The player does not moderate the review."""

    status = 403
    sentence = _("Only its author, a founder of the crew or an organizer of the club can remove a comment.")


class ReviewFull(Refusal):
    """The review has reached the number of comments."""

    sentence = _("This review has %(most)d comments already. Delete one of yours to write another.")


class TooManyComments(Quota):
    """The player has written a lot within the hour."""

    sentence = _("You’ve written %(most)d comments within an hour. Try again later.")
