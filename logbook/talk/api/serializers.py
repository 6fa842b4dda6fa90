"""Serializers of talk."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.talk.models import TalkLine
from logbook.talk.phrases import PHRASES
from logbook.talk.selectors import line_words


class TalkLineSerializer(serializers.Serializer[Any]):
    """A line of talk at a table."""

    id = serializers.IntegerField(source="pk")
    author = serializers.CharField(source="player.name")
    is_own = serializers.SerializerMethodField(help_text="True if the caller wrote it.")
    audience = serializers.ChoiceField(choices=TalkLine.Audience.choices, help_text="Who reads it at once.")
    words = serializers.SerializerMethodField(help_text="Plain text, or the phrase in words. Empty once hidden.")
    phrase = serializers.ChoiceField(choices=("", *PHRASES), help_text="Key of the phrase; empty for text.")
    written_at = serializers.DateTimeField(source="at")
    reason = serializers.CharField(help_text="Why a moderator hid it. Empty unless hidden.")

    def get_is_own(self, line: TalkLine) -> bool:
        return line.player_id == self.context.get("caller")

    def get_words(self, line: TalkLine) -> str:
        return "" if line.is_hidden else line_words(line)


class TalkInputSerializer(serializers.Serializer[Any]):
    """A line to write: a text or a phrase."""

    text = serializers.CharField(default="", allow_blank=True, help_text="Plain text, up to 300 characters.")
    phrase = serializers.ChoiceField(default="", choices=("", *PHRASES), help_text="Key of a phrase.")
