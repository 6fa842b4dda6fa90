"""Pictures of task cards: every kind has one, made of shapes in the page's sprite."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from logbook.rounds.svg.tasks import DRAWINGS, task_picture

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "win_cards": [{"cards": ["P3"]}, {"cards": ["P3", "Y3", "B3", "G3"]}],
    "win_cards_in_last_trick": [{"cards": ["G2"]}],
    "win_value_count": [{"value": 5, "op": "ge", "count": 3}, {"value": 9, "op": "eq", "count": 2}],
    "win_color_count": [
        {"requirements": [{"color": "P", "op": "eq", "count": 1}, {"color": "G", "op": "eq", "count": 1}]}
    ],
    "win_submarine_count": [{"op": "eq", "count": 3}],
    "win_only_submarine": [{"submarine": "S2"}],
    "win_full_color": [{}],
    "win_each_color": [{}],
    "avoid_cards": [{"colors": ["P", "B"]}, {"values": [1, 2, 3]}, {"submarines": True}],
    "trick_won_with_value": [{"value": 5}, {"value": 6, "capture": 6}],
    "win_card_with_submarine": [{"card": "P7"}],
    "trick_all_values": [{"op": "lt", "value": 7}],
    "trick_parity": [{"parity": "even"}, {"parity": "odd"}],
    "trick_sum": [{"op": "gt", "bound": 28}, {"op": "in", "values": [22, 23]}],
    "trick_equal_colors": [{"colors": ["G", "Y"]}],
    "total_equal_colors": [{"colors": ["P", "Y"]}],
    "total_more_color": [{"more": "Y", "less": "B"}],
    "not_open_with": [{"colors": ["P", "Y", "B"]}],
    "win_first_tricks": [{"n": 1}, {"n": 3}],
    "avoid_first_tricks": [{"n": 5}],
    "win_last_trick": [{}],
    "win_first_and_last": [{}],
    "win_only_first": [{}],
    "win_only_last": [{}],
    "exact_tricks": [{"n": 0}, {"n": 4}],
    "tricks_in_row": [{"n": 3}],
    "exact_tricks_in_row": [{"n": 2}],
    "never_in_row": [{"n": 2}],
    "compare_tricks": [
        {"relation": relation, "versus": versus}
        for relation, versus in (
            ("more", "each_other"),
            ("more", "all_others"),
            ("fewer", "each_other"),
            ("equal", "captain"),
        )
    ],
    "predict_tricks": [{"secret": False}, {"secret": True}],
}
PICTURES = [(kind, params) for kind, several in EXAMPLES.items() for params in several]


def test_every_kind_has_an_example_here() -> None:
    assert set(EXAMPLES) == set(DRAWINGS)


@pytest.mark.parametrize(("kind", "params"), PICTURES, ids=str)
def test_a_picture_says_nothing_and_uses_shapes_that_are_there(kind: str, params: dict[str, Any]) -> None:
    html = task_picture(kind, params)
    sprite = render_to_string("tables/_sprite.svg")

    assert 'aria-hidden="true"' in html
    assert all(f'id="{name}"' in sprite for name in re.findall(r'href="#([\w-]+)"', html))
    assert "style=" not in html


def test_pictures_of_different_tasks_differ() -> None:
    drawn = [task_picture(kind, params) for kind, params in PICTURES]

    assert len(set(drawn)) == len(drawn)


def test_a_kind_nobody_has_drawn_is_a_question() -> None:
    assert "?" in task_picture("something-new", {})
