"""Refusals of talk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class NotAtTheTable(Refusal):
    """The player neither sits at the table nor may watch it now."""

    status = 403
    sentence = _("Take a seat to talk at this table.")


class TalkIsOff(Refusal):
    """The site, the crew or the club has turned talk off."""

    status = 403
    sentence = _("Talk is turned off at this table.")


class OwnLine(Refusal):
    """A player mutes themselves or reports their own line."""

    sentence = _("This is your own line. Choose another player’s line.")


class PlayerWanted(Refusal):
    """A visitor writes."""

    status = 403
    sentence = _("Sign in to talk at this table.")


class SilentAttempt(Refusal):
    """The running attempt counts in a contest."""

    sentence = _("There’s no talk during this attempt, because it’s ranked. You can talk once it’s over.")


class PhrasesDuringPlay(Refusal):
    """A player writes text while an attempt runs."""

    sentence = _("During an attempt you can only send phrases. Send your text once it’s over.")


class PhrasesForGuests(Refusal):
    """A guest whom nobody invited writes text."""

    status = 403
    sentence = _("Guests without an invitation can only send phrases. Sign in to write.")


class PhraseTooSoon(Quota):
    """The player has just sent a phrase."""

    sentence = _("You can send a phrase every 15 seconds. Wait a moment.")


class PhrasesUsedUp(Quota):
    """The player has sent all phrases of this attempt."""

    sentence = _("You’ve sent %(most)d phrases in this attempt. You can talk once it’s over.")


class TooManyReports(Quota):
    """The player has reported a lot within the hour."""

    sentence = _("You’ve reported %(most)d lines within an hour. Try again later.")


class TooManyLines(Quota):
    """The player has written a lot within a minute."""

    sentence = _("You’ve sent %(most)d lines within a minute. Wait a moment.")
