"""Form that founds a crew."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew


class CrewForm(forms.ModelForm):
    """The crew's name."""

    class Meta:
        model = Crew
        fields = ("name",)
        error_messages = {"name": {"required": _("Give the crew a name. It can be anything you like.")}}
        help_texts = {"name": _("Other crews see it on leaderboards.")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}
