"""Forms of lessons by players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.lib.names import plain, validate_single_line
from logbook.lib.reason_form import ReasonForm
from logbook.player_lessons.models import MOST_LETTERS, MOST_SIGNS


class Sentence(forms.CharField):
    """A sentence in plain text; signs that show nothing or turn the direction of writing are left out, not counted."""

    def __init__(self, *, most: int = MOST_SIGNS, **options: Any) -> None:
        self.most = most
        widget = forms.Textarea(attrs={"rows": 2, "autocomplete": "off"})
        super().__init__(**{"widget": widget, **options})

    def clean(self, value: Any) -> str:
        """Return the text as one plain line. Raises ValidationError."""
        text = plain(super().clean(value))
        if self.required and not text:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        if len(text) > self.most:
            sentence = _("Use up to %(most)d characters; your text has %(signs)d.")
            raise forms.ValidationError(sentence, code="max_length", params={"most": self.most, "signs": len(text)})
        return text


class WordsForm(forms.Form):
    """The title of a lesson, its language and its last sentence."""

    title = Sentence(
        label=_("Title"),
        most=MOST_LETTERS,
        validators=[validate_single_line],
        error_messages={"required": _("Give the lesson a title.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    language = forms.ChoiceField(label=_("Language of your sentences"), choices=settings.LANGUAGES)
    ends = Sentence(
        label=_("Last sentence"),
        required=False,
        help_text=_("The learner reads this sentence at the end. You can leave it empty."),
    )


class MakeForm(WordsForm):
    """A new lesson: its title and language, and the learner's seat."""

    seat = forms.TypedChoiceField(
        label=_("The learner’s seat"),
        coerce=int,
        help_text=_("The learner sees this player’s hand. The lesson uses the invented names."),
        error_messages={"required": _("Choose a seat."), "invalid_choice": _("Choose one of the seats.")},
    )
    field_order = ("seat", "title", "language")

    def __init__(self, *args: Any, seats: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["ends"]
        self.fields["seat"].choices = seats  # type: ignore[attr-defined]


class StepForm(forms.Form):
    """A step: a sentence and, where it is the learner's turn, which of the possible actions are right."""

    says = Sentence(
        label=_("Your sentence"),
        help_text=_("Use up to 300 characters of plain text. Say what to look at, or ask which card to play."),
        error_messages={"required": _("Write a sentence first.")},
    )
    acts = forms.BooleanField(label=_("The learner acts here"), required=False)
    right = forms.MultipleChoiceField(
        label=_("What’s right"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Everything else is wrong. The lesson then goes on with the card played in the round."),
    )
    wrong_says = Sentence(
        label=_("Your sentence for wrong cards"),
        required=False,
        help_text=_("If you leave it empty, the lesson says what the solver has found."),
    )

    def __init__(self, *args: Any, offered: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if offered:
            # The service names an illegal card in a sentence of its own; here each text may come.
            self.fields["right"].choices = offered  # type: ignore[attr-defined]
            self.fields["right"].validate = _no_check  # type: ignore[method-assign, assignment]
        else:
            for name in ("acts", "right"):
                del self.fields[name]
            if not self.data.get("wrong_says"):  # A text that was typed before the round was deleted is not lost.
                del self.fields["wrong_says"]


class ShareForm(forms.Form):
    """The choice of learners: everyone with the link, a club, or all once it is published."""

    state = forms.CharField()
    club = forms.ModelChoiceField(Club.objects.none(), required=False)

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]


class ReportForm(ReasonForm):
    """A learner's reason to report a lesson."""

    readers = _("The administrators read it.")


class ReturnForm(ReasonForm):
    """The reason to return a lesson to its author."""

    readers = _("The lesson becomes a draft again, and its author sees the reason.")


def _no_check(_value: Collection[str]) -> None:
    """Accept every text."""
