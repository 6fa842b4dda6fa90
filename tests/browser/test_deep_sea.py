"""Deep Sea in two browsers, with bots, in every way of sharing tasks."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Event, Table
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit
from tests.browser.play_scenes import play_on, wait_until
from tests.tables.attempts_scenes import open_table

pytestmark = pytest.mark.django_db(transaction=True)

Pages = dict[int, Page]
EASY = "sea 5"
"""A seed with which careful players win missions 2 and 3 at once."""
CAPTAIN_ALICE = "sea 6"
MOST_ATTEMPTS = 8


def sea_table(alice: Player, bob: Player, mission: str, seed: str, *, bots: int = 2) -> Table:
    """Return a table of Alice and Bob with careful bots, not dealt yet."""
    table = open_table(alice, bob, game="deep-sea", mission=mission, bots=bots)
    table.seats.exclude(bot="").update(bot="careful")
    Table.objects.filter(pk=table.pk).update(base_seed=seed)
    table.refresh_from_db()
    return table


def at(visit: Visit, table: Table, alice: Player, bob: Player) -> Pages:
    """Return Alice's page, and Bob's on a phone."""
    path = f"/tables/{table.pk}/"
    return {0: visit(path, player=alice), 1: visit(path, player=bob, width=360)}


def dealt(pages: Pages) -> Pages:
    """Have Alice deal; wait until both see their hands."""
    pages[0].get_by_role("button", name="Deal the cards").click()
    for page in pages.values():
        expect(page.locator(".hand")).to_be_visible()
    return pages


def press(table: Table, pages: Pages, seat: int, text: str) -> None:
    """Wait for all pages, press one player's button, and wait again."""
    _all_follow(table, pages)
    pages[seat].locator(f'#round button[name=action][value="{text}"]').click()
    wait_until(pages[seat], table.version + 1)
    _all_follow(table, pages)


def _all_follow(table: Table, pages: Pages) -> None:
    table.refresh_from_db()
    for page in pages.values():
        wait_until(page, table.version)


def task(page: Page, name: str) -> Locator:
    return page.locator(f'.task[data-task="{name}"]')


def on_the_table(page: Page) -> list[str]:
    """Return the tasks in the order on the page."""
    names: list[str] = page.locator(".task").evaluate_all("tasks => tasks.map(task => task.dataset.task)")
    return names


def owner(page: Page, name: str) -> Locator:
    return task(page, name).locator(".task__owner")


# A challenge


@pytest.fixture
def challenge_page(visit: Visit, club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a challenge of two Deep Sea missions that Olga, an organizer, seals."""
    monkeypatch.setattr("games.commit_reveal.base_seed", lambda _secret, _words: EASY)
    page = visit(f"/clubs/{club.slug}/challenges/new/?game=deep-sea", player=olga)
    now = timezone.now()
    page.get_by_label("Title").fill("Under water")
    page.get_by_text("More options").click()
    page.get_by_label("More stages, or custom missions").fill("2\n3")
    page.locator("#id_players").select_option("4")
    page.get_by_label("Opens").fill(f"{now - timedelta(hours=1):%Y-%m-%dT%H:%M}")
    page.get_by_label("Closes").fill(f"{now + timedelta(days=7):%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Create the challenge").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Under water")
    expect(page.get_by_text("Deep Sea, mission 3")).to_be_visible()
    return page.url


def test_a_challenge_to_its_end_and_its_board(
    visit: Visit, challenge_page: str, crew: Crew, alice: Player, bob: Player
) -> None:
    pages = {0: visit(challenge_page, player=alice), 1: visit(challenge_page, player=bob, width=360)}
    for stage in (1, 2):
        table = _take_stage(pages, challenge_page, stage)
        attempt = _until_won(table, dealt(pages))
        assert Result.objects.filter(table=table, score=attempt.number).exists()
    challenge = Challenge.objects.get()
    Challenge.objects.update(state=Challenge.State.CLOSED)  # A board shows a challenge's runs once it is over.
    results.count_challenge(challenge_id=challenge.pk)
    for page, path in ((pages[0], challenge_page), (pages[1], "/leaderboards/deep-sea/3/?board=bots")):
        page.goto(path)
        expect(page.locator("tr.row--own").first).to_contain_text(crew.name)
        assert overflow(page) == 0
    expect(pages[0].locator("tr.row--own td.num").first).to_have_text("2")
    assert {stage.game for stage in challenge.stages.all()} == {"deep-sea"}


def _take_stage(pages: Pages, challenge_page: str, stage: int) -> Table:
    """Seat both through the challenge's page; the first time Alice seats two bots."""
    for page in pages.values():
        page.goto(challenge_page)
        page.get_by_role("button", name=re.compile("Play|Go to the table")).first.click()
        expect(page.locator(".lobby")).to_be_visible()
    for seat in (2, 3) if stage == 1 else ():
        pages[0].locator(f"#bot-{seat}").select_option("careful")
        pages[0].locator(f"#put-bot-{seat}").click()
        expect(pages[0].locator(f"#put-bot-{seat}")).to_have_count(0)
    return Table.objects.get(stage__number=stage)


def _until_won(table: Table, pages: Pages) -> Attempt:
    """Return the winning attempt; a failed one is repeated."""
    for _ in range(MOST_ATTEMPTS):
        attempt = play_on(table, pages)
        if attempt.state == Attempt.State.SUCCESS:
            for page in pages.values():
                expect(page.get_by_role("heading", name="Mission accomplished")).to_be_visible()
                expect(page.locator(".task--failed, .task--open")).to_have_count(0)
            return attempt
        again = pages[1].get_by_role("button", name=re.compile("Try again")).first
        again.click()
        expect(again).to_have_count(0)
    pytest.fail(f"not won in {MOST_ATTEMPTS} attempts")


# In real time


def test_the_time_runs_out_and_everybody_is_told(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "difficulty=1 volunteers=1 real-time=3", CAPTAIN_ALICE)
    pages = dealt(at(visit, table, alice, bob))
    for page in pages.values():
        expect(page.locator("#clock")).not_to_have_class(re.compile("running"))
    press(table, pages, 1, "answer yes")
    for page, whose in ((pages[0], "Bob"), (pages[1], "You")):
        expect(page.locator(".task .task__owner")).to_have_text(whose)
        expect(page.locator("#clock")).to_have_class(re.compile("clock-face--running"))
    for page in pages.values():
        expect(page.get_by_role("heading", name="Mission failed")).to_be_visible()
        expect(page.locator(".end__reason")).to_have_text("Time ran out in trick 1.")
        expect(page.get_by_role("button", name="Try again with the same tasks")).to_be_visible()
        expect(page.locator("#clock")).to_have_count(0)
        assert overflow(page) == 0
    assert [event.text for event in Event.objects.order_by("sequence")][-1] == "timeout"


def test_a_race_against_the_clock_is_won_and_goes_on_without_it(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "14", "sea 18")
    pages = dealt(at(visit, table, alice, bob))
    _until_won(table, pages)
    pages[0].get_by_role("button", name="Next mission, without the clock").click()
    # Bob, who would have preferred the clock, follows to the same table.
    pages[1].get_by_role("link", name="Follow Alice").click()
    following = Table.objects.get(follows=table)
    for page in pages.values():
        expect(page.get_by_role("heading", name="Mission 15")).to_be_visible()
        expect(page.locator(".hand")).to_be_visible()
        expect(page.locator("#clock")).to_have_count(0)
        assert page.url.endswith(f"/tables/{following.pk}/")
    assert following.options == "untimed"


def test_clock_stays_in_sight_on_a_phone(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "14", CAPTAIN_ALICE)
    page = dealt(at(visit, table, alice, bob))[1]
    page.locator(".site-footer").scroll_into_view_if_needed()
    expect(page.locator("#clock")).to_be_in_viewport(ratio=1)
    expect(page.locator("#status")).to_be_in_viewport(ratio=1)


# Sharing tasks


def test_a_free_selection_is_agreed(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "17", EASY)
    pages = dealt(at(visit, table, alice, bob))
    names = on_the_table(pages[0])
    press(table, pages, 0, f"propose {names[0]} 1")
    expect(pages[1].locator(".ask-panel__words")).to_have_text(re.compile("^Alice proposes: “.+” to Bob$"))
    expect(pages[1].locator(".ask-panel")).to_contain_text("Bot 3, Bot 4")  # They have agreed already.
    press(table, pages, 1, "decline")
    for page in pages.values():
        expect(page.locator(".ask-panel")).to_have_count(0)
        expect(page.locator(f'button[value="propose {names[0]} 2"]')).to_be_visible()
    press(table, pages, 0, f"propose {names[0]} 0")
    press(table, pages, 1, "agree")
    expect(owner(pages[0], names[0])).to_have_text("You")
    expect(owner(pages[1], names[0])).to_have_text("Alice")
    press(table, pages, 1, "propose all 1")
    press(table, pages, 0, "agree")
    for name in names[1:]:
        expect(owner(pages[0], name)).to_have_text("Bob")
        expect(owner(pages[1], name)).to_have_text("You")
    for page in pages.values():
        expect(page.locator(".choice-group--propose-task")).to_have_count(0)
        assert overflow(page) == 0


def test_two_volunteers_split_mission_26(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "26", CAPTAIN_ALICE)
    pages = dealt(at(visit, table, alice, bob))
    names = on_the_table(pages[0])
    expect(pages[0].locator("#status")).to_have_text("Waiting for Bob to answer yes or no")
    expect(pages[1].locator(".ask-panel__words")).to_have_text("Do you volunteer to take the tasks?")
    press(table, pages, 1, "answer yes")  # Both bots say no; Alice is the second player left.
    for page in pages.values():
        expect(page.locator("#status")).to_have_text("Share the tasks between the two of you")
        expect(page.locator(".share__row")).to_have_count(len(names))
    press(table, pages, 1, f"take {names[0]}")
    expect(owner(pages[0], names[0])).to_have_text("Bob")
    press(table, pages, 0, f"propose {names[1]} 1")
    press(table, pages, 1, "agree")
    for name in names[2:]:
        press(table, pages, 0, f"take {name}")
        expect(owner(pages[1], name)).to_have_text("Alice")
    for name in names[:2]:
        expect(owner(pages[1], name)).to_have_text("You")
    for page in pages.values():
        expect(page.locator("#clock")).to_have_class(re.compile("clock-face--running"))


def test_who_shares_tasks_tabs_from_the_hand_to_the_choices(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "17", EASY)
    for page in dealt(at(visit, table, alice, bob)).values():
        first_choice = page.locator(".share button").first.bounding_box()
        last_card = page.locator(".hand__card").last.bounding_box()
        assert first_choice is not None
        assert last_card is not None
        assert last_card["y"] < first_choice["y"]
        page.locator(".hand__card").last.focus()
        page.keyboard.press("Tab")
        expect(page.locator(".share a, .share button").first).to_be_focused()  # The “?” of the task comes first.


# Predictions


def test_a_secret_number_is_its_owners(visit: Visit, alice: Player, bob: Player) -> None:
    table = sea_table(alice, bob, "tasks=T90,T91", CAPTAIN_ALICE)
    pages = dealt(at(visit, table, alice, bob))
    press(table, pages, 0, "take T91")
    press(table, pages, 1, "take T90")
    expect(pages[0].get_by_text("Only you will see the number.")).to_be_visible()
    expect(pages[1].get_by_text("Everyone will see the number.")).to_be_visible()
    press(table, pages, 0, "predict T91 3")
    press(table, pages, 1, "predict T90 2")
    expect(task(pages[0], "T91")).to_contain_text("you wrote down 3 tricks")
    expect(task(pages[1], "T91")).to_contain_text("number written down in secret")
    for page in pages.values():
        expect(task(page, "T90")).to_contain_text("predicted 2")
    told = pages[1].request.get(pages[1].url).text()
    assert "predicted 2" in told
    assert "3 tricks" not in told
