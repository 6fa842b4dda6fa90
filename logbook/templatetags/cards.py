"""Cards, tasks, tokens, tallies and stamps as our own SVG drawings.

Each page has the shapes once, in the sprite (`{% card_sprite %}`, in base.html); the tags refer to them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from logbook.rounds import text as rounds_text
from logbook.rounds.svg.portraits import portrait
from logbook.rounds.svg.tasks import task_picture as picture_of
from logbook.rounds.task_cards import TaskFacts

register = template.Library()
register.simple_tag(portrait)

MOST_STROKES: Final = 15


@register.simple_tag
def card_sprite() -> SafeString:
    """Render the sprite that every card, token and stamp of a page refers to."""
    return mark_safe(render_to_string("tables/_sprite.svg"))  # noqa: S308 - our own file, no input


@register.simple_tag
def logo() -> SafeString:
    """Render the site's logo."""
    return mark_safe('<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><use href="#logo"/></svg>')


@register.simple_tag
def game_mark(game: str) -> SafeString:
    """Render the sign of a game, decorative: its name stands beside it."""
    return format_html(
        '<svg class="game-mark game-mark--{}" viewBox="0 0 24 24" aria-hidden="true"><use href="#game-{}"/></svg>',
        game,
        game,
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """Render a suit's shape, decorative."""
    return format_html(
        '<svg class="suit suit--{}" viewBox="0 0 24 24" aria-hidden="true"><use href="#suit-{}"/></svg>', letter, letter
    )


@register.simple_tag
def card(text: str, *, label: bool = True, kind: str = "") -> SafeString:
    """Render one open card. With ``label=False`` it is decorative: its container gives the name."""
    return _card(get_language(), text, label, kind)


@lru_cache(maxsize=1024)  # Forty cards, in a few sizes and languages.
def _card(language: str | None, text: str, label: bool, kind: str) -> SafeString:
    drawing = format_html(
        '<svg viewBox="0 0 100 140" aria-hidden="true" focusable="false">'
        '<rect class="card__face" x="2" y="2" width="96" height="136" rx="10"/>'
        '<use class="card__rank" href="#rank-{rank}" x="10" y="11" width="42" height="56"/>'
        '<use class="card__suit" href="#suit-{suit}" x="14" y="73" width="32" height="32"/>'
        '<use class="card__pip" href="#suit-{suit}" x="42" y="80" width="50" height="50"/>'
        "</svg>",
        rank=text[1:],
        suit=text[0],
    )
    return _card_frame(text, drawing, label=label, kind=kind)


def _card_frame(text: str, drawing: SafeString, *, label: bool, kind: str) -> SafeString:
    aria_label = format_html(' role="img" aria-label="{}"', rounds_text.card_name(text)) if label else ""
    classes = f"card card--{text[0]}" + (f" {kind}" if kind else "")
    return format_html('<span class="{}" data-card="{}"{}>{}</span>', classes, text, aria_label, drawing)


@register.simple_tag
def card_back(*, label: bool = False) -> SafeString:
    """Render a card face down."""
    aria_label = format_html(' role="img" aria-label="{}"', _("a face-down card")) if label else ""
    return format_html(
        '<span class="card card--back"{}>'
        '<svg viewBox="0 0 100 140" aria-hidden="true"><use href="#card-back"/></svg></span>',
        aria_label,
    )


@register.simple_tag
def task_picture(facts: TaskFacts) -> SafeString:
    """Render a task card's picture, decorative: its container gives the task in words."""
    return picture_of(facts.kind, facts.params)


@register.simple_tag
def task_words(facts: TaskFacts) -> str:
    """Return the task of a task card in words."""
    return rounds_text.say(facts.sentence.code, facts.sentence.params, str)


@register.simple_tag
def token(text: str, *, label: bool = True) -> SafeString:
    """Render an order token of a task: number, arrows or omega."""
    aria_label = format_html(' role="img" aria-label="{}"', rounds_text.token_meaning(text)) if label else ""
    return format_html(
        '<span class="token token--{}" title="{}"{}>{}</span>',
        _token_kind(text),
        rounds_text.token_meaning(text),
        aria_label,
        _token_drawing(text),
    )


def _token_kind(text: str) -> str:
    if text == "omega":
        return "omega"
    return "arrow" if text.startswith(">") else "number"


def _token_drawing(text: str) -> SafeString:
    if text == "omega":
        return mark_safe('<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#omega"/></svg>')
    if text.startswith(">"):
        chevrons = format_html_join("", '<use href="#chevron" x="{}"/>', ((step * 7,) for step in range(len(text))))
        width = 10 + 7 * len(text)
        return format_html('<svg viewBox="0 0 {} 24" aria-hidden="true">{}</svg>', width, chevrons)
    return format_html(
        '<svg viewBox="0 0 20 28" aria-hidden="true"><use href="#rank-{}" width="20" height="28"/></svg>', text
    )


@register.simple_tag
def tally(count: int) -> SafeString:
    """Render attempts as tally marks, with the number in words for screen readers."""
    label = ngettext("%(count)s attempt", "%(count)s attempts", count) % {"count": count}
    strokes = min(count, MOST_STROKES)
    groups = [5] * (strokes // 5) + ([strokes % 5] if strokes % 5 else [])
    marks = format_html_join(
        "",
        '<svg viewBox="0 0 {} 24" aria-hidden="true"><use href="#tally-{}"/></svg>',
        ((_tally_width(n), n) for n in groups),
    )
    more = format_html('<span aria-hidden="true">+{}</span>', count - strokes) if count > strokes else ""
    return format_html(
        '<span class="tally" title="{words}">{}{}<span class="visually-hidden">{words}</span></span>',
        marks,
        more,
        words=label,
    )


def _tally_width(strokes: int) -> int:
    return 32 if strokes == 5 else 6 * strokes + 4


@register.simple_tag
def stamp(success: bool, *, kind: str = "") -> SafeString:
    """Render the stamp of an ended attempt."""
    word, outcome, mark = (_("Success"), "success", "tick") if success else (_("Failure"), "failure", "cross")
    return format_html(
        '<span class="stamp stamp--{} {}"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#{}"/></svg>{}</span>',
        outcome,
        kind,
        mark,
        word,
    )


@register.filter
def mission_title(mission: str) -> str:
    """Return the title of a mission."""
    return rounds_text.mission_title(mission)


@register.filter
def game_name(game: str) -> str:
    """Return the name of a game."""
    return rounds_text.game_name(game)


@register.filter
def title_words(title: str) -> str:
    """Return a game's title, written by the engine, in the reader's language."""
    return rounds_text.title_words(title)


@register.filter
def with_article(card: str) -> str:
    """Return the card as a sentence names it: with its article, where the language has one."""
    return rounds_text.card_with_article(card)


@register.filter
def card_name(card: str) -> str:
    """Return the name of a card."""
    return rounds_text.card_name(card)


@register.simple_tag
def token_meaning(text: str) -> str:
    """Return the meaning of a token."""
    return rounds_text.token_meaning(text)
