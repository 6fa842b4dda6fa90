"""Scenes that the tests of components share with others."""

from __future__ import annotations

from importlib.resources import files

TEXT = files("games.deep_blue").joinpath("components.toml").read_text(encoding="utf-8")
