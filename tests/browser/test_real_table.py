"""From dealing to the report at a real table, on the phones of a member and of a guest without an account."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.services import challenges
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests.browser.conftest import Visit

HOUR = timedelta(hours=1)
NOTHING = 0


def open_challenge(club: Club, by: Player) -> Challenge:
    now = timezone.now()
    plan = ChallengePlan(
        title="real table",
        game="planet-nine",
        missions=["1"],
        players=3,
        opens_at=now - HOUR,
        closes_at=now + HOUR,
        playouts=0,
    )
    challenge = challenges.create_challenge(club=club, by=by, plan=plan)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    return challenge


def shown(page: Page) -> int:
    """Return the number of cards on the page."""
    return page.locator("[data-card]").count()


def address_of(seat: int) -> str:
    return f"/seats/{SeatHandout.objects.get(seat=seat, ended_at=None).token}/"


def test_a_deal_is_handed_out_opened_and_reported(
    visit: Visit, club: Club, crew: Crew, olga: Player, alice: Player, bob: Player
) -> None:
    challenge = open_challenge(club, olga)
    page = visit(f"/challenges/{challenge.pk}/stages/1/{crew.slug}/at-a-table/", player=alice)
    page.get_by_label("Seat 1", exact=True).select_option(label="Alice")
    page.get_by_label("Seat 2", exact=True).select_option(label="Bob")
    page.get_by_label("Name of the new guest in seat 3").fill("Walter")
    page.get_by_role("button", name="Start attempt 1").click()
    expect(page.get_by_text("Seat 3 · Walter")).to_be_visible()
    assert shown(page) == NOTHING

    phone, other = visit(address_of(2)), visit(address_of(2))
    expect(phone.get_by_role("heading", name="Seat 3 of attempt 1, for Walter")).to_be_visible()
    assert shown(phone) == shown(other) == NOTHING
    phone.get_by_role("button", name="Show my cards").click()
    expect(phone.get_by_text("See your cards").or_(phone.get_by_text("Hold to see")).first).to_be_visible()
    assert shown(phone) >= 13
    phone.reload()
    assert shown(phone) >= 13
    other.get_by_role("button", name="Show my cards").click()
    expect(other.get_by_role("alert")).to_contain_text("opened on another device")
    assert shown(other) == NOTHING
    expect(visit(address_of(1)).get_by_role("alert")).to_contain_text("Sign in as Bob")

    member = visit(address_of(1), player=bob)
    member.get_by_role("button", name="Show my cards").click()
    expect(member.get_by_role("heading", name="Seat 2")).to_be_visible()
    assert shown(member) >= 13

    page.reload()
    page.get_by_text("Seat 3 · Walter").click()
    again = page.locator("#seat-2")
    again.get_by_role("button", name="Create a new link").click()
    phone.reload()
    expect(phone.get_by_role("alert")).to_contain_text("has been replaced by a new one")
    assert DealAccess.objects.filter(how="again", guest__name="Walter").count() == 1

    page.get_by_role("link", name="Report the result").click()
    page.get_by_label("The mission failed").check()
    page.get_by_role("button", name="Report").click()
    expect(page.get_by_text("The result of attempt 1 is saved")).to_be_visible()
    attempt = Attempt.objects.get()
    told = attempt.sittings.order_by("number").values_list("player__name", "guest__name")
    assert list(told) == [("Alice", None), ("Bob", None), (None, "Walter")]
