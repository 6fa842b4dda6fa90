"""Texts of the engine, in the reader's language: cards, suits, tokens, actions and whole sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games import sentences
from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.lib.translation import language, pgettext
from logbook.rounds.task_cards import is_task_card, task_facts

SUITS: Final[Mapping[str, str | Promise]] = {
    "P": pgettext_lazy("suit", "pink"),
    "B": pgettext_lazy("suit", "blue"),
    "G": pgettext_lazy("suit", "green"),
    "Y": pgettext_lazy("suit", "yellow"),
    "R": pgettext_lazy("suit", "rocket"),
    "S": pgettext_lazy("suit", "submarine"),
}
COLOURS_OF_CARDS: Final[Mapping[str, str | Promise]] = {
    "P": pgettext_lazy("colour of a card", "pink"),
    "B": pgettext_lazy("colour of a card", "blue"),
    "G": pgettext_lazy("colour of a card", "green"),
    "Y": pgettext_lazy("colour of a card", "yellow"),
}
"""The colours before a number, where a language declines them there."""
LED_TRUMPS: Final[Mapping[str, str | Promise]] = {"R": gettext_lazy("a rocket"), "S": gettext_lazy("a submarine")}
TRUMPS_TO_FOLLOW: Final[Mapping[str, str | Promise]] = {
    "R": gettext_lazy("You must follow suit with rockets"),
    "S": gettext_lazy("You must follow suit with submarines"),
}
_COLOUR_IN_SENTENCES = pgettext_lazy("card in a sentence", "%(suit)s %(rank)s")
CARDS_IN_SENTENCES: Final[Mapping[str, Promise]] = {
    **dict.fromkeys("PBGY", _COLOUR_IN_SENTENCES),
    "R": pgettext_lazy("card in a sentence", "rocket %(rank)s"),
    "S": pgettext_lazy("card in a sentence", "submarine %(rank)s"),
}
"""A card of each suit with its article, where the language has one."""
# The order of a hand: colours first, trumps last.
SUIT_ORDER: Final = "PBGYRS"
TRUMPS: Final = frozenset("RS")

SAYS: Final[Mapping[str, str | Promise]] = {
    "highest": gettext_lazy("highest"),
    "only": gettext_lazy("only"),
    "lowest": gettext_lazy("lowest"),
}

TOKENS: Final[Mapping[str, str | Promise]] = {
    "1": gettext_lazy("must be completed first"),
    "2": gettext_lazy("must be completed second"),
    "3": gettext_lazy("must be completed third"),
    "4": gettext_lazy("must be completed fourth"),
    "5": gettext_lazy("must be completed fifth"),
    "omega": gettext_lazy("must be completed last"),
    ">": gettext_lazy("must be the first arrow task completed"),
    ">>": gettext_lazy("must be the second arrow task completed"),
    ">>>": gettext_lazy("must be the third arrow task completed"),
    ">>>>": gettext_lazy("must be the fourth arrow task completed"),
}

ENGINE_TERMS: Final[Mapping[str, str | Promise]] = {
    "yes": gettext_lazy("Yes"),
    "no": gettext_lazy("No"),
    "good": gettext_lazy("I feel good"),
    "bad": gettext_lazy("I feel bad"),
    "first": gettext_lazy("The first four tricks"),
    "middle": gettext_lazy("The tricks in between"),
    "last": gettext_lazy("The last trick"),
}

GAMES: Final[Mapping[str, str | Promise]] = {
    "planet-nine": gettext_lazy("Planet Nine"),
    "deep-sea": gettext_lazy("Deep Sea"),
    "deep-blue": gettext_lazy("Deep Blue"),
}

TITLES: Final[Mapping[str, str | Promise]] = {
    "Planet Nine": GAMES["planet-nine"],
    "Deep Sea": GAMES["deep-sea"],
    "Deep Blue": GAMES["deep-blue"],
    "The Crew: The Quest for Planet Nine": gettext_lazy("The Crew: The Quest for Planet Nine"),
    "The Crew: Mission Deep Sea": gettext_lazy("The Crew: Mission Deep Sea"),
}
"""The engine's names of games, short and full, in the reader's language."""

BOT_NAMES: Final[Mapping[str, str | Promise]] = {
    "careful": gettext_lazy("careful bot"),
    "navigator": gettext_lazy("navigator bot"),
    "random": gettext_lazy("random bot"),
    "solver": gettext_lazy("solver bot"),
}

ROBOTS: Final[Mapping[str, str]] = {"planet-nine": "JARVIS", "deep-sea": "Tonoja"}
"""Proper names: they are not translated."""

USUAL_PLAYERS: Final = 4

type_of_names = Callable[[int], str]
"""Returns a seat's player in words."""


def is_card(text: str) -> bool:
    """Return True for the text of one card, such as ``B7``."""
    return len(text) == 2 and text[0] in SUITS and text[1].isdigit()


def suit_name(suit: str) -> str:
    """Return the suit in words: ``blue``."""
    return str(SUITS[suit])


def led_suit(suit: str) -> str:
    """Return the suit led, as in "blue was led" or "a rocket was led"."""
    return str(LED_TRUMPS.get(suit, SUITS[suit]))


def must_follow(suit: str) -> str:
    """Return the duty to follow this suit."""
    if suit in TRUMPS_TO_FOLLOW:
        return str(TRUMPS_TO_FOLLOW[suit])
    return _("You must follow %(suit)s") % {"suit": suit_name(suit)}


def game_name(game: str) -> str:
    """Return a game's name for readers who know the family."""
    return str(GAMES.get(game, game))


def title_words(title: str) -> str:
    """Return a game's title in the reader's language."""
    return str(TITLES.get(title, title))


def robot_name(game: str) -> str:
    """Return the name of the robot, the third seat of two players."""
    return ROBOTS.get(game, ROBOTS["planet-nine"])


def bot_words(slug: str) -> str:
    """Return a bot's name; its slug if the bot no longer exists."""
    return str(BOT_NAMES[slug]) if slug in BOT_NAMES else slug


def card_name(card: str, players: int = USUAL_PLAYERS) -> str:
    """Return the card in words: ``blue 7``; a task card as its sentence. Any other text is unchanged."""
    return _card_name(language(), card, players)


@lru_cache(maxsize=4096)  # A part of a page names some forty cards.
def _card_name(language: str | None, card: str, players: int) -> str:
    if is_task_card(card) and task_facts(card, players):
        return _("“%(task)s”") % {"task": task_sentence(card, players).partition(" (")[0].removesuffix(".")}
    if not is_card(card):
        return card
    label = pgettext("trump", "%(suit)s %(rank)s") if card[0] in TRUMPS else _("%(suit)s %(rank)s")
    return label % {"suit": _colour(card), "rank": card[1]}


def _colour(card: str) -> str:
    return str(COLOURS_OF_CARDS[card[0]]) if card[0] in COLOURS_OF_CARDS else suit_name(card[0])


def card_with_article(card: str, players: int = USUAL_PLAYERS) -> str:
    """Return the card as a sentence names it: ``blue 7``, « le 7 bleu », « la fusée 2 »; else as `card_name`."""
    return _card_with_article(language(), card) if is_card(card) else card_name(card, players)


@lru_cache(maxsize=256)
def _card_with_article(language: str | None, card: str) -> str:
    return str(CARDS_IN_SENTENCES[card[0]]) % {"suit": _colour(card), "rank": card[1]}


def task_sentence(task: str, players: int = USUAL_PLAYERS) -> str:
    """Return a task card's sentence."""
    facts = task_facts(task, players)
    return task if facts is None else say(facts.sentence.code, facts.sentence.params, str)


def token_meaning(token: str) -> str:
    """Return the meaning of a task token, in words."""
    return str(TOKENS.get(token, token))


def mission_title(mission: str) -> str:
    """Return a mission's title; a custom one has no number, and a race's scenario has a title."""
    if mission.isdecimal():
        return _("Mission %(number)s") % {"number": mission}
    return scenario_title(mission) or _("Custom mission")


def scenario_title(mission: str) -> str:
    """Return the title of a race's scenario, without the full stop; "" for a mission that is no scenario."""
    code = f"title-{mission}"
    return say(code, {}, str).removesuffix(".") if code in sentences.TEMPLATES else ""


def mission_in_short(mission: str, facts: Mapping[str, Any]) -> str:
    """Return a mission as a list item, from its description: its number and its amount of tasks."""
    return f"{mission} · {_how_much(facts)}"


def _how_much(facts: Mapping[str, Any]) -> str:
    return _("%(much)s, against the clock") % {"much": _work(facts)} if facts.get("real_time") else _work(facts)


def _work(facts: Mapping[str, Any]) -> str:
    if facts.get("difficulty"):
        return _("difficulty %(number)s") % {"number": facts["difficulty"]}
    tasks = facts["tasks"] if isinstance(facts["tasks"], int) else len(facts["tasks"])
    return ngettext("%(number)s task", "%(number)s tasks", tasks) % {"number": tasks} if tasks else _("no tasks")


OPTIONS: Final[Mapping[str, str | Promise]] = {
    "three-player-challenge": gettext_lazy("three-player challenge"),
    "untimed": gettext_lazy("without the clock"),
}


def option_labels(options: str) -> str:
    """Return the options of a table that readers should know, in words."""
    return ", ".join(str(OPTIONS[word]) for word in options.split() if word in OPTIONS)


def hand_order(card: str) -> tuple[int, int]:
    """Return a hand's sort key: by suit, then rank, trumps last."""
    return SUIT_ORDER.index(card[0]), int(card[1:])


def say(code: str, params: Mapping[str, Any], names: type_of_names, players: int = USUAL_PLAYERS) -> str:
    """Return the engine's sentence for `code`, with people's names, in the reader's language."""
    card = partial(card_with_article, players=players)
    translated = {
        key: LISTS[key](value) if key in LISTS and value is not None else value for key, value in params.items()
    }
    return capfirst(
        sentences.say(code, translated, translate=_, seat=names, card=card, suit=suit_name, listed=list_text)
    )


def say_details(code: str, params: Mapping[str, Any], names: type_of_names, players: int = USUAL_PLAYERS) -> str:
    """Return the further figures of a bot's reason; "" if it has none."""
    details = sentences.details_of(code, params)
    return say(*details, names, players) if details else ""


def _each(labels: Mapping[str, str | Promise]) -> Callable[[str], str]:
    """Return a list of such words, each in the reader's language."""

    def spoken(text: str) -> str:
        return ", ".join(str(labels.get(word, word)) for word in str(text).split(", "))

    return spoken


LISTS: Final[Mapping[str, Callable[[str], str]]] = {
    "says": _each(SAYS),
    "suits": _each(SUITS),
    "title": title_words,
    "words": _each(ENGINE_TERMS),
}
"""Params that hold the engine's own words."""
