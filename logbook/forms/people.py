"""What people say about themselves."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account_forms
from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.models import Player


class NameForm(forms.ModelForm):
    """How the others call you."""

    class Meta:
        model = Player
        fields = ("name",)
        error_messages = {"name": {"required": _("Write the name the others should call you.")}}
        help_texts = {"name": _("The others at the table see it. Up to 40 letters.")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "nickname"})}


class SignupForm(account_forms.SignupForm):  # type: ignore[misc]
    """Email address and password, and the name for the table."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("The others at the table see it. Your email address stays private."),
        error_messages={"required": _("Write the name the others should call you.")},
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ["name", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].error_messages["required"] = _("Write your email address, to sign in with.")
        self.fields["password1"].error_messages["required"] = _("Choose a password.")
