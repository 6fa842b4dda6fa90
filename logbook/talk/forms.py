"""Forms of talk."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django import forms
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import plain
from logbook.lib.reason_form import ReasonForm
from logbook.talk.models import MOST_SIGNS, ClubTalk, CrewTalk

LONGEST_ADDRESS: Final = 300


class LineForm(forms.Form):
    """A line's text; signs that show nothing or turn the direction of writing are left out and not counted."""

    text = forms.CharField(error_messages={"required": _("Write something first.")})

    def clean_text(self) -> str:
        text = plain(self.cleaned_data["text"])
        if not text:
            raise forms.ValidationError(_("Write something first."), code="required")
        if len(text) > MOST_SIGNS:
            raise forms.ValidationError(
                _("A line has up to 300 characters; yours has %(signs)d."),
                code="max_length",
                params={"signs": len(text)},
            )
        return text


class ReportForm(ReasonForm):
    """A reader's reason to report a line."""

    readers = _("Moderators read it, with the lines around this one.")


class HideForm(ReasonForm):
    """A moderator's reason to hide a line."""

    readers = _("Everyone who can read the talk sees it.")


class CrewTalkForm(forms.ModelForm):
    """A crew's choices: whether its tables have talk, and the address of its voice room."""

    voice_room = forms.CharField(
        label=_("Voice room"),
        required=False,
        help_text=_("The players at the crew’s tables see this link. The site never opens it."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )

    class Meta:
        model = CrewTalk
        fields = ("is_on", "voice_room")

    def clean_voice_room(self) -> str:
        """Return an https address that shows where it leads. Raises ValidationError."""
        address = plain(self.cleaned_data["voice_room"])
        if address and not _is_address(address):
            sentence = _("Enter a complete address that begins with https://, such as https://meet.example.org/crew.")
            raise forms.ValidationError(sentence, code="address")
        return address


def _is_address(text: str) -> bool:
    """True for an https address of up to 300 characters without a name or a password before its host."""
    try:
        URLValidator(schemes=["https"])(text)
        parts = urlsplit(text)
    except (forms.ValidationError, ValueError):
        return False
    return text.isascii() and len(text) <= LONGEST_ADDRESS and "@" not in parts.netloc


class ClubTalkForm(forms.ModelForm):
    """A club's choice: whether the tables of its challenges have talk."""

    class Meta:
        model = ClubTalk
        fields = ("is_on",)
