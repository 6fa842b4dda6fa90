"""Forms of messages: their channels by kind, the emails of each club, and webhooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.lib.time_zones import zone_label, zone_names
from logbook.notifications.models import ClubEvent, MessageKind, NotificationChoice, Webhook
from logbook.notifications.services.choices import MAILED, Channels

CHANNELS: Final = (("page", _("on the site")), ("push", _("notification")), ("mail", _("email")))
HINTS: Final = {
    MessageKind.YOUR_TURN: _(
        "Emailed after ten minutes, at most once an hour. In turn-based games, also when half your time is up."
    ),
    MessageKind.NUDGED: _("You get an email and a notification immediately."),
    MessageKind.CHALLENGE_OPENS: _("Emails from your clubs have their own settings further down."),
}


class KindRow(NamedTuple):
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
                    field.widget.attrs["aria-label"] = f"{kind.label}: {word}"
                    self.fields[f"{kind}-{channel}"] = field

    def rows(self) -> Iterator[KindRow]:
        """Yield the kinds in order."""
        for kind in MessageKind:
            names = [f"{kind}-{channel}" for channel, _word in CHANNELS]
            boxes = [self[name] if name in self.fields else None for name in names]
            yield KindRow(str(kind.label), HINTS.get(kind, ""), boxes)

    def channels(self) -> dict[MessageKind, Channels]:
        """Return what was chosen."""
        chosen = self.cleaned_data
        return {
            kind: Channels(**{channel: chosen.get(f"{kind}-{channel}", False) for channel, _word in CHANNELS})
            for kind in MessageKind
        }


def zone_choices() -> list[tuple[str, Any]]:
    """Return every time zone of the world; first the browser's, whichever it is."""
    return [("", _("the browser’s")), *((name, zone_label(name)) for name in zone_names())]


class MailsForm(forms.Form):
    """The player's emails from each club, and their time zone."""

    def __init__(
        self,
        data: Any = None,
        *,
        clubs: Iterable[Club],
        settings_by_club: dict[int, str],
        time_zone: str,
    ) -> None:
        super().__init__(data)
        self.clubs = {f"club-{club.pk}": club.pk for club in clubs}
        for club in clubs:
            self.fields[f"club-{club.pk}"] = forms.ChoiceField(
                label=club.name,
                choices=NotificationChoice.How.choices,
                initial=settings_by_club.get(club.pk, NotificationChoice.How.WEEKLY),
                error_messages={
                    "required": _("Choose how you get news from each club."),
                    "invalid_choice": _("Choose no email, an email for each event, or the weekly digest."),
                },
            )
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=zone_choices,
            required=False,
            initial=time_zone,
            help_text=_(
                "Used for times on pages and in emails. The digest arrives on Monday morning in this time zone."
            ),
            error_messages={"invalid_choice": _("This time zone doesn’t exist. Choose one from the list.")},
        )

    def choices(self) -> dict[int, str]:
        """Return the choice by club key."""
        return {key: self.cleaned_data[name] for name, key in self.clubs.items()}


class WebhookForm(forms.Form):
    """The webhook's address and its club events."""

    url = forms.CharField(
        label=_("Webhook URL"),
        max_length=500,
        help_text=_(
            "For example, the webhook of a Discord channel. Keep it secret: anyone with this URL can post there."
        ),
        error_messages={"required": _("Enter the webhook URL."), "max_length": _("This URL is too long.")},
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Events to send"),
        choices=Webhook.KINDS,
        initial=[ClubEvent.Kind.ANNOUNCED, ClubEvent.Kind.OPENED, ClubEvent.Kind.RESULTS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Choose at least one event."),
            "invalid_choice": _("This event doesn’t exist. Choose one from the list."),
        },
    )
