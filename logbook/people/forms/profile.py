"""Forms of the player's profile, and of django-allauth in this site's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import forms as account_forms
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import validate_single_line
from logbook.people.models.players import Player

NAME_NEEDED = _("Enter a name for others to see.")
PASSWORD_HELP = _("Use at least 8 characters, not just digits, and avoid common passwords.")


class NameForm(forms.ModelForm):
    """The player's name for others."""

    class Meta:
        model = Player
        fields = ("name",)
        error_messages = {"name": {"required": NAME_NEEDED}}
        help_texts = {"name": _("Others at the table see it. It can have up to 40 characters.")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "nickname"})}


class PageForm(forms.Form):
    """The readers of the player's page, and its sections."""

    audience = forms.ChoiceField(label=_("Who sees my page"), choices=Player.Audience, widget=forms.RadioSelect)
    sections = forms.MultipleChoiceField(
        label=_("What my page shows"),
        choices=[
            ("missions", _("missions won and lost")),
            ("streaks", _("streaks")),
            ("rounds", _("rounds that the visitor may see")),
            ("crews", _("my crews")),
        ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    @classmethod
    def of(cls, player: Player) -> PageForm:
        """Return the form with what the player has chosen."""
        return cls(initial={"audience": player.page_audience, "sections": sorted(player.shows)})


def language_choices() -> list[tuple[str, Any]]:
    """Return the site's languages, each by its own name."""
    return [("", _("browser language")), *settings.LANGUAGES]


class LanguageForm(forms.Form):
    """The language of pages and mails."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=language_choices,
        required=False,
        help_text=_(
            "Emails use it too. If you use the browser’s language for pages, emails come in the site’s language."
        ),
    )


# --- django-allauth's forms, in this site's words

if TYPE_CHECKING:
    _Form = forms.Form
else:
    _Form = object


class PlainForm(_Form):
    """Labels outside the fields, without placeholders; the password rules as one sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name == "password1":
                field.help_text = PASSWORD_HELP
                field.error_messages["required"] = _("Choose a password.")
            elif name == "email":
                field.error_messages["required"] = _("Enter your email address.")


class SignupForm(PlainForm, account_forms.SignupForm):  # type: ignore[misc]
    """Email address, password, and the name at the table."""

    name = forms.CharField(
        label=_("Name"),
        validators=[validate_single_line],
        max_length=40,
        help_text=_("Visible to others at the table. Your email address stays private."),
        error_messages={"required": NAME_NEEDED},
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ["name", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        guest: Player | None = getattr(context.request, "player", None)
        if guest is not None:
            self.initial.setdefault("name", guest.name)

    def try_save(self, request: HttpRequest) -> Any:
        """Create the account; an address that has one gets the same response in the same time, and its owner a mail."""
        if self.account_already_exists:
            make_password(self.cleaned_data.get("password1"))  # Hashing the password takes most of the time.
        return super().try_save(request)


class LoginForm(PlainForm, account_forms.LoginForm):  # type: ignore[misc]
    """Email address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page has its own link for it, elsewhere.
        self.fields["password"].help_text = ""


class ChangePasswordForm(PlainForm, account_forms.ChangePasswordForm):  # type: ignore[misc]
    """The present and the new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")


class ResetPasswordKeyForm(PlainForm, account_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")
