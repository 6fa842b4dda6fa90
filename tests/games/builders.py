"""Compact ways to put cards on a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import games
from games.crew.cards import CARDS, Card, Trick, deck
from games.crew.planet_nine import PLANET_NINE
from games.crew.state import State

PLAY_PHASES = ("gap", "window", "trick")


TRUMPS = {"planet-nine": "R", "deep-sea": "S"}


def spell(held: Mapping[int, str], *, players: int = 4, tasks: str = "", game: str = "planet-nine") -> str:
    """A whole deal in which the seats hold these cards; the others go round in deck order."""
    hands = [held.get(seat, "").split() for seat in range(players)]
    rest = [card for card in deck(TRUMPS[game]) if not any(card in hand for hand in hands)]
    sizes = [40 // players + (seat < 40 % players) for seat in range(players)]
    for card in rest:
        seat = min((seat for seat in range(players) if len(hands[seat]) < sizes[seat]), key=lambda s: len(hands[s]))
        hands[seat].append(card)
    text = " / ".join(" ".join(hand) for hand in hands)
    return f"{text} | tasks {tasks}" if tasks else text


def table(mission: str, held: Mapping[int, str] | None = None, *, players: int = 4, tasks: str = "") -> State:
    """A round of Planet Nine just dealt, with these cards in these hands."""
    return dealt(games.Setup("planet-nine", mission, players, deal=spell(held or {}, players=players, tasks=tasks)))


def sea(
    mission: str,
    held: Mapping[int, str] | None = None,
    *,
    players: int = 4,
    tasks: str = "",
    terrain: str = "",
    options: tuple[str, ...] = (),
) -> State:
    """A round of Deep Sea just dealt; seat 0 is the captain unless another is given S4."""
    held = held or {}
    if not any("S4" in cards for cards in held.values()):
        held = {**held, 0: f"{held.get(0, '')} S4"}
    deal = spell(held, players=players, tasks=tasks, game="deep-sea") + (f" | terrain {terrain}" if terrain else "")
    return dealt(games.Setup("deep-sea", mission, players, options=options, deal=deal))


def dealt(setup: games.Setup) -> State:
    """The state of a setup, as the Crew games know it."""
    state = games.deal(setup)
    assert isinstance(state, State)
    return state


def act(state: State, *lines: str) -> State:
    """The state after these record lines, such as `2 play B7`."""
    for line in lines:
        seat, _, text = line.partition(" ")
        after = state.apply(games.Action(int(seat), text))
        assert isinstance(after, State)
        state = after
    return state


def texts(state: State, seat: int) -> list[str]:
    """What the seat may do."""
    return [action.text for action in state.legal_actions(seat)]


def trick(number: int, line: str) -> Trick:
    """`0: P9 P1 P2 P3`: seat 0 leads, the others follow clockwise."""
    leader, _, cards = line.partition(":")
    played = [CARDS[card] for card in cards.split()]
    plays = tuple(((int(leader) + place) % len(played), card) for place, card in enumerate(played))
    return Trick(number, int(leader), plays)


def after_tricks(mission: str, *lines: str, **changes: Any) -> State:
    """The verdict of a mission once these tricks have been won, whatever the hands; `changes` set the rest."""
    tricks = tuple(trick(number, line) for number, line in enumerate(lines, 1))
    winners = tuple(won.winning_play[0] for won in tricks)
    players = len(tricks[0].plays)
    state = dealt(games.Setup("planet-nine", mission, players))
    counted = state.evolve(
        tricks=tricks,
        winners=winners,
        tricks_won=tuple(winners.count(seat) for seat in range(players)),
        **{"captain": 0, **changes},
    )
    return PLANET_NINE.judge(counted)


def verdict(mission: str, *lines: str, **changes: Any) -> str:
    """`open`, or the code of the outcome, after these tricks."""
    outcome = after_tricks(mission, *lines, **changes).outcome
    return outcome.code if outcome else "open"


def cards(line: str) -> tuple[Card, ...]:
    """The cards of a line such as `P9 R1`."""
    return tuple(CARDS[word] for word in line.split())
