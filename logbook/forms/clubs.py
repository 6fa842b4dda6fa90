"""Opening a club, and who does what in it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.models import Club, ClubMember, Crew, Player


class ClubForm(forms.ModelForm):
    """A club's name, and what it says about itself."""

    class Meta:
        model = Club
        fields = ("name", "about")
        error_messages = {"name": {"required": _("Give the club a name. It can be anything you like.")}}
        help_texts = {"about": _("Who you are, when you play. Members read it on the club's page.")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"}), "about": forms.Textarea(attrs={"rows": 4})}


class RoleForm(forms.Form):
    """A role for one of the club's members."""

    player = forms.ModelChoiceField(queryset=Player.objects.none())
    role = forms.ChoiceField(
        choices=ClubMember.Role.choices,
        error_messages={"required": _("Choose a role."), "invalid_choice": _("Choose owner, organizer or member.")},
    )

    def __init__(self, data: dict[str, str], *, club: Club) -> None:
        super().__init__(data)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = Player.objects.filter(club_memberships__club=club)
        field.error_messages = {
            "required": _("Say whose role it is."),
            "invalid_choice": _("This person is no member of the club."),
        }


class CrewChoiceForm(forms.Form):
    """One of the reader's own crews."""

    crew = forms.ModelChoiceField(queryset=Crew.objects.none(), label=_("Crew"))

    def __init__(self, data: dict[str, str] | None = None, *, crews: list[Crew], required: bool = True) -> None:
        super().__init__(data)
        field = self.fields["crew"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = Crew.objects.filter(pk__in=[crew.pk for crew in crews])
        field.required = required
        field.empty_label = None if required else _("no crew yet")
        field.error_messages = {
            "required": _("Choose the crew that joins."),
            "invalid_choice": _("Choose one of your own crews."),
        }
