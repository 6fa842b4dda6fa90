"""Forms of campaigns: open a campaign, write an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import games
from logbook.campaigns.models import Campaign
from logbook.campaigns.selectors.entries import Attendee
from logbook.lib.names import split_names, validate_single_line
from logbook.rounds import text
from logbook.tables.kinds import Kind, kind_of
from logbook.tables.setup_fields import Choice

LONGEST_NOTE = 500
LONGEST_GUEST = 40
LONGEST_GUESTS = 4 * (LONGEST_GUEST + 2)
"""Letters of the names of all new guests of an attempt."""
NO_PLAYER = ""
GUEST = "guest"


def _game_choices() -> list[tuple[str, str]]:
    return [(slug, text.game_name(slug)) for slug in games.GAMES]


def points_field(name: str) -> forms.IntegerField:
    """Return the field of a person's points."""
    sentence = _("Enter the points as a whole number from 0 to 999.")
    return forms.IntegerField(
        label=format_lazy(_("Points for {name}"), name=name),
        required=False,
        min_value=0,
        max_value=999,
        widget=forms.NumberInput(attrs={"class": "points", "placeholder": _("points"), "inputmode": "numeric"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), sentence),
    )


class CampaignForm(forms.ModelForm):
    """A game, a name, and whether missions are played in order."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=_game_choices,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose a game."),
            "invalid_choice": _("This game isn’t available here."),
        },
    )
    in_order = forms.TypedChoiceField(
        label=_("Missions"),
        choices=(("yes", _("In order, as in the printed logbook")), ("no", _("In any order"))),
        coerce=lambda word: word == "yes",
        initial="yes",
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose whether missions are played in order."),
            "invalid_choice": _("Choose whether missions are played in order."),
        },
    )

    class Meta:
        model = Campaign
        fields = ("game", "name")
        labels = {"name": _("Campaign name")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}
        error_messages = {
            "name": {
                "required": _("Give the campaign a name, such as “Winter evenings”."),
                "max_length": _("Give the campaign a name of up to 80 characters."),
            }
        }


class NoteField(forms.CharField):
    """A text field that counts a line break as one character, as the browser's text area does."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class EntryPageForm(forms.Form):
    """An attempt: the mission, its result, and what else the crew records.

    The service decides which missions are possible: a select only offers them.
    """

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages={"invalid": _("Reload the page and try again.")})
    seen = forms.IntegerField(
        widget=forms.HiddenInput, required=False, error_messages={"invalid": _("Reload the page and try again.")}
    )
    mission = forms.CharField(label=_("Mission"), error_messages={"required": _("Choose a mission.")})
    won = forms.TypedChoiceField(
        label=_("How did it end?"),
        choices=(("yes", _("Success")), ("no", _("Failure"))),
        coerce=lambda word: word == "yes",
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose “Success” or “Failure”."),
            "invalid_choice": _("Choose “Success” or “Failure”."),
        },
    )
    distress = forms.BooleanField(label=_("Distress signal sent"), required=False)
    present = forms.MultipleChoiceField(
        label=_("Who played"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Choose only the crew’s members, substitutes and guests.")},
    )
    guest = forms.CharField(
        label=_("Other guests"),
        validators=[validate_single_line],
        required=False,
        max_length=LONGEST_GUESTS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": _("Guests’ names, separated by commas")}),
        error_messages={"max_length": _("Enter each guest’s name, up to 40 characters.")},
    )
    captain = forms.ChoiceField(
        label=_("Captain"),
        required=False,
        error_messages={"invalid_choice": _("Choose the captain from the players who were there.")},
    )
    substitutes = forms.MultipleChoiceField(
        label=_("Substitutes"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Choose substitutes from the players who were there.")},
    )
    played_on = forms.DateField(
        label=_("When"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose a date."),
            "invalid": _("Enter a valid date, such as 2026-11-20."),
        },
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        required=False,
        min_value=1,
        max_value=999,
        error_messages={
            word: _("Enter how many minutes it took, from 1 to 999.") for word in ("invalid", "min_value", "max_value")
        },
    )
    note = NoteField(
        label=_("Note"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"max_length": _("This note is too long. Keep it to 500 characters.")},
    )
    photo = forms.FileField(
        label=_("Photo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={
            word: _("We can’t read this photo. Choose a JPEG, PNG or WebP file.")
            for word in ("invalid", "missing", "empty")
        },
    )
    without_photo = forms.BooleanField(label=_("Remove the photo"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        missions: Sequence[Choice],
        people: Sequence[Attendee],
        kind: Kind | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, files, **kwargs)
        self.kind = kind or kind_of("")
        if self.kind.has_points:
            self._ask_for_points(people)
        self.fields["mission"].widget = forms.Select(choices=missions)
        chips = [(person.key, person.name) for person in people]
        for name in ("present", "substitutes"):
            field = self.fields[name]
            if isinstance(field, forms.MultipleChoiceField):
                field.choices = chips
        captain = self.fields["captain"]
        if isinstance(captain, forms.ChoiceField):
            captain.choices = [(NO_PLAYER, _("Not recorded")), *chips]

    def _ask_for_points(self, people: Sequence[Attendee]) -> None:
        """Adapt the fields to a race: it has points and winners, no distress signal and no captain."""
        for name in ("won", "distress", "captain"):
            self.fields[name].required = False
            self.fields[name].widget = forms.HiddenInput()
        self.fields["mission"].label = _("Scenario")
        for person in (*people, Attendee(GUEST, str(_("the guest")))):
            self.fields[f"points_{person.key}"] = points_field(person.name)

    def rows_of_people(self) -> list[tuple[forms.BoundField | Any, forms.BoundField]]:
        """Return each chip with the field of that person's points."""
        return [(chip, self[f"points_{chip.data['value']}"]) for chip in self["present"]]

    @property
    def points(self) -> dict[str, int]:
        """Points by chip key; the key of a new guest is `guest`."""
        points = {name.removeprefix("points_"): self.cleaned_data[name] for name in self._point_fields()}
        return {key: number for key, number in points.items() if number is not None}

    def _point_fields(self) -> list[str]:
        return [name for name in self.cleaned_data if name.startswith("points_")]

    @property
    def keys_present(self) -> tuple[str, ...]:
        """The keys of people who are ticked or have points."""
        keys = [*self.cleaned_data["present"], *(key for key in self.points if key != GUEST)]
        return tuple(dict.fromkeys(keys))

    def clean_guest(self) -> str:
        names = split_names(self.cleaned_data["guest"])
        if any(len(name) > LONGEST_GUEST for name in names):
            raise ValidationError(_("Enter each guest’s name, up to 40 characters."))
        return ", ".join(names)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.kind.has_points:
            data |= {"won": True, "distress": False, "captain": NO_PLAYER}
            points, names = data.get(f"points_{GUEST}"), split_names(data.get("guest", ""))
            if points is not None and len(names) > 1:
                self.add_error("guest", ValidationError(_("To enter points, add only one new guest at a time.")))
            if points is not None and "guest" not in self.errors and not names:
                self.add_error("guest", ValidationError(_("Enter the guest’s name next to the points.")))
        present = set(data.get("present", ()))
        if self.kind.has_points:
            present |= {name.removeprefix("points_") for name in self._point_fields() if data[name] is not None}
        if data.get("captain") and data["captain"] not in present:
            self.add_error("captain", ValidationError(_("Choose the captain from the players who were there.")))
        if not present.issuperset(data.get("substitutes", ())):
            self.add_error("substitutes", ValidationError(_("Choose substitutes from the players who were there.")))
        return data

    @property
    def has_more(self) -> bool:
        """Whether the folded fields must be open."""
        folded = ("captain", "substitutes", "played_on", "minutes", "note", "photo", "without_photo")
        return any(name in self.errors for name in folded)
