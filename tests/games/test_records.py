"""Records: read, written, replayed, and the notations both ways."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.terminal import ending

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.txt"))

GOOD = """\
# A short round.
game: planet-nine
mission: 1
players: 4
seed: weekly-2026-47/1   # comments may stand anywhere
rules: 1

0 take P5
"""


def read_error(text: str) -> games.GameError:
    with pytest.raises(games.GameError) as error:
        games.Record.parse(text)
    return error.value


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_stored_records_fold_to_their_stated_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    stated = text.splitlines()[0].removeprefix("# ")
    state = games.Record.parse(text).replay()
    assert state.outcome is not None
    assert stated == ending(state)


def test_every_mission_has_a_stored_record() -> None:
    setups = [games.Record.parse(path.read_text(encoding="utf-8")).setup for path in RECORDS]
    for game in games.GAMES.values():
        assert {setup.mission for setup in setups if setup.game == game.slug} >= set(game.missions)


def test_a_record_is_read_with_comments_and_blank_lines() -> None:
    record = games.Record.parse(GOOD)
    assert record.setup == games.Setup("planet-nine", "1", 4, "weekly-2026-47/1")
    assert record.actions == (games.Action(0, "take P5"),)
    assert games.Record.parse(str(record)) == record


def test_options_and_deals_have_their_lines() -> None:
    setup = games.Setup("planet-nine", "1", 3, "x", ("three-player-challenge", "distress-active"))
    text = str(games.Record(setup))
    assert "options: three-player-challenge distress-active\n" in text
    assert games.Record.parse(text).setup == setup
    spelled = games.deal(setup).spelled_out  # type: ignore[attr-defined]
    assert "deal: " in str(games.Record(spelled))
    assert games.Record.parse(str(games.Record(spelled))).setup == spelled


@pytest.mark.parametrize(
    ("old", "new", "kind", "why"),
    [
        ("rules: 1", "rules: 99", games.UnknownSetup, "uses version 99 of the rules of planet-nine"),
        ("rules: 1", "rules: one", games.UnknownSetup, "“rules” needs a whole number, not “one”"),
        ("players: 4", "players: four", games.UnknownSetup, "“players” needs a whole number"),
        ("game: planet-nine", "game: chess", games.UnknownSetup, "no game “chess”"),
        ("game: planet-nine\n", "", games.UnknownSetup, "missing the line “game: …”"),
        ("mission: 1\n", "", games.UnknownSetup, "missing the line “mission: …”"),
        ("seed: weekly-2026-47/1", "", games.UnknownSetup, "missing the line “seed: …”"),
        ("rules: 1", "rules: 1\ndeal: P1", games.UnknownSetup, "not both"),
        ("rules: 1", "rules: 1\nrules: 1", games.UnknownSetup, "Line 7: the header “rules” appears twice"),
        ("rules: 1", "mood: good", games.UnknownSetup, "Line 6: “mood” isn’t a header"),
        ("rules: 1", "something", games.UnreadableAction, "Line 6: “something” isn’t a header"),
        ("players: 4", "players: " + "9" * 5000, games.UnknownSetup, "“players” needs a whole number"),
        ("0 take P5", "9" * 5000 + " take P5", games.UnreadableAction, "isn’t an action"),
        ("0 take P5", "-1 take P5", games.UnreadableAction, "Line 8: “-1 take P5” isn’t an action"),
        ("0 take P5", "0", games.UnreadableAction, "Line 8: “0” isn’t an action"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_line(
    old: str, new: str, kind: type[games.GameError], why: str
) -> None:
    error = read_error(GOOD.replace(old, new))
    assert isinstance(error, kind)
    assert why in str(error)


def test_a_byte_order_mark_does_no_harm() -> None:
    assert games.Record.parse("\ufeff" + GOOD) == games.Record.parse(GOOD)


def test_rules_are_checked_before_a_replay() -> None:
    with pytest.raises(games.UnknownSetup, match="version 99"):
        games.Record(games.Setup("planet-nine", "1", 4, "x"), (), rules=99).replay()


def test_replaying_an_illegal_action_says_which_and_why() -> None:
    with pytest.raises(games.IllegalAction, match="Action 1, “3 play P5”: Seat 3"):
        games.Record.parse(GOOD.replace("0 take P5", "3 play P5")).replay()


def test_an_unfinished_record_replays_to_where_it_stands() -> None:
    state = games.Record.parse(GOOD.replace("0 take P5\n", "")).replay()
    assert state.outcome is None
    assert state.log == ()


seeds = st.text(st.characters(exclude_characters="#", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs")), max_size=30)


@given(seed=seeds, mission=st.integers(1, 50), players=st.integers(2, 5))
def test_any_setup_survives_its_text(seed: str, mission: int, players: int) -> None:
    record = games.Record(games.Setup("planet-nine", str(mission), players, seed))
    assert games.Record.parse(str(record)) == record
    assert games.deal(record.setup).setup == record.setup


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_a_named_error(text: str) -> None:
    with suppress(games.GameError):
        assert games.Record.parse(text).replay().setup.game in games.GAMES


@given(st.integers(0, 4), st.text(max_size=40))
def test_any_action_is_legal_or_a_named_error(seat: int, text: str) -> None:
    state = games.deal(games.Setup("planet-nine", "23", 5, "any"))
    with suppress(games.GameError):
        assert state.apply(games.Action(seat, text)).log == (games.Action(seat, text),)
