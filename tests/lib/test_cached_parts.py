"""Cached parts of a page: the key has all their values, and the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from logbook.lib import cached_parts
from logbook.lib.cached_parts import part
from logbook.rounds.task_cards import task_facts
from logbook.rounds.view.parts import SeatPlace, TaskCard

SEAT = SeatPlace(
    number=1,
    place=1,
    name="Ana",
    kind="person",
    presence="",
    stand_in=False,
    agreed=(),
    decides_by=None,
    mine=False,
    captain=False,
    turn=True,
    leads=False,
    tricks=0,
    cards=10,
    has_signals=True,
    may_signal=True,
    asked=False,
    gave=False,
    mark="",
    signal=None,
    tasks=(),
    answer="",
)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    cached_parts._rendered_part.cache_clear()
    yield
    cached_parts._rendered_part.cache_clear()


def html(seat: SeatPlace, *, over: bool = False) -> str:
    return part("tables/_seated.html", seat=seat, over=over)


def placed(place: int) -> str:
    return render_to_string("tables/_seat.html", {"seat": replace(SEAT, place=place), "over": False})


def test_the_same_is_made_once() -> None:
    assert html(SEAT) == html(replace(SEAT, name="Ana"))
    assert cached_parts._rendered_part.cache_info().misses == 1


def test_all_who_look_on_share_what_a_seat_shows() -> None:
    one, other = (placed(place) for place in (1, 3))
    assert one.replace("seat--place-1", "seat--place-3") == other
    assert cached_parts._rendered_part.cache_info().misses == 1


def test_whatever_differs_is_shown() -> None:
    assert "Ben" in html(replace(SEAT, name="Ben"))
    assert "playing…" in html(SEAT)
    assert "playing…" not in html(SEAT, over=True)
    assert "9" in html(replace(SEAT, cards=9))
    assert "&lt;i&gt;" in html(replace(SEAT, name="<i>"))


def test_each_language_has_its_own() -> None:
    english = html(SEAT)
    with translation.override("fr"):
        assert html(SEAT) != english
    assert html(SEAT) == english


def test_nothing_of_the_page_round_it_comes_in() -> None:
    around = {"seat": SEAT, "over": False, "name": "what stands round it", "page": "what stands round it"}
    assert "what stands round it" not in render_to_string("tables/_seat.html", around)


def test_a_task_card_is_a_key_too() -> None:
    facts = task_facts("T1", 4)
    task = TaskCard("T1", "Task 1", 1, "Ana", mine=False, token="", status="open", status_words="", note="", card=facts)
    html(replace(SEAT, tasks=(task,)))
    html(replace(SEAT, tasks=(task,)))
    assert cached_parts._rendered_part.cache_info().hits == 1


def test_what_can_be_changed_is_made_each_time() -> None:
    hand: list[object] = []
    before = part("tables/_held.html", hand=hand, columns=1)  # type: ignore[arg-type]
    assert before == part("tables/_held.html", hand=hand, columns=1)  # type: ignore[arg-type]
    assert cached_parts._rendered_part.cache_info().currsize == 0
