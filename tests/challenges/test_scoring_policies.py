"""Properties of every scoring policy, and its text on the page. A new policy is tested without new code."""

from __future__ import annotations

import itertools

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.serializers import ChoiceField

from logbook.challenges import policies
from logbook.challenges.api.serializers import ChallengeSerializer as ChallengeShape
from logbook.challenges.outcomes import ActiveRulings, Outcome, PlayedAttempt, state_of
from logbook.challenges.policies import POLICIES, SCORE_SQL, Gauntlet, Obstacle, Policy, score
from logbook.leaderboards.ranking import CrewResult, standings

every_policy = pytest.mark.parametrize("policy", POLICIES.values(), ids=list(POLICIES))
PLAYED = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=6)
STATES = [list(states) for n in range(4) for states in itertools.product(("won", "between", "ended", ""), repeat=n)]


def outcome_of(played: list[tuple[bool, bool]]) -> Outcome | None:
    return ActiveRulings().outcome(
        1, 7, [PlayedAttempt(n, won, distress) for n, (won, distress) in enumerate(played, start=1)]
    )


def test_the_distress_signal_costs_one() -> None:
    assert score(attempts=3, distress=False) == 3
    assert score(attempts=3, distress=True) == 4


@pytest.mark.django_db
@pytest.mark.parametrize("attempts", [1, 7])
@pytest.mark.parametrize("distress", [False, True])
def test_the_database_adds_up_the_same_score(attempts: int, distress: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + SCORE_SQL.format(attempts=attempts, distress=int(distress)))
        assert cursor.fetchone() == (score(attempts=attempts, distress=distress),)


def test_codes_and_labels_are_unique_and_stay() -> None:
    assert list(POLICIES) == [policy.code for policy in POLICIES.values()]
    assert {"until-success", "single", "best-of", "gauntlet"} <= POLICIES.keys()
    assert len({str(label) for _code, label in policies.choices()}) == len(POLICIES)
    assert policies.DEFAULT in POLICIES
    assert policies.DEFAULT_FOR_POINTS in dict(policies.race_choices())


def test_the_api_knows_them_all() -> None:
    field = ChallengeShape().fields["policy"]
    assert isinstance(field, ChoiceField)
    assert list(field.choices) == list(POLICIES)


@every_policy
def test_it_explains_itself(policy: Policy) -> None:
    assert len(policy.code) <= 20
    assert policy.label
    assert policy.stages_won_label
    assert str(policy.standings_order).endswith(".")
    assert all(policy.explained(policy.attempts_allowed(most)).endswith(".") for most in (1, 5))


@every_policy
def test_it_allows_one_attempt_or_as_many_as_the_organizer_chose(policy: Policy) -> None:
    allowed = [policy.attempts_allowed(most) for most in (1, 3, 10)]
    assert allowed == ([1, 3, 10] if policy.asks_most_attempts else [1, 1, 1])


@every_policy
@given(played=PLAYED, left=st.integers(0, 3))
def test_a_table_goes_on_while_attempts_are_left(policy: Policy, played: list[tuple[bool, bool]], left: int) -> None:
    outcome = outcome_of(played)
    state = state_of(policy=policy, attempts_allowed=len(played) + left, attempts_used=len(played), outcome=outcome)
    won = outcome is not None and outcome.won
    assert state in ({"won", "between"} if won else {"between", "ended"})
    assert left or state != "between"
    assert left == 0 or state != "ended"


@every_policy
@given(played=PLAYED)
def test_a_stage_has_a_score_once_it_is_won(policy: Policy, played: list[tuple[bool, bool]]) -> None:
    outcome = outcome_of(played)
    if outcome is not None:
        own = policy.score(outcome)
        assert (own is not None) == outcome.won
        assert own is None or own >= 1


@every_policy
@given(played=PLAYED)
def test_an_attempt_without_the_signal_never_scores_worse(policy: Policy, played: list[tuple[bool, bool]]) -> None:
    signalled, clean = outcome_of([(won, True) for won, _ in played]), outcome_of([(won, False) for won, _ in played])
    if signalled is not None and clean is not None:
        assert (policy.score(clean) or 0) <= (policy.score(signalled) or 0)


@every_policy
@given(rates=st.lists(st.floats(0, 1), max_size=10))
def test_par_lies_between_one_and_never(policy: Policy, rates: list[float]) -> None:
    assert 1 - 1e-9 <= policy.par(rates) <= len(rates) + 1 + 1e-9


@every_policy
def test_only_a_stage_that_is_not_won_keeps_a_crew_from_the_next(policy: Policy) -> None:
    found = [(earlier, obstacle) for earlier in STATES if (obstacle := policy.obstacle(earlier)) is not None]
    assert bool(found) == policy.in_order
    for earlier, obstacle in found:
        assert earlier[obstacle.place] != "won"
        assert obstacle.is_lost == (earlier[obstacle.place] == "ended")


@every_policy
def test_a_crew_that_lost_nothing_is_not_out(policy: Policy) -> None:
    assert not any(policy.is_out(states) for states in STATES if "ended" not in states)


@every_policy
@given(won=st.lists(st.booleans(), max_size=5))
def test_standings_count_stages_won_alone(policy: Policy, won: list[bool]) -> None:
    runs = [CrewResult(7, one, 1, False, stage, 1) for stage, one in enumerate(won)]
    for line in standings(runs, policy=policy, stages=range(len(won))):
        assert line.stages_won <= sum(won)
        assert line.stages_won == line.score, "each was won at once"
        assert line.attempts == len(won)
    whole = standings([CrewResult(7, True, 1, False, stage, 1) for stage in range(3)], policy=policy, stages=range(3))
    assert [line.stages_won for line in whole] == [3]


def test_a_gauntlet_is_kept_up_by_its_first_stage_that_is_not_won() -> None:
    gauntlet = Gauntlet()
    assert gauntlet.obstacle(["won", "between", "ended"]) == Obstacle(1, is_lost=False)
    assert gauntlet.obstacle(["won", "ended"]) == Obstacle(1, is_lost=True)
    assert gauntlet.obstacle(["won", ""]) == Obstacle(1, is_lost=False)
    assert gauntlet.obstacle(["won", "won"]) is None
    assert (gauntlet.is_out(["won", "ended"]), gauntlet.is_out(["won", "between"])) == (True, False)


@pytest.mark.parametrize(
    ("rates", "par", "best_of"),
    [
        ([1.0], 1, 1),
        ([0.0], 2, 2),
        ([0.5], 1.5, 1.5),
        ([0.5, 0.5], 0.5 + 0.5 + 0.75, 0.75 + 0.75),
        ([], 1, 1),
        ([0.0, 1.0, 1.0], 2, 1),
    ],
)
def test_par_by_hand(rates: list[float], par: float, best_of: float) -> None:
    assert POLICIES["until-success"].par(rates) == pytest.approx(par)
    assert POLICIES["best-of"].par(rates) == pytest.approx(best_of)
