"""Forms of clubs: settings, roles, entry and news."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club, ClubMember, News
from logbook.crews.models.crews import Crew
from logbook.lib.names import validate_no_address, validate_single_line
from logbook.people.models.players import Player

MOST_ADDRESSES = 20


class ClubForm(forms.ModelForm):
    """A club's name and description, and whether it is public."""

    class Meta:
        model = Club
        fields = ("name", "about", "public")
        error_messages = {"name": {"required": _("Enter a name for the club.")}}
        labels = {"public": _("Public club page")}
        help_texts = {
            "about": _("Who you are and when you play. Shown on the club’s page."),
            "public": _(
                "Anyone can see the club’s name, news, crews, challenges and winners, and ask to join. The "
                "members stay hidden. If this is off, the club can only be found by invitation."
            ),
        }
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"}), "about": forms.Textarea(attrs={"rows": 4})}

    def clean_name(self) -> str:
        """Refuse a name with an address: it is the subject of mailed invitations."""
        name: str = self.cleaned_data["name"]
        validate_no_address(name)
        return name


class ClubDeleteForm(forms.Form):
    """The club's name, typed in: a confirmation against accidents."""

    name = forms.CharField(
        label=_("Club name"), validators=[validate_single_line], widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, data: dict[str, str] | None = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club
        self.fields["name"].error_messages = {"required": _("Enter the club’s name to delete it.")}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.club.name:
            raise ValidationError(_("This isn’t the club’s name. Nothing was deleted."))
        return name


class RoleForm(forms.Form):
    """A role for a member of the club."""

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
            "required": _("Choose a member."),
            "invalid_choice": _("This person isn’t a member of the club."),
        }


class CrewChoiceForm(forms.Form):
    """A choice of the reader's own crews."""

    crew = forms.ModelChoiceField(queryset=Crew.objects.none(), label=_("Crew"))

    def __init__(self, data: dict[str, str] | None = None, *, crews: list[Crew]) -> None:
        super().__init__(data)
        field = self.fields["crew"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = Crew.objects.filter(pk__in=[crew.pk for crew in crews])
        field.empty_label = None
        field.error_messages = {
            "required": _("Choose the crew to join with."),
            "invalid_choice": _("Choose one of your crews."),
        }


class JoinForm(forms.Form):
    """A line of text for the organizers."""

    words = forms.CharField(
        label=_("About you, in one line"),
        required=False,
        max_length=200,
        help_text=_("Who you are, who you play with. Only the organizers see this."),
        error_messages={"max_length": _("Use up to 200 characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_words(self) -> str:
        return " ".join(self.cleaned_data["words"].split())


class AnswerForm(forms.Form):
    """The answer to a join request."""

    answer = forms.ChoiceField(
        choices=[("accept", _("accept")), ("decline", _("decline"))],
        error_messages={"required": _("Choose accept or decline."), "invalid_choice": _("Choose accept or decline.")},
    )


class MailInvitesForm(forms.Form):
    """Email addresses, one on each line."""

    addresses = forms.CharField(
        label=_("Email addresses"),
        help_text=_("One per line, up to 20. Each address gets its own link, valid for one person."),
        error_messages={"required": _("Enter at least one email address.")},
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_addresses(self) -> list[str]:
        lines = [address.strip() for address in self.cleaned_data["addresses"].splitlines() if address.strip()]
        addresses = list({address.lower(): address for address in reversed(lines)}.values())[::-1]
        if len(addresses) > MOST_ADDRESSES:
            raise ValidationError(_("Enter up to 20 addresses at a time. Nothing was sent."))
        bad = [address for address in addresses if not _is_address(address)]
        if bad:
            message = _("These aren’t valid email addresses: %(bad)s. Nothing was sent.")
            raise ValidationError(message, params={"bad": ", ".join(address[:80] for address in bad)})
        return addresses


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254


class NewsForm(forms.ModelForm):
    """A short post."""

    class Meta:
        model = News
        fields = ("title", "text")
        error_messages = {
            "title": {"required": _("Enter a title for the post.")},
            "text": {"required": _("Enter the post’s text."), "max_length": _("Use up to 2000 characters.")},
        }
        help_texts = {"text": _("Plain text. Web addresses become links. Members also get it by email.")}
        widgets = {"title": forms.TextInput(attrs={"autocomplete": "off"}), "text": forms.Textarea(attrs={"rows": 8})}

    def clean_title(self) -> str:
        return " ".join(self.cleaned_data["title"].split())
