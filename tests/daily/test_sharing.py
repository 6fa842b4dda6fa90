"""What is shared of a deal of the day: the story of the tries, without cards."""

from __future__ import annotations

from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from logbook.daily.models import DailyDeal, DailyResult
from logbook.daily.selectors.own import Try, own_result
from logbook.daily.sharing import picture_of, share_text
from logbook.lib.share_picture import BROKEN, FULL, SIZE, png_of
from logbook.people.models.players import Player
from tests.daily.scenes import again, begin, lose, win


def a_try(*, won: bool, done: int = 0, tasks: int = 0, trick: int = 0, points: int | None = None) -> Try:
    return Try(1, won, distress=False, done=done, tasks=tasks, trick=trick, points=points, margin=0)


@pytest.mark.parametrize(
    ("one", "squares"),
    [
        (a_try(won=True, done=3, tasks=3, trick=6), "🟩🟩🟩"),
        (a_try(won=False, done=1, tasks=3, trick=6), "🟩🟥⬜"),
        (a_try(won=False, done=0, tasks=3, trick=1), "🟥⬜⬜"),
        (a_try(won=False, done=3, tasks=3, trick=9), "🟩🟩🟩🟥"),
        (a_try(won=True, trick=4), "🟩🟩🟩🟩"),
        (a_try(won=False, trick=3), "🟩🟩🟥"),
        (a_try(won=False, trick=0), "🟥"),
        (a_try(won=True, points=31), ""),
    ],
)
def test_a_square_for_each_task_or_trick_and_one_where_it_broke(one: Try, squares: str) -> None:
    assert one.squares == squares


@pytest.mark.django_db
def test_the_story_names_mission_and_day_and_has_a_row_for_each_try(deal: DailyDeal, alice: Player) -> None:
    table = begin(deal, alice)
    lose(table, alice)
    again(table, alice)
    win(table)
    own = own_result(DailyResult.objects.get())
    lines = share_text(own).splitlines()
    assert lines[:4] == [
        f"Planet Nine: Mission {table.mission}, 23 November 2026",
        "Solved on try 2 of 6",
        "1 🟥⬜⬜ not won",
        "2 🟩🟩🟩 won",
    ]
    picture = picture_of(own)
    assert picture.title == f"Planet Nine: Mission {table.mission}"
    assert picture.lines == ("Deal of the day, 23 November 2026", "Solved on try 2 of 6")
    assert [(row.full, row.broken, row.empty) for row in picture.rows] == [(0, 1, 2), (3, 0, 0)]


@pytest.mark.django_db
def test_the_picture_is_no_empty_sheet(deal: DailyDeal, alice: Player) -> None:
    """One try takes a large part of it, and six tries still fit."""
    table = begin(deal, alice)
    lose(table, alice)
    one = picture_of(own_result(DailyResult.objects.get()))
    six = DailyResult.objects.get()
    six.tries = [{"won": False, "distress": False, "trick": 5, "done": 2, "tasks": 3}] * 6
    for picture in (one, picture_of(own_result(six))):
        with Image.open(BytesIO(png_of(picture))) as image:
            colours = image.convert("RGB").getcolors(SIZE[0] * SIZE[1])
        assert colours is not None
        drawn = {_in_hex(*cast("tuple[int, int, int]", colour)): count for count, colour in colours}
        assert drawn[BROKEN] > 4_000
        assert FULL not in drawn or drawn[FULL] > 10_000


def _in_hex(red: int, green: int, blue: int) -> str:
    return f"#{red:02x}{green:02x}{blue:02x}"


@pytest.mark.django_db
def test_the_easy_deal_says_so(today: dict[str, DailyDeal], alice: Player) -> None:
    lose(begin(today["deep-sea-easy"], alice), alice)
    assert share_text(own_result(DailyResult.objects.get())).startswith("Deep Sea, easy: Mission ")
