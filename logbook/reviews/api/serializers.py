"""Serializers of comments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.reviews.models import Comment


class CommentSerializer(serializers.Serializer[Any]):
    """A comment on a moment of a finished attempt."""

    id = serializers.IntegerField(source="pk")
    step = serializers.IntegerField(help_text="Moment: the number of actions before it. 0 is the fresh deal.")
    text = serializers.CharField(help_text="Plain text. Empty after a moderator has removed the comment.")
    author = serializers.CharField(
        source="player.name", default=None, allow_null=True, help_text="Null after the author has removed their name."
    )
    is_own = serializers.SerializerMethodField(help_text="True if the caller wrote it.")
    written_at = serializers.DateTimeField(source="created_at")
    edited_at = serializers.DateTimeField(allow_null=True)
    removed_at = serializers.DateTimeField(allow_null=True, help_text="When a moderator removed it.")
    reason = serializers.CharField(help_text="The moderator's reason. Empty unless removed.")

    def get_is_own(self, comment: Comment) -> bool:
        return comment.player_id is not None and comment.player_id == self.context.get("caller")


class CommentInputSerializer(serializers.Serializer[Any]):
    """A comment to write."""

    step = serializers.IntegerField(min_value=0, max_value=999_999, help_text="Moment to comment on.")
    text = serializers.CharField(help_text="Plain text, up to 500 characters.")


class CommentTextSerializer(serializers.Serializer[Any]):
    """A comment's new text."""

    text = serializers.CharField(help_text="Plain text, up to 500 characters.")


class CommentRemovalSerializer(serializers.Serializer[Any]):
    """A moderator's reason."""

    reason = serializers.CharField(max_length=200, help_text="Shown to everyone who may see the replay.")
