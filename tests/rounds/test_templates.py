"""HTML of a table: a button with a name for each legal action and for no other, and no hidden card."""

from __future__ import annotations

import re

import pytest

from logbook.rounds.view.end import After
from tests.rounds import round_views as views
from tests.rounds.round_views import MOMENTS, a_view
from tests.rounds.templates_scenes import controls, rendered

ALL_CARDS = {f"{suit}{rank}" for suit in "PBGY" for rank in range(1, 10)} | {f"R{rank}" for rank in range(1, 5)}


@pytest.mark.parametrize("moment", MOMENTS)
def test_buttons_exist_for_the_legal_actions_alone(moment: str) -> None:
    view = MOMENTS[moment]

    assert sorted(controls(rendered(view)).actions) == sorted(view["legal"])


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_button_has_a_name(moment: str) -> None:
    assert all(controls(rendered(MOMENTS[moment])).named)


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_id_stands_twice(moment: str) -> None:
    ids = controls(rendered(MOMENTS[moment])).ids

    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("moment", MOMENTS)
def test_only_cards_of_the_view_are_drawn(moment: str) -> None:
    view = MOMENTS[moment]
    drawn = set(re.findall(r'data-card="(\w\w)"', rendered(view)))

    assert drawn <= ALL_CARDS & set(re.findall(r"\b[PBGYR]\d\b", str(view)))


def test_the_same_view_renders_the_same() -> None:
    assert rendered(views.IN_TRICK) == rendered(dict(views.IN_TRICK))


def test_everything_works_without_javascript() -> None:
    html = rendered(views.IN_TRICK)

    assert re.search(r'<form[^>]*method="post"[^>]*action="/tables/42/act/"', html)
    assert '<input type="hidden" name="seen" value="16">' in html
    assert "onclick" not in html
    assert "<script" not in html
    assert 'style="' not in html


def test_a_playable_card_is_a_button_that_says_what_it_does() -> None:
    html = " ".join(rendered(views.IN_TRICK).split())

    assert 'value="play B7" aria-label="Play blue 7"' in html
    assert 'aria-disabled="true" aria-label="green 8" aria-describedby="why"' in html
    assert '<p id="why" class="hand__why" data-why="You must follow blue">You must follow blue</p>' in html


def test_or_is_a_title_for_those_who_listen() -> None:
    html = " ".join(rendered(MOMENTS["choosing"]).split())

    assert '<legend class="visually-hidden">Or</legend>' in html
    assert "<legend>Take a task</legend>" in html


def test_names_are_escaped() -> None:
    view = a_view(poll={"question": "health", "asked": [1], "answers": [[1, "<b>"]]}, phase="poll", waiting_on=[1])

    assert "<b>" not in rendered(view | {"legal": []}).replace("<b class", "")


def test_what_changed_is_spoken_by_the_part_alone() -> None:
    assert "hx-swap-oob" in rendered(views.IN_TRICK, alone=True)
    assert "hx-swap-oob" not in rendered(views.IN_TRICK)


def test_the_error_of_the_last_click_is_shown() -> None:
    assert "You must follow blue." in rendered(views.IN_TRICK, error="You must follow blue.")


def test_the_end_offers_what_may_come_next() -> None:
    html = rendered(views.FAILURE, after=After(may_retry=True, replay_id=7))

    assert 'action="/tables/42/retry/"' in html
    assert 'href="/replays/7/"' in html
    assert 'action="/tables/42/next/"' not in html
    assert "/abandon/" not in html
