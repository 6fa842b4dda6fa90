"""The components file: the box of this folder, and each constraint named with its line."""

from __future__ import annotations

import re

import pytest

import games
from games.deep_blue.component_sets import usual_set
from games.deep_blue.components import Components
from games.deep_blue.gems import by_colour
from games.deep_blue.reading import read_components
from tests.games.deep_blue.components_scenes import TEXT


def read(text: str) -> Components:
    return read_components(text, "box.toml")


def line_of(text: str, of: str) -> int:
    """The line in which something first stands."""
    return text[: text.index(of)].count("\n") + 1


def refusal(text: str) -> games.UnknownSetup:
    with pytest.raises(games.UnknownSetup) as error:
        read(text)
    sentence = str(error.value)
    assert sentence.startswith("box.toml")
    assert len(sentence.splitlines()) == 1
    return error.value


def test_the_box_of_this_folder_holds_what_the_rulebook_counts() -> None:
    box = usual_set()
    tiles = box.tiles.values()
    assert (len(box.board.sites), sum(tile.tier == "starting" for tile in tiles)) == (15, 6)
    assert (len(tiles), sum(tile.city for tile in tiles), sum(tile.blank for tile in tiles)) == (15, 4, 1)
    assert (len(box.market_deck), len(box.starting_hand)) == (30, 4)
    assert (box.prices, box.refresh_price, box.bonus_tokens) == ((1, 2, 2, 3), 4, (0, 1, 1, 2, 2))
    assert by_colour(box.bag) | {"silver": 7} == by_colour(box.bag)
    assert list(box.bag) == [7, 3, 1, 0, 0, 4, 4]
    assert list(box.supply) == [2, 2, 2, 2, 4, 0, 0]
    assert (list(box.points)[:3], list(box.scouted)[:3]) == ([1, 2, 4], [3, 5, 10])


def test_every_stand_in_is_marked_as_such() -> None:
    box = usual_set()
    assert {tile.source for tile in box.tiles.values()} == {"found", "inferred", "designed"}
    assert {card.source for card in box.cards.values()} >= {"found", "designed"}


BROKEN = [
    # what stands there, what stands there instead, the code, and a word of the line that is named
    ('name = "stand-in"', 'name = "Stand In"', "components-name", "Stand In"),
    ('name = "stand-in"', "name = 3", "components-name", "name = 3"),
    ('title = { en = "This', 'title = { xx = "This', "components-names", "title ="),
    ("[market]", "[markets]", "components-key", "[markets]"),
    ("refresh = 4", "refresh = 0", "components-number", "refresh = 0"),
    ("refresh = 4", 'refresh = "4"', "components-number", 'refresh = "4"'),
    ("refresh = 4", "refresh = 10", "components-number", "refresh = 10"),
    ("refresh = 4", "", "components-number", "[market]"),
    ("prices = [1, 2, 2, 3]", "prices = [1, 2, 2]", "components-count", "prices = [1, 2, 2]"),
    ("prices = [1, 2, 2, 3]", "prices = [1, 2, 2, 0]", "components-number", "prices = [1, 2, 2, 0]"),
    ("prices = [1, 2, 2, 3]", "prices = 4", "components-missing", "prices = 4"),
    ("bonus_tokens = [0, 1, 1, 2, 2]", "bonus_tokens = [0, 1]", "components-count", "bonus_tokens = [0, 1]"),
    ("cards_of_a_rest = 3", "cards_of_a_rest = true", "components-number", "cards_of_a_rest = true"),
    ("rush_distance = 1", "rush_distance = -1", "components-number", "rush_distance = -1"),
    ("silver = { total = 9, bag = 7", "silver = { total = 9, bag = 8", "components-gems", "bag = 8"),
    ("blue = { total = 4, bag = 4", "blue = { points = 1, total = 4, bag = 4", "components-worthless", "blue = {"),
    ("gold = { total = 5, bag = 3,", "gold = { total = 5, ", "components-number", "gold = { total = 5,"),
    (
        "red = { total = 3, bag = 1, supply = 2, points = 4,",
        "red = { total = 3, bag = 1, supply = 2,",
        "components-number",
        "red =",
    ),
    ("green = {", "teal = {", "components-key", "teal = {"),
    ("green = { total = 2, bag = 0, supply = 2 }", "green = 2", "components-missing", "green = 2"),
    ('id = "P"\nkind = "port"', 'id = "P"\nkind = "buoy"', "components-port", "[[space]]"),
    ('id = "S1"\nkind = "site"', 'id = "S1"\nkind = "port"', "components-port", 'kind = "port"\ntier'),
    ('id = "S1"\nkind = "site"', 'id = "S1"\nkind = "island"', "components-word", 'kind = "island"'),
    ('kind = "site"\ntier = "starting"', 'kind = "site"', "components-word", '[[space]]\nid = "S1"'),
    ('id = "A1"\nkind = "site"\ntier = "advanced"', 'id = "A1"\nkind = "buoy"', "components-count", "[[space]]"),
    ('id = "S2"', 'id = "S1"', "components-twice", 'id = "S1"\nkind = "site"\ntier = "starting"\nx = 78'),
    ('id = "S2"', 'id = "s2"', "components-id", 'id = "s2"'),
    ('id = "S2"', "id = 2", "components-id", "id = 2"),
    ('id = "S2"', "", "components-id", '[[space]]\n\nkind = "site"'),
    ("x = 78", "x = nan", "components-number", "x = nan"),
    ("x = 78", "x = true", "components-number", "x = true"),
    ("x = 78", "x = 101", "components-number", "x = 101"),
    ('["S1", "S4"]', '["S1", "S44"]', "components-route", '"S44"'),
    ('["S2", "S5"]', '["S2", "S2"]', "components-route", '["S2", "S2"]'),
    ('["A9", "B6"]', '["A9", ["B6"]]', "components-route", '["A9", ["B6"]]'),
    ('["A9", "B5"], ["A9", "B6"],', "", "components-cut-off", 'id = "A9"'),
    ('id = "W01"\ntier = "starting"\nblank = true', 'id = "W01"\ntier = "starting"', "components-count", "[[tile]]"),
    ('id = "W02"\ntier = "starting"', 'id = "W02"\ntier = "advanced"', "components-count", "[[tile]]"),
    ("sunken_city = true", "sunken_city = false", "components-count", "[[tile]]"),
    ("sunken_city = true", 'sunken_city = "no"', "components-word", 'sunken_city = "no"'),
    (
        'id = "W02"\ntier = "starting"',
        'id = "W02"\nsunken_city = true\ntier = "starting"',
        "components-count",
        "[[tile]]",
    ),
    (
        'spots = ["silver", "gold", "blue"]',
        'spots = ["silver", "silver"]',
        "components-spots",
        'spots = ["silver", "silver"]',
    ),
    ('spots = ["silver", "gold", "blue"]', 'spots = ["green"]', "components-word", 'spots = ["green"]'),
    ('spots = ["silver", "gold", "blue"]', "spots = [[]]", "components-word", "spots = [[]]"),
    ("leader_points = 2", "leader_point = 2", "components-key", "leader_point = 2"),
    ('id = "ST_VESSEL"\nname = {', 'id = "ST_VESSEL"\nname = 3 # {', "components-names", "name = 3"),
    ("needs = { any = 8 }", "needs = { teal = 8 }", "components-key", "teal = 8"),
    ("needs = { any = 8 }", "needs = { any = 0 }", "components-number", "any = 0"),
    ("needs = { any = 8 }", "needs = [8]", "components-missing", "needs = [8]"),
    ("needs = { any = 8 }", "", "components-points", "points = 4\npropellers"),
    ("needs = { any = 8 }\npoints = 4", "needs = { any = 8 }", "components-points", "needs = { any = 8 }"),
    ("points = 4\npropellers = 2", "points = 4\nmoney = 1\npropellers = 2", "components-two-uses", "propellers = 2"),
    ('protects = "blue"', 'protects = "joker"', "components-word", 'protects = "joker"'),
    ('adds_gem = "red"', 'adds_gem = "teal"', "components-word", 'adds_gem = "teal"'),
    ("copies = 4", "copies = 5", "components-count", "[[card]]"),
    ("starting = true\nneeds", "starting = true\ncopies = 2\nneeds", "components-count", "[[card]]"),
    ("starting = true\nmoney", "starting = 1\nmoney", "components-word", "starting = 1"),
    ('source = "found"', "source = 3", "components-missing", "source = 3"),
]


@pytest.mark.parametrize(("old", "new", "code", "where"), BROKEN, ids=[f"{row[2]}-{n}" for n, row in enumerate(BROKEN)])
def test_each_constraint_is_named_with_its_line(old: str, new: str, code: str, where: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    error = refusal(text)
    assert error.code == code
    assert error.params["line"] == line_of(text, where)
    assert f"box.toml, line {error.params['line']}: " in str(error)


def test_boats_that_no_starting_card_moves_are_refused() -> None:
    head, _, rest = TEXT.partition('id = "CR_OXYGEN"')
    assert refusal(re.sub(r"propellers = \d\n", "", head) + 'id = "CR_OXYGEN"' + rest).code == "components-becalmed"


@pytest.mark.parametrize("section", ["gems", "market", "boats", "space", "routes", "tile", "card"])
def test_a_missing_section_is_named(section: str) -> None:
    kept = re.split(r"(?m)^(?=\[+\w+\]+)", TEXT)
    text = "".join(part for part in kept if not re.match(rf"\[+{section}\]", part))
    error = refusal(text)
    assert (error.code, error.params["key"]) == ("components-missing", section)


def test_what_is_no_toml_is_said_with_its_place() -> None:
    assert "line 3" in str(refusal('name = "x"\n\n= 3'))


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000 + "]" * 5000, "a = " + "9" * 9000, "a = 0x" + "f" * 9000, "\x00", "a = 1\na = 2", ""]
)
def test_what_cannot_be_parsed_is_one_sentence(text: str) -> None:
    assert len(str(refusal(text))) < 300


def test_a_box_may_be_written_in_other_ways() -> None:
    """Tables in line or apart, remarks, and lines that end as on other systems."""
    apart = TEXT.replace(
        'needs = { any = 8 }\npoints = 4\npropellers = 2\nsource = "found"\n',
        "points = 4\npropellers = 2\n[card.needs]\nany = 8\n",
    )
    assert read(apart).cards["ST_VESSEL"].needs_any == 8
    assert read(TEXT.replace("refresh = 4", 'refresh = 4\nnote = "as printed"')).refresh_price == 4
    windows = TEXT.replace("\n", "\r\n")
    assert read(windows).cards == usual_set().cards
    assert refusal(windows.replace("x = 78", "x = 178")).params["line"] == line_of(TEXT, "x = 78")


def test_a_line_is_named_in_tables_that_stand_apart() -> None:
    text = TEXT.replace(
        'needs = { any = 8 }\npoints = 4\npropellers = 2\nsource = "found"\n',
        "points = 4\npropellers = 2\n[card.needs]\nany = 8000\n",
    )
    assert refusal(text).params["line"] == line_of(text, "[card.needs]")


def test_a_strange_line_end_inside_a_word_moves_no_line() -> None:
    text = TEXT.replace('source = "designed"', 'source = "de\u2028signed"').replace("x = 78", "x = 178")
    assert refusal(text).params["line"] == line_of(text, "x = 178")
