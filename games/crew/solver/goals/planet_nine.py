"""Planet Nine's tasks, tokens and special conditions, as goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...cards import CARDS, Card
from ...families.masks import ALL, COLOUR, TRUMPS, VALUE, mask_of
from ...planet_nine.mission import mission_of
from ...planet_nine.specials import COUNTED, SPECIALS
from ...planet_nine.tokens import ARROWS, OMEGA
from ...state import State
from ...tasks import DONE, OPEN
from .kinds import Even, Goal, Late, MustWin, NeverWin, Order, Take, Tricks, Winner, Winning

Goals = tuple[Goal, ...]


def goals_of_planet_nine(state: State) -> tuple[Goals, Goals]:
    """Return the goals that are still to be done, and those that are only forbidden until then (D1)."""
    goals: list[Goal] = list(_tasks(state))
    forbids: list[Goal] = []
    for name in state.mission.special:
        of_special = _SPECIALS[name](state)
        (forbids if SPECIALS[name].forbids_only else goals).extend(of_special)
    return tuple(goals), tuple(forbids)


def _tasks(state: State) -> Iterable[Goal]:
    still_open = [task for task in state.tasks if task.status == OPEN]
    for seat in range(state.seats):
        cards = mask_of(CARDS[task.name] for task in still_open if task.owner == seat)
        if cards:
            yield Take(seat, cards)
    places = tuple((CARDS[t.name].order, int(t.token)) for t in still_open if t.token and t.token.isdecimal())
    arrows = sorted((ARROWS.index(t.token), CARDS[t.name].order) for t in still_open if t.token in ARROWS)
    omega = next((CARDS[task.name].order for task in still_open if task.token == OMEGA), None)
    if places or len(arrows) > 1 or omega is not None:
        tasks = mask_of(CARDS[task.name] for task in still_open)
        done = sum(task.status == DONE for task in state.tasks)
        yield Order(tasks, done, places, tuple(card for _, card in arrows), omega)


def _no_goals(state: State) -> Goals:
    return ()


def _chosen_player(state: State) -> int:
    assert state.named is not None
    return state.named


def _no_trick(state: State) -> Goals:
    return (Tricks(_chosen_player(state), 0, 0),)


def _ones_win(state: State) -> Goals:
    won = sum(card.rank == 1 and not card.is_trump for card in _winning_cards(state))
    missing = mission_of(state).times - won
    return (Winning(_left(state) & VALUE[1], missing),) if missing > 0 else ()


def _rockets_win(state: State) -> Goals:
    rockets = _left(state) & TRUMPS
    return (MustWin(rockets),) if rockets else ()


def _rockets_ascend(state: State) -> Goals:
    rockets = _left(state) & TRUMPS
    return (MustWin(rockets, ascending=True),) if rockets else ()


def _nines_lose(state: State) -> Goals:
    return (NeverWin((1 << state.seats) - 1, VALUE[9]),)


def _even(state: State) -> Goals:
    return (Even(),)


def _first_and_last(state: State, seat: int) -> Goals:
    last = state.tricks_total - 1
    first = () if state.tricks else (Winner(0, 1 << seat),)
    return (*first, Winner(last, 1 << seat))


def _even_first_and_last(state: State) -> Goals:
    return (Even(), *_first_and_last(state, state.captain))


def _exactly_one(state: State) -> Goals:
    named = _chosen_player(state)
    missing = 1 - state.tricks_won[named]
    return (Tricks(named, missing, missing), NeverWin(1 << named, TRUMPS))


def _only_first_and_last(state: State) -> Goals:
    named = _chosen_player(state)
    missing = 2 - state.tricks_won[named]
    return (*_first_and_last(state, named), Tricks(named, missing, missing), NeverWin(1 << named, TRUMPS))


def _all_pink(state: State) -> Goals:
    pink = _left(state) & COLOUR["P"]
    assert state.collector is not None
    return (Take(state.collector, pink),) if pink else ()


def _omega_last(state: State) -> Goals:
    omega = next((task for task in state.tasks if task.token == OMEGA and task.status == OPEN), None)
    return (Late(mask_of([CARDS[omega.name]])),) if omega else ()


def _roles(state: State) -> Goals:
    assert state.roles is not None
    first, last = state.roles
    others = (1 << state.seats) - 1 & ~(1 << first | 1 << last)
    end = state.tricks_total - 1
    return tuple(
        Winner(trick, 1 << first if trick < 4 else 1 << last if trick == end else others)
        for trick in range(len(state.tricks), state.tricks_total)
    )


_SPECIALS: Mapping[str, Callable[[State], Goals]] = {
    "chosen-player-wins-no-trick": _no_trick,
    COUNTED: _ones_win,
    "chosen-player-cannot-communicate": _no_goals,
    "random-card-from-right-after-trick-1": _no_goals,
    "each-rocket-wins-a-trick": _rockets_win,
    "nines-win-no-trick": _nines_lose,
    "may-swap-two-tokens": _no_goals,
    "balanced-tricks": _even,
    "chosen-player-wins-exactly-one-trick-without-rocket": _exactly_one,
    "balanced-tricks-commander-first-and-last": _even_first_and_last,
    "may-move-one-token": _no_goals,
    "chosen-player-wins-only-first-and-last-without-rocket": _only_first_and_last,
    "each-rocket-wins-a-trick-ascending": _rockets_ascend,
    "left-of-pink-nine-wins-all-pink": _all_pink,
    "omega-in-the-last-trick": _omega_last,
    "first-four-last-and-middle-roles": _roles,
}


def _left(state: State) -> int:
    """The cards whose trick is not complete."""
    gone = mask_of(card for trick in state.tricks for _, card in trick.plays)
    return ALL & ~gone & mask_of(state.cards)


def _winning_cards(state: State) -> list[Card]:
    return [trick.winning_play[1] for trick in state.tricks]
