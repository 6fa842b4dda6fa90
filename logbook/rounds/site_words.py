"""Words of the site that a newcomer cannot know, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

Words = str | Promise

SITE_WORDS: Final[Mapping[str, tuple[Words, tuple[Words, ...]]]] = {
    "gauntlet": (
        gettext_lazy("Gauntlet"),
        (
            gettext_lazy(
                "A gauntlet: one attempt at each stage, in order. It ends at the first stage that isn’t won. What "
                "counts is the number of stages won in a row."
            ),
        ),
    ),
    "matchpoints": (
        gettext_lazy("Matchpoints"),
        (
            gettext_lazy("On the same deal, you get 1 point for each result you beat and ½ for each tie."),
            gettext_lazy("They’re shown as a percentage of the points you could get: 50% is the middle of the field."),
        ),
    ),
    "par": (
        gettext_lazy("Par"),
        (
            gettext_lazy(
                "Par is the score to expect from our bots’ win rate on these deals. A stage you don’t win counts as "
                "one attempt more than allowed."
            ),
        ),
    ),
    "sealed": (
        gettext_lazy("Sealed"),
        (
            gettext_lazy("The deals are fixed before the start, and their fingerprint is public from then on."),
            gettext_lazy("Once the challenge closes, anyone can check that the deals weren’t changed."),
        ),
    ),
    "seed": (
        gettext_lazy("Seed"),
        (
            gettext_lazy("A seed is a secret text that decides how all cards are dealt."),
            gettext_lazy("Members can add words that help decide the seed, so the site can’t choose it alone."),
        ),
    ),
    "stand-in": (
        gettext_lazy("Stand-in"),
        (
            gettext_lazy("A stand-in is a bot that plays for a player who is away, until the player is back."),
            gettext_lazy("A win with a stand-in’s help doesn’t count on any leaderboard."),
        ),
    ),
    "streak": (
        gettext_lazy("Streak"),
        (
            gettext_lazy("A streak is the number of days in a row on which you solved a deal of the day."),
            gettext_lazy("You can miss one day in seven without losing it."),
        ),
    ),
    "traveller": (
        gettext_lazy("Traveller"),
        (
            gettext_lazy("A traveller lists every crew’s attempts at one deal, so you can compare them."),
            gettext_lazy("In bridge, it’s the sheet that travels from table to table with the cards."),
        ),
    ),
    "winnable": (
        gettext_lazy("Winnable"),
        (
            gettext_lazy("A deal is winnable if, with all cards open, some way of playing it completes the mission."),
            gettext_lazy("It’s proven without the distress signal, by finding a winning line."),
        ),
    ),
}
"""Words that a newcomer to the site cannot know: title and sentences of each."""


def site_word(word: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the title and the sentences of a word of the site; None if it needs no explanation."""
    if word not in SITE_WORDS:
        return None
    title, sentences = SITE_WORDS[word]
    return str(title), tuple(map(str, sentences))
