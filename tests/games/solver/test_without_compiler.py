"""The strongest bot chooses the same with compiled code and in plain Python."""

from __future__ import annotations

import pytest

from tests.games.solver.engines_scenes import in_plain_python
from tests.games.solver.without_compiler_scenes import choices

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "tasks=3"), ("deep-sea", "5")])
def test_the_strongest_bot_chooses_the_same_without_compiled_code(game: str, mission: str) -> None:
    here = choices(game, mission)
    assert {text.split()[1] for text in here} >= {"take", "signal", "play"}
    script = f"""
import json
from tests.games.solver.without_compiler_scenes import choices
print(json.dumps(choices({game!r}, {mission!r})))
"""
    assert in_plain_python(script) == here
