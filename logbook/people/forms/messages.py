"""Form of the channels by which a player gets messages, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.lib.lists import labelled
from logbook.notifications.models import MessageKind
from logbook.notifications.services.choices import MAILED, Channels

CHANNELS: Final = (("page", _("on the site")), ("push", _("notification")), ("mail", _("email")))
HINTS: Final = {
    MessageKind.YOUR_TURN: _(
        "Emailed after ten minutes, at most once an hour. In turn-based games, also at half time."
    ),
    MessageKind.NUDGED: _("Email and notification at once."),
    MessageKind.CHALLENGE_OPENS: _("You choose emails from your clubs below."),
}


class Row(NamedTuple):
    """One kind: its label, its hint, and a checkbox for each channel, or None."""

    label: str
    hint: object
    boxes: list[forms.BoundField | None]


class MessagesForm(forms.Form):
    """A checkbox for each kind and channel, `your-turn-mail`."""

    def __init__(self, data: Any = None, *, channels: Mapping[MessageKind, Channels]) -> None:
        super().__init__(data)
        for kind in MessageKind:
            for channel, word in CHANNELS:
                if channel != "mail" or kind in MAILED:
                    field = forms.BooleanField(label=word, required=False, initial=getattr(channels[kind], channel))
                    field.widget.attrs["aria-label"] = labelled(kind.label, word)
                    self.fields[f"{kind}-{channel}"] = field

    def rows(self) -> Iterator[Row]:
        """Yield the kinds in order."""
        for kind in MessageKind:
            names = [f"{kind}-{channel}" for channel, _word in CHANNELS]
            boxes = [self[name] if name in self.fields else None for name in names]
            yield Row(str(kind.label), HINTS.get(kind, ""), boxes)

    def channels(self) -> dict[MessageKind, Channels]:
        """Return what was chosen."""
        chosen = self.cleaned_data
        return {
            kind: Channels(**{channel: chosen.get(f"{kind}-{channel}", False) for channel, _word in CHANNELS})
            for kind in MessageKind
        }
