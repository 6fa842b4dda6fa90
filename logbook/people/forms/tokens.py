"""Form that creates an API token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import one_line
from logbook.people.models.tokens import ApiToken

DAYS = [(30, _("a month")), (90, _("three months")), (365, _("a year"))]


class TokenForm(forms.Form):
    """The token's name, scopes and lifetime."""

    name = forms.CharField(
        label=_("What it is for"),
        validators=[one_line],
        max_length=60,
        help_text=_("Such as “my bot”, so that you know later which one to revoke."),
        error_messages={"required": _("Say what the token is for.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("A program with it may"),
        choices=ApiToken.Scope,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("A token that allows nothing opens nothing: choose what it may do.")},
    )
    days = forms.TypedChoiceField(label=_("For how long"), choices=DAYS, coerce=int, initial=90)
