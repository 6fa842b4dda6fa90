"""Serializers of imports: progress, preview and choices."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES
from logbook.exchange.forms import ENCODINGS, FIELDS
from logbook.exchange.models import Import as Model


class ImportFileSerializer(serializers.Serializer[Any]):
    """A file to import."""

    file = serializers.FileField(max_length=200, help_text="At most 64 MB; ZIP files at most 128 MB.")


class ImportRowSerializer(serializers.Serializer[Any]):
    """An import in a list."""

    id = serializers.IntegerField(source="pk")
    crew = serializers.CharField(
        source="crew.slug", default=None, allow_null=True, help_text="Slug of the crew; null for imports of a club."
    )
    club = serializers.CharField(
        source="club.slug",
        default=None,
        allow_null=True,
        help_text="Slug of the club, for imports of a club; null until it exists.",
    )
    name = serializers.CharField(help_text="Name of the file.")
    kind = serializers.ChoiceField(choices=Model.Kind.values)
    state = serializers.ChoiceField(choices=Model.State.values)
    number = serializers.IntegerField(
        source="steps", help_text="Version number. Increases with every step; the stream sends it."
    )
    good = serializers.IntegerField(help_text="Number of entries ready to import.")
    doubtful = serializers.IntegerField(
        help_text="Number of further entries that can be imported, but should be checked."
    )
    wrong = serializers.IntegerField(help_text="Number of entries skipped because of an error.")
    existing = serializers.IntegerField(help_text="Number of entries that are in the logbook already.")
    imported = serializers.IntegerField(help_text="Number of entries imported.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class OptionSerializer(serializers.Serializer[Any]):
    """A possible target of a reference in the file."""

    value = serializers.CharField(help_text="Value for `choices`.")
    label = serializers.CharField()  # type: ignore[assignment]


class QuestionSerializer(serializers.Serializer[Any]):
    """A person or campaign named in the file, with the targets to choose from."""

    field = serializers.CharField(help_text="Key for `choices`.")
    name = serializers.CharField(allow_blank=True)
    entries = serializers.IntegerField(help_text="Number of entries that it appears in.")
    options = OptionSerializer(many=True)
    chosen = serializers.CharField(
        source="suggestion",
        help_text="The suggested option; applied if `choices` has no other. Empty if several people have the name.",
    )


class FaultRowSerializer(serializers.Serializer[Any]):
    """An error or doubt about a row of the file."""

    row = serializers.IntegerField(help_text="Row number in the file.")
    sentence = serializers.CharField(help_text="The error or doubt, in the caller's language.")
    of = serializers.CharField(allow_blank=True, help_text="Imports of a club: whose row it is.")


class AskedLineSerializer(serializers.Serializer[Any]):
    """A play whose text leaves something open."""

    row = serializers.IntegerField(help_text="Number of the play in the file.")
    day = serializers.DateField()
    text = serializers.CharField(allow_blank=True)
    mission_field = serializers.CharField(
        allow_blank=True,
        help_text="Key for `choices`: missions, separated by commas, or empty to skip the play. Empty if it is stated.",
    )
    missions = serializers.CharField(allow_blank=True, help_text="The suggested missions.")
    signal_field = serializers.CharField(
        allow_blank=True, help_text="Key for `choices`: `yes` or `no`. Empty if no text mentions the distress signal."
    )
    distress = serializers.BooleanField(help_text="Whether the distress signal seems to have been used.")


class FileCrewSerializer(serializers.Serializer[Any]):
    """A crew in a club's file."""

    id = serializers.IntegerField(source="job.pk", help_text="ID for `crews`.")
    name = serializers.CharField(source="job.name")
    refused = serializers.CharField(allow_blank=True, help_text="Why the crew can't be read; empty if it can.")


class FileMemberSerializer(serializers.Serializer[Any]):
    """A member named in a club's file."""

    key = serializers.CharField(help_text="Key for `me`.")
    name = serializers.CharField()
    chosen = serializers.BooleanField(help_text="Whether this member is suggested as the caller.")


class ImportSerializer(ImportRowSerializer):
    """An import with its preview, progress and result."""

    percent = serializers.IntegerField(help_text="Progress of the import, or of undoing it, in percent.")
    refused = serializers.CharField(
        allow_blank=True, help_text="Why the file can't be read, or why the import stopped; empty otherwise."
    )
    wrong_rows = FaultRowSerializer(many=True, help_text="Rows with errors; the first 50.")
    doubtful_rows = FaultRowSerializer(many=True, help_text="Rows to check; the first 50.")
    people = QuestionSerializer(many=True)
    campaigns = QuestionSerializer(many=True)
    asked = AskedLineSerializer(many=True, help_text="Plays whose text leaves something open.")
    missing_plays = serializers.IntegerField(
        help_text="Number of plays that BoardGameGeek has and the file lacks, because it is one page of several."
    )
    unmarked = serializers.IntegerField(help_text="Number of plays without a winner, which need `unmarked`.")
    shared_lengths = serializers.IntegerField(
        help_text="Number of attempts in plays that have a quantity and one length, which need `lengths`."
    )
    crews = FileCrewSerializer(many=True)
    members = FileMemberSerializer(many=True)


class ImportInputSerializer(serializers.Serializer[Any]):
    """The choices for an import. Suggestions fill in what is left out."""

    choices = serializers.DictField(
        child=serializers.CharField(max_length=40, allow_blank=True),
        default=dict,
        help_text="Chosen option by `field`, for people and campaigns; answers by `mission_field` and `signal_field`.",
    )
    unmarked = serializers.ChoiceField(
        choices=["won", "failed", "leave"],
        required=False,
        help_text="Result of plays without a winner; `leave` skips them. Required if `unmarked` is above 0.",
    )
    lengths = serializers.ChoiceField(
        choices=["each", "together"],
        required=False,
        help_text=(
            "Whether the length of a play with a quantity is that of each attempt, or of all of them together. "
            "Required if `shared_lengths` is above 0."
        ),
    )
    me = serializers.CharField(
        max_length=40,
        allow_blank=True,
        allow_null=True,
        default=None,
        help_text=(
            "Imports of a club: key of the member who is the caller; empty for none, null for the suggested one."
        ),
    )
    crews = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**18 - 1),
        allow_null=True,
        default=None,
        max_length=400,
        help_text="Imports of a club: IDs of the crews to import; null for all.",
    )


class ColumnsSerializer(serializers.Serializer[Any]):
    """The first rows of a table, and the suggested meaning of its columns."""

    headers = serializers.ListField(child=serializers.CharField(allow_blank=True))
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))
    columns = serializers.DictField(child=serializers.IntegerField(), help_text="Column index, from 0, by field name.")
    game = serializers.CharField(allow_blank=True)
    day_order = serializers.CharField(allow_blank=True)
    encoding = serializers.CharField(allow_blank=True)


class ColumnsFilterSerializer(serializers.Serializer[Any]):
    """Options for reading a table."""

    encoding = serializers.ChoiceField(
        choices=list(ENCODINGS), required=False, help_text="Overrides the detected encoding."
    )


class ColumnsInputSerializer(serializers.Serializer[Any]):
    """The meaning of a table's columns."""

    columns = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=999),
        help_text=f"Column index, from 0, by field name: {', '.join(FIELDS)}.",
    )
    game = serializers.ChoiceField(
        choices=GAMES, required=False, help_text="Game of all rows; required if no column names it."
    )
    day_order = serializers.ChoiceField(
        choices=["dmy", "mdy"],
        required=False,
        help_text="Order of day and month in dates such as 03/04/2026; required if the file leaves it open.",
    )
    encoding = serializers.ChoiceField(
        choices=list(ENCODINGS), required=False, help_text="Overrides the detected encoding."
    )
