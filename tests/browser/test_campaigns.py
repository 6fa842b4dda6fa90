"""The logbook on a phone: two taps, and offline."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.services import campaigns, entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
from tests.browser.campaigns_scenes import ready, sign_in_as
from tests.browser.conftest import Visit, wait_for_promise
from tests.conftest import SignedIn

PHONE = 360


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.fixture
def campaign(transactional_db: None, crew: Crew, alice: Player, bob: Player) -> Campaign:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    entries.add_entry(
        campaign=campaign,
        by=alice,
        key=uuid4(),
        mission="1",
        won=False,
        played_on=timezone.localdate(),
        attendance=[Attendee(alice), Attendee(bob)],
    )
    return campaign


def waiting(page: Page, number: int) -> None:
    expect(page.locator(".queue__entries li")).to_have_count(number)


def written(number: int) -> list[tuple[str, bool]]:
    """Return the stored entries, once there are this many."""
    found = list(LogEntry.objects.order_by("pk").values_list("mission", "won"))
    assert len(found) == number
    return found


def test_two_taps(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=PHONE)
    assert overflow(page) == 0
    page.get_by_role("link", name="Log an attempt").click()
    page.get_by_role("button", name="Success").click()
    expect(page.get_by_role("heading", name="Next: mission 2")).to_be_visible()
    assert written(2)[-1] == ("1", True)
    assert LogEntry.objects.latest("pk").attendances.count() == 2


def test_one_more_failure_is_one_tap_and_two_are_two(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=PHONE)
    for number in (2, 3):
        page.get_by_role("button", name="Log a failure").click()
        expect(page.locator("#now-tally")).to_contain_text(f"{number} attempts so far")
    written(3)


def test_form_is_an_ordinary_one_without_scripts(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=PHONE, java_script_enabled=False)
    page.get_by_role("button", name="Log a failure").click()
    expect(page.locator("#now-tally")).to_contain_text("2 attempts so far")
    page.get_by_role("link", name="Log an attempt").click()
    page.get_by_role("button", name="Success").click()
    expect(page.get_by_role("heading", name="Next: mission 2")).to_be_visible()
    written(3)


def test_what_is_wrong_is_said_at_its_field(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice, width=PHONE)
    page.get_by_text("Date, captain").click()
    page.get_by_label("Minutes").fill("0")
    page.get_by_label("Note").fill("kept words")
    page.get_by_role("button", name="Failure").click()
    expect(page.get_by_text("Enter how many minutes it took, from 1 to 999.")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("kept words")
    written(1)
    page.get_by_label("Minutes").fill("20")
    page.get_by_role("button", name="Failure").click()
    expect(page.locator("#now-tally")).to_contain_text("2 attempts so far")
    written(2)


def test_an_evening_without_a_network_is_sent_once(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=PHONE)
    ready(page)
    page.context.set_offline(True)
    # The logbook, the tally and the form all come from the phone's cache.
    page.reload()
    expect(page.get_by_role("heading", name="Next: mission 1")).to_be_visible()
    page.get_by_role("button", name="Log a failure").click()
    waiting(page, 1)
    page.get_by_role("link", name="Log an attempt").click()
    page.get_by_role("button", name="Success").click()
    waiting(page, 2)
    expect(page.get_by_text("2 attempts are waiting on this phone")).to_be_visible()
    # After the success the next mission is chosen, before the server has the entry.
    expect(page.get_by_label("Mission", exact=True)).to_have_value("2")
    page.get_by_label("Names of other guests, separated by commas").fill("Gus")
    page.get_by_role("button", name="Failure").click()
    waiting(page, 3)
    page.reload()
    waiting(page, 3)
    expect(page.get_by_label("Mission", exact=True)).to_have_value("2")
    written(1)

    page.context.set_offline(False)
    expect(page.get_by_text("Sent and added to the logbook")).to_be_visible()
    waiting(page, 0)
    assert written(4) == [("1", False), ("1", False), ("1", True), ("2", False)]
    assert LogEntry.objects.latest("pk").attendances.filter(guest__name="Gus").exists()
    box = MissionLog.objects.get(campaign=campaign, mission="1")
    assert (box.attempts, box.won) == (3, True)
    page.reload()
    page.goto(f"/campaigns/{campaign.pk}/")
    expect(page.get_by_role("heading", name="Next: mission 2")).to_be_visible()
    written(4)


def test_an_answer_that_is_lost_doubles_nothing(visit: Visit, campaign: Campaign, alice: Player) -> None:
    """The server has stored the entry, but its response is lost: the phone sends it again."""
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice, width=PHONE)
    ready(page)
    swallowed = []

    def swallow(route: object) -> None:
        swallowed.append(route.fetch())  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    page.context.route(
        re.compile(r"/log/$"), lambda route: swallow(route) if route.request.method == "POST" else route.continue_()
    )
    page.get_by_role("button", name="Failure").click()
    waiting(page, 1)
    written(2)
    page.context.unroute_all(behavior="wait")
    page.reload()
    waiting(page, 0)
    assert swallowed
    written(2)


def test_what_is_refused_later_can_be_put_right(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice, width=PHONE)
    ready(page)
    page.context.set_offline(True)
    page.get_by_text("Date, captain").click()
    page.get_by_label("Note").fill("kept words")
    page.get_by_label("When").fill("2999-01-01")
    page.get_by_role("button", name="Failure").click()
    waiting(page, 1)
    page.context.set_offline(False)
    expect(page.get_by_text("This date is in the future.")).to_be_visible()
    written(1)
    page.get_by_role("button", name="Edit in the form").click()
    expect(page.get_by_label("Note")).to_have_value("kept words")
    page.get_by_label("When").fill(timezone.localdate().isoformat())
    page.get_by_role("button", name="Failure").click()
    expect(page.locator("#now-tally")).to_contain_text("2 attempts so far")
    assert LogEntry.objects.latest("pk").note == "kept words"


def test_nobody_elses_attempts_are_shown_or_sent(visit: Visit, campaign: Campaign, alice: Player, bob: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice, width=PHONE)
    ready(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Failure").click()
    waiting(page, 1)
    # The same phone, with another player signed in.
    other = str(bob.pk)
    page.evaluate("person => { document.getElementById('queue').dataset.person = person; }", other)
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    waiting(page, 0)
    written(1)


def kept_for(page: Page) -> list[str]:
    names: list[str] = page.evaluate("caches.keys()")
    return sorted(name for name in names if "/" in name)


def test_what_waits_is_sent_by_nobody_else(
    visit: Visit, campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice, width=PHONE)
    ready(page)
    page.context.set_offline(True)
    page.get_by_text("Date, captain").click()
    page.get_by_label("Note").fill("Alice's words")
    page.get_by_role("button", name="Failure").click()
    waiting(page, 1)
    sign_in_as(page, bob, signed_in)
    page.context.set_offline(False)
    expect(page.get_by_text("Another player logged this on this phone.")).to_be_visible()
    waiting(page, 1)
    page.goto(f"/campaigns/{campaign.pk}/log/")
    waiting(page, 0)
    written(1)
    sign_in_as(page, alice, signed_in)
    page.goto(f"/campaigns/{campaign.pk}/log/")
    expect(page.get_by_text("Sent and added to the logbook")).to_be_visible()
    written(2)
    assert LogEntry.objects.latest("pk").logged_by == alice


def test_a_page_is_kept_for_the_person_who_read_it(
    visit: Visit, campaign: Campaign, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    """Alice's session expires; Charlie, of no crew, signs in on her phone and goes offline."""
    page = visit(f"/campaigns/{campaign.pk}/", player=alice, width=PHONE)
    ready(page)
    assert kept_for(page) == [f"crewsite-logbook-2/{alice.pk}"]
    sign_in_as(page, charlie, signed_in)
    page.goto("/")
    wait_for_promise(page, "() => caches.keys().then(names => !names.some(name => name.includes('/')))")
    page.goto(f"/campaigns/{campaign.pk}/")
    assert f"crewsite-logbook-2/{alice.pk}" not in kept_for(page)
    assert page.evaluate("caches.match(location.href, { ignoreVary: true })") is None
    assert page.evaluate("caches.match('/campaigns/whose').then(noted => noted.text())") == str(charlie.pk)


def test_what_is_put_back_keeps_its_photo_and_waits_until_it_is_sent(
    visit: Visit, campaign: Campaign, alice: Player, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    picture = tmp_path / "evening.png"
    Image.new("RGB", (8, 8), "red").save(picture)
    page = visit(f"/campaigns/{campaign.pk}/log/", player=alice, width=PHONE)
    ready(page)
    page.context.set_offline(True)
    page.get_by_text("Date, captain").click()
    page.get_by_label("When").fill("2999-01-01")
    page.get_by_label("Photo").set_input_files(picture)
    page.get_by_role("button", name="Failure").click()
    waiting(page, 1)
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("This date is in the future.")).to_be_visible()
    page.get_by_role("button", name="Edit in the form").click()
    expect(page.get_by_label("When")).to_be_visible()
    expect(page.get_by_label("When")).to_have_value("2999-01-01")
    waiting(page, 1)
    page.get_by_role("button", name="Failure").click()
    expect(page.locator("#kept")).to_contain_text("This date is in the future.")
    assert page.get_by_label("Photo").evaluate("field => field.files[0].name") == "evening.png"
    page.reload()
    waiting(page, 1)
    page.get_by_role("button", name="Edit in the form").click()
    page.get_by_label("When").fill(timezone.localdate().isoformat())
    page.get_by_role("button", name="Failure").click()
    expect(page.locator("#now-tally")).to_contain_text("2 attempts so far")
    waiting(page, 0)
    assert LogEntry.objects.latest("pk").photo
    written(2)


def test_signing_out_leaves_no_page_behind(visit: Visit, campaign: Campaign, alice: Player) -> None:
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    ready(page)
    assert page.evaluate("name => caches.open(name).then(c => c.keys()).then(k => k.length)", kept_for(page)[0]) > 2
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    wait_for_promise(
        page, "() => caches.keys().then(names => !names.some(name => name.startsWith('crewsite-logbook-')))"
    )
