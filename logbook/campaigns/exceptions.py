"""Refusals of campaigns."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class NotYourLogbook(Refusal):
    """A reader who is not a current member does not write."""

    status = 403
    sentence = _("Only the crew’s members can write in its logbook.")


class UnknownGame(Refusal):
    """No game has this slug."""

    status = 422
    sentence = _("This game isn’t available here.")


class NamelessCampaign(Refusal):
    """A campaign needs a name, because a crew may keep several."""

    status = 422
    sentence = _("Give the campaign a name of up to 80 characters.")


class CampaignClosed(Refusal):
    """A closed campaign does not change."""

    sentence = _("This campaign is closed. A founder can reopen it.")


class OtherCampaign(Refusal):
    """A table's attempts are logged in a campaign of its own crew and game."""

    status = 422
    field = "campaign"
    sentence = _("Choose one of this crew’s campaigns for this game, or none.")


class OtherAuthor(Refusal):
    """An entry stored offline on a phone is sent by its author only, not by another player who signs in there later."""

    sentence = _("Another player logged this on this phone. Nothing was sent: it stays here until they sign in again.")


class EntryGone(Refusal):
    """A removed entry is restored before it is corrected."""

    sentence = _("This entry was removed. Restore it first, then correct it.")


class EntryChanged(Refusal):
    """Two people corrected the same entry."""

    sentence = _("This entry has changed since you opened it. Check it again: what you typed is still in the form.")


class ImpossibleEntry(Refusal):
    """An impossible value; `field` is its form field."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "mission": _("This game’s logbook has no mission %(mission)s."),
        "order": _("Mission %(mission)s is still locked. This campaign is played in order: mission %(next)s is next."),
        "scenarios": _("%(mission)s is still locked. This campaign is played in order: %(next)s is next."),
        "race": _("A race needs a winner. Enter who played, and their points."),
        "points": _("Enter the points as a whole number from 0 to 999."),
        "future": _("This date is in the future. Choose today or an earlier date."),
        "past": _("This date is before the game came out. Choose one from 2019 on."),
        "players": _("The game is for 2 to 5 players."),
        "crowd": _("Up to five people can play. Untick someone."),
        "twice": _("Each person can only be listed once."),
        "captains": _("Choose only one captain."),
        "stranger": _("Choose only the crew’s members, substitutes and guests."),
        "minutes": _("Enter how many minutes it took, from 1 to 999."),
        "note": _("This note is too long. Keep it to 500 characters."),
    }
    fields: ClassVar[dict[str, str]] = {
        "order": "mission",
        "scenarios": "mission",
        "race": "present",
        "points": "present",
        "future": "played_on",
        "past": "played_on",
        "crowd": "present",
        "twice": "present",
        "stranger": "present",
        "captains": "captain",
    }

    def __init__(self, what: str, **params: object) -> None:
        super().__init__(**params)
        self.what = what
        self.field = self.fields.get(what, what)

    def __str__(self) -> str:
        return str(self.sentences[self.what]) % self.params


class UnreadablePhoto(Refusal):
    """The file is no picture, or too large a one."""

    status = 422
    field = "photo"
    sentences: ClassVar[dict[str, str | Promise]] = {
        "picture": _("We can’t read this photo. Choose a JPEG, PNG or WebP file."),
        "large": _("This photo is too large. Choose one of up to 12 MB and 30 megapixels."),
    }

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def __str__(self) -> str:
        return str(self.sentences[self.what])


class PhotoNotStored(Refusal):
    """The storage of photos does not answer; the entry was not written either."""

    status = 503
    field = "photo"
    sentence = _(
        "The site can’t store photos right now, so nothing was saved. Try again in a few minutes, or save without the "
        "photo."
    )


class TooManyPrints(Quota):
    """The player has asked for many files."""

    sentence = _("You’ve asked for %(most)d PDF files in the last hour. Try again later, or print from the browser.")
