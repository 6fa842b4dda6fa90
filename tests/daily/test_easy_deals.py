"""The easy deal of the day: beside the other one in each game, on every day, and such that bots win it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

import pytest
import time_machine
from django.test import Client

from logbook.challenges.models.challenges import Candidate
from logbook.challenges.services import challenges, lifecycle
from logbook.daily import schedule
from logbook.daily.models import DailyDeal, DailyResult
from logbook.daily.selectors.calendar import streaks
from logbook.daily.services import days
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.daily.scenes import CLOSE, begin, close, lose, win

pytestmark = pytest.mark.django_db

SATURDAY: Final = datetime(2026, 11, 28, 9, tzinfo=UTC)


@pytest.mark.parametrize("game", schedule.GAMES)
def test_every_day_has_an_easy_mission_of_its_own(game: str) -> None:
    days_of_a_year = [date.fromordinal(date(2027, 1, 1).toordinal() + n) for n in range(365)]
    for day in days_of_a_year:
        easy, other = (one.mission for one in schedule.planned_deals(day) if one.game == game)
        assert easy in schedule.EASY_MISSIONS[game]
        assert easy != other
        assert int(easy) <= 15
    assert {schedule.easy_mission(game, day) for day in days_of_a_year} == set(schedule.EASY_MISSIONS[game])


@pytest.mark.slow
def test_bots_win_the_easy_deal_of_a_saturday_seven_times_of_eight(
    db: None, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    """Both its deals, alone and for crews, by the careful bots that play there."""
    monkeypatch.setattr(days, "ROUNDS", 8)
    clock.move_to(SATURDAY)
    made = days.make_coming_days(today=SATURDAY.date(), ahead=0)
    easy = next(deal for deal in made if deal.slug == "planet-nine-easy")
    challenges.prepare_challenge(challenge_id=easy.challenge_id)
    picked = Candidate.objects.filter(deal__stage__challenge=easy.challenge_id, picked=True)
    assert [(one.playouts, one.wins >= 7) for one in picked] == [(8, True), (8, True)]
    assert easy.challenge.bot == "careful"
    assert "difficulty: very-easy" in easy.challenge.facts
    lifecycle.open_and_close_due()
    page = client.get("/daily/2026-11-28/planet-nine-easy/").text
    assert "our bots win this deal at least 7 times out of 8" in page
    assert "7 of 8" not in page


def test_a_player_plays_the_easy_deal_and_the_other_one(
    today: dict[str, DailyDeal], alice: Player, clock: time_machine.Traveller
) -> None:
    easy, other = today["planet-nine-easy"], today["planet-nine"]
    assert begin(easy, alice) != begin(other, alice)
    win(begin(easy, alice))
    lose(begin(other, alice), alice)
    assert streaks(alice)[0].days == 1
    clock.move_to(CLOSE)
    close()
    counted = DailyDeal.objects.filter(game="planet-nine").values_list("easy", "plays", "wins")
    assert set(counted) == {(True, 1, 1), (False, 1, 0)}


def test_a_day_that_was_made_without_an_easy_deal_gets_one(today: dict[str, DailyDeal]) -> None:
    """As on the day on which a site of an earlier version is upgraded."""
    DailyDeal.objects.filter(easy=True).delete()
    made = days.make_coming_days(today=today["deep-sea"].date, ahead=0)
    assert {deal.slug for deal in made} == {"planet-nine-easy", "deep-sea-easy"}


def test_the_easy_deal_is_beside_the_other_one_and_before_it(
    today: dict[str, DailyDeal], alice: Player, signed_in: SignedIn, client: Client
) -> None:
    for browser, page in ((client, "/daily/"), (client, "/"), (signed_in(alice), "/")):
        html = browser.get(page).text
        assert 0 < html.index("/planet-nine-easy/") < html.index("/planet-nine/")
        assert "Planet Nine, easy" in html
    assert client.post("/daily/2026-11-23/planet-nine-easy/play/", follow=True).status_code == 200
    assert DailyResult.objects.get().deal == today["planet-nine-easy"]
