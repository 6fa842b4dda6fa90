"""Places in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from logbook.lib.places import ordinal_text, place_text


@pytest.mark.parametrize(
    ("place", "text"),
    [(1, "1st of 200"), (2, "2nd of 200"), (3, "3rd of 200"), (4, "4th of 200"), (11, "11th of 200"),
     (12, "12th of 200"), (13, "13th of 200"), (21, "21st of 200"), (22, "22nd of 200"), (101, "101st of 200"),
     (111, "111th of 200"), (123, "123rd of 200")],
)  # fmt: skip
def test_a_place_in_english(place: int, text: str) -> None:
    assert place_text(place, 200) == text
    assert ordinal_text(place) == text.partition(" ")[0]


@pytest.mark.parametrize(
    ("place", "text"), [(1, "1er sur 9"), (2, "2e sur 9"), (3, "3e sur 9"), (4, "4e sur 9"), (21, "21e sur 9")]
)
def test_a_place_in_french(place: int, text: str) -> None:
    with translation.override("fr"):
        assert place_text(place, 9) == text
        assert ordinal_text(place) == text.partition(" ")[0]
