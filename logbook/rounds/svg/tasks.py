"""Pictures of task cards: one drawing function for every kind of task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from logbook.rounds.svg.glyphs import (
    COLOURS,
    Glyph,
    at,
    blank_card,
    card,
    chain,
    course,
    framed,
    join,
    number,
    picture,
    side_by_side,
    sign,
    trick,
    without,
)

Params = Mapping[str, Any]

SIGNS: Final = {"ge": "≥", "eq": "=", "gt": ">", "lt": "<", "more": ">", "fewer": "<", "equal": "="}


def task_picture(kind: str, params: Params) -> SafeString:
    """Return the picture of a task; a question mark for an unknown kind."""
    return picture(DRAWINGS.get(kind, _unknown)(params))


def _unknown(params: Params) -> Glyph:
    return sign("?", size=40)


# --- cards


def _win_cards(params: Params) -> Glyph:
    cards = params["cards"]
    return side_by_side(*(card(text[0], text[1:], height=56 if len(cards) < 4 else 40) for text in cards), gap=3)


def _win_in_last(params: Params) -> Glyph:
    return side_by_side(_win_cards(params), course("…", "+"), gap=8)


def _value_count(params: Params) -> Glyph:
    return side_by_side(card(rank=params["value"]), *_amount(params))


def _amount(params: Params) -> tuple[Glyph, Glyph]:
    return sign(SIGNS[params["op"]]), number(params["count"])


def _colour_count(params: Params) -> Glyph:
    requirements = params["requirements"]
    height = 56 if len(requirements) == 1 else 46
    parts = [side_by_side(card(one["color"], height=height), *_amount(one), gap=3) for one in requirements]
    return side_by_side(*parts, gap=9)


def _submarine_count(params: Params) -> Glyph:
    return side_by_side(card("S"), *_amount(params))


def _only_submarine(params: Params) -> Glyph:
    return side_by_side(card("S", params["submarine"][1:]), without(card("S", height=44)), gap=12)


def _full_colour(params: Params) -> Glyph:
    return side_by_side(card(rank=1, height=48), sign("…"), card(rank=9, height=48), gap=3)


def _each_colour(params: Params) -> Glyph:
    return side_by_side(*(card(suit, height=38) for suit in COLOURS), gap=2)


def _avoid(params: Params) -> Glyph:
    cards = [card(suit) for suit in params.get("colors", ())]
    cards += [card(rank=value, height=56 if len(params["values"]) < 3 else 46) for value in params.get("values", ())]
    cards += [card("S")] if params.get("submarines") else []
    return side_by_side(*(without(one) for one in cards), gap=7)


# --- contents of a trick


def _won_with(params: Params) -> Glyph:
    winning = card(rank=params["value"])
    if "capture" in params:
        return side_by_side(winning, sign("›"), card(rank=params["capture"], height=42), gap=3)
    under = trick(height=50, kind="ahead")
    return Glyph(
        under.width, 58, join([at(0, 0, under), at((under.width - winning.width * 0.9) / 2, 6, winning, scale=0.9)])
    )


def _with_submarine(params: Params) -> Glyph:
    text = params["card"]
    return side_by_side(card("S"), sign("›"), card(text[0], text[1:], height=46), gap=3)


def _all_values(params: Params) -> Glyph:
    return side_by_side(framed(_plain_cards("", "", "")), sign(SIGNS[params["op"]]), number(params["value"]), gap=4)


def _plain_cards(*ranks: int | str) -> Glyph:
    return side_by_side(*(blank_card(height=36, rank=rank) for rank in ranks), gap=-8 if not any(ranks) else 2)


def _parity(params: Params) -> Glyph:
    ranks = (2, 4, 6) if params["parity"] == "even" else (1, 3, 5)
    return framed(_plain_cards(*ranks))


def _sum(params: Params) -> Glyph:
    cards = framed(side_by_side(blank_card(height=36), sign("+", size=20), blank_card(height=36), gap=2))
    if params["op"] == "in":
        low, high = params["values"]
        either = side_by_side(number(low, height=24), sign("/", size=22), number(high, height=24), gap=1)
        return side_by_side(cards, sign("="), either, gap=4)
    return side_by_side(cards, sign(SIGNS[params["op"]]), number(params["bound"], height=28), gap=4)


# --- comparing colours


def _trick_equal(params: Params) -> Glyph:
    one, other = params["colors"]
    return framed(side_by_side(card(one, height=44), sign("="), card(other, height=44), gap=3))


def _total_equal(params: Params) -> Glyph:
    one, other = params["colors"]
    return side_by_side(card(one), sign("="), card(other))


def _more_colour(params: Params) -> Glyph:
    return side_by_side(card(params["more"]), sign(">"), card(params["less"], height=42))


def _not_lead(params: Params) -> Glyph:
    arrow = Glyph(24, 24, format_html('<path class="pic__lead" d="{}"/>', "M2 12h15M11 4l8 8-8 8"))
    return side_by_side(arrow, *(without(card(suit, height=46)) for suit in params["colors"]), gap=6)


# --- which tricks, and how many


def _course(*marks: str) -> Callable[[Params], Glyph]:
    def drawn(params: Params) -> Glyph:
        return course(*marks)

    return drawn


def _first(mark: str) -> Callable[[Params], Glyph]:
    def drawn(params: Params) -> Glyph:
        return course(*mark * params["n"], "…" if params["n"] > 3 else ".", *([] if params["n"] > 3 else ["…"]))

    return drawn


def _exact(params: Params) -> Glyph:
    if params["n"] == 0:
        return without(trick(height=50, kind="ahead"))
    return side_by_side(trick(height=46), sign("="), number(params["n"]), gap=4)


def _in_row(params: Params) -> Glyph:
    return chain(params["n"])


def _exactly_in_row(params: Params) -> Glyph:
    return side_by_side(chain(params["n"]), sign("=", size=24), number(params["n"], height=24), gap=3)


def _never_in_row(params: Params) -> Glyph:
    return without(chain(params["n"]))


def _predict(params: Params) -> Glyph:
    shape = "pic__cover" if params.get("secret") else "pic__paper"
    paper = format_html('<rect class="{}" x="1" y="1" width="34" height="44" rx="5"/>', shape)
    question = Glyph(36, 46, join([paper, at(8.7, 8, sign("?"))]))
    return side_by_side(trick(height=44), sign("="), question, gap=4)


def _compare(params: Params) -> Glyph:
    own, other = {"more": (48, 30), "fewer": (22, 40), "equal": (40, 40)}[params["relation"]]
    if params["versus"] == "captain":
        return side_by_side(_bar(own, "own"), sign(SIGNS[params["relation"]]), _bar(other, "captain"), gap=6)
    if params["versus"] == "all_others":
        return side_by_side(_bar(own, "own"), sign(">"), _stack(), gap=6)
    bars = [_bar(height, "other") for height in (other, other - 8, other - 3)]
    return side_by_side(_bar(own, "own"), sign(SIGNS[params["relation"]]), side_by_side(*bars, gap=4), gap=6)


def _bar(height: float, owner: str) -> Glyph:
    """Draw a bar of won tricks, from the ground up, with its owner above."""
    bar = format_html(
        '<rect class="pic__bar pic__bar--{}" x="0" y="{}" width="14" height="{}" rx="2"/>', owner, 62 - height, height
    )
    if owner == "other":
        return Glyph(14, 62, bar)
    mark = format_html(
        '<use class="pic__mark" href="#{}" x="0" y="{}" width="14" height="14"/>', _over(owner), 46 - height
    )
    return Glyph(14, 62, join([bar, mark]))


def _over(owner: str) -> str:
    return "captain" if owner == "captain" else "person"


def _stack() -> Glyph:
    """Draw the other players' tricks as a stack."""
    parts = [
        format_html('<rect class="pic__bar pic__bar--other" x="0" y="{}" width="14" height="10" rx="2"/>', y)
        for y in (28, 40, 52)
    ]
    return Glyph(14, 62, join(parts))


DRAWINGS: Final[Mapping[str, Callable[[Params], Glyph]]] = {
    "win_cards": _win_cards,
    "win_cards_in_last_trick": _win_in_last,
    "win_value_count": _value_count,
    "win_color_count": _colour_count,
    "win_submarine_count": _submarine_count,
    "win_only_submarine": _only_submarine,
    "win_full_color": _full_colour,
    "win_each_color": _each_colour,
    "avoid_cards": _avoid,
    "trick_won_with_value": _won_with,
    "win_card_with_submarine": _with_submarine,
    "trick_all_values": _all_values,
    "trick_parity": _parity,
    "trick_sum": _sum,
    "trick_equal_colors": _trick_equal,
    "total_equal_colors": _total_equal,
    "total_more_color": _more_colour,
    "not_open_with": _not_lead,
    "win_first_tricks": _first("+"),
    "avoid_first_tricks": _first("-"),
    "win_last_trick": _course(".", ".", "…", "+"),
    "win_first_and_last": _course("+", ".", "…", "+"),
    "win_only_first": _course("+", "-", "…", "-"),
    "win_only_last": _course("-", "-", "…", "+"),
    "exact_tricks": _exact,
    "tricks_in_row": _in_row,
    "exact_tricks_in_row": _exactly_in_row,
    "never_in_row": _never_in_row,
    "compare_tricks": _compare,
    "predict_tricks": _predict,
}
