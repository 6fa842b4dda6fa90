"""Refusals of who does more than anybody needs: with how much it is, and when it goes on."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.services.errors.refusal import Refusal


class Quota(Refusal):
    """So much, and no more for now."""

    status = 429


class TooManyImports(Quota):
    """A person has brought in very many files."""

    sentence = _("You have brought in %(most)d files within a day. Go on tomorrow; this one was not kept.")


class TooManyTables(Quota):
    """A person has opened very many tables that are still open."""

    sentence = _("%(most)d tables that you opened are still open. End some of them first, or wait a week.")


class TooManyGuests(Quota):
    """Very many guests came by one link."""

    sentence = _("%(most)d guests came by this link within a day. Sign in, or ask for another link.")


class TooManyTests(Quota):
    """A club's webhooks were tested very often."""

    sentence = _("The club's webhooks were tested %(most)d times within an hour. Wait a while.")


class TooManyStreams(Quota):
    """A reader follows very many pages at once."""

    sentence = _("Too many pages are open at once. Close some of them; meanwhile this one goes on by itself.")
