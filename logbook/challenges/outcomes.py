"""Outcomes of a crew's attempts at a stage, by the challenge's policy and the rulings in force.

Pure: numbers in, numbers out. Every page, count and service takes outcomes from here, so that all agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from logbook.challenges.policies import Policy, TableState, score


class PlayedAttempt(NamedTuple):
    """An attempt that is over."""

    number: int
    won: bool
    distress: bool


class Outcome(NamedTuple):
    """The outcome of attempts as the logbook counts: until the first success. `best` is the best attempt's alone."""

    won: bool
    attempts: int
    distress: bool
    best: int | None


Entry = tuple[Outcome, Any]
"""The outcome of a crew's attempts at a stage, and the end of the last of them."""


class Correction(NamedTuple):
    """A director's result for the attempts up to number `until`."""

    won: bool
    attempts: int
    distress: bool
    until: int


class RulingEffect(Protocol):
    """A ruling, reduced to its effect."""

    @property
    def kind(self) -> str: ...
    @property
    def stage_id(self) -> int | None: ...
    @property
    def attempt(self) -> int | None: ...
    @property
    def crew_id(self) -> int | None: ...
    @property
    def other_id(self) -> int | None: ...
    @property
    def after(self) -> Any: ...


@dataclass(slots=True)
class ActiveRulings:
    """The rulings of a challenge that are in force."""

    void_stages: set[int] = field(default_factory=set)
    void_deals: set[tuple[int, int]] = field(default_factory=set)
    corrected: dict[tuple[int, int], Correction] = field(default_factory=dict)
    merged: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The crew that each merged crew became, and whether the better or the earlier entry counts."""
    readmitted: Counter[tuple[int, int]] = field(default_factory=Counter)
    let_in: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, rulings: Iterable[RulingEffect]) -> ActiveRulings:
        """Return the effect of these rulings, in the order of their making."""
        active = cls()
        for ruling in rulings:
            active._add(ruling)
        return active

    def _add(self, ruling: RulingEffect) -> None:
        place = (ruling.stage_id or 0, ruling.crew_id or 0)
        match ruling.kind:
            case "void" if ruling.attempt is None:
                self.void_stages.add(place[0])
            case "void":
                self.void_deals.add((place[0], ruling.attempt or 0))
            case "correct":
                self.corrected[place] = _correction(ruling.after)
            case "merge" if ruling.crew_id and ruling.other_id:
                self.merged[ruling.crew_id] = (ruling.other_id, str(ruling.after.get("counts", "better")))
            case "readmit":
                self.readmitted[place] += 1
            case "late-entry":
                self.let_in.add(place[1])

    def is_void(self, stage: int, attempts: int) -> bool:
        """True if a stage is void: as a whole, or because each of its deals is void."""
        return stage in self.void_stages or all((stage, number) in self.void_deals for number in range(1, attempts + 1))

    def rules_out(self, stage: int, crew: int | None, number: int) -> bool:
        """True if an attempt is void, or has a corrected result in its place."""
        correction = self.corrected.get((stage, crew)) if crew is not None else None
        is_replaced = correction is not None and number <= correction.until
        return is_replaced or stage in self.void_stages or (stage, number) in self.void_deals

    def attempts_allowed(self, of_policy: int, stage: int, crew: int | None) -> int:
        """Return how many attempts this crew has at this stage, where the policy allows `of_policy`."""
        return of_policy + (self.readmitted[stage, crew] if crew is not None else 0)

    def merged_into(self, crew: int) -> int:
        """Return the crew that this crew's entry was merged into; the crew itself, if it was not merged."""
        visited = set()
        while crew in self.merged and crew not in visited:
            visited.add(crew)
            crew = self.merged[crew][0]
        return crew

    def merged_crews(self, crews: Iterable[int]) -> set[int]:
        """Return these crews and all whose entries were merged with theirs, over any number of merges."""
        crews_given = set(crews)
        own = {self.merged_into(crew) for crew in crews_given}
        return {crew for crew in crews_given | own | self.merged.keys() if self.merged_into(crew) in own}

    def counting_crews(self, policy: Policy, entries: Mapping[int, Entry]) -> dict[int, int]:
        """Return, by remaining crew, the crew whose entry at a stage counts for it.

        Merges apply in the order of their making, each by its own rule.
        """
        counting = {crew: crew for crew in entries}
        root: dict[int, int] = {}
        for crew, (other, how) in self.merged.items():
            into = other
            while into in root:
                into = root[into]
            root[crew] = into
            pair = [counting[one] for one in (into, crew) if one in counting]
            counting.pop(crew, None)
            if pair:
                counting[into] = pair[better(policy, [entries[one] for one in pair], how)]
        return counting

    def touches(self, stage: int, crew: int | None) -> bool:
        """True if a ruling may affect the outcome of this crew's table at this stage."""
        return (
            stage in self.void_stages
            or any(stage == place for place, _attempt in self.void_deals)
            or (stage, crew or 0) in self.corrected
            or crew in self.merged
            or any(crew == into for into, _how in self.merged.values())
        )

    def outcome(self, stage: int, crew: int | None, played: Sequence[PlayedAttempt]) -> Outcome | None:
        """Return a table's outcome; None where no attempt that counts was played."""
        if stage in self.void_stages:
            return None
        counted_attempts = [one for one in played if (stage, one.number) not in self.void_deals]
        correction = self.corrected.get((stage, crew or 0))
        if correction is None:
            return _outcome(counted_attempts)
        return _corrected(correction, counted_attempts)


def _correction(after: Mapping[str, Any]) -> Correction:
    return Correction(bool(after["won"]), int(after["attempts"]), bool(after["distress"]), int(after["until"]))


def _outcome(played: Sequence[PlayedAttempt]) -> Outcome | None:
    if not played:
        return None
    first = next((place for place, one in enumerate(played, start=1) if one.won), None)
    until_success = played[:first]
    wins = [one for one in played if one.won]
    return Outcome(
        won=first is not None,
        attempts=len(until_success),
        distress=any(one.distress for one in until_success),
        best=min((score(attempts=1, distress=one.distress) for one in wins), default=None),
    )


def _corrected(correction: Correction, played: Sequence[PlayedAttempt]) -> Outcome:
    """Return the ruled result together with the attempts since."""
    since = _outcome([one for one in played if one.number > correction.until])
    best = [score(attempts=1, distress=correction.distress)] if correction.won else []
    if since is not None and since.best is not None:
        best.append(since.best)
    outcome_since = None if correction.won else since
    return Outcome(
        won=bool(best),
        attempts=correction.attempts + (outcome_since.attempts if outcome_since else 0),
        distress=correction.distress or bool(outcome_since and outcome_since.distress),
        best=min(best, default=None),
    )


def state_of(*, policy: Policy, attempts_allowed: int, attempts_used: int, outcome: Outcome | None) -> TableState:
    """Return a table's state between its attempts."""
    return policy.table_state(won=outcome is not None and outcome.won, attempts_left=attempts_used < attempts_allowed)


def better(policy: Policy, entries: Sequence[Entry], how: str) -> int:
    """Return the entry at a stage that counts: the better one, or the one that ended earlier (as each entry says)."""

    def sort_key(place: int) -> tuple[Any, ...]:
        outcome, ended = entries[place]
        good = (not outcome.won, policy.score(outcome) or 0, outcome.attempts)
        return (ended, *good, place) if how == "earlier" else (*good, ended, place)

    return min(range(len(entries)), key=sort_key)
