"""Where logbooks end."""

from __future__ import annotations

import pytest

import games


def test_the_epilogue_ends_with_the_last_mission_for_any_crew_size() -> None:
    last = games.last_mission("deep-sea")
    assert last > len(games.GAMES["deep-sea"].missions)
    for players in games.GAMES["deep-sea"].players:
        assert games.describe(games.Setup("deep-sea", str(last), players)).parts
    with pytest.raises(games.UnknownSetup, match="add up"):
        games.describe(games.Setup("deep-sea", str(last + 1), 2))


def test_a_logbook_without_an_epilogue_ends_with_its_last_mission() -> None:
    assert games.last_mission("planet-nine") == len(games.GAMES["planet-nine"].missions)


@pytest.mark.parametrize("mission", ["0", "-1", "01", "51", "9" * 60, "٣", "", " 1", "tasks=3"])
def test_what_no_logbook_has(mission: str) -> None:
    assert not games.has_mission("planet-nine", mission)
    assert not games.has_mission("chess", "1")
