"""Webhooks of clubs: those that want the deals of the day hear that one has opened, and that its places are in."""

from __future__ import annotations

import json

import pytest
import time_machine

from logbook.clubs.models import Club
from logbook.daily.models import DailyDeal
from logbook.lib import safe_http
from logbook.notifications.models import ClubEvent, Delivery, Webhook
from logbook.notifications.services import outbox, webhooks
from logbook.people.models.players import Player
from tests.daily.scenes import CLOSE, begin, close, lose, open_deals, win

pytestmark = pytest.mark.django_db

PAGE = "/daily/2026-11-23/planet-nine/"


@pytest.fixture
def hook(club: Club, olga: Player) -> Webhook:
    return webhooks.store_webhook(club=club, by=olga, url="https://hooks.example.org/1", kinds=["daily"])


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the contents that were posted."""
    contents: list[str] = []

    def post(target: safe_http.Target, body: bytes) -> int:
        contents.append(json.loads(body)["content"])
        return 204

    monkeypatch.setattr(safe_http, "target_of", lambda url: None)
    monkeypatch.setattr(safe_http, "post", post)
    return contents


def send(posted: list[str]) -> list[str]:
    """Fan out and deliver what is due, as the sweeps do; return what was posted about the deal of Planet Nine."""
    posted.clear()
    outbox.find_events()
    for event in ClubEvent.objects.filter(spread_at=None):
        outbox.fan_out_event(club_event_id=event.pk)
    for delivery in Delivery.objects.filter(state=Delivery.State.WAITING):
        webhooks.deliver(delivery_id=delivery.pk)
    return [content for content in posted if PAGE in content]


def test_a_club_hears_that_a_deal_opens_and_that_its_places_are_in(
    hook: Webhook, posted: list[str], deal: DailyDeal, alice: Player, bob: Player, clock: time_machine.Traveller
) -> None:
    (opened,) = send(posted)
    title = "Night Watch: Deal of the day: Planet Nine, 23 November 2026"
    lines = opened.split("\n")
    assert lines[0] == title
    assert lines[1].startswith("Mission ")
    assert "with the same cards for everyone. Open until" in lines[1]
    assert lines[2].endswith(PAGE)
    assert deal.challenge.club.run_by_site
    win(begin(deal, alice))
    lose(begin(deal, bob), bob)
    assert send(posted) == []
    clock.move_to(CLOSE)
    close()
    (counted,) = send(posted)
    assert counted.split("\n")[:2] == [
        title,
        "The rankings are in. 1 of 2 solo players won on the first try.",
    ]
    assert send(posted) == []


def test_results_wait_for_the_places(
    hook: Webhook, posted: list[str], deal: DailyDeal, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(posted)
    clock.move_to(CLOSE)
    monkeypatch.setattr("logbook.daily.services.counting.due", lambda now: [])
    close()
    assert deal.challenge.state == "open"
    deal.challenge.refresh_from_db()
    assert (deal.challenge.state, deal.challenge.counted_at is None) == ("closed", False)
    outbox.challenge_changed(deal.challenge_id, "results")
    assert send(posted) == []


def test_a_race_has_no_share_of_wins(
    hook: Webhook, posted: list[str], today: dict[str, DailyDeal], clock: time_machine.Traveller
) -> None:
    send(posted)
    opened = [content for content in posted if "deep-blue" in content]
    assert len(opened) == 1
    DailyDeal.objects.filter(game="deep-blue").update(plays=5, wins=5)
    clock.move_to(today["deep-blue"].challenge.closes_at)
    close()
    send(posted)
    (counted,) = [content for content in posted if "deep-blue" in content]
    assert "alone" not in counted


def test_other_webhooks_hear_nothing_of_the_day(club: Club, olga: Player, posted: list[str], clock: object) -> None:
    kinds = ["announced", "opened", "closing", "results", "cancelled", "ruled", "news"]
    webhooks.store_webhook(club=club, by=olga, url="https://hooks.example.org/2", kinds=kinds)
    open_deals()
    send(posted)
    assert posted == []
    assert not Delivery.objects.exists()
