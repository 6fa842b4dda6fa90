"""Plots: their content and its layout. Pure: numbers in, positions out; templates/plots/ draws them.

Every plot has a table of its numbers, a title and a description, and a sentence for no data. Differences show in
shape, not in colour alone.
"""

from logbook.lib.plots.axes import nice_ticks
from logbook.lib.plots.beside import Beside, DrawnPair, Pair
from logbook.lib.plots.figures import (
    Bar,
    Bars,
    DrawnBar,
    DrawnMark,
    DrawnMoment,
    DrawnSpot,
    LineChart,
    Mark,
    Moment,
    PlotText,
    Point,
    Scatter,
    Spot,
    Strip,
    Tick,
)

__all__ = [
    "Bar",
    "Bars",
    "Beside",
    "DrawnBar",
    "DrawnMark",
    "DrawnMoment",
    "DrawnPair",
    "DrawnSpot",
    "LineChart",
    "Mark",
    "Moment",
    "Pair",
    "PlotText",
    "Point",
    "Scatter",
    "Spot",
    "Strip",
    "Tick",
    "nice_ticks",
]
