"""Hindsight of a race's dives, in words: the odds of every gem, leaders' decisions beside the odds, and luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.deep_blue.gems import GEMS
from games.deep_blue.hindsight import DiveReview, DrawnGem, LeaderDecision, Luck
from logbook.lib.translation import gettext as _
from logbook.races.view.diving import percent
from logbook.races.view.labels import RaceLabels

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
class DrawnGemRow:
    """A drawn gem in a sentence, with its chance."""

    gem: str
    sentence: str
    href: str
    hazard: bool


@dataclass(frozen=True)
class LeaderDecisionRow:
    """A leader's decision: the odds before it, the worth of drawing on, the choice."""

    title: str
    chances: tuple[GemOdds, ...]
    risk: str
    worth: str
    choice: str
    against: bool
    href: str
    is_past: bool
    """Whether the decision lies before the moment shown."""


@dataclass(frozen=True)
class DiveNow:
    """The current dive, up to the moment shown."""

    title: str
    gems: tuple[DrawnGemRow, ...]
    decisions: tuple[LeaderDecisionRow, ...]


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
    ending: str
    payments: tuple[tuple[int, str, int], ...]
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


def dive_now(story: DiveReview, labels: RaceLabels, step: int, address: Address) -> DiveNow:
    """Return the dive up to this step. At the moment before a decision its odds are shown, but not the choice."""
    gems = tuple(drawn_gem_row(one, labels, address) for one in story.drawn if one.step <= step)
    rows = (
        decision_row(decision, story, labels, address, is_past=decision.step < step) for decision in story.decisions
    )
    reached = tuple(row for row, decision in zip(rows, story.decisions, strict=True) if decision.step <= step)
    return DiveNow(_title(story, labels), gems, reached[-1:])


def drawn_gem_row(drawn_gem: DrawnGem, labels: RaceLabels, address: Address) -> DrawnGemRow:
    """Return a gem with the chance of one more of its colour."""
    name = labels.gem(drawn_gem.gem)
    sentence = _("Gem %(number)s: %(gem)s.") % {"number": drawn_gem.number, "gem": name}
    sentence = f"{sentence} {_odds_sentence(drawn_gem, name)}"
    return DrawnGemRow(drawn_gem.gem, sentence, address(drawn_gem.step), drawn_gem.is_hazard)


def _odds_sentence(drawn_gem: DrawnGem, gem: str) -> str:
    if drawn_gem.from_wreck:
        return _("It was already on the wreck.")
    which = str(WHICH.get(drawn_gem.of_colour, ONE_MORE)) % {"gem": gem}
    return _("The chance of %(which)s was %(percent)s.") % {"which": which, "percent": percent(drawn_gem.chance)}


def decision_row(
    decision: LeaderDecision, story: DiveReview, labels: RaceLabels, address: Address, *, is_past: bool
) -> LeaderDecisionRow:
    """Return a leader's decision with the odds of the next gem."""
    who = labels.names.of(story.leader)
    return LeaderDecisionRow(
        _("Before gem %(number)s") % {"number": decision.gems + 1},
        tuple(GemOdds(gem, labels.gem(gem), percent(decision.chances[gem])) for gem in GEMS if decision.chances[gem]),
        _risk(decision),
        worth_sentence(decision),
        (_("%(who)s keeps drawing.") if decision.went_on else _("%(who)s ends the dive.")) % {"who": who},
        decision.against,
        address(decision.step),
        is_past,
    )


def _risk(decision: LeaderDecision) -> str:
    risk = {"hazard": percent(decision.hazard), "surface": percent(decision.surface)}
    return _("Chance of a hazard: %(hazard)s; of one the leader can’t protect against: %(surface)s.") % risk


def worth_sentence(decision: LeaderDecision) -> str:
    """Return the worth of drawing on against stopping, for the leader alone and against the others."""
    alone, among = _gain_sentence(decision.gain), ""
    if abs(decision.gain - decision.lead) >= 2 * EVEN:
        among = _("After subtracting what the others get: %(points)s.") % {"points": signed(decision.lead)}
    return f"{alone} {among}".strip()


def _gain_sentence(gain: float) -> str:
    points = {"points": decimal(abs(gain))}
    if abs(gain) < EVEN:
        return _("Drawing and stopping are worth the same.")
    if gain > 0:
        return _("Drawing is worth %(points)s points more than stopping.") % points
    return _("Drawing is worth %(points)s points less than stopping.") % points


def dive_row(story: DiveReview, labels: RaceLabels, address: Address, *, here: bool) -> DiveRow:
    """Return a dive as a row of the table."""
    return DiveRow(
        number=story.number,
        title=_title(story, labels),
        leader=story.leader,
        who=labels.names.of(story.leader),
        space=story.space,
        href=address(story.first_step),
        here=here,
        gems=tuple(_gem(one, labels) for one in story.drawn),
        ending=_ending(story),
        payments=tuple((seat, labels.names.of(seat), points) for seat, points in story.paid),
        against=tuple((_against(decision), address(decision.step)) for decision in story.decisions if decision.against),
    )


def _gem(gem: DrawnGem, labels: RaceLabels) -> GemOdds:
    chance = _("already there") if gem.from_wreck else percent(gem.chance)
    return GemOdds(gem.gem, labels.gem(gem.gem), chance, gem.number, gem.is_hazard)


def _against(decision: LeaderDecision) -> str:
    sentence = (
        _("kept drawing after gem %(number)s: %(gain)s")
        if decision.went_on
        else _("stopped after gem %(number)s: %(gain)s")
    )
    return sentence % {"number": decision.gems, "gain": signed(decision.gain)}


def _ending(story: DiveReview) -> str:
    if story.leader in story.surfaced:
        return _("the leader surfaced")
    if story.decisions and not story.decisions[-1].went_on:
        gain = {"points": signed(story.decisions[-1].gain)}
        return _("the leader stopped; drawing would have been worth %(points)s") % gain
    return _("the bag was empty") if story.paid else _("unfinished")


def _title(story: DiveReview, labels: RaceLabels) -> str:
    params = {"number": story.number, "who": labels.names.of(story.leader), "space": story.space}
    return _("Dive %(number)s: %(who)s at %(space)s") % params


def luck_row(luck: Luck, labels: RaceLabels) -> LuckRow:
    """Return a player's luck as a row of the table."""
    return LuckRow(
        luck.seat,
        labels.names.of(luck.seat),
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


def kindest(luck: Sequence[Luck], labels: RaceLabels) -> str:
    """Return whom the bag favoured most above the average, in a sentence; "" if it favoured no player."""
    best = max(luck, key=lambda one: one.surplus, default=None)
    if best is None or best.surplus < EVEN:
        return ""
    params = {"name": labels.names.of(best.seat), "points": decimal(best.surplus)}
    return _("%(name)s was luckiest with the bag: gems worth %(points)s points above average.") % params
