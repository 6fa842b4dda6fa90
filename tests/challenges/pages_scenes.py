"""Scenes that the tests of pages share with others."""

from __future__ import annotations

FORM = {
    "title": "Week 47",
    "game": "planet-nine",
    "missions": "1\n4",
    "players": "4",
    "policy": "until-success",
    "difficulty": "any",
    "max_attempts": "5",
    "opens_at": "2026-11-20T12:00",
    "closes_at": "2026-11-27T12:00",
}
