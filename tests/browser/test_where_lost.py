"""The turning point in the browser: jump to the card, walk the winning line by keyboard, and try a variation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.crew.solver import SOLVER_VERSION
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests.browser.accessibility_scenes import overflow
from tests.browser.conftest import Visit
from tests.leaderboards.lost_rounds import first_card


@pytest.fixture
def attempt(alice: Player, site: str) -> Attempt:
    """Return a lost attempt of Alice and two bots at mission 4, with a prepared line as the solver's answer."""
    table = tables.open_table(player=alice, game="planet-nine", mission="4", players=3)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="careful")
    Table.objects.filter(pk=table.pk).update(base_seed="for the browser")
    deals.start_attempt(table_id=table.pk, player=alice)
    attempt = table.attempts.get()
    while attempt.state == Attempt.State.PLAYING and attempt.tricks < 3:
        state = event_replay.state_of(attempt)
        text = next(action.text for action in state.legal_actions(0) if not action.text.startswith(("ask", "propose")))
        table.refresh_from_db()
        attempts.act(table_id=table.pk, player=alice, text=text, seen=table.version)
        attempt.refresh_from_db()
    if attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    attempt.refresh_from_db()
    _analyse(attempt)
    return attempt


def _analyse(attempt: Attempt) -> None:
    """Store an analysis: the first card lost it; another one of that hand, followed by the bots' play, would win."""
    log = event_replay.actions_of(attempt)
    fatal = first_card(log)
    state = event_replay.moments_of(attempt)[fatal]
    plays = [action for action in state.legal_actions(log[fatal].seat) if action.text.startswith("play ")]
    saving = [next(action for action in plays if action != log[fatal])]
    state = state.apply(saving[0])
    while len(saving) < 7 and state.outcome is None:
        seat = min(state.waiting_on)
        saving.append(next(action for action in state.legal_actions(seat) if not action.text.startswith("ask")))
        state = state.apply(saving[-1])
    found = {
        "solver": SOLVER_VERSION,
        "winnable": [step <= fatal for step in range(len(log) + 1)],
        "fatal": fatal,
        "lost_in": 1,
    }
    line = [[action.seat, action.text] for action in saving]
    Analysis.objects.update_or_create(attempt=attempt, defaults=found | {"saving": line})


def figure(page: Page) -> tuple[int, int]:
    here, last = (page.locator(".stepper__figure").text_content() or "").split("/")
    return int(here), int(last)


@pytest.mark.parametrize("width", [360, 1280])
def test_reader_sees_where_it_was_lost_and_what_would_have_won(
    width: int, visit: Visit, attempt: Attempt, alice: Player
) -> None:
    page = visit(f"/replays/{attempt.pk}/", player=alice, width=width)
    fatal = Analysis.objects.get().fatal
    assert fatal is not None
    expect(page.locator(".verdict__sentence")).to_contain_text("the mission couldn’t be won.")
    page.get_by_role("link", name="Go to the turning point").click()
    expect(page.locator(".stepper__figure")).to_have_text(f"{fatal + 1}/{attempt.length}")
    expect(page.locator(".chapter[open] .marked--fatal")).to_contain_text("turning point")
    page.get_by_role("link", name="Winning line").click()
    expect(page.get_by_role("heading", name="Winning line")).to_be_visible()
    last = figure(page)[1]
    for step in range(fatal + 2, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".stepper__figure")).to_have_text(f"{step}/{last}")
        expect(page.get_by_role("heading", name="Winning line")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stepper__figure")).to_have_text(f"{last - 1}/{last}")
    page.keyboard.press("End")
    expect(page.locator(".stepper__figure")).to_have_text(f"{last}/{last}")
    page.go_back()
    expect(page.locator(".stepper__figure")).to_have_text(f"{last - 1}/{last}")
    assert overflow(page) == 0
    page.get_by_role("link", name="Back to the replay").click()
    expect(page.locator(".stepper__figure")).to_have_text(f"{fatal}/{attempt.length}")


@pytest.mark.parametrize("scripts", [True, False])
def test_playing_on_with_bots(scripts: bool, visit: Visit, attempt: Attempt, alice: Player) -> None:
    fatal = Analysis.objects.get().fatal
    before = Table.objects.count(), Attempt.objects.count()
    page = visit(f"/replays/{attempt.pk}/?step={fatal}", player=alice, java_script_enabled=scripts)
    page.get_by_label("My seat").select_option("0")
    page.get_by_role("button", name="Play with bots").click()
    expect(page.get_by_role("heading", name=re.compile("Practice line"))).to_be_visible()
    for _ in range(60):
        here = figure(page)
        if page.locator(".end").count():
            break
        card = page.locator(".open-hand__play").first
        (card if card.count() else page.get_by_role("button", name="Continue")).click()
        expect(page.locator(".stepper__figure")).not_to_have_text(f"{here[0]}/{here[1]}")
    expect(page.locator("#end-title")).to_be_visible()
    assert (Table.objects.count(), Attempt.objects.count()) == before


def test_playing_on_by_keyboard(visit: Visit, attempt: Attempt, alice: Player) -> None:
    fatal = Analysis.objects.get().fatal
    page = visit(f"/replays/{attempt.pk}/?step={fatal}", player=alice)
    widths = page.locator(".open-hand__play").evaluate_all("cards => cards.map(card => card.offsetWidth)")
    assert min(widths) >= 44
    page.locator(".open-hand__play").first.focus()
    for step in range(1, 9):
        page.keyboard.press("Enter")
        expect(page.locator(".stepper__figure")).to_have_text(re.compile(rf"^{(fatal or 0) + step}/"))
        if page.locator(".end").count():
            break
        expect(page.locator(".open-hand__play").first).to_be_focused()


def test_what_is_worked_out_meanwhile_appears_by_itself(visit: Visit, attempt: Attempt, alice: Player) -> None:
    Analysis.objects.all().delete()
    page = visit(f"/replays/{attempt.pk}/?step=2", player=alice)
    expect(page.locator(".verdict")).to_contain_text("Analysing…")
    Analysis.objects.all().delete()
    _analyse(attempt)
    expect(page.locator(".verdict__sentence")).to_contain_text("the mission couldn’t be won.")
    expect(page.locator(".stepper__figure")).to_have_text(f"2/{attempt.length}")
