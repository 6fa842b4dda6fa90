"""French words are longer: on a phone and on a desk they stay inside what they stand in."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from logbook.models import Crew, Player
from logbook.services import campaigns, lines

from .conftest import Visit

PHONE, DESK = 360, 1280


def spilling(page: Page, boxes: str) -> list[str]:
    """The boxes whose words reach outside them."""
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
    campaign = campaigns.campaign_open(crew=crew, by=alice, game="planet-nine", name="Hiver")
    today = timezone.localdate()
    lines.line_add(campaign=campaign, by=alice, key=uuid4(), mission="1", won=False, distress=True, played_on=today)
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=width, locale="fr-FR")
    assert "suivante" in page.locator(".box--next").inner_text()
    assert spilling(page, ".box--next") == []
    assert spilling(page, ".now__actions :is(button, .button)") == []
