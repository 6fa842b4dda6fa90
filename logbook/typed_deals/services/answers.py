"""Services of answers: a worker solves a typed deal step by step, and each step is stored.

First comes whether the deal could be won, then whether a distress signal would have helped, and how often the careful
bot wins it: the crew's result has its place at once. Other ways to share the tasks follow, and last the rounds of the
strongest bot. If a task is lost or repeated, the rows show what is left to do, and the
sweep queues it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

import games
from games.crew.rating import bots_win
from games.crew.solver import (
    Budget,
    Lost,
    Verdict,
    Won,
    before_predictions,
    best_pass,
    likely_allocations,
    owners_of,
    solve,
    solve_with_owners,
)
from logbook.lib import leases
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import setups
from logbook.typed_deals.services.playable_deals import is_still_playable

State = TypedDeal.State
Answer = dict[str, Any]
BUDGET: Final = Budget(nodes=1_000_000, conflicts=100_000)
"""The budget for the verdict; counted, never timed."""
SHARE_BUDGET: Final = Budget(nodes=100_000, conflicts=20_000)
"""The budget for each other way to share the tasks, and for the distress signal."""
ROUNDS: Final = 200
"""The rounds of the careful bot."""
ROUNDS_A_STEP: Final = 20
STRONG_ROUNDS: Final = 40
"""The rounds of the strongest bot."""
STRONG_ROUNDS_A_STEP: Final = 2
"""A round of the strongest bot takes a worker about two seconds."""
STRONGEST: Final = "solver"
SHARES: Final = 6
"""The other ways to share the tasks that are tried."""
SHARE_ROUNDS: Final = 20
"""The bots' rounds for each of them."""
MOST_TRIES: Final = 3
BUSY: Final = timedelta(seconds=135)
"""Longer than a worker may take for a step."""


def answer_step(*, deal_id: int, steps: int) -> int | None:
    """Do the next step of an answer at number `steps`; return its next number, None where nothing is left to do.

    A call does nothing if it comes late or twice, or while the deal can still be played somewhere.
    """
    deal = _claim(deal_id, steps)
    if deal is None:
        return None
    if not deal.answer and is_still_playable(deal):
        _release(deal)
        return None
    answer = next_answer(deal)
    state = State.DONE if _is_complete(answer) else State.WAITING
    mine = TypedDeal.objects.filter(pk=deal.pk, steps=steps, state=State.WAITING)
    moved = {"steps": steps + 1, "tries": 0, "busy_until": None, "moved_at": timezone.now()}
    if not mine.update(answer=answer, state=state, **moved):
        return None
    return steps + 1 if state == State.WAITING else None


def stalled_answers(*, before: datetime) -> list[tuple[int, int]]:
    """Return deals without a worker since `before`, with their number of steps."""
    idle = TypedDeal.objects.filter(leases.is_expired("busy_until", BUSY), state=State.WAITING)
    return list(idle.filter(leases.before("moved_at", before)).order_by("pk").values_list("pk", "steps"))


@transaction.atomic
def _claim(deal_id: int, steps: int) -> TypedDeal | None:
    claimable = TypedDeal.objects.filter(pk=deal_id, steps=steps, state=State.WAITING)
    deal = claimable.select_for_update().first()
    if deal is None:
        return None
    if deal.tries >= MOST_TRIES:
        claimable.update(state=State.FAILED, busy_until=None)
        return None
    idle = claimable.filter(leases.is_expired("busy_until", BUSY))
    claimed = idle.update(busy_until=timezone.now() + BUSY, tries=F("tries") + 1)
    return deal if claimed else None


def _release(deal: TypedDeal) -> None:
    """Leave the deal to the next sweep."""
    TypedDeal.objects.filter(pk=deal.pk).update(busy_until=None, tries=0, moved_at=timezone.now())


def next_answer(deal: TypedDeal) -> Answer:
    """Return the answer with one more step. Raises ValueError for a deal with a problem."""
    answer, start = dict(deal.answer), setups.start_of(deal)
    if start is None:
        raise ValueError(deal.pk)
    if "verdict" not in answer:
        return answer | _verdict(deal)
    if "distress" not in answer:
        # Numbers that were predicted before a card is passed on would have to be right after it.
        asks = _is_shared(start) and not start.view(None)["predictions"]
        verdict = best_pass(start, SHARE_BUDGET) if asks else None
        return answer | {"distress": verdict_facts(start, verdict) if verdict else {}}
    if answer.get("rounds", 0) < ROUNDS:
        return answer | _with_more_rounds(deal, start, answer)
    if len(answer.get("shares", ())) < answer.get("most_shares", SHARES):
        return answer | _with_next_share(deal, start, answer)
    return answer | _with_more_strong_rounds(deal, start, answer)


def _with_more_rounds(deal: TypedDeal, start: games.State, answer: Mapping[str, Any]) -> Answer:
    done = answer.get("rounds", 0)
    wins = bots_win(_before_predictions(deal, start), range(done, done + ROUNDS_A_STEP))
    return {"rounds": done + ROUNDS_A_STEP, "wins": answer.get("wins", 0) + wins}


def _with_more_strong_rounds(deal: TypedDeal, start: games.State, answer: Mapping[str, Any]) -> Answer:
    done = answer.get("strong_rounds", 0)
    numbers = range(done, done + STRONG_ROUNDS_A_STEP)
    wins = bots_win(_before_predictions(deal, start), numbers, STRONGEST)
    return {"strong_rounds": done + STRONG_ROUNDS_A_STEP, "strong_wins": answer.get("strong_wins", 0) + wins}


def _verdict(deal: TypedDeal) -> Answer:
    fresh, owners = games.deal(setups.setup_of(deal)), setups.owners_of(deal)
    verdict = solve(fresh, BUDGET) if owners is None else solve_with_owners(fresh, owners, BUDGET)
    return verdict_facts(fresh, verdict)


def _before_predictions(deal: TypedDeal, start: games.State) -> games.State:
    """Return the moment from which bots play: they predict numbers of their own."""
    owners = {task: owner for task, owner in owners_of(start).items() if owner is not None}
    if len(owners) < len(owners_of(start)):
        return start
    return before_predictions(games.deal(setups.setup_of(deal)), owners) or start


def verdict_facts(start: games.State, verdict: Verdict) -> Answer:
    """Return a verdict as stored: won, lost or unknown, and the whole line from the fresh deal on."""
    if isinstance(verdict, Won):
        return {"verdict": "won", "line": [str(action) for action in (*start.log, *verdict.line)]}
    return {"verdict": "lost" if isinstance(verdict, Lost) else "unknown", "line": []}


def _is_shared(start: games.State) -> bool:
    return all(owner is not None for owner in owners_of(start).values())


def _with_next_share(deal: TypedDeal, start: games.State, answer: Mapping[str, Any]) -> Answer:
    """Return the next other way to share the tasks, with its verdict and the bots' wins."""
    shares = list(answer.get("shares", ()))
    others = _other_allocations(deal, start)
    if len(shares) >= len(others):
        return {"shares": shares, "most_shares": len(shares)}
    one = others[len(shares)]
    taken = {task: owner for task, owner in owners_of(one).items() if owner is not None}
    fresh = games.deal(setups.setup_of(deal))
    verdict = verdict_facts(fresh, solve_with_owners(fresh, taken, SHARE_BUDGET))["verdict"]
    wins = 0 if verdict == "lost" else bots_win(_before_predictions(deal, one), range(SHARE_ROUNDS))
    owners = list(taken.items())
    share = {"owners": owners, "verdict": verdict, "wins": wins, "rounds": SHARE_ROUNDS}
    return {"shares": [*shares, share], "most_shares": min(SHARES, len(others))}


def _other_allocations(deal: TypedDeal, start: games.State) -> list[games.State]:
    if not deal.tasks:
        return []
    seen, others = [owners_of(start)], []
    for one in likely_allocations(games.deal(setups.setup_of(deal)), SHARES * 4):
        if owners_of(one) not in seen:
            seen.append(owners_of(one))
            others.append(one)
    return others[:SHARES]


def _is_complete(answer: Answer) -> bool:
    return int(answer.get("strong_rounds", 0)) >= STRONG_ROUNDS
