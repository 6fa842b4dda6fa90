"""Forms of talk."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import plain
from logbook.talk.models import MOST_SIGNS


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
