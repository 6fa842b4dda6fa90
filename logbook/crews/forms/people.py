"""Forms that split, merge or leave a crew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.lib.names import validate_single_line


class Named(Protocol):
    """An object that a choice shows: a member, or a campaign."""

    pk: int
    name: Any


class SplitForm(forms.Form):
    """The new crew's name, its members, and the campaigns to copy."""

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages={"invalid": _("Reload the page and try again.")})
    name = forms.CharField(
        label=_("Name of the new crew"),
        validators=[validate_single_line],
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Give the new crew a name of up to 60 characters."),
            "max_length": _("Give the new crew a name of up to 60 characters."),
        },
    )
    members = forms.TypedMultipleChoiceField(
        label=_("Members who join you"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They’ll find the new crew under “My crews”, and stay in this one until they leave it."),
        error_messages={"invalid_choice": _("Choose only members of this crew.")},
    )
    campaigns = forms.TypedMultipleChoiceField(
        label=_("Campaigns to copy"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("With all their attempts and players. This crew keeps the originals."),
        error_messages={"invalid_choice": _("Choose only this crew’s campaigns.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        members: Iterable[Named],
        campaigns: Iterable[Named],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        for name, offered in (("members", members), ("campaigns", campaigns)):
            field = self.fields[name]
            if isinstance(field, forms.TypedMultipleChoiceField):
                field.choices = [(one.pk, one.name) for one in offered]
        self.fields["members"].initial = []
        self.fields["campaigns"].initial = [one.pk for one in campaigns]


class MergeForm(forms.Form):
    """The crew that the other one is merged into."""

    into = forms.ModelChoiceField(
        label=_("Which of your crews should it merge into?"),
        queryset=Crew.objects.none(),
        empty_label=_("Choose a crew"),
        error_messages={
            "required": _("Choose which of your crews it should merge into."),
            "invalid_choice": _("Choose a crew you founded."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, crews: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        field = self.fields["into"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = crews


class LeaveForm(forms.Form):
    """The choice to remove the player's name, and the photos, on leaving."""

    name = forms.BooleanField(label=_("Remove my name from this crew permanently"), required=False)
    photos = forms.BooleanField(label=_("Also remove the photos I added"), required=False)


class NameAwayForm(forms.Form):
    """The choice to remove the player's photos with the name."""

    photos = forms.BooleanField(label=_("Also remove the photos I added"), required=False)
