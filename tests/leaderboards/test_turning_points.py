"""The options at a turning point, and how they looked from the seat of the player."""

from __future__ import annotations

from random import Random

import pytest
import time_machine
from django.utils import timezone

import games
from logbook.people.models.players import Player
from logbook.replays import tasks as replays_tasks
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import analyses, turning_points
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.challenges.scenes import HOUR
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import (
    address,
    fatal_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]


# --- the options at the turning point, and what they looked like


def test_the_analysis_stores_the_options_at_the_turning_point(attempt: Attempt) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    analysis, fatal = Analysis.objects.get(), fatal_of(attempt)
    before, played = event_replay.moments_of(attempt)[fatal], event_replay.actions_of(attempt)[fatal]
    legal = [action.text for action in before.legal_actions(played.seat) if action.text.startswith("play ")]
    assert analysis.options is not None
    assert [text for text, _wins, _share in analysis.options] == legal
    assert all(0 <= share <= 100 for _text, _wins, share in analysis.options)


def test_the_bot_looks_from_the_seat_of_the_player_and_from_no_other(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[games.View] = []

    class Onlooker:
        def outlook(self, view: games.View, chance: Random) -> dict[str, float]:
            seen.append(view)
            return {view["legal"][-1]: 0.714}

    monkeypatch.setattr(turning_points, "strongest_bot", lambda game: Onlooker())
    replays_tasks.analyse_attempt.delay(attempt.pk)
    played = event_replay.actions_of(attempt)[fatal_of(attempt)]
    assert seen == [event_replay.moments_of(attempt)[fatal_of(attempt)].view(played.seat)]
    options = Analysis.objects.get().options or []
    assert [(text, share) for text, _wins, share in options] == [(seen[0]["legal"][-1], 71)]


def test_an_analysis_without_options_gets_them_from_the_sweep_once(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    full = Analysis.objects.get().options
    Analysis.objects.update(options=None)
    with time_machine.travel(timezone.now() + HOUR, tick=False):
        assert analyses.unanalysed_attempts(before=timezone.now()) == [attempt.pk]
        replays_tasks.analyse_overlooked_attempts.delay()
        assert analyses.unanalysed_attempts(before=timezone.now()) == []
    assert Analysis.objects.get().options == full
    monkeypatch.setattr(turning_points, "options_at", lambda *arguments: pytest.fail("once is enough"))
    replays_tasks.analyse_attempt.delay(attempt.pk)


def test_the_replay_tells_what_would_have_won_and_what_it_looked_like(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    played = event_replay.actions_of(attempt)[fatal_of(attempt)].text
    Analysis.objects.update(options=[[played, False, 71], ["play B7", True, 73]])
    shown = signed_in(alice).get(address(attempt)).text
    assert "Turning point: trick 1</h2>" in shown
    assert "Only blue 7 would have kept the mission winnable." in shown
    assert "71% of simulated deals stayed winnable (blue 7: 73%)" in shown
