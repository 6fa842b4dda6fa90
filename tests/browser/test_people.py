"""People and crews in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit


def test_signing_up_founding_a_crew_and_inviting(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill("Dora")
    page.get_by_label("Email").fill("dora@example.org")
    page.get_by_label("Password").fill("submarines are quiet")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("status")).to_contain_text("You’re signed in")
    page.goto("/crews/new/")
    page.get_by_label("Name").fill("Borealis")
    page.get_by_role("button", name="Create the crew").click()
    page.get_by_role("button", name="Create an invitation link").click()
    expect(page.get_by_label("Invitation link")).to_have_value(re.compile(r"^http://127\.0\.0\.1:\d+/join/"))
    assert CrewMember.objects.get().player.name == "Dora"


def test_a_friend_opens_the_link_signs_in_and_lands_in_the_crew(visit: Visit, crew: Crew, charlie: Player) -> None:
    assert charlie.user is not None
    charlie.user.set_password("submarines are quiet")
    charlie.user.save()
    invite = Invite.objects.create(crew=crew, created_by=crew.members.all()[0].player)
    page = visit(f"/join/{invite.token}/")
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_label("Email").fill("charlie@example.org")
    page.get_by_label("Password").fill("submarines are quiet")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Join the crew").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aurora")


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["/", "/crews/", "/crews/aurora/", "/clubs/night-watch/", "/profile/"])
def test_nothing_scrolls_sideways(visit: Visit, club: object, alice: Player, path: str, width: int) -> None:
    page = visit(path, player=alice, width=width)
    assert overflow(page) == 0
