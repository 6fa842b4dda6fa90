"""Services of reviews: write, edit, delete and remove comments."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.lib import quotas
from logbook.people.models.players import Player
from logbook.reviews.exceptions import CommentRemoved, NoSuchMoment, NotYourComment, ReviewFull, TooLateToEdit
from logbook.reviews.models import Comment
from logbook.reviews.quotas import COMMENTS
from logbook.reviews.signals import review_changed
from logbook.tables.models import Attempt

EDITABLE_FOR: Final = timedelta(minutes=10)
MOST_COMMENTS: Final = 200
"""The most comments of a review: each page of the replay shows all of them."""


@transaction.atomic
def write_comment(*, attempt: Attempt, by: Player, step: int, text: str) -> Comment:
    """Write a comment on the moment after `step` actions. Access has checked that the player may.

    Raises NoSuchMoment, ReviewFull, TooManyComments.
    """
    if step > attempt.length:
        raise NoSuchMoment
    Attempt.objects.select_for_update().get(pk=attempt.pk)  # Two comments at once are counted one by one.
    if attempt.comments.count() >= MOST_COMMENTS:
        raise ReviewFull(most=MOST_COMMENTS)
    quotas.take(COMMENTS, by.pk)
    comment = Comment.objects.create(attempt=attempt, player=by, step=step, text=text)
    _changed(attempt.pk)
    return comment


def is_editable(comment: Comment, player: Player | None) -> bool:
    """True if the player is its author and the ten minutes are not over."""
    is_own = player is not None and comment.player_id == player.pk and not comment.is_removed
    return is_own and timezone.now() < comment.created_at + EDITABLE_FOR


@transaction.atomic
def edit_comment(*, comment: Comment, by: Player, text: str) -> None:
    """Edit a comment as its author, within ten minutes. Raises NotYourComment, CommentRemoved, TooLateToEdit."""
    row = Comment.objects.select_for_update(of=("self",)).filter(pk=comment.pk).first()
    if row is None or row.is_removed:
        raise CommentRemoved
    if row.player_id != by.pk:
        raise NotYourComment
    if not is_editable(row, by):
        raise TooLateToEdit
    if row.text == text:
        return
    row.text, row.edited_at = text, timezone.now()
    row.save(update_fields=["text", "edited_at"])
    _changed(row.attempt_id)


@transaction.atomic
def delete_comment(*, comment: Comment, by: Player) -> None:
    """Delete a comment for good as its author. Idempotent. Raises NotYourComment."""
    if comment.player_id != by.pk:
        raise NotYourComment
    Comment.objects.filter(pk=comment.pk).delete()
    _changed(comment.attempt_id)


@transaction.atomic
def remove_comment(*, comment: Comment, by: Player, reason: str) -> None:
    """Remove another player's comment as a moderator: its text is gone, and readers see the reason.

    Access has checked that the player moderates. Idempotent: the first reason stays.
    """
    Comment.objects.filter(pk=comment.pk, removed_at=None).update(
        text="", removed_at=timezone.now(), removed_by=by, reason=reason
    )
    _changed(comment.attempt_id)


def _changed(attempt_id: int) -> None:
    review_changed.send(sender=Comment, attempt_id=attempt_id)
