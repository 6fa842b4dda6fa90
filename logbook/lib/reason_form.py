"""Form of a moderator's or a reader's reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import plain

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ReasonForm(forms.Form):
    """A reason of up to 200 characters, in plain text; `readers` says who reads it."""

    readers: ClassVar[StrOrPromise] = ""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Give a reason."), "max_length": _("Use up to 200 characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = self.readers

    def clean_reason(self) -> str:
        reason = plain(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Give a reason."), code="required")
        return reason
