"""Form that creates an API token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import validate_single_line
from logbook.people.models.tokens import ApiToken

DAYS = [(30, _("1 month")), (90, _("3 months")), (365, _("1 year"))]


class TokenForm(forms.Form):
    """The token's name, scopes and lifetime."""

    name = forms.CharField(
        label=_("What it’s for"),
        validators=[validate_single_line],
        max_length=60,
        help_text=_("For example “my bot”, so you know later which token to revoke."),
        error_messages={"required": _("Enter what the token is for.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=ApiToken.Scope,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one permission.")},
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=90)
