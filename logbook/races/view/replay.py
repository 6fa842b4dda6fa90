"""Replay of a race: one moment with all hands open, its dives with their odds, and all actions in words.

Pure, like `logbook.races.view`: its input is views, the sentences after each action, and the hindsight of dives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.deep_blue.hindsight import DiveReview, Luck
from logbook.lib.translation import gettext as _
from logbook.races.view.card_parts import CrewCard
from logbook.races.view.hindsight import DiveNow, DiveRow, LuckRow, dive_now, dive_row, kindest, luck_row
from logbook.races.view.labels import RaceLabels, points_label
from logbook.races.view.parts import RacePage
from logbook.rounds.view.replay import Address, Aside, Stepper, Thinking


@dataclass(frozen=True)
class RaceAction:
    """An action of the record: its turn, its seat, and the sentences after it."""

    round: int
    turn: int
    seat: int
    text: str
    sentences: tuple[tuple[str, Mapping[str, Any]], ...]


@dataclass(frozen=True)
class TurnRow:
    """An action in words; `step` is the moment just after it, `against` marks a leader's decision clearly against the
    odds.
    """

    step: int
    sentences: str
    href: str
    here: bool
    against: bool


@dataclass(frozen=True)
class TurnSummary:
    """A turn of the round shown."""

    seat: int
    who: str
    rows: tuple[TurnRow, ...]


@dataclass(frozen=True)
class RoundSummary:
    """A round of the race: the turns if it is shown, otherwise only its end."""

    number: int
    step: int
    href: str
    here: bool
    turns: tuple[TurnSummary, ...]
    against: bool


@dataclass(frozen=True)
class OpenFleet:
    """A player's open cards, in hand and at rest, and their points at this moment."""

    seat: int
    name: str
    turn: bool
    points: str
    hand: tuple[CrewCard, ...]
    rest: tuple[CrewCard, ...]


@dataclass(frozen=True)
class HiddenTile:
    """A face-down wreck tile."""

    space: str
    city: bool
    points: int
    spots: tuple[tuple[str, str], ...]
    """Each with its name."""


@dataclass(frozen=True)
class Hindsight:
    """Facts that are shown once the race can be dealt to no player any more."""

    dive: DiveNow | None
    dives: tuple[DiveRow, ...]
    luck: tuple[LuckRow, ...]
    kindest: str
    hidden_tiles: tuple[HiddenTile, ...] = ()

    @property
    def any_against(self) -> bool:
        """Whether a leader ever decided clearly against the odds."""
        return any(dive.against for dive in self.dives)


@dataclass(frozen=True)
class RaceReplay(Stepper):
    """Values of `races/replay.html`. Without hindsight, odds and hidden tiles are not shown."""

    attempt_id: int
    page: RacePage
    step: int
    last: int
    ends: tuple[int, ...]
    """The steps at which turns ended."""
    happened: str
    address: Address
    fleets: tuple[OpenFleet, ...]
    rounds: tuple[RoundSummary, ...]
    hindsight: Hindsight | None = None
    fields: tuple[tuple[str, str], ...] = ()
    """The form's fields for a variation from here, where it is possible."""
    bots: tuple[tuple[str, str], ...] = ()
    aside: Aside | None = None
    """Set on the page of a variation."""
    thinking: Thinking | None = None
    as_played: bool = False
    """It is read as it was played: nothing on the page comes from a later moment."""

    @property
    def forward(self) -> bool:
        """Whether there is a next step."""
        return self.step < self.last

    @property
    def turn_back(self) -> int:
        """The moment at which the previous turn ended."""
        return max((end for end in self.ends if end < self.step), default=0)

    @property
    def turn_back_href(self) -> str:
        """The URL of the previous turn's end."""
        return self.address(self.turn_back)

    @property
    def turn_forward(self) -> int:
        """The moment at which this turn, or the next one, ended."""
        return min((end for end in self.ends if end > self.step), default=self.last)

    @property
    def turn_forward_href(self) -> str:
        """The URL of this turn's end, or of the next one's."""
        return self.address(self.turn_forward)


def open_fleets(facts: Sequence[Mapping[str, Any]], labels: RaceLabels) -> tuple[OpenFleet, ...]:
    """Return all players' cards, from the views of all seats at one moment."""
    return tuple(
        OpenFleet(
            seat,
            labels.names.of(seat),
            seat in view["waiting_on"],
            points_label(view["score"]),
            tuple(labels.face(card) for card in view["hand"]),
            tuple(labels.face(card) for card in view["rest"]),
        )
        for seat, view in enumerate(facts)
    )


def hidden_tiles(tiles: Mapping[str, str], labels: RaceLabels) -> tuple[HiddenTile, ...]:
    """Return the face-down tiles by space."""
    tiles_by_space = ((space, labels.box.tiles[tile]) for space, tile in sorted(tiles.items()))
    return tuple(
        HiddenTile(space, tile.city, tile.leader_points, tuple((spot, labels.gem(spot)) for spot in tile.spots))
        for space, tile in tiles_by_space
    )


def rounds_of(
    happened: Sequence[RaceAction], labels: RaceLabels, step: int, address: Address, dives: Sequence[DiveReview] = ()
) -> tuple[RoundSummary, ...]:
    """Return the rounds in order; the one that contains `step` lists its actions."""
    against = {decision.step + 1 for dive in dives for decision in dive.decisions if decision.against}
    numbered = list(enumerate(happened, start=1))
    here = happened[max(0, step - 1)].round if happened else 0
    rounds = []
    for number, members in groupby(numbered, key=lambda pair: pair[1].round):
        actions = list(members)
        turns = _turns(actions, labels, step, address, against) if number == here else ()
        has_mark = any(place in against for place, _action in actions)
        rounds.append(RoundSummary(number, actions[0][0], address(actions[0][0]), number == here, turns, has_mark))
    return tuple(rounds)


def _turns(
    actions: Sequence[tuple[int, RaceAction]], labels: RaceLabels, step: int, address: Address, against: set[int]
) -> tuple[TurnSummary, ...]:
    return tuple(
        TurnSummary(
            seat,
            labels.names.of(seat),
            tuple(
                TurnRow(place, action_sentences(action, labels), address(place), place == step, place in against)
                for place, action in members
            ),
        )
        for seat, members in groupby(actions, key=lambda pair: pair[1].turn)
    )


def turn_ends(happened: Sequence[RaceAction]) -> tuple[int, ...]:
    """Return the steps at which turns ended."""
    turns = [(action.round, action.turn) for action in happened]
    following = [*turns[1:], None][: len(turns)]
    return tuple(place for place, (turn, after) in enumerate(zip(turns, following, strict=True), 1) if turn != after)


SILENT: Final[Mapping[str, str | Promise]] = {
    "pass": gettext_lazy("%(who)s passes."),
    "stay": gettext_lazy("%(who)s stays put."),
    "anchor": gettext_lazy("%(who)s drops anchor."),
    "draw": gettext_lazy("%(who)s keeps drawing."),
}
"""Beginnings of actions for which the engine has sentences about the result only, or none."""


def action_sentences(action: RaceAction, labels: RaceLabels) -> str:
    """Return an action and its result, in sentences."""
    verb, who = action.text.split()[0], {"who": labels.names.of(action.seat)}
    beginning = [str(SILENT[verb]) % who] if verb in SILENT else []
    sentences = [labels.say(code, params) for code, params in action.sentences]
    return " ".join([*beginning, *sentences]) or f"{who['who']}: {action.text}"


def hindsight_of(
    stories: Sequence[DiveReview], luck: Sequence[Luck], labels: RaceLabels, step: int, address: Address
) -> Hindsight:
    """Return the dive that contains `step`, all dives, and the luck."""
    now = next((story for story in reversed(stories) if story.first_step <= step <= story.last_step), None)
    return Hindsight(
        dive_now(now, labels, step, address) if now else None,
        tuple(dive_row(story, labels, address, here=story is now) for story in stories),
        tuple(luck_row(one, labels) for one in luck),
        kindest(luck, labels),
    )


def start_sentence() -> str:
    """Return the text of the moment before the first action."""
    return _("The game is set up.")
