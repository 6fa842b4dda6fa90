"""Cards, tokens, tallies and stamps: drawings and names."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string

from logbook.rounds import text

COLOURS = {"P": "pink", "B": "blue", "G": "green", "Y": "yellow", "R": "rocket"}


def drawn(tag: str) -> str:
    return Template("{% load cards %}" + tag).render(Context())


@pytest.mark.parametrize(("suit", "colour"), COLOURS.items())
def test_a_card_has_its_suit_as_a_shape_and_as_a_name(suit: str, colour: str) -> None:
    html = drawn(f'{{% card "{suit}3" %}}')

    assert f'aria-label="{colour} 3"' in html
    assert html.count(f'href="#suit-{suit}"') == 2
    assert 'href="#rank-3"' in html


def test_a_decorative_card_has_no_name() -> None:
    assert "aria-label" not in drawn('{% card "P3" label=False %}')


def test_every_shape_that_is_referred_to_is_in_the_sprite() -> None:
    sprite = render_to_string("tables/_sprite.svg")

    for name in (
        *(f"suit-{suit}" for suit in "PBGYRS"),
        *(f"rank-{rank}" for rank in range(1, 10)),
        *(f"tally-{strokes}" for strokes in range(1, 6)),
        *("omega", "chevron", "tick", "cross", "card-back", "logo", "captain", "robot"),
        *(f"step-{step}-mark" for step in ("first", "trick-back", "back", "forward", "trick-forward", "last")),
    ):
        assert f'id="{name}"' in sprite


@pytest.mark.parametrize(
    ("token", "meaning"),
    [
        ("1", "must be completed first"),
        ("omega", "must be completed last"),
        (">>", ("must be the second arrow task completed")),
    ],
)
def test_a_token_says_what_it_asks(token: str, meaning: str) -> None:
    assert meaning in drawn(f'{{% token "{token}" %}}')


@pytest.mark.parametrize(("token", "chevrons"), [(">", 1), (">>", 2), (">>>>", 4)])
def test_arrows_are_counted(token: str, chevrons: int) -> None:
    assert drawn(f'{{% token "{token}" %}}').count("#chevron") == chevrons


@pytest.mark.parametrize(("count", "words"), [(1, "1 attempt"), (7, "7 attempts")])
def test_a_tally_says_its_number(count: int, words: str) -> None:
    assert words in drawn(f"{{% tally {count} %}}")


def test_a_long_tally_is_cut_short() -> None:
    html = drawn("{% tally 22 %}")

    assert html.count("#tally-5") == 3
    assert "+7" in html


def test_stamps_differ_in_word_and_sign() -> None:
    assert "#tick" in drawn("{% stamp True %}")
    assert "#cross" in drawn("{% stamp False %}")


def test_hands_are_ordered_by_suit_then_rank() -> None:
    assert sorted(["R1", "Y2", "P9", "P3", "B5"], key=text.hand_order) == ["P3", "P9", "B5", "Y2", "R1"]


def test_engine_sentences_carry_names() -> None:
    words = text.say("must-follow", {"seat": 1, "suit": "G", "card": "B7"}, {1: "Ana"}.__getitem__)

    assert words == "Ana must follow green: blue 7 doesn’t."


def test_trumps_are_led_and_followed_in_plain_words() -> None:
    assert (text.led_suit("B"), text.led_suit("S")) == ("blue", "a submarine")
    assert text.must_follow("G") == "You must follow green"
    assert text.must_follow("R") == "You must follow suit with rockets"
    words = text.say("must-follow-trump", {"seat": 1, "suit": "S", "card": "B7"}, {1: "Ana"}.__getitem__)
    assert words == "Ana must follow suit with a submarine: blue 7 isn’t one."


def test_a_third_player_has_one_name() -> None:
    assert (text.robot_name("planet-nine"), text.robot_name("deep-sea")) == ("JARVIS", "Tonoja")
