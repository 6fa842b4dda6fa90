"""Template tags of the frame around every page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django import template
from django.core.paginator import Page, Paginator
from django.template.loader import render_to_string
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name, localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import games
from games.commit_reveal import Step
from logbook.lib import maintenance
from logbook.lib.cached_parts import part
from logbook.lib.lists import labelled, list_text
from logbook.lib.mail import site_address
from logbook.lib.number_texts import percent_text
from logbook.lib.places import place_text
from logbook.lib.share_picture import SIZE, SharePicture
from logbook.lib.time_zones import date_text, moment_text, near_moment_text, time_left_text, words_of_the_clock
from logbook.notifications.selectors import COUNTED, unread_messages
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.rounds.site_words import SITE_WORDS
from logbook.tables.kinds import Kind, kind_of

register = template.Library()
register.simple_tag(part)

PICTURE: Final = "logbook/share.png"
"""The site's picture for shared links, of the size SIZE."""

ROWS_A_PAGE: Final = 50
"""The rows of a list on a page that shows other things, too."""


class PageCard(NamedTuple):
    """The text and picture of a shared link to a page."""

    title: SafeString
    description: SafeString


@register.simple_tag
def form_key() -> SafeString:
    """Render the hidden field that makes a form sent twice act once (`logbook/people/double_submit.py`).

    Without `autocomplete`, Firefox would fill in the key of the page before, which has been used.
    """
    return format_html('<input type="hidden" name="form_key" value="{}" autocomplete="off">', uuid4())


@register.simple_tag(takes_context=True)
def jinja(context: template.RequestContext, name: str, **values: object) -> SafeString:
    """Render a template of `templates/jinja2` in its place, with the context of the page and these values."""
    around: dict[Any, Any] = context.flatten()
    html = render_to_string(name, around | values, request=context.get("request"), using="jinja2")
    return mark_safe(html)  # noqa: S308 - the template has escaped its values


@register.simple_tag(name="labelled")
def labelled_tag(label: object, text: object) -> str:
    """Render a text after its label, with the colon of the language."""
    return labelled(label, text)


@register.filter
def listed(items: Iterable[object]) -> str:
    """Return the items as a list in a sentence: "Ana, Bob and Charlie"."""
    return list_text(items)


@register.filter
def percent(number: object) -> str:
    """Return a written number as a percentage, tied as the language does."""
    return percent_text(number)


@register.simple_tag
def maintenance_words() -> str:
    """Return what a page says while nothing can be changed; "" otherwise."""
    return str(maintenance.refusal() or "")


@register.simple_tag
def place_words(place: int, total: int) -> str:
    """Return a place among so many, in words: "2nd of 9"."""
    return place_text(place, total)


@register.inclusion_tag("lib/_game_filter.html", takes_context=True)
def game_filter(context: dict[str, Any], chosen: str = "", keep: str = "") -> dict[str, Any]:
    """Render links that choose a game, or all games; `keep` names the other query parameters that stay."""
    return {"choices": _games(), "chosen": chosen, "rest": _kept_parameters(context, keep), "with_all": True}


@register.inclusion_tag("lib/_game_filter.html", takes_context=True)
def game_choice(context: dict[str, Any], chosen: str, keep: str = "") -> dict[str, Any]:
    """Render links that choose one game."""
    return {"choices": _games(), "chosen": chosen, "rest": _kept_parameters(context, keep), "with_all": False}


@register.inclusion_tag("lib/_choice_filter.html", takes_context=True)
def choice_filter(
    context: dict[str, Any], name: str, choices: Iterable[tuple[str, str]], label: str, chosen: str = "", keep: str = ""
) -> dict[str, Any]:
    """Render links that choose one of these for the query parameter `name`, or all; `keep` as in `game_filter`."""
    rest = _kept_parameters(context, keep)
    return {"name": name, "choices": choices, "label": label, "chosen": chosen, "rest": rest}


@register.simple_tag(takes_context=True)
def paged(context: dict[str, Any], rows: Sequence[Any], name: str = "page") -> Page[Any]:
    """Return the requested page of a long list: {% paged rows "crews" as shown %}.

    `name` is its query parameter, and the id of its section.
    """
    return Paginator(rows, ROWS_A_PAGE).get_page(context["request"].GET.get(name))


@register.simple_tag(takes_context=True)
def page_address(context: dict[str, Any], number: int, name: str = "") -> str:
    """Return the address of another page of a list, there; the other parameters stay."""
    query = context["request"].GET.copy()
    query[name or "page"] = str(number)
    return f"?{query.urlencode()}#{name}".rstrip("#")


def _games() -> list[tuple[str, str]]:
    """Return the games to choose from; empty if there is only one."""
    return [(slug, text.game_name(slug)) for slug in games.GAMES] if len(games.GAMES) > 1 else []


def _kept_parameters(context: dict[str, Any], keep: str) -> str:
    parameters = context["request"].GET
    return urlencode({key: parameters[key] for key in keep.split() if key in parameters})


@register.simple_tag
def games_of(stages: Iterable[Any]) -> str:
    """Return the games of these stages, each once."""
    return list_text(dict.fromkeys(text.game_name(stage.game) for stage in stages))


@register.filter
def kind(game: str) -> Kind:
    """Return the kind of a game."""
    return kind_of(game)


@register.filter
def when(moment: datetime | None) -> str:
    """Render a moment as people say it, in the reader's zone, with the exact one on hover and for machines.

    A script moves it to the browser's zone, and to today where the page has waited in a cache.
    """
    if moment is None:
        return ""
    return format_html(
        '<time datetime="{}" title="{}" data-moment>{}</time>',
        localtime(moment).isoformat(),
        moment_text(moment),
        near_moment_text(moment),
    )


@register.filter
def left(moment: datetime) -> SafeString:
    """Render the time that is left until a moment, with the moment itself on hover; `daily.js` keeps it current."""
    words = _("%(left)s left") % {"left": time_left_text(moment)}
    return format_html(
        '<time datetime="{}" title="{}" data-left="{}" data-hours="{}" data-minutes="{}">{}</time>',
        localtime(moment).isoformat(),
        moment_text(moment),
        _("%(left)s left"),
        pgettext("duration", "%(hours)d h"),
        pgettext("duration", "%(minutes)d min"),
        words,
    )


@register.filter
def is_past(moment: datetime) -> bool:
    """Return whether the moment is over."""
    return moment <= now()


@register.filter
def day(moment: datetime | date | None) -> str:
    """Render a day as a `time` element; of a moment, the day in the reader's zone."""
    if moment is None:
        return ""
    if not isinstance(moment, datetime):
        return format_html('<time datetime="{}">{}</time>', moment.isoformat(), date_text(moment))
    local = localtime(moment)
    return format_html('<time datetime="{}" data-day>{}</time>', local.isoformat(), date_text(local))


@register.filter
def date_words(day: date, form: str = "DATE_FORMAT") -> str:
    """Return a day in words, as the language writes it."""
    return date_text(day, form)


@register.simple_tag
def zone_attributes(player: Player | None) -> SafeString:
    """Render the page's zone, and whether the reader chose it, for the script in every page."""
    return format_html(
        'data-zone="{}" data-moment-words="{}" data-midnight="{}" data-noon="{}" data-first="{}"{}',
        get_current_timezone_name(),
        _("%(day)s, %(time)s"),
        *words_of_the_clock(),
        pgettext("day of the month", "1"),
        " data-zone-chosen" if player and player.time_zone else "",
    )


@register.inclusion_tag("notifications/_bell.html", takes_context=True)
def bell(context: dict[str, Any]) -> dict[str, Any]:
    """Render the link to the messages of a player with an account, with the number of unread ones.

    The page of a table then marks its messages as read: looking at a page writes nothing.
    """
    player: Player | None = getattr(context.get("request"), "player", None)
    if player is None or player.is_guest:
        return {}
    unread = unread_messages(player)
    number, table = len(unread), context.get("bell_table")
    shown = str(number) if number < COUNTED else f"{COUNTED - 1}+"
    return {"player": player, "number": number, "shown": shown, "table": table if table in unread else None}


@register.simple_tag(takes_context=True)
def player_link(context: dict[str, Any], player: Player | None, *, known: bool = False) -> str:
    """Render a player's name, with a link to their page where the reader may open it.

    `known` says that the place itself (a crew, a club or a table) makes its readers known to the player.
    """
    if player is None:
        return ""
    reader: Player | None = getattr(context.get("request"), "player", None)
    audience = player.page_audience
    open_to_reader = audience == Player.Audience.EVERYONE or (known and audience == Player.Audience.KNOWN)
    is_own = reader is not None and reader.pk == player.pk
    if player.is_guest or not (open_to_reader or is_own):
        return player.name
    return format_html('<a class="quiet-link" href="{}">{}</a>', reverse("player", args=(player.pk,)), player.name)


@register.simple_tag(takes_context=True)
def nav_link(context: dict[str, Any], name: str, label: str) -> SafeString:
    """Render a link of the navigation, marked when the reader is in that part of the site."""
    address = reverse(name)
    request = context.get("request")
    local = request is not None and request.path.startswith(address)
    current = format_html(' aria-current="{}"', "page") if local else ""
    return format_html('<a href="{}"{}>{}</a>', address, current, label)


@register.inclusion_tag("lib/_share.html", takes_context=True)
def page_share(context: template.RequestContext) -> dict[str, Any]:
    """Render what a shared link to a public page shows: the page's title and description, and the site's picture.

    Nothing for a player with an account: who fetches a page for a shared link has none.
    """
    request = context.get("request")
    player: Player | None = getattr(request, "player", None)
    if request is None or (player is not None and not player.is_guest):
        return {}
    picture = PageCard(_block_text(context, "title"), _block_text(context, "description"))
    return _shared(picture, request.get_full_path(), static(PICTURE))


def _block_text(context: template.RequestContext, name: str) -> SafeString:
    """Return what the page puts into a block of its frame, escaped as the page shows it, in one line."""
    blocks = context.render_context.get(BLOCK_CONTEXT_KEY)
    block = blocks.get_block(name) if blocks is not None else None
    text = block.nodelist.render(context) if block is not None else ""
    return mark_safe(" ".join(text.split()))  # noqa: S308 - the template has escaped its values


@register.inclusion_tag("lib/_share.html", takes_context=True)
def share_tags(context: dict[str, Any], picture: SharePicture, address: str) -> dict[str, Any]:
    """Render what a shared link to this page shows (Open Graph); `address` is the picture's."""
    return _shared(picture, context["request"].get_full_path(), address)


def _shared(picture: SharePicture | PageCard, path: str, address: str) -> dict[str, Any]:
    """Return the context of the tags. Addresses are under the site's own, whatever host a request names."""
    return {"picture": picture, "size": SIZE, "page": site_address(path), "address": site_address(address)}


@register.simple_tag
def word_help(word: str) -> SafeString:
    """Render the "?" that explains a word of the site; the page includes `lib/_explained.html`."""
    title, _sentences = SITE_WORDS[word]
    label = _("Explain: %(what)s") % {"what": title}
    return format_html('<a class="help" href="{}" aria-label="{}">?</a>', reverse("word", args=[word]), label)


@register.filter
def step_words(step: Step) -> str:
    """Return what a step of a check of a seal says, in the reader's language."""

    def seat(number: int) -> str:
        return _("Seat %(number)s") % {"number": number + 1}

    return text.say(step.code, step.params, seat) if step.code else step.says
