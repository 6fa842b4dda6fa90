"""Later days are prepared while nobody plays; today and tomorrow at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from logbook.challenges.models.challenges import Deal
from logbook.challenges.services import certification, quiet_preparation
from logbook.challenges.tasks import prepare_deal
from logbook.daily.models import DailyDeal
from logbook.daily.services import days
from logbook.lib import queue
from logbook.people.models.players import Player
from tests.daily.scenes import DAY, begin, win

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def first_deal(days_ahead: int) -> tuple[int, int]:
    """Make the deals of a day, and return one that is to be prepared, with its number."""
    made = days.make_coming_days(today=DAY + timedelta(days=days_ahead), ahead=0)
    return certification.lay_out_deals(challenge_id=made[0].challenge_id)[0]


def steps_of(deal: int) -> int:
    return Deal.objects.get(pk=deal).steps


@pytest.fixture
def played(deal: DailyDeal, alice: Player) -> None:
    """Alice has just played today's deal."""
    win(begin(deal, alice))
    assert not quiet_preparation.is_quiet()


def test_later_day_waits_while_somebody_plays(played: None, clock: time_machine.Traveller) -> None:
    deal, seen = first_deal(days_ahead=3)
    prepare_deal.run(deal, seen)
    assert steps_of(deal) == seen
    clock.shift(quiet_preparation.QUIET_FOR + timedelta(seconds=1))
    prepare_deal.run(deal, seen)
    assert steps_of(deal) > seen


def test_tomorrow_is_prepared_while_somebody_plays(played: None) -> None:
    deal, seen = first_deal(days_ahead=1)
    prepare_deal.run(deal, seen)
    assert steps_of(deal) > seen


@pytest.mark.parametrize(("days_ahead", "name"), [(1, None), (3, "analyses")])
def test_later_day_has_the_worker_of_the_lowest_priority(
    days_ahead: int, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    monkeypatch.setattr(queue, "send", lambda *_task, **options: sent.append(options["name"]))
    deal, seen = first_deal(days_ahead)
    monkeypatch.setattr(certification, "prepare_deal_step", lambda **_given: None if sent else seen + 1)
    monkeypatch.setattr("django.conf.settings.CELERY_TASK_ALWAYS_EAGER", False)
    prepare_deal.run(deal, seen)
    assert sent == [name]
