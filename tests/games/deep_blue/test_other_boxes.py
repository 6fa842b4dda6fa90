"""Other boxes than this folder's: named by the environment, chosen by an option, and hostile ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import games
from games.deep_blue import DEEP_BLUE, component_sets
from games.deep_blue.components import Components
from games.deep_blue.reading import read_components
from tests.games.deep_blue.builders import play
from tests.games.deep_blue.components_scenes import TEXT

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
OTHER = TEXT.replace('name = "stand-in"', 'name = "harbour"').replace("prices = [1, 2, 2, 3]", "prices = [1, 1, 1, 1]")


@pytest.fixture
def boxes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder; files of it that are named in the environment are boxes until the test ends."""
    (tmp_path / "harbour.toml").write_text(OTHER, encoding="utf-8")
    monkeypatch.setenv(component_sets.ENVIRONMENT, str(tmp_path / "harbour.toml"))
    component_sets.other_sets.cache_clear()
    yield tmp_path
    component_sets.other_sets.cache_clear()


def setup(*options: str) -> games.Setup:
    return games.Setup("deep-blue", "reefs-ahead", 3, "box", options)


@pytest.mark.usefixtures("boxes")
def test_a_box_of_the_environment_is_an_option() -> None:
    (option,) = DEEP_BLUE.options
    assert re.fullmatch("components-harbour@[0-9a-f]{12}", option)
    state = DEEP_BLUE.deal(setup(option))
    assert state.box.prices == (1, 1, 1, 1)
    assert state.view(None).as_dict()["components"] == "harbour"
    assert DEEP_BLUE.deal(setup()).box.prices == (1, 2, 2, 3)


@pytest.mark.usefixtures("boxes")
def test_its_record_says_by_which_pieces_it_is_replayed() -> None:
    (option,) = DEEP_BLUE.options
    state = DEEP_BLUE.deal(setup(option))
    state = play(state, f"{state.turn} recruit 4 with ST_GOLDHAND")
    text = str(games.Record.of(state))
    assert f"options: {option}\n" in text
    assert games.Record.parse(text).replay().view(0) == state.view(0)
    assert games.Record.parse(text.replace(option, "components-harbour")).replay().view(0) == state.view(0)
    with pytest.raises(games.IllegalAction, match=r"Seat \d pays 1, but the price is 3"):
        games.Record.parse(text.replace(f"options: {option}\n", "")).replay()


def test_a_changed_record_is_refused_unless_only_looks_changed(boxes: Path) -> None:
    (option,) = DEEP_BLUE.options
    record = str(games.Record.of(DEEP_BLUE.deal(setup(option))))
    for was, becomes in (("x = 90", "x = 91"), ("title = { en = ", "title = { en = 'Old harbour' } # ")):
        assert was in OTHER
        (boxes / "harbour.toml").write_text(OTHER.replace(was, becomes, 1), encoding="utf-8")
        component_sets.other_sets.cache_clear()
        assert DEEP_BLUE.options == (option,)
    changes = (("points = 4", "points = 5"), ("prices = [1, 1", "prices = [1, 2"), ('["S1", "S4"]', '["S1", "S6"]'))
    for was, becomes in changes:
        assert was in OTHER
        (boxes / "harbour.toml").write_text(OTHER.replace(was, becomes, 1), encoding="utf-8")
        component_sets.other_sets.cache_clear()
        (now,) = DEEP_BLUE.options
        with pytest.raises(
            games.UnknownSetup, match=f"version {option[-12:]}, but the file is now version {now[-12:]}"
        ):
            games.Record.parse(record).replay()


def test_a_box_that_is_not_here_is_refused(boxes: Path) -> None:
    for options in (("components-moon",), ("untimed",), ("components-harbour", "components-harbour")):
        with pytest.raises(games.UnknownSetup):
            DEEP_BLUE.deal(setup(*options))
    with pytest.raises(games.UnknownSetup, match=r"no component set “moon” here\. Choose from: harbour"):
        DEEP_BLUE.deal(setup("components-moon"))


@pytest.mark.parametrize("name", ["harbour", "stand-in"])
def test_two_boxes_do_not_share_a_name(boxes: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (boxes / "again.toml").write_text(OTHER.replace('"harbour"', f'"{name}"'), encoding="utf-8")
    monkeypatch.setenv(
        component_sets.ENVIRONMENT, os.pathsep.join(str(boxes / file) for file in ("harbour.toml", "again.toml"))
    )
    with pytest.raises(games.UnknownSetup, match=f"components named “{name}”"):
        DEEP_BLUE.deal(setup("components-harbour"))


def test_a_file_that_cannot_be_read_is_named(boxes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (boxes / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for path in (boxes / "nowhere.toml", boxes, boxes / "bytes.toml"):
        monkeypatch.setenv(component_sets.ENVIRONMENT, str(path))
        with pytest.raises(games.UnknownSetup, match="can’t be read") as error:
            DEEP_BLUE.deal(setup("components-harbour"))
        assert len(str(error.value).splitlines()) == 1


def test_another_process_plays_with_it(tmp_path: Path) -> None:
    """No code is touched: the environment names the file, and the terminal deals from it."""
    (tmp_path / "harbour.toml").write_text(OTHER, encoding="utf-8")
    record = "game: deep-blue\nmission: reefs-ahead\nplayers: 3\noptions: components-harbour\nseed: box\n"
    done = subprocess.run(
        [sys.executable, "-m", "games", "replay", "-"],
        input=record,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, component_sets.ENVIRONMENT: str(tmp_path / "harbour.toml")},
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("not over: seat ")


def test_a_card_of_protection_and_points_is_played_for_one_of_them() -> None:
    """No such card is known; a box that has one gets what ruling 37 says of every card."""
    box = read(TEXT.replace('protects = "blue"', 'protects = "blue"\npoints = 3\nneeds = { any = 1 }', 1))
    card = box.cards["CR_OXYGEN"]
    assert (card.protects, card.points) == ("blue", 3)
    assert card.unlocked((1, 0, 0, 0, 0, 0, 0), 1)


# Hostile files

VALUES = (
    *("true", "nan", "inf", "-1", "1e400", "0x" + "f" * 4000, "99999999999999999999", "3.0", '""', '"\\u0000"', "[]"),
    *("{}", "[[[[[[[]]]]]]]", "1979-05-27", "00:00:00", '["gold", "gold"]', "{ en = 3 }", "{ any = true }", "'x'"),
    *('"P"', '"stand-in"', "[1, [2]]", "[{}]", '{ "a.b" = 1 }', "1000", "0", '"gold"', '["Z", "Z"]', '"""\n\n"""'),
)
LINES = TEXT.splitlines()
SET = [number for number, line in enumerate(LINES) if " = " in line and not line.startswith("#")]


def read(text: str) -> Components:
    return read_components(text, "box.toml")


def check(text: str) -> None:
    """A box, or one sentence with a line of the file."""
    error = refused(text)
    if error is not None:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 400
        assert 1 <= error.params.get("line", 1) <= text.count("\n") + 1


def refused(text: str) -> games.UnknownSetup | None:
    try:
        assert len(read(text).market_deck) == 30
    except games.UnknownSetup as error:
        return error
    return None


@st.composite
def broken(draw: st.DrawFn) -> str:
    """The box of this folder with some lines changed, gone, or there twice."""
    lines = list(LINES)
    for place in draw(st.lists(st.sampled_from(SET), min_size=1, max_size=4, unique=True)):
        key = lines[place].partition(" = ")[0]
        change = draw(st.sampled_from(("value", "gone", "twice", "key", "table")))
        value = draw(st.sampled_from(VALUES))
        lines[place] = {
            "value": f"{key} = {value}",
            "gone": "",
            "twice": f"{lines[place]}\n{lines[place]}",
            "key": f"{draw(st.sampled_from(('x', 'needs', 'id', 'a.b')))} = {value}",
            "table": draw(
                st.sampled_from(("[gems]", "[[card]]", "[card]", "[[gems]]", "[routes.steps]", "[[tile.spots]]"))
            ),
        }[change]
    return "\n".join(lines)


@given(broken())
def test_a_changed_file_is_a_box_or_one_sentence_with_its_line(text: str) -> None:
    check(text)


@given(st.text(max_size=120))
@example("a = " + "[" * 3000)
@example("a = " + "{b=" * 3000)
@example("[a" + ".a" * 3000 + "]")
def test_any_text_is_a_box_or_one_sentence(text: str) -> None:
    check(text)
    check(f"{TEXT}\n{text}")


@pytest.mark.parametrize("section", ["gems", "market", "boats", "space", "routes", "tile", "card", "title", "name"])
def test_a_section_of_the_wrong_kind_is_refused(section: str) -> None:
    kept = [line for line in LINES if not line.startswith(f"{section} =")]
    head = [line for line in kept if line.partition(" = ")[0] in {"name", "title"}]
    for value in VALUES:
        check("\n".join([f"{section} = {value}", *kept]))
        check("\n".join([*head, f"{section} = {value}"]))
