"""Clubs and crews: what they are, who is in them, and what one does there."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.clubs.models import ClubMember, JoinRequest
from logbook.lib.names import one_line
from logbook.people.api.serializers import CrewName, Person


class ClubLine(serializers.Serializer[Any]):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(
        choices=ClubMember.Role.values, allow_null=True, help_text="One's own; null for who only plays there."
    )
    members = serializers.IntegerField(source="size")
    crews = serializers.IntegerField(source="crew_count")


class Club(serializers.Serializer[Any]):
    """A club. To strangers a public one tells the same, but no members and no open standings."""

    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    public = serializers.BooleanField()
    role = serializers.ChoiceField(choices=ClubMember.Role.values, allow_null=True)
    members = serializers.IntegerField(help_text="How many.")
    crews = serializers.IntegerField(help_text="How many.")


class ClubWords(serializers.Serializer[Any]):
    """What a club says about itself."""

    name = serializers.CharField(validators=[one_line], max_length=60)
    about = serializers.CharField(max_length=2000, allow_blank=True, default="")
    public = serializers.BooleanField(default=False, help_text="Everybody may read its page.")


class Member(serializers.Serializer[Any]):
    """Somebody in a club."""

    player = Person()
    role = serializers.ChoiceField(choices=ClubMember.Role.values)
    joined_at = serializers.DateTimeField()


class Removal(serializers.Serializer[Any]):
    """A player that the club has removed."""

    player = Person()
    removed_at = serializers.DateTimeField()


class Role(serializers.Serializer[Any]):
    """A role to give."""

    role = serializers.ChoiceField(choices=ClubMember.Role.values)


class EnteredCrew(CrewName):
    """A crew that plays in a club."""

    members = serializers.IntegerField(source="size")
    played = serializers.IntegerField(help_text="Challenges that are over.")
    won = serializers.IntegerField()


class CrewChoice(serializers.Serializer[Any]):
    """One of one's own crews."""

    crew = serializers.SlugField(max_length=70)


class JoinWords(serializers.Serializer[Any]):
    """A line for the organizers."""

    words = serializers.CharField(max_length=200, allow_blank=True, default="")


class Request(serializers.Serializer[Any]):
    """Somebody who asks to join."""

    id = serializers.IntegerField(source="pk")
    player = Person()
    words = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=JoinRequest.State.values)
    asked_at = serializers.DateTimeField()


class Answer(serializers.Serializer[Any]):
    """Yes or no to somebody who asks to join."""

    accept = serializers.BooleanField()


class News(serializers.Serializer[Any]):
    """A post."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    text = serializers.CharField()
    author = serializers.CharField(source="author.name", default=None, allow_null=True)
    written_at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)


class NewsWords(serializers.Serializer[Any]):
    """A post to write."""

    title = serializers.CharField(validators=[one_line], max_length=80)
    text = serializers.CharField(max_length=2000)
