"""French texts are longer: on phone and desktop they stay inside their boxes."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from logbook.campaigns.services import campaigns, entries
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit

PHONE, DESK = 360, 1280


def spilling(page: Page, boxes: str) -> list[str]:
    """Return the boxes with overflowing text."""
    found: list[str] = page.locator(boxes).evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    )
    return found


def test_how_many_play_fits_its_button(visit: Visit) -> None:
    page = visit("/companion/planet-nine/17/?players=3", width=PHONE, locale="fr-FR")
    assert page.locator(".companion__players .button").nth(1).inner_text().split() == ["3", "joueurs"]
    assert spilling(page, ".companion__players .button") == []


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_next_mission_fits_its_box(
    transactional_db: None, visit: Visit, crew: Crew, alice: Player, width: int
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Hiver")
    today = timezone.localdate()
    entries.add_entry(campaign=campaign, by=alice, key=uuid4(), mission="1", won=False, distress=True, played_on=today)
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=width, locale="fr-FR")
    assert "suivante" in page.locator(".box--next").inner_text()
    assert spilling(page, ".box--next") == []
    assert spilling(page, ".now__actions :is(button, .button)") == []


def low_targets(page: Page) -> list[str]:
    """Return tap targets lower than 44 px, except links within a sentence."""
    found: list[str] = page.locator("main :is(a, button, summary)").evaluate_all(
        """all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5
             && ![...one.parentElement.childNodes].some(near => near.nodeType === 3 && near.textContent.trim()))
           .map(one => one.outerHTML)"""
    )
    return found


def test_statistics_stay_on_the_phone(
    transactional_db: None, visit: Visit, crew: Crew, alice: Player, bob: Player
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Hiver")
    today = timezone.localdate()
    for mission in ("1", "2"):
        entries.add_entry(
            campaign=campaign, by=alice, key=uuid4(), mission=mission, won=mission == "1", played_on=today
        )
    page = visit(f"/crews/{crew.slug}/statistics/", player=alice, width=PHONE, locale="fr-FR")
    assert page.get_by_text("pas assez de données").count()
    assert overflow(page) == 0
    wide = "one => one.scrollWidth > one.clientWidth"
    assert not any(one.evaluate(wide) for one in page.locator(".plot__numbers").all())


@pytest.mark.parametrize("place", ["crews/{slug}/", "crews/{slug}/people/", "crews/{slug}/split/", "profile/"])
def test_a_thumb_hits_every_target(transactional_db: None, visit: Visit, crew: Crew, alice: Player, place: str) -> None:
    page = visit(f"/{place.format(slug=crew.slug)}", player=alice, width=PHONE, locale="fr-FR")
    assert low_targets(page) == []


def test_strokes_of_the_tally_keep_off_the_edges_of_their_box(
    transactional_db: None, visit: Visit, crew: Crew, alice: Player
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Hiver")
    for _often in range(9):
        entries.add_entry(
            campaign=campaign, by=alice, key=uuid4(), mission="1", won=False, played_on=timezone.localdate()
        )
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=PHONE, locale="fr-FR")
    box, tally = page.locator(".box--next").bounding_box(), page.locator(".box--next .tally").bounding_box()
    assert box
    assert tally
    assert tally["y"] - box["y"] >= 3
