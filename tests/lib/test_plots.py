"""Plots: drawings match their data, have names, and show a sentence without data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.lib.number_texts import duration_text
from logbook.lib.plots.axes import nice_ticks
from logbook.lib.plots.beside import Beside, Pair
from logbook.lib.plots.figures import Bar, Bars, LineChart, Mark, Moment, PlotText, Scatter, Spot, Strip
from logbook.templatetags.plots import plot

WORDS = PlotText("Attempts <needed>", "Most need one.", "Nobody has played.", across="Runs", up="Attempts")
LATER = (Moment("Week 5", None), Moment("Week 6", 50.0), Moment("Week 7", 50.0))
BARS = Bars(WORDS, (Bar("1", 40), Bar("2", 10), Bar("not won", 5, hatched=True)))
LINE = LineChart(
    WORDS,
    (
        Moment("Week 1", 20.0, 10.0, 35.0, of=12),
        Moment("Week 2", None),
        Moment("Week 3", 60.0),
        Moment("Week 4", 80.0),
        *LATER,
    ),
)
STRIP = Strip(
    WORDS,
    (Mark("Aurora", 2.0, own=True), *(Mark(name, at) for name, at in {"B": 2.0, "C": 5.0, "D": 6.0, "E": 6.5}.items())),
    par=2.5,
    par_label="par",
)
SCATTER = Scatter(WORDS, (Spot("Deal 1", 30.0, 2.0), Spot("Deal 2", 70.0, 1.0, own=True), *[Spot("D", 9.0, 1.0)] * 3))
ALL = (BARS, LINE, STRIP, SCATTER)
EMPTY = (Bars(WORDS, ()), Bars(WORDS, (Bar("1", 0),)), LineChart(WORDS, (Moment("Week 1", None),)), Strip(WORDS, ()))


def drawn(shown: Any) -> ET.Element:
    """Return the figure, parsed as XML."""
    return ET.fromstring(plot(shown, "here"))  # noqa: S314 - our own


def texts(figure: ET.Element, *tags: str) -> list[str]:
    return ["".join(node.itertext()).strip() for node in figure.iter() if node.tag in tags]


@pytest.mark.parametrize("shown", ALL, ids=lambda shown: type(shown).__name__)
def test_every_plot_is_named_described_and_has_its_numbers_beside_it(shown: Any) -> None:
    figure = drawn(shown)
    svg = figure.find(".//svg")
    assert svg is not None
    named = {node.get("id"): node.text for node in svg if node.tag in ("title", "desc")}
    assert [named[key] for key in (svg.get("aria-labelledby") or "").split()] == ["Attempts <needed>", "Most need one."]
    assert svg.get("role") == "img"
    assert figure.find(".//table/tbody/tr") is not None
    assert {node.get("scope") for node in figure.iter("th")} == {"row", "col"}
    assert "fill=" not in plot(shown, "here"), "colours come from the themes"


@pytest.mark.parametrize("shown", ALL, ids=lambda shown: type(shown).__name__)
def test_the_figures_of_a_drawing_are_folded(shown: Any) -> None:
    assert drawn(shown).find(".//details//table") is not None


@pytest.mark.parametrize("count", [4, 5])
def test_only_five_points_are_drawn_fewer_are_listed(count: int) -> None:
    moments = tuple(Moment(f"Week {number}", 50.0) for number in range(count))
    spots, marks = (Spot("D", 1.0, 1.0),) * count, (Mark("Aurora", 1.0),) * count
    pairs = Beside(WORDS, tuple(Pair(str(number), 1.0, 2.0) for number in range(count)), "We", "They")
    bars = Bars(WORDS, (Bar("1", count - 1), Bar("2", 1)))
    for shown in (LineChart(WORDS, moments), Scatter(WORDS, spots), Strip(WORDS, marks), pairs, bars):
        figure = drawn(shown)
        assert (figure.find(".//svg") is not None) == (figure.find("details") is not None) == (count == 5)
        assert figure.find(".//table") is not None


@pytest.mark.parametrize("shown", [*EMPTY, Scatter(WORDS, ())])
def test_a_figure_without_values_says_so(shown: Any) -> None:
    figure = drawn(shown)
    assert figure.find(".//svg") is None
    assert texts(figure, "p") == ["Nobody has played."]


@pytest.mark.parametrize("shown", ALL, ids=lambda shown: type(shown).__name__)
def test_nothing_is_drawn_beside_the_sheet(shown: Any) -> None:
    svg = drawn(shown).find(".//svg")
    assert svg is not None
    _x, _y, width, height = map(float, (svg.get("viewBox") or "").split())
    for node in svg.iter():
        for name, value in node.attrib.items():
            if name in ("x", "x1", "x2", "cx", "y", "y1", "y2", "cy"):
                assert 0 <= float(value) <= (width if "x" in name else height), (node.tag, node.attrib)


def test_bars_are_as_long_as_their_numbers() -> None:
    bars = {rect.get("y"): float(rect.get("width") or 0) for rect in drawn(BARS).iter("rect")}
    longest, second, third = bars.values()
    assert [second / longest, third / longest] == pytest.approx([0.25, 0.125], abs=0.01)
    assert texts(drawn(BARS), "td") == ["40", "72.7%", "10", "18.2%", "5", "9.1%"]
    assert plot(BARS, "here").count("url(#here-hatch)") == 1


def test_a_line_is_broken_where_nothing_was_played() -> None:
    figure = drawn(LINE)
    assert [len((piece.get("points") or "").split()) for piece in figure.iter("polyline")] == [2, 2]
    assert len(list(figure.iter("circle"))) == 5
    rows = [[text for cell in row if (text := "".join(cell.itertext()).strip())] for row in figure.iter("tr")]
    assert rows[2] == ["Week 2", "–", "–"]
    assert "10–35%" in " ".join(rows[1])


def test_a_long_season_names_some_weeks_and_the_last() -> None:
    line = LineChart(WORDS, tuple(Moment(f"W{n}", 50.0) for n in range(1, 53)))
    named = [tick.label for tick in line.ticks_across]
    assert named[0] == "W1"
    assert named[-1] == "W52"
    assert len(named) <= 7


def test_one_moment_alone_stands_in_the_middle() -> None:
    (only,) = LineChart(WORDS, (Moment("W1", 50.0),)).shapes
    assert 150 < only.at.x < 230


def test_equal_results_overlap_and_the_own_one_has_another_shape() -> None:
    figure = drawn(STRIP)
    first, second, third, *_others = figure.iter("circle")
    assert first.get("class") == "plot__own"
    assert first.get("cx") == second.get("cx") != third.get("cx")
    assert first.get("cy") != second.get("cy")
    assert "par" in texts(figure, "text")
    assert [texts(row, "th", "td") for row in figure.iter("tr")][1:] == [
        ["Aurora", "2"],
        ["B", "2"],
        ["C", "5"],
        ["D", "6"],
        ["E", "6.5"],
        ["par", "2.5"],
    ]
    assert len(list(drawn(SCATTER).iter("polygon"))) == 1


def test_a_field_of_very_many_stays_on_its_sheet() -> None:
    field = replace(STRIP, marks=tuple(Mark(f"Crew {n}", 1.0) for n in range(2000)))
    assert field.height < 300
    assert min(mark.at.y for mark in field.shapes) > 14


@given(st.lists(st.floats(-1e6, 1e6).map(lambda value: round(value, 3)), min_size=1, max_size=20))
def test_an_axis_holds_its_values_between_few_round_numbers(values: list[float]) -> None:
    ticks = nice_ticks(values)
    assert 2 <= len(ticks) <= 8
    assert ticks[0] <= min(values) + 1e-6
    assert ticks[-1] >= max(values) - 1e-6
    assert ticks == sorted(set(ticks))


@pytest.mark.parametrize(("seconds", "said"), [(0, "0:00"), (65, "1:05"), (3600, "1:00:00"), (3760, "1:02:40")])
def test_a_time_is_said_as_a_clock_does(seconds: int, said: str) -> None:
    assert duration_text(seconds) == said
