"""Lists in a sentence."""

from __future__ import annotations

import pytest
from django.utils import translation

from logbook.lib.lists import labelled, list_text


@pytest.mark.parametrize(
    ("items", "english", "french"),
    [
        ([], "", ""),
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Bob"], "Ana and Bob", "Ana et Bob"),
        (["Ana", "Bob", "100%(s)"], "Ana, Bob and 100%(s)", "Ana, Bob et 100%(s)"),
        ([1, 2, 3, 4], "1, 2, 3 and 4", "1, 2, 3 et 4"),
    ],
)
def test_a_list_ends_in_and(items: list[object], english: str, french: str) -> None:
    assert list_text(items) == english
    with translation.override("fr"):
        assert list_text(items) == french


def test_a_label_ends_in_the_languages_colon() -> None:
    assert labelled("Aurora", 7) == "Aurora: 7"
    with translation.override("fr"):
        assert labelled("Aurora", 7) == "Aurora\u00a0: 7"
