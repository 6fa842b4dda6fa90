"""Access to reviews: those of the attempt's replay read them; players with an account and those who sat there write.

An author deletes their comments also without the replay.
"""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from logbook.challenges.access.replays import replay_for
from logbook.clubs.access import organizes
from logbook.crews.access import founded_crews_of
from logbook.people.models.players import Player
from logbook.reviews.models import Comment
from logbook.tables.models import Attempt


def comment_for(player: Player | None, attempt_id: int, pk: int) -> Comment:
    """Return a comment on an attempt whose replay the player may see, or raise 404."""
    attempt = replay_for(player, attempt_id)
    comment = get_object_or_404(Comment.objects.select_related("player"), attempt=attempt, pk=pk)
    comment.attempt = attempt
    return comment


def comment_to_delete_for(player: Player | None, attempt_id: int, pk: int) -> Comment:
    """Return the player's own comment, also one without access to the replay; any other as `comment_for` does."""
    own = Comment.objects.select_related("player", "attempt__table").filter(attempt=attempt_id, pk=pk, player=player)
    return (own.first() if player is not None else None) or comment_for(player, attempt_id, pk)


def may_write(player: Player | None, attempt: Attempt) -> bool:
    """True if the player, who may see the replay, may comment: with an account, or as a guest who sat there."""
    if player is None:
        return False
    return not player.is_guest or attempt.sittings.filter(player=player).exists()


def may_moderate(player: Player | None, attempt: Attempt) -> bool:
    """True if the player, who may see the replay, may remove comments of others.

    Founders of the crew, organizers of the challenge's club, and administrators of the site moderate.
    """
    if player is None or player.user is None:
        return False
    table = attempt.table
    if player.user.is_staff or (table.crew is not None and founded_crews_of(player).contains(table.crew)):
        return True
    return table.stage is not None and organizes(player, table.stage.challenge.club)
