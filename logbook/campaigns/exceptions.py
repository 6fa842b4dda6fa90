"""Refusals of campaigns."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class NotYourLogbook(Refusal):
    """A reader who is not a current member does not write."""

    status = 403
    sentence = _("Only members of the crew write in its logbook.")


class UnknownGame(Refusal):
    """No game has this slug."""

    status = 422
    sentence = _("There is no such game here.")


class NamelessCampaign(Refusal):
    """A campaign needs a name, because a crew may keep several."""

    status = 422
    sentence = _("Give the campaign a name of at most 80 letters.")


class CampaignClosed(Refusal):
    """A closed campaign does not change."""

    sentence = _("This campaign is closed. Open it again to write in its logbook.")


class OtherCampaign(Refusal):
    """A table's attempts are logged in a campaign of its own crew and game."""

    status = 422
    field = "campaign"
    sentence = _("Choose a campaign of this crew and of this game, or none.")


class OtherAuthor(Refusal):
    """An entry stored offline on a phone is sent by its author only, not by another player who signs in there later."""

    sentence = _(
        "Somebody else wrote this down on this phone. It waits here until they sign in again; nothing was sent."
    )


class EntryGone(Refusal):
    """A removed entry is restored before it is corrected."""

    sentence = _("This line is removed. Take the removal back first, then correct it.")


class EntryChanged(Refusal):
    """Two people corrected the same entry."""

    sentence = _(
        "Somebody corrected this line since you opened it. Look at it again; your words are still in the form."
    )


class ImpossibleEntry(Refusal):
    """An impossible value; `field` is its form field."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "mission": _("The logbook of this game has no mission %(mission)s."),
        "order": _("Mission %(mission)s is still locked: this campaign goes in order, and mission %(next)s is next."),
        "scenarios": _("%(mission)s is still locked: this campaign goes in order, and %(next)s is next."),
        "race": _("A race is won by somebody: write down who was there, and their points."),
        "points": _("Write the points as a whole number from 0 to 999."),
        "future": _("This day is still to come. Choose today, or a day before."),
        "past": _("This day lies before the game came out. Choose one since 2019."),
        "players": _("The game is for 2 to 5 players."),
        "crowd": _("At most five people play: untick somebody."),
        "twice": _("One person is there once."),
        "captains": _("One person was the captain."),
        "stranger": _("Only members and guests of the crew can have been there."),
        "minutes": _("Write how many minutes it took, from 1 to 999."),
        "note": _("The note is too long: at most 500 letters."),
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
        "picture": _("This is no picture that can be read here. Choose a JPEG, PNG or WebP file."),
        "large": _("This picture is too large. Choose one of at most 12 MB and 30 million pixels."),
    }

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def __str__(self) -> str:
        return str(self.sentences[self.what])
