"""The phrases of talk: none tells anything of cards. Each reader reads them in their own language."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

PHRASES: Final[dict[str, str | Promise]] = {
    "hello": pgettext_lazy("phrase", "Hello!"),
    "good-luck": pgettext_lazy("phrase", "Good luck!"),
    "one-moment": pgettext_lazy("phrase", "One moment"),
    "back": pgettext_lazy("phrase", "I’m back"),
    "no-hurry": pgettext_lazy("phrase", "No hurry"),
    "well-played": pgettext_lazy("phrase", "Well played!"),
    "thanks": pgettext_lazy("phrase", "Thank you!"),
    "sorry": pgettext_lazy("phrase", "Sorry!"),
    "distress": pgettext_lazy("phrase", "Shall we send the distress signal?"),
    "connection": pgettext_lazy("phrase", "My connection is slow"),
    "leaving": pgettext_lazy("phrase", "I have to leave soon"),
    "again": pgettext_lazy("phrase", "Another attempt after this one?"),
}
"""The words of each phrase, by its key."""


def words_of(phrase: str) -> str:
    """Return the phrase in the reader's language; "" for a key that this version of the site does not know."""
    return str(PHRASES.get(phrase, ""))
