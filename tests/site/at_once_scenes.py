"""Scenes that the tests of at once share with others."""

from __future__ import annotations


def kinds(answers: list[object]) -> list[str]:
    return sorted(type(answer).__name__ for answer in answers)
