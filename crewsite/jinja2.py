"""The Jinja environment of the parts that move (`templates/jinja2`), with the tags of the pages around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.template.defaultfilters import capfirst, date, slugify
from django.urls import get_script_prefix, reverse
from django.utils.timezone import localtime
from django.utils.translation import ngettext, npgettext
from jinja2 import Environment, StrictUndefined

from logbook.lib.cached_parts import part
from logbook.lib.translation import gettext, pgettext
from logbook.rounds.svg.portraits import portrait
from logbook.tables.pieces import lasting, whole
from logbook.templatetags import cards, race, site

ADDRESSES: Final = 8192
"""The most addresses that are kept: a part shows some ten, the same ones with every move."""


class PlainEnvironment(Environment):
    """Jinja's environment with plain globals: a chain of two mappings would be copied key by key in each rendering."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """Return the environment, for Django's backend of Jinja. An unknown name in a template is an error."""
    strict = options | {"undefined": StrictUndefined}
    made = PlainEnvironment(**strict, extensions=["jinja2.ext.i18n"])
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_callables(gettext, ngettext, pgettext=pgettext, npgettext=npgettext)  # type: ignore[attr-defined] # of the extension
    # A stream has no token: a header of the page carries it.
    made.globals |= {"csrf_input": "", "piece": whole, "streamed": False} | _by_name(TAGS)
    made.filters |= {"date": local_date} | _by_name(FILTERS)
    return made


def _by_name(functions: Iterable[Callable[..., Any]]) -> dict[str, Any]:
    return {function.__name__: function for function in functions}


def url(name: str, *args: object) -> str:
    """Return the address of a page."""
    return _url(get_script_prefix(), name, args)


@lru_cache(maxsize=ADDRESSES)
def _url(prefix: str, name: str, args: tuple[object, ...]) -> str:
    return reverse(name, args=args)


def local_date(value: datetime, form: str) -> str:
    """Return a time in the reader's zone."""
    return date(localtime(value), form)


TAGS: Final[tuple[Callable[..., Any], ...]] = (
    cards.card,
    cards.card_back,
    cards.stamp,
    cards.tally,
    cards.task_picture,
    cards.task_words,
    cards.token,
    lasting,
    part,
    portrait,
    race.boat,
    race.gem,
    race.sign,
    race.spot,
    race.tile,
    site.form_key,
    url,
)
FILTERS: Final[tuple[Callable[..., Any], ...]] = (
    capfirst,
    cards.card_name,
    cards.mission_title,
    site.is_past,
    site.kind,
    site.when,
    slugify,
)
