"""Template tags of plots: `{% plot bars "needed" %}`, with their numbers beside them."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.utils.formats import number_format
from django.utils.safestring import SafeString

from logbook.lib.cached_parts import part
from logbook.lib.number_texts import duration_text, margin_text
from logbook.lib.plots.beside import Beside
from logbook.lib.plots.figures import Bars, LineChart, Scatter, Strip

register = template.Library()
register.filter("duration", duration_text)
register.filter("margin", margin_text)

TEMPLATES: Final[dict[type, str]] = {
    Bars: "lib/plots/bars.html",
    Beside: "lib/plots/beside.html",
    LineChart: "lib/plots/line.html",
    Strip: "lib/plots/strip.html",
    Scatter: "lib/plots/scatter.html",
}


@register.simple_tag
def plot(figure: Any, name: str) -> SafeString:
    """Render the plot as a figure; `name` makes its ids unique on the page."""
    return part(TEMPLATES[type(figure)], plot=figure, name=name)


@register.filter
def tick_label(label: str | float) -> str:
    """Return the label of an axis mark."""
    return label if isinstance(label, str) else number_format(f"{label:g}")


@register.filter
def signed(number: float) -> str:
    """Return a difference with its sign: +0.75, −1.25, 0.00."""
    text = number_format(abs(number), 2)
    return text if round(number, 2) == 0 else f"{'+' if number > 0 else '−'}{text}"


@register.simple_tag(takes_context=True)
def board_address(context: dict[str, Any], **changes: object) -> str:
    """Return the page's address with another board or page. Filters stay; another board begins at its first page."""
    filters = {key: value for key, value in context["request"].GET.items() if value and key not in ("after", "before")}
    return "?" + urlencode(filters | {key: str(value) for key, value in changes.items()})
