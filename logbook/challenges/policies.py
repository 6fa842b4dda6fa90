"""Scoring policies: how a challenge counts a crew's attempts. Each is one class and one line of `POLICIES`.

Pure: numbers in, numbers and sentences out. Models, forms, services and pages ask the policy, and know none by name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, Protocol, TypeVar, overload

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable
    from django_stubs_ext import StrOrPromise

TableState = Literal["won", "between", "ended"]
"""A table's state between its attempts: `between` while another attempt may start."""

SCORE_SQL: Final = "({attempts} + {distress})"
"""The score in SQL, where `{distress}` is 1 or 0."""


@overload
def score(*, attempts: int, distress: bool) -> int: ...
@overload
def score(*, attempts: Combinable, distress: Combinable) -> Combinable: ...
def score(*, attempts: int | Combinable, distress: bool | Combinable) -> int | Combinable:
    """Return the printed logbook's score: the attempts needed, plus 1 if the distress signal was ever sent.

    In Deep Sea's endless epilogue the printed logbook counts no attempts and only notes the signal. Here its missions
    count like all others, so that they have leaderboards too.
    """
    return attempts + distress


class CountedResult(Protocol):
    """A crew's attempts at a stage, counted."""

    @property
    def won(self) -> bool: ...
    @property
    def attempts(self) -> int: ...
    @property
    def distress(self) -> bool: ...
    @property
    def best(self) -> int | None: ...


class WonStage(Protocol):
    """A stage that a crew has won."""

    @property
    def stage(self) -> int: ...


WonStageType = TypeVar("WonStageType", bound=WonStage)


class Obstacle(NamedTuple):
    """The earlier stage that blocks a stage."""

    place: int
    """Its index among the earlier stages."""
    is_lost: bool
    """True if the crew has no attempt left there."""


class Policy:
    """A way to count attempts: the printed logbook's, except for what a subclass overrides."""

    code: ClassVar[str]
    """The policy's name in the database, in the API and in a challenge's sealed facts. It never changes."""
    label: ClassVar[StrOrPromise]
    race_label: ClassVar[StrOrPromise] = ""
    """The label in a challenge of races; empty where the policy does not suit races."""
    standings_order: ClassVar[StrOrPromise] = gettext_lazy(
        "Ranked by stages won, then by the lowest score: attempts needed, plus 1 for each stage with a distress signal."
    )
    stages_won_label: ClassVar[StrOrPromise] = gettext_lazy("Won")
    asks_most_attempts: ClassVar[bool] = True
    """True if the organizer chooses how many attempts a stage has."""
    in_order: ClassVar[bool] = False
    """True if a stage may have to be won before the next one."""
    signal_lasts: ClassVar[bool] = True
    """True if a distress signal costs the attempts after it too."""

    def explained(self, most: int) -> str:
        """Return the policy in a sentence, for players who have `most` attempts at each stage."""
        if most == 1:
            return _("There’s one attempt at each stage.")
        return _("Up to %(most)s attempts at each stage, until the mission is won.") % {"most": most}

    def attempts_allowed(self, most: int) -> int:
        """Return the number of attempts at a stage, where the organizer chose `most`."""
        return most if self.asks_most_attempts else 1

    def table_state(self, *, won: bool, attempts_left: bool) -> TableState:
        """Return a table's state, by whether it was won and has attempts left."""
        if won:
            return "won"
        return "between" if attempts_left else "ended"

    def score(self, result: CountedResult) -> int | None:
        """Return the score of a stage; None unless it is won."""
        return score(attempts=result.attempts, distress=result.distress) if result.won else None

    def par(self, rates: Sequence[float]) -> float:
        """Return the expected score where the first attempt is won at rate `rates[0]`; no win counts one more."""
        expected, still = 0.0, 1.0
        for attempt, rate in enumerate(rates, start=1):
            expected += attempt * rate * still
            still *= 1 - rate
        return expected + (len(rates) + 1) * still

    def stages_that_count(self, won: Sequence[WonStageType], order: Sequence[int]) -> Sequence[WonStageType]:
        """Return the won stages that the standings count. `order` names all stages that are not void."""
        return won

    def obstacle(self, earlier: Sequence[str]) -> Obstacle | None:
        """Return the stage that blocks the next one, by table states at the earlier stages (void ones count as won)."""
        return None

    def is_out(self, states: Collection[str]) -> bool:
        """True if a crew plays no further stage, by the states of its tables at the stages that count."""
        return False


class UntilSuccess(Policy):
    """The printed logbook's policy: the attempts until the first success count."""

    code = "until-success"
    label = gettext_lazy("logbook: until the mission is won")


class Single(Policy):
    """One attempt at each stage."""

    code = "single"
    label = gettext_lazy("one attempt per stage")
    race_label = gettext_lazy("one")
    asks_most_attempts = False


class BestOf(Policy):
    """The best attempt alone counts, of all that are played."""

    code = "best-of"
    label = gettext_lazy("best of several attempts")
    race_label = gettext_lazy("several, the best one counts")
    standings_order = gettext_lazy(
        "Ranked by stages won, then by the lowest score: the best attempt at each stage, 1 for a "
        "win, 2 for a win with the distress signal."
    )
    signal_lasts = False

    def explained(self, most: int) -> str:
        """Return a sentence: every attempt stands alone."""
        return _(
            "The best attempt at each stage counts: 1 for a win, 2 for a win with the distress signal. You can play "
            "up to %(most)s, even after a win."
        ) % {"most": most}

    def table_state(self, *, won: bool, attempts_left: bool) -> TableState:
        """A success does not end a stage."""
        return "between" if attempts_left else super().table_state(won=won, attempts_left=attempts_left)

    def score(self, result: CountedResult) -> int | None:
        """Return the score of the best attempt."""
        return result.best if result.won else None

    def par(self, rates: Sequence[float]) -> float:
        """Return the expected score; a win at any attempt scores 1."""
        never = 1.0
        for rate in rates:
            never *= 1 - rate
        return 1 - never + (len(rates) + 1) * never


class Gauntlet(Policy):
    """One attempt at each stage, in order; the first lost stage ends the gauntlet."""

    code = "gauntlet"
    label = gettext_lazy("gauntlet: one attempt per stage, until one is lost")
    standings_order = gettext_lazy(
        "Ranked by stages won in a row, then by the lowest score: 1 per stage, plus 1 for each stage "
        "with a distress signal."
    )
    stages_won_label = gettext_lazy("In a row")
    asks_most_attempts = False
    in_order = True

    def explained(self, most: int) -> str:
        """Return a sentence: the stages won in a row count."""
        return _(
            "A gauntlet: one attempt at each stage, in order. It ends at the first stage that isn’t won. What "
            "counts is the number of stages won in a row."
        )

    def stages_that_count(self, won: Sequence[WonStageType], order: Sequence[int]) -> Sequence[WonStageType]:
        """Return the stages won in a row, from the first one."""
        by_stage = {one.stage: one for one in won}
        return [by_stage[stage] for stage in takewhile(by_stage.__contains__, order)]

    def obstacle(self, earlier: Sequence[str]) -> Obstacle | None:
        """Return the first stage that is not won."""
        places = (Obstacle(place, state == "ended") for place, state in enumerate(earlier) if state != "won")
        return next(places, None)

    def is_out(self, states: Collection[str]) -> bool:
        """True once a stage has no attempts left."""
        return "ended" in states


POLICIES: Final[Mapping[str, Policy]] = {
    policy.code: policy
    for policy in (
        UntilSuccess(),
        Single(),
        BestOf(),
        Gauntlet(),
    )
}
DEFAULT: Final = UntilSuccess.code
DEFAULT_FOR_POINTS: Final = Single.code
"""The default where players score points, each for themselves."""


def choices() -> list[tuple[str, StrOrPromise]]:
    """Return the policies as choices of a form or column."""
    return [(policy.code, policy.label) for policy in POLICIES.values()]


def race_choices() -> list[tuple[str, StrOrPromise]]:
    """Return the policies that suit races."""
    return [(policy.code, policy.race_label) for policy in POLICIES.values() if policy.race_label]
