"""What a plot shows, and where on its sheet. Pure: numbers in, places out; templates/plots/ draws them.

Every plot has its numbers in a table beside it, a title and a description, and says so where there is nothing to show.
What differs, differs in shape.
"""

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
    Point,
    Scatter,
    Spot,
    Strip,
    Tick,
    Words,
    nice_ticks,
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
    "Point",
    "Scatter",
    "Spot",
    "Strip",
    "Tick",
    "Words",
    "nice_ticks",
]
