"""Serializer of an accepted invitation."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ComingSerializer(serializers.Serializer[Any]):
    """Options for accepting a link."""

    crew = serializers.SlugField(
        max_length=70,
        allow_null=True,
        default=None,
        help_text="Links into a club only: slug of the caller's crew to bring along.",
    )
