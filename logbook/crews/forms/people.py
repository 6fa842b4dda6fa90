"""Forms that split, merge or leave a crew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.campaigns.models import Campaign
from logbook.crews.models.crews import Crew
from logbook.lib.names import one_line
from logbook.people.models.players import Player


class SplitForm(forms.Form):
    """The new crew's name, its members, and the campaigns to copy."""

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages={"invalid": _("Reload the page and try again.")})
    name = forms.CharField(
        label=_("What is the new crew called?"),
        validators=[one_line],
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Give the new crew a name of at most 60 letters."),
            "max_length": _("Give the new crew a name of at most 60 letters."),
        },
    )
    members = forms.TypedMultipleChoiceField(
        label=_("Who goes along"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They find the new crew in their list, and stay in this one until they leave it themselves."),
        error_messages={"invalid_choice": _("Only members of this crew can go along.")},
    )
    campaigns = forms.TypedMultipleChoiceField(
        label=_("Which campaigns are copied"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("With all their attempts and who was there. This crew keeps its own."),
        error_messages={"invalid_choice": _("Only campaigns of this crew can go along.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        members: Iterable[Player],
        campaigns: Iterable[Campaign],
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
        label=_("Which crew takes it in?"),
        queryset=Crew.objects.none(),
        empty_label=_("choose one"),
        error_messages={
            "required": _("Choose the crew that takes it in."),
            "invalid_choice": _("Choose a crew that you founded."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, crews: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        field = self.fields["into"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = crews


class LeaveForm(forms.Form):
    """The choice to remove the player's name, and the photos, on leaving."""

    name = forms.BooleanField(label=_("Take my name away from this crew, for ever"), required=False)
    photos = forms.BooleanField(label=_("and the photos I added"), required=False)


class NameAwayForm(forms.Form):
    """The choice to remove the player's photos with the name."""

    photos = forms.BooleanField(label=_("and the photos I added"), required=False)
