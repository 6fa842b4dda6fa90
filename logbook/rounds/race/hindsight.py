"""Hindsight of a race's dives, in words: the odds of every gem, leaders' decisions beside the odds, and luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.deep_blue.gems import GEMS
from games.deep_blue.hindsight import DiveStory, Drawn, Luck, Word
from logbook.rounds.race.diving import percent
from logbook.rounds.race.words import RaceWords

Address = Callable[[int], str]
EVEN: Final = 0.05
"""Smaller values count as zero: they would be written as 0.0."""

WHICH: Final[Mapping[int, str | Promise]] = {
    1: gettext_lazy("a first %(gem)s gem"),
    2: gettext_lazy("a second %(gem)s gem"),
    3: gettext_lazy("a third %(gem)s gem"),
    4: gettext_lazy("a fourth %(gem)s gem"),
}
ONE_MORE: Final = gettext_lazy("one more %(gem)s gem")


@dataclass(frozen=True)
class GemOdds:
    """A gem of a dive with its chance: drawn, or (without a number) possible next."""

    gem: str
    name: str
    chance: str
    number: int = 0
    hazard: bool = False


@dataclass(frozen=True)
class DrawnGemText:
    """A drawn gem in a sentence, with its chance."""

    gem: str
    words: str
    href: str
    hazard: bool


@dataclass(frozen=True)
class LeaderWordText:
    """A leader's decision: the odds before it, the worth of drawing on, the choice."""

    title: str
    chances: tuple[GemOdds, ...]
    risk: str
    worth: str
    chosen: str
    against: bool
    href: str
    spoken: bool
    """Whether the decision lies before the moment shown."""


@dataclass(frozen=True)
class DiveNow:
    """The current dive, up to the moment shown."""

    title: str
    drawn: tuple[DrawnGemText, ...]
    words: tuple[LeaderWordText, ...]


@dataclass(frozen=True)
class DiveRow:
    """A dive in the table of all."""

    number: int
    title: str
    leader: int
    who: str
    space: str
    href: str
    here: bool
    gems: tuple[GemOdds, ...]
    ended: str
    paid: tuple[tuple[int, str, int], ...]
    """Seat, name and points, leader first."""
    against: tuple[tuple[str, str], ...]
    """Decisions clearly against the odds, each with the URL of its moment."""


@dataclass(frozen=True)
class LuckRow:
    """A player's luck with the bag, in numbers."""

    seat: int
    name: str
    draws: int
    expected: str
    points: int
    surplus: str
    dangers_expected: str
    dangers: int


def dive_now(story: DiveStory, words: RaceWords, step: int, address: Address) -> DiveNow:
    """Return the dive up to this step. At the moment before a decision its odds are shown, but not the choice."""
    drawn = tuple(drawn_line(one, words, address) for one in story.drawn if one.step <= step)
    spoken = (word_line(word, story, words, address, spoken=word.step < step) for word in story.words)
    told = tuple(line for line, word in zip(spoken, story.words, strict=True) if word.step <= step)
    return DiveNow(_title(story, words), drawn, told[-1:])


def drawn_line(drawn: Drawn, words: RaceWords, address: Address) -> DrawnGemText:
    """Return a gem with the chance of one more of its colour."""
    gem = words.gem(drawn.gem)
    said = _("Gem %(number)s: %(gem)s.") % {"number": drawn.number, "gem": gem}
    said = f"{said} {_odds_words(drawn, gem)}"
    return DrawnGemText(drawn.gem, said, address(drawn.step), drawn.is_hazard)


def _odds_words(drawn: Drawn, gem: str) -> str:
    if drawn.laid:
        return _("It was already on the wreck.")
    which = str(WHICH.get(drawn.of_colour, ONE_MORE)) % {"gem": gem}
    return _("The chance of %(which)s was %(percent)s.") % {"which": which, "percent": percent(drawn.chance)}


def word_line(word: Word, story: DiveStory, words: RaceWords, address: Address, *, spoken: bool) -> LeaderWordText:
    """Return a leader's decision with the odds of the next gem."""
    who = words.names.of(story.leader)
    return LeaderWordText(
        _("Before gem %(number)s") % {"number": word.gems + 1},
        tuple(GemOdds(gem, words.gem(gem), percent(word.chances[gem])) for gem in GEMS if word.chances[gem]),
        _risk(word),
        worth_words(word),
        (_("%(who)s keeps drawing.") if word.went_on else _("%(who)s ends the dive.")) % {"who": who},
        word.against,
        address(word.step),
        spoken,
    )


def _risk(word: Word) -> str:
    risk = {"hazard": percent(word.hazard), "surface": percent(word.surface)}
    return _("Chance of a hazard: %(hazard)s; of one the leader can’t protect against: %(surface)s.") % risk


def worth_words(word: Word) -> str:
    """Return the worth of drawing on against stopping, for the leader alone and against the others."""
    alone, among = _gain_words(word.gain), ""
    if abs(word.gain - word.lead) >= 2 * EVEN:
        among = _("After subtracting what the others get: %(points)s.") % {"points": signed(word.lead)}
    return f"{alone} {among}".strip()


def _gain_words(gain: float) -> str:
    points = {"points": decimal(abs(gain))}
    if abs(gain) < EVEN:
        return _("Drawing and stopping are worth the same.")
    if gain > 0:
        return _("Drawing is worth %(points)s points more than stopping.") % points
    return _("Drawing is worth %(points)s points less than stopping.") % points


def dive_row(story: DiveStory, words: RaceWords, address: Address, *, here: bool) -> DiveRow:
    """Return a dive as a row of the table."""
    return DiveRow(
        number=story.number,
        title=_title(story, words),
        leader=story.leader,
        who=words.names.of(story.leader),
        space=story.space,
        href=address(story.begins),
        here=here,
        gems=tuple(_gem(one, words) for one in story.drawn),
        ended=_ended(story),
        paid=tuple((seat, words.names.of(seat), points) for seat, points in story.paid),
        against=tuple((_against(word), address(word.step)) for word in story.words if word.against),
    )


def _gem(drawn: Drawn, words: RaceWords) -> GemOdds:
    chance = _("already there") if drawn.laid else percent(drawn.chance)
    return GemOdds(drawn.gem, words.gem(drawn.gem), chance, drawn.number, drawn.is_hazard)


def _against(word: Word) -> str:
    said = (
        _("kept drawing after gem %(number)s: %(gain)s")
        if word.went_on
        else _("stopped after gem %(number)s: %(gain)s")
    )
    return said % {"number": word.gems, "gain": signed(word.gain)}


def _ended(story: DiveStory) -> str:
    if story.leader in story.surfaced:
        return _("the leader surfaced")
    if story.words and not story.words[-1].went_on:
        gain = {"points": signed(story.words[-1].gain)}
        return _("the leader stopped; drawing would have been worth %(points)s") % gain
    return _("the bag was empty") if story.paid else _("unfinished")


def _title(story: DiveStory, words: RaceWords) -> str:
    said = {"number": story.number, "who": words.names.of(story.leader), "space": story.space}
    return _("Dive %(number)s: %(who)s at %(space)s") % said


def luck_row(luck: Luck, words: RaceWords) -> LuckRow:
    """Return a player's luck as a row of the table."""
    return LuckRow(
        luck.seat,
        words.names.of(luck.seat),
        luck.draws,
        decimal(luck.expected),
        luck.points,
        signed(luck.surplus),
        decimal(luck.dangers_expected),
        luck.dangers,
    )


def decimal(number: float) -> str:
    """Return a number with one decimal, in the language's format."""
    return number_format(round(number, 1) + 0.0, 1)


def signed(number: float) -> str:
    """Return a number with one decimal and its sign."""
    if abs(number) < EVEN:
        return decimal(0)
    return ("+" if number > 0 else "\N{MINUS SIGN}") + decimal(abs(number))


def kindest(luck: Sequence[Luck], words: RaceWords) -> str:
    """Return whom the bag favoured most above the average, in a sentence; "" if it favoured no player."""
    best = max(luck, key=lambda one: one.surplus, default=None)
    if best is None or best.surplus < EVEN:
        return ""
    said = {"name": words.names.of(best.seat), "points": decimal(best.surplus)}
    return _("%(name)s was luckiest with the bag: gems worth %(points)s points above average.") % said
