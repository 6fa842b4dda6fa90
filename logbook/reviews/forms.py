"""Forms of comments."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import plain, plain_lines
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


class RemovalForm(forms.Form):
    """A moderator's reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Everyone who can see the replay can read it."),
        error_messages={"required": _("Give a reason."), "max_length": _("Use up to 200 characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_reason(self) -> str:
        reason = plain(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Give a reason."), code="required")
        return reason
