"""Timing of bots: how long they wait, so that people can do first what only they can do now.

Players may want a distress signal before the first signal, other tokens before the first task is taken, a word about
who takes which task, or a signal before the next trick; a bot that acts at once would take that from them. A player who
is alone with bots may tell them to go on. While a clock runs, bots do not wait.

Beside several people the pause follows from public facts (proposals, tokens, tricks), so it reveals no hand. A player
who is alone with bots is left a few seconds, once before a trick and only while they have something to say; in the
first mission none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.conf import settings

import games
from logbook.tables.kinds import kind_of
from logbook.tables.models import Table

PAUSES_FOR_A_SIGNAL = 4
PAUSES_AGAINST_THE_CLOCK = 2
FACTORS: Final[Mapping[str, float]] = {Table.BotSpeed.SLOW: 2.5, Table.BotSpeed.NORMAL: 1, Table.BotSpeed.FAST: 0.4}
"""The bots' pauses by the speed that the table chose."""
WHOLE_ATTEMPT: Final = 99
"""A trick later than the last of every attempt: a player who declines until then will not signal any more."""
FIRST_MISSION: Final = "1"
"""The first mission of every game. Alone with bots, a new player learns it card by card and is not kept waiting."""
SAID_IN_A_GAP: Final = frozenset({"signal", "ask", "refrain", "decline"})
"""Actions before a trick after which bots leave a player who is alone with them no second pause."""
STEPS_OF_A_TURN = 2
"""A turn of a race has several actions, card by card, boat by boat; together they take the time of one or two."""


def pause(
    state: games.State, people: Collection[int], *, silent: Collection[int] = (), speed: str = Table.BotSpeed.NORMAL
) -> float:
    """Return the seconds until the bots' next action, at a table where people sit on these seats.

    The bots do not wait for a signal of `silent` seats.
    """
    return _usual_pause(state, people, silent) * FACTORS[speed]


def longest_pause() -> float:
    """Return the longest pause of bots at any table, in seconds."""
    usual = max(settings.BOT_COURTESY_SECONDS, settings.BOT_PAUSE_SECONDS * PAUSES_FOR_A_SIGNAL)
    return usual * max(FACTORS.values())


def _usual_pause(state: games.State, people: Collection[int], silent: Collection[int]) -> float:
    if not kind_of(state.setup.game).has_tricks:
        return settings.BOT_PAUSE_SECONDS / STEPS_OF_A_TURN
    hurry = _clock_runs(state)
    if len(people) == 1:
        return _pause_alone(state, people, silent, hurry=hurry)
    if may_agree(state, people):
        return settings.BOT_TIMED_COURTESY_SECONDS if hurry else settings.BOT_COURTESY_SECONDS
    if may_signal(state, [seat for seat in people if seat not in silent]):
        return settings.BOT_PAUSE_SECONDS * (PAUSES_AGAINST_THE_CLOCK if hurry else PAUSES_FOR_A_SIGNAL)
    return settings.BOT_PAUSE_SECONDS


def _pause_alone(state: games.State, people: Collection[int], silent: Collection[int], *, hurry: bool) -> float:
    if not leaves_time(state, people, silent):
        return settings.BOT_PAUSE_SECONDS
    if hurry:
        return settings.BOT_PAUSE_SECONDS * PAUSES_AGAINST_THE_CLOCK
    if may_agree(state, people):
        return settings.BOT_ALONE_COURTESY_SECONDS
    return settings.BOT_PAUSE_SECONDS * PAUSES_FOR_A_SIGNAL


def leaves_time(state: games.State, people: Collection[int], silent: Collection[int] = ()) -> bool:
    """True if the bots would act now, but leave the players time to act first.

    A player who is alone with bots, and says that they will not signal, is left none.
    """
    if len(people) != 1:
        return bots_wait(state, people)
    if state.setup.mission == FIRST_MISSION or not set(people).isdisjoint(silent) or _was_left_time(state):
        return False
    return bots_wait(state, people)


def _was_left_time(state: games.State) -> bool:
    """True if something has been said before the coming trick, so that the pause before it is over."""
    if not coming_trick(state) or not state.log:
        return False
    return state.log[-1].text.split(" ")[0] in SAID_IN_A_GAP


def _clock_runs(state: games.State) -> bool:
    clock = getattr(state.view(None), "clock", None)
    return bool(clock and clock["running"])


def may_signal_later(state: games.State, seat: int) -> bool:
    """True if the player has a signal left that the mission allows before some trick to come."""
    view = state.view(None)
    if not kind_of(view["game"]).has_tricks or view["communication"] == "none" or view["outcome"]:
        return False
    if sum(view["tricks_won"]) + 1 > (view["communication_until"] or view["tricks_total"]):
        return False
    left = view["tokens_left"]
    return bool(left["shared"] if isinstance(left, Mapping) else left[seat])


def bots_wait(state: games.State, people: Collection[int]) -> bool:
    """True if the bots would act now, but leave the players time to act first."""
    if state.waiting_on.isdisjoint(people):
        return may_agree(state, people) or may_signal(state, people)
    return bots_hold_signals(state, people)


def bots_hold_signals(state: games.State, people: Collection[int]) -> bool:
    """True if a player leads who may still want the distress signal: until then no bot signals."""
    leads = state.view(None)["phase"] == "gap" and not state.waiting_on.isdisjoint(people)
    return leads and may_agree(state, people)


def coming_trick(state: games.State) -> int:
    """Return the number of the trick before which players may signal now; 0 where there is none."""
    view = state.view(None)
    return sum(view["tricks_won"]) + 1 if view["phase"] == "gap" else 0


def silent_seats(declines: Mapping[str, int], state: games.State) -> frozenset[int]:
    """Return the seats whose players will not signal before the coming trick: see `Attempt.declines`."""
    return frozenset(int(seat) for seat, trick in declines.items() if trick >= max(coming_trick(state), 1))


def may_agree(state: games.State, people: Collection[int]) -> bool:
    """True if a player may still propose a joint decision."""
    return any(action.text.startswith("propose ") for seat in people for action in state.legal_actions(seat))


def may_signal(state: games.State, people: Collection[int]) -> bool:
    """True if a player may still signal before the next trick."""
    view = state.view(None)
    if not kind_of(view["game"]).has_tricks:
        return False
    coming = sum(view["tricks_won"]) + 1
    if view["phase"] != "gap" or view["communication"] == "none":
        return False
    if not (view["communication_from"] or 1) <= coming <= (view["communication_until"] or coming):
        return False
    left = view["tokens_left"]
    return bool(left["shared"]) if isinstance(left, Mapping) else any(left[seat] for seat in people)
