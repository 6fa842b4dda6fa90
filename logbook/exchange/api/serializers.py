"""Files that somebody brings: how far one is, what is doubtful in it, and what is to be decided."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.exchange.forms import ENCODINGS, FIELDS
from logbook.exchange.models import Import as Model
from logbook.tables.api.serializers import GAMES


class ImportFileSerializer(serializers.Serializer[Any]):
    """A file to bring."""

    file = serializers.FileField(max_length=200, help_text="Up to 64 MB, a zip up to 128 MB.")


class ImportRowSerializer(serializers.Serializer[Any]):
    """A file in a list."""

    id = serializers.IntegerField(source="pk")
    crew = serializers.CharField(source="crew.slug", default=None, allow_null=True)
    club = serializers.CharField(
        source="club.slug", default=None, allow_null=True, help_text="What a club's file has become."
    )
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=Model.Kind.values)
    state = serializers.ChoiceField(choices=Model.State.values)
    number = serializers.IntegerField(source="steps", help_text="It grows with every step: as the stream tells it.")
    good = serializers.IntegerField(help_text="Lines that can be brought in.")
    doubtful = serializers.IntegerField(help_text="Those among which one may look.")
    wrong = serializers.IntegerField(help_text="Lines that are left out.")
    there = serializers.IntegerField(help_text="Lines that are in the logbook already.")
    made = serializers.IntegerField(help_text="Lines that were brought in.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class OptionSerializer(serializers.Serializer[Any]):
    """What something of the file may be here."""

    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class QuestionSerializer(serializers.Serializer[Any]):
    """Somebody or some campaign of the file, to be told who or which it is."""

    field = serializers.CharField(help_text="Its key in `choices`.")
    name = serializers.CharField(allow_blank=True)
    lines = serializers.IntegerField(source="entries")
    options = OptionSerializer(many=True)
    chosen = serializers.CharField(source="suggestion", help_text="What is suggested.")


class FaultRowSerializer(serializers.Serializer[Any]):
    """What is wrong, or in doubt, at one place of the file."""

    row = serializers.IntegerField()
    sentence = serializers.CharField()
    of = serializers.CharField(allow_blank=True, help_text="In a club's file: whose line it is.")


class FileCrewSerializer(serializers.Serializer[Any]):
    """A crew in a club's file."""

    id = serializers.IntegerField(source="job.pk", help_text="For `crews`.")
    name = serializers.CharField(source="job.name")
    refused = serializers.CharField(allow_blank=True, help_text="Why it cannot be read, if so.")


class FileMemberSerializer(serializers.Serializer[Any]):
    """Somebody whom a club's file names as a member."""

    key = serializers.CharField(help_text="For `me`.")
    name = serializers.CharField()
    chosen = serializers.BooleanField(help_text="Probably it is the caller.")


class ImportSerializer(ImportRowSerializer):
    """A file: what will be made of it, how far it is, what became of it."""

    percent = serializers.IntegerField()
    refused = serializers.CharField(allow_blank=True, help_text="Why it cannot be read, or where it stopped.")
    wrong_lines = FaultRowSerializer(many=True, help_text="The first fifty.")
    doubtful_lines = FaultRowSerializer(many=True, help_text="The first fifty.")
    people = QuestionSerializer(many=True)
    campaigns = QuestionSerializer(many=True)
    unmarked = serializers.IntegerField(help_text="Plays in which nobody is marked as a winner.")
    shared_lengths = serializers.IntegerField(help_text="Attempts of plays noted several times with one length.")
    crews = FileCrewSerializer(many=True)
    members = FileMemberSerializer(many=True)


class ImportInputSerializer(serializers.Serializer[Any]):
    """The choices to import a file with; what is not chosen is as suggested."""

    choices = serializers.DictField(
        child=serializers.CharField(max_length=40), default=dict, help_text="Of people and campaigns, by their fields."
    )
    unmarked = serializers.ChoiceField(
        choices=["won", "failed", "leave"],
        required=False,
        help_text="How plays ended in which nobody is marked as a winner.",
    )
    lengths = serializers.ChoiceField(
        choices=["each", "together"],
        required=False,
        help_text="Whether the length of a play noted several times is each attempt's, or all of them together.",
    )
    me = serializers.CharField(
        max_length=40,
        allow_blank=True,
        allow_null=True,
        default=None,
        help_text="Of a club: the member that the caller is; empty for none, null for the one suggested.",
    )
    crews = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**18 - 1),
        allow_null=True,
        default=None,
        max_length=400,
        help_text="Of a club: the crews that come in; null for all.",
    )


class ColumnsSerializer(serializers.Serializer[Any]):
    """The beginning of a table, and how it would be read."""

    headers = serializers.ListField(child=serializers.CharField(allow_blank=True))
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))
    columns = serializers.DictField(child=serializers.IntegerField(), help_text="Which column, from 0, is what.")
    game = serializers.CharField(allow_blank=True)
    day_order = serializers.CharField(allow_blank=True)
    encoding = serializers.CharField(allow_blank=True)


class ColumnsFilterSerializer(serializers.Serializer[Any]):
    """How to read it."""

    encoding = serializers.ChoiceField(choices=list(ENCODINGS), required=False, help_text="Not as we guess.")


class ColumnsInputSerializer(serializers.Serializer[Any]):
    """Which column of a table is what."""

    columns = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=999),
        help_text=f"By name, from 0: {', '.join(FIELDS)}.",
    )
    game = serializers.ChoiceField(choices=GAMES, required=False, help_text="Where no column names it.")
    day_order = serializers.ChoiceField(choices=["dmy", "mdy"], required=False, help_text="Where nothing decides it.")
    encoding = serializers.ChoiceField(choices=list(ENCODINGS), required=False, help_text="Where our guess is wrong.")
