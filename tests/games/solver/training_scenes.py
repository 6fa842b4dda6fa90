"""Scenes that the tests of training share with others."""

from __future__ import annotations

import os

import pytest

from games.crew.solver.compiled import COMPILED

needs_numba = pytest.mark.skipif(
    not COMPILED and not os.environ.get("REQUIRE_FAST"),
    reason="numba is optional, and training and fits need it; with REQUIRE_FAST, as in CI, its absence is a failure",
)
