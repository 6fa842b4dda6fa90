"""Forms of comments."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import plain_lines
from logbook.lib.reason_form import ReasonForm
from logbook.reviews.models import MOST_SIGNS


class CommentForm(forms.Form):
    """A comment's text; signs that show nothing or turn the direction of writing are left out and not counted."""

    text = forms.CharField(
        label=_("Comment"),
        help_text=_("Up to 500 characters, plain text. You can edit it for ten minutes."),
        error_messages={"required": _("Write a comment first.")},
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )

    def clean_text(self) -> str:
        text = plain_lines(self.cleaned_data["text"])
        if not text:
            raise forms.ValidationError(_("Write a comment first."), code="required")
        if len(text) > MOST_SIGNS:
            raise forms.ValidationError(
                _("A comment can have up to 500 characters; yours has %(signs)d."),
                code="max_length",
                params={"signs": len(text)},
            )
        return text


class RemovalForm(ReasonForm):
    """A moderator's reason to remove a comment."""

    readers = _("Everyone who can see the replay can read it.")
