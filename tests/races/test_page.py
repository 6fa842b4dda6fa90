"""Page of a race, from views of random games: exactly the legal actions, in words, and nothing hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from games.deep_blue.state import State
from logbook.races.selectors.tables import log_entry_of
from logbook.races.view.log import LogItem
from logbook.races.view.page import race_page
from logbook.races.view.parts import RacePage
from logbook.rounds.view.parts import Moment, SeatFace
from tests import wide
from tests.games.deep_blue.builders import (
    SCENARIOS,
    dealt,
    on_turn,
    play,
    random_action,
    with_boats,
    with_gems,
    with_hand,
    with_tile,
    with_tokens,
    wreck,
)
from tests.games.deep_blue.playouts_scenes import other_world
from tests.races.race_scenes import controls_of, texts_of
from tests.rounds.templates_scenes import controls

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
"""The possible readers of a page."""
EVERY = wide.of(29, 11)
"""One in this many moments of a game is tested."""


def faces(state: State, seat: int | None) -> list[SeatFace]:
    return [SeatFace(number, NAMES[number], mine=number == seat) for number in state.people]


def shown(state: State, seat: int | None, told: tuple[LogItem, ...] = (), **about: Any) -> RacePage:
    """Return the page of this seat."""
    moment = Moment(42, 1, len(state.log), **about)
    return race_page(state.view(seat), faces(state, seat), state.box, moment, told)


def rendered(state: State, seat: int | None, told: tuple[LogItem, ...] = ()) -> str:
    """Return the moving part of the page as HTML."""
    request = RequestFactory().get("/tables/42/")
    request.user = AnonymousUser()
    request.player = None  # type: ignore[attr-defined]
    request.htmx = False  # type: ignore[attr-defined]
    context = {"page": shown(state, seat, told), "alone": False, "shown_room": None}
    html = render_to_string("races/_race.html", context, request)
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r'\1""', html)


def moments(scenario: str, players: int, seed: str = "page") -> Iterator[tuple[State, ...]]:
    """Play a random game; yield every moment with the ones before it."""
    chance = Random(f"{scenario} {players}")
    states = [dealt(players, scenario, seed)]
    yield tuple(states)
    while states[-1].outcome is None:
        states.append(states[-1].apply(random_action(states[-1], chance)))
        yield tuple(states)


def some_moments(scenario: str, players: int) -> Iterator[State]:
    """Yield some moments, and all during a dive."""
    for number, states in enumerate(moments(scenario, players)):
        if number % EVERY == 0 or (states[-1].dive is not None and number % 5 == 0) or states[-1].outcome:
            yield states[-1]


@pytest.mark.parametrize(("scenario", "players"), [(one, 2 + number % 4) for number, one in enumerate(SCENARIOS)])
def test_the_page_offers_exactly_what_is_legal(scenario: str, players: int) -> None:
    for state in some_moments(scenario, players):
        for seat in state.people:
            page = shown(state, seat)
            assert set(texts_of(page)) == set(state.view(seat).legal)
            assert page.your_turn == (seat in state.waiting_on)
            assert page.status
        assert texts_of(shown(state, None)) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_moment_is_shown_with_a_name_on_everything(scenario: str) -> None:
    for state in list(some_moments(scenario, 4))[::3]:
        for seat in (min(state.waiting_on, default=0), None):
            html = rendered(state, seat)
            found = controls(html)
            assert set(found.actions) - {""} == controls_of(shown(state, seat))
            assert all(name.strip() for name in found.named)
            assert len(found.ids) == len(set(found.ids))
            assert state.setup.seed not in html


@pytest.mark.parametrize("scenario", ["troubled-waters", "scattered-wealth", "storm-ahead"])
def test_what_is_hidden_changes_no_byte_of_the_page(scenario: str) -> None:
    chance = Random(scenario)
    compared = 0
    for number, states in enumerate(moments(scenario, 4)):
        state = states[-1]
        if state.outcome is not None or number % EVERY:
            continue
        told = tuple(log_entry_of(states))
        for seat in (None, *state.people):
            other = other_world(state, seat, chance)
            assert shown(other, seat, told) == shown(state, seat, told)
            compared += other.fleets != state.fleets
        if number % 5 == 0:
            assert rendered(other, seat, told) == rendered(state, seat, told)
    assert compared > wide.of(7, 20)


def test_totals_of_others_are_nowhere_before_the_end() -> None:
    state = next(states[-1] for states in moments("reefs-ahead", 3) if states[-1].last_dive)
    page = shown(state, 0)
    assert page.score == state.fleets[0].points
    assert [fleet.score for fleet in page.fleets] == [state.fleets[0].points, None, None]
    assert shown(state, None).score is None


def test_the_end_ranks_by_points_then_by_cards() -> None:
    state = list(moments("reefs-ahead", 3))[-1][-1]
    outcome = state.outcome
    assert outcome is not None
    assert outcome.scores is not None
    page = shown(state, 0)
    assert page.end is not None
    assert [score.points for score in page.end.scores] == sorted(outcome.scores, reverse=True)
    assert {score.seat for score in page.end.scores if score.won} == set(outcome.params["winners"])
    assert page.status == "The race is over"


# --- words


def test_the_market_offers_the_cheapest_payment_first() -> None:
    state = with_hand(on_turn(dealt(4), 3), 3, "ST_GOLDHAND", "ST_PURSER", "CR_FINANCE")
    slot = shown(state, 3).market.slots[1]
    assert slot.price == 2
    assert slot.best is not None
    assert slot.best.note == "Purser"
    assert slot.others[0].note == "Patron"
    assert all("token" not in way.note for way in slot.others) or slot.others[-1].note.endswith("token")


def test_the_market_offers_payments_without_spare_pieces() -> None:
    state = with_tokens(with_hand(on_turn(dealt(4), 3), 3, "ST_GOLDHAND", "ST_PURSER"), 3, 2)
    market = shown(state, 3).market
    cheapest = market.slots[0]
    assert cheapest.best is not None
    assert {way.text for way in (cheapest.best, *cheapest.others)} == {
        *("recruit 1 with ST_GOLDHAND", "recruit 1 with ST_PURSER", "recruit 1 with token"),
    }
    assert market.purse is not None
    assert [piece.text for piece in market.purse.pieces] == ["ST_GOLDHAND", "ST_PURSER", "token", "token"]
    assert market.purse.targets[0].text == "recruit 1 with"
    assert "recruit 1 with ST_GOLDHAND ST_PURSER token token" in state.view(3).legal


def test_one_piece_of_money_leaves_nothing_to_choose() -> None:
    state = with_tokens(with_hand(on_turn(dealt(4), 0), 0, "ST_PURSER"), 0, 0)
    assert shown(state, 0).market.slots[0].best is not None
    assert shown(state, 0).market.purse is None


def a_dive(*gems: str) -> State:
    """Return a dive: seat 1 leads at S4, seat 2 is there too; seat 0 watches from the port."""
    state = with_tile(dealt(3), "S4", "W07")
    state = with_boats(with_boats(on_turn(state, 1), 1, "S4:blue", "P"), 2, "S4:gold", "P")
    return with_gems(with_hand(with_hand(state, 1), 2, "ST_GOLDHAND"), gems)


def surfaced(seat: int) -> RacePage:
    """Return the page after a second black gem, unprotected, ended seat 1's dive."""
    return shown(
        play(a_dive("black", "gold", "silver", "black"), "1 dive S4", "1 draw", "2 hold", "1 draw", "1 draw"), seat
    )


def test_who_has_surfaced_reads_what_they_keep_and_lose() -> None:
    own = surfaced(1).last_dive
    assert own is not None
    assert own.verdict == "You surfaced: +3. No points for these gems: silver and gold."
    watching = surfaced(0).last_dive
    assert watching is not None
    assert watching.verdict == ""


def test_the_choice_to_surface_says_what_is_kept() -> None:
    state = with_hand(a_dive("black", "gold", "black"), 1, "CR_GUARD")
    state = play(state, "1 dive S4", "1 draw", "2 hold", "1 draw")
    page = shown(state, 1)
    surface = next(choice for group in page.choices for choice in group.choices if choice.text == "surface")
    assert surface.label == "Surface: +3, no points for gems, and the dive ends"


def test_a_page_never_lists_what_others_hold() -> None:
    state = with_hand(on_turn(dealt(3), 0), 1, "CR_GUARD")
    html = rendered(state, 0)
    assert state.view(0).as_dict()["sure"][1]
    assert "Known cards" not in html
    assert "Cage Diver" not in html


def test_a_dive_shows_its_gems_by_side_and_who_is_down() -> None:
    state = play(a_dive("black", "gold", "blue"), "1 dive S4", "1 draw")
    dive = shown(state, 0).dive
    assert dive is not None
    assert [drawn.gem for drawn in dive.blacks] == ["black"]
    assert [(drawn.gem, drawn.fresh) for drawn in dive.treasures] == [("gold", True)]
    assert [(diver.name, diver.leads, diver.points) for diver in dive.divers] == [("Ben", True, 5), ("Cleo", False, 5)]
    assert shown(state, 2).status == "Play a card for these gems, or pass"
    assert shown(state, 0).status == "Cards for these gems: waiting for Cleo"


@pytest.mark.parametrize(("tile", "said"), [("W12", "Play: 6 points"), ("W11", "Play: 2 points")])
def test_a_card_is_offered_at_what_it_is_paid_there(tile: str, said: str) -> None:
    state = wreck(tile, "centre", hands=["ST_GOLDHAND"], scenario="best-of-the-best", gems="gold")
    hand = shown(play(state, "0 dive A1"), 0).hand
    assert [card.does for card in hand or ()] == [said]


def test_the_odds_are_everybodys_in_words() -> None:
    state = play(a_dive("silver", "gold", "blue"), "1 dive S4")
    dive = shown(state, None).dive
    bag = state.view(None).bag
    share = round(100 * (bag["blue"] + bag["black"]) / sum(bag.values()))
    assert dive is not None
    assert dive.odds is not None
    assert dive.odds.danger == f"Blue or black next: {share}%"
    assert dive.odds.hazard == "Chance of a hazard to protect against: 0%"


def test_two_gems_at_once_have_the_odds_of_two() -> None:
    from logbook.races.view.diving import chance_of, hazard_chance

    bag = {"silver": 2, "blue": 1, "black": 1}
    assert chance_of(bag, 2, ("blue", "black")) == pytest.approx(1 - 2 / 4 * 1 / 3)
    assert hazard_chance(bag, (), 2) == 0
    assert hazard_chance({"silver": 1, "blue": 2}, (), 2) == pytest.approx(1 / 3)
    assert hazard_chance({"silver": 1, "blue": 1}, ("blue",), 1) == pytest.approx(1 / 2)


def test_the_log_tells_points_of_the_last_dive_only() -> None:
    for states in moments("best-of-the-best", 3):
        told = tuple(log_entry_of(states))
        paid = [one for one in told if one.code == "effect-pay"]
        dives = [one for one in told if one.code == "effect-dive"]
        if len(dives) > 3 and states[-1].dive is None and states[-1].outcome is None:
            break
    page = shown(states[-1], 0, told)
    lines = [line for turn in page.log for line in turn.lines if "from the dive" in line]
    last = states[-1].last_dive
    assert last is not None
    others = [line for line in lines if not line.startswith("Ana")]
    assert len(paid) > len(lines)
    assert len(others) == sum(one.seat != 0 for one in last.pay)


def test_news_are_what_others_did_and_what_chance_did() -> None:
    from logbook.races.view.log import news_of
    from logbook.races.view.page import words_at

    before = play(a_dive("black", "gold", "blue"), "1 dive S4")
    drawn = play(before, "1 draw")
    after = play(drawn, "2 play ST_GOLDHAND")
    told = tuple(log_entry_of((before, drawn, after)))
    leader = words_at(1, faces(after, 1), after.box)
    assert news_of(told, leader) == ("Gem 2: gold.", "Cleo plays Goldhand, worth 2 points.")
    assert news_of(told, words_at(2, faces(after, 2), after.box)) == ("Gem 2: gold.",)


def test_a_page_is_small_enough_for_a_slow_line() -> None:
    import gzip

    states = next(states for states in moments("storm-ahead", 5) if len(states) > 200 and states[-1].phase == "turn")
    html = rendered(states[-1], states[-1].turn, tuple(log_entry_of(states)))
    assert len(gzip.compress(html.encode())) < 24_000, json.dumps(len(html))


def test_moments_follow_one_another() -> None:
    states = next(states for states in moments("reefs-ahead", 2) if len(states) == 20)
    assert sum(len(after.sentences) for _before, after in pairwise(states)) == len(list(log_entry_of(states)))


def test_the_gem_that_ends_a_dive_is_seen_to_come_up() -> None:
    state = with_tile(with_boats(on_turn(dealt(2), 0), 0, "S4", "P"), "S4", "W02")
    state = play(with_gems(with_hand(state, 0), ["blue", "silver", "blue"]), "0 dive S4", "0 draw", "0 draw")
    html = rendered(state, 0)
    assert "dive--over" in html
    assert html.index("gem 1: blue") < html.index("gem 2: silver") < html.index("gem 3: blue")


def test_boats_and_wrecks_are_listed_with_each_languages_colons() -> None:
    state = with_boats(dealt(2), 0, "S4", "P")
    assert ">Boat 1: S4<" in rendered(state, 0)
    with translation.override("fr"):
        html = rendered(state, 0)
    assert ">Bateau 2\u00a0: P<" in html
    assert "B1\u00a0: une balise" in html
    assert re.findall(r">[^<]*\w: [^<]*<", html) == []
