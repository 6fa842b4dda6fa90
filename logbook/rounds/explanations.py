"""Explanations of everything on a table: tasks, tokens, conditions and words, each in a sentence or two.

A topic names what is explained: a task card ("T12"), a task of Planet Nine ("task", "task-3", "task-omega"), a
condition ("currents"), or a word of the table ("captain"). Nothing here depends on a round: an explanation says no more
than the rules do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from logbook.lib.translation import gettext as _
from logbook.rounds import text
from logbook.rounds.chapters import CHAPTERS
from logbook.rounds.task_cards import TaskFacts, task_deck

Words = str | Promise

TASK: Final = "task"
ARROW: Final = "arrow"
"""The topic's word for the order token ">"; a number says how many arrows the token shows."""


@dataclass(frozen=True)
class Explanation:
    """The explanation behind a "?": a title, one or two sentences, and the chapter of the rules that says more."""

    title: str
    sentences: tuple[str, ...]
    chapter: str
    card: TaskFacts | None = None


TASK_KINDS: Final[Mapping[str, Words]] = {
    "win_cards": gettext_lazy(
        "You must win every card shown, no matter who plays it; the task fails as soon as another player wins one "
        "of them."
    ),
    "win_cards_in_last_trick": gettext_lazy(
        "You must win the last trick, and it must contain this card; the task fails if a player plays the card earlier."
    ),
    "win_value_count ge": gettext_lazy(
        "Count the cards of this value in the tricks you win; more than the number asked for is fine."
    ),
    "win_value_count eq": gettext_lazy(
        "Count the cards of this value in the tricks you win: at the end the number must match exactly; one card "
        "too many fails the task at once."
    ),
    "win_color_count ge": gettext_lazy(
        "Count the cards of this colour in the tricks you win; more than the number asked for is fine."
    ),
    "win_color_count eq": gettext_lazy(
        "For each colour shown, count the cards in the tricks you win: at the end every number must match "
        "exactly; one card too many fails the task at once."
    ),
    "win_submarine_count": gettext_lazy(
        "Count the submarines in the tricks you win, your own included: at the end the number must match exactly; "
        "one submarine too many fails the task at once."
    ),
    "win_only_submarine": gettext_lazy("You must win this submarine and no other; your own submarines count too."),
    "win_full_color": gettext_lazy("You must win all nine cards of one colour; any of the four colours is fine."),
    "win_each_color": gettext_lazy(
        "The tricks you win must contain at least one card of each colour: pink, blue, green and yellow; "
        "submarines have no colour."
    ),
    "avoid_cards": gettext_lazy(
        "You must not win any of these cards; the first one that you win fails the task, even if you played it."
    ),
    "trick_won_with_value": gettext_lazy(
        "You must win a trick with a %(value)s from your own hand; a submarine has no value."
    ),
    "trick_won_with_value capture": gettext_lazy(
        "You must win a trick with a %(value)s from your own hand, and another player must play a %(capture)s to the "
        "same trick."
    ),
    "win_card_with_submarine": gettext_lazy(
        "You must win this card with a submarine; the task fails if the card is won in any other way."
    ),
    "trick_all_values": gettext_lazy(
        "You must win at least one trick in which every card has a value of this kind; it can’t contain a submarine."
    ),
    "trick_parity": gettext_lazy(
        "You must win at least one trick in which every card has a value of this kind; it can’t contain a submarine."
    ),
    "trick_sum": gettext_lazy(
        "Add up the values of all the cards in a trick that you win; one such trick is enough, and it can’t "
        "contain a submarine."
    ),
    "trick_equal_colors": gettext_lazy(
        "You must win at least one trick with as many cards of one colour as of the other; it may contain other "
        "cards too."
    ),
    "total_equal_colors": gettext_lazy(
        "Count the cards of both colours in all your tricks: at the end you must have as many of one as of the "
        "other, and at least one of each."
    ),
    "total_more_color": gettext_lazy(
        "At the end, count the cards of both colours in all your tricks; having none of the second colour is fine."
    ),
    "not_open_with": gettext_lazy(
        "You must not lead a trick with a card of these colours, even if you hold no others; you may play them to "
        "a trick that another player leads."
    ),
    "win_first_tricks": gettext_lazy(
        "You must win these tricks, the first ones of the attempt; the task fails as soon as another player wins "
        "one of them."
    ),
    "win_last_trick": gettext_lazy(
        "The last trick is number 13 with two or three players, 10 with four and 8 with five; no other trick matters."
    ),
    "win_first_and_last": gettext_lazy(
        "You must win the first and the last trick of the attempt; the tricks in between don’t matter."
    ),
    "win_only_first": gettext_lazy(
        "You must win the first trick of the attempt, and other players must win all the others."
    ),
    "win_only_last": gettext_lazy("Other players must win every trick but the last one, and you must win that one."),
    "avoid_first_tricks": gettext_lazy(
        "Other players must win these tricks, the first ones of the attempt; after that, you may win tricks too."
    ),
    "exact_tricks": gettext_lazy(
        "Count the tricks you win: at the end the number must match exactly; one trick too many fails the task at once."
    ),
    "exact_tricks none": gettext_lazy("Other players must win every trick; the first one that you win fails the task."),
    "exact_tricks_in_row": gettext_lazy(
        "In the whole attempt you must win exactly this many tricks, all in a row; a gap or one trick too many "
        "fails the task."
    ),
    "tricks_in_row": gettext_lazy("You must win this many tricks in a row; you may win other tricks before or after."),
    "never_in_row": gettext_lazy("After each trick that you win, another player must win the next one."),
    "compare_tricks more each_other": gettext_lazy(
        "At the end you must have more tricks than each of the other players; a tie isn’t enough."
    ),
    "compare_tricks more all_others": gettext_lazy(
        "At the end you must have more tricks than all the other players added together."
    ),
    "compare_tricks fewer each_other": gettext_lazy(
        "At the end every other player must have more tricks than you; a tie isn’t enough."
    ),
    "compare_tricks more captain": gettext_lazy(
        "At the end you must have at least one trick more than the captain, who can’t take this task."
    ),
    "compare_tricks fewer captain": gettext_lazy(
        "At the end you must have at least one trick fewer than the captain, who can’t take this task."
    ),
    "compare_tricks equal captain": gettext_lazy(
        "At the end you must have as many tricks as the captain, who can’t take this task; zero each is fine."
    ),
    "predict_tricks": gettext_lazy(
        "Before the first trick you announce how many tricks you’ll win; everyone sees the number, and at the end it "
        "must match exactly."
    ),
    "predict_tricks secret": gettext_lazy(
        "Before the first trick you write down how many tricks you’ll win; only you see the number, and at the end "
        "it must match exactly."
    ),
}
"""The demand of a task card, by its kind and the facts that set it apart from others of its kind."""

APART: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "compare_tricks": lambda params: f"{params['relation']} {params['versus']}",
    "win_value_count": lambda params: str(params["op"]),
    "win_color_count": lambda params: str(params["requirements"][0]["op"]),
    "trick_won_with_value": lambda params: "capture" if "capture" in params else "",
    "exact_tricks": lambda params: "" if params["n"] else "none",
    "predict_tricks": lambda params: "secret" if params["secret"] else "",
}
"""The fact that sets a task apart from others of its kind."""

CONDITIONS: Final[Mapping[str, tuple[Words, Words, str]]] = {
    "dead-zone": (
        gettext_lazy("Dead zone"),
        gettext_lazy("A signal shows a card, but not whether it’s your highest, only or lowest."),
        "signals",
    ),
    "currents": (
        gettext_lazy("Currents"),
        gettext_lazy("A signal shows a card, but not whether it’s your highest, only or lowest."),
        "conditions",
    ),
    "no-signals": (
        gettext_lazy("No signals"),
        gettext_lazy("No player can signal in this attempt; the others learn only from the cards you play."),
        "signals",
    ),
    "late-signals": (
        gettext_lazy("Signals start late"),
        gettext_lazy("No player can signal until just before this trick; from then on, the normal rules apply."),
        "signals",
    ),
    "early-signals": (
        gettext_lazy("Signals end early"),
        gettext_lazy("You can signal only before the trick with this number begins; after that, no player can."),
        "signals",
    ),
    "shared-signals": (
        gettext_lazy("Rapture of the deep"),
        gettext_lazy("The crew shares two fewer signals than it has players: first come, first served."),
        "conditions",
    ),
    "terrain": (
        gettext_lazy("Unfamiliar terrain"),
        gettext_lazy(
            "A colour card drawn before the deal decides: 1 to 3 is normal, 4 to 6 means currents, 7 to 9 means "
            "rapture of the deep."
        ),
        "conditions",
    ),
    "clock": (
        gettext_lazy("Against the clock"),
        gettext_lazy(
            "The clock starts once the players have taken all the tasks; if the time runs out, the attempt fails."
        ),
        "conditions",
    ),
    "distress": (
        gettext_lazy("Distress signal"),
        gettext_lazy(
            "Before the first trick, each player passed one card to a neighbour, never a trump; this adds 1 to "
            "the score."
        ),
        "distress-signal",
    ),
    "robot": (
        gettext_lazy("The third seat"),
        gettext_lazy(
            "With two players, seven cards of the third seat lie face up, each on a face-down one. The captain "
            "chooses its tasks and plays its cards."
        ),
        "players",
    ),
    "count-ones": (
        gettext_lazy("Tricks won by a 1"),
        gettext_lazy(
            "A trick counts if a 1 of any colour wins it; the number says how many such tricks the mission asks for."
        ),
        "tricks",
    ),
    "count-rockets": (
        gettext_lazy("Tricks won by a rocket"),
        gettext_lazy("Every rocket must win a trick; the mission fails if one rocket beats another."),
        "tricks",
    ),
    "count-nines": (
        gettext_lazy("Nines left"),
        gettext_lazy("No 9 may win a trick; the number says how many 9s are still to be played."),
        "tricks",
    ),
    "count-pink": (
        gettext_lazy("Pink cards left"),
        gettext_lazy("One player must win all the pink cards; the number says how many are still to be played."),
        "tricks",
    ),
    "count-balance": (
        gettext_lazy("Most and fewest tricks"),
        gettext_lazy(
            "No player may ever be two tricks ahead of another; the numbers are the most and the fewest tricks so far."
        ),
        "tricks",
    ),
    "count-first-four": (
        gettext_lazy("First four tricks"),
        gettext_lazy("One player must win the first four tricks; the number says how many of them are left."),
        "tricks",
    ),
}
"""Title, sentence and chapter of every condition that a table shows."""


TABLE_WORDS: Final[Mapping[str, tuple[Words, Mapping[str, Words], str]]] = {
    "captain": (
        gettext_lazy("Captain"),
        {
            "planet-nine": gettext_lazy(
                "The player who is dealt rocket 4 is the captain, who chooses a task first and leads the first trick."
            ),
            "deep-sea": gettext_lazy(
                "The player who is dealt submarine 4 is the captain, who chooses a task first and leads the first "
                "trick."
            ),
        },
        "tasks",
    ),
    "signal": (
        gettext_lazy("Signal"),
        {
            game: gettext_lazy(
                "Each player may show one card per attempt, before any trick: their highest, only or lowest card of "
                "that colour."
            )
            for game in ("planet-nine", "deep-sea")
        },
        "signals",
    ),
    "trump": (
        gettext_lazy("Trump"),
        {
            "planet-nine": gettext_lazy("A rocket beats every colour, and a higher rocket beats a lower one."),
            "deep-sea": gettext_lazy("A submarine beats every colour, and a higher submarine beats a lower one."),
        },
        "tricks",
    ),
}
"""Title, sentence by game, and chapter of the words that a table uses."""


def task_topic(token: str) -> str:
    """Return the topic of a task of Planet Nine with this order token; "" for none."""
    if not token:
        return TASK
    return f"{TASK}-{ARROW}{len(token)}" if token[0] == ">" else f"{TASK}-{token}"


TOKENS: Final[Mapping[str, str]] = {task_topic(token): token for token in text.TOKENS}


def explanation_of(game: str, topic: str) -> Explanation | None:
    """Return what is explained under a topic of this game; None if there is none."""
    if game not in CHAPTERS:
        return None
    if topic in CONDITIONS:
        title, words, chapter = CONDITIONS[topic]
        return Explanation(str(title), (str(words),), chapter)
    if topic in TABLE_WORDS and game in TABLE_WORDS[topic][1]:
        title, sentences, chapter = TABLE_WORDS[topic]
        return Explanation(str(title), (str(sentences[game]),), chapter)
    deck = task_deck(game, 4)
    if topic in deck:
        return _task_card(game, deck[topic])
    if not deck and (topic == TASK or topic in TOKENS):
        return _planet_task(topic)
    return None


def _planet_task(topic: str) -> Explanation:
    sentences = [
        _(
            "The player who has this task must win the trick that contains its card; the mission fails if another "
            "player wins it."
        )
    ]
    if topic in TOKENS:
        sentences.append(
            _("Its token gives the order: this task %(meaning)s.") % {"meaning": text.token_meaning(TOKENS[topic])}
        )
    return Explanation(_("Task"), tuple(sentences), "tasks")


def _task_card(game: str, card: TaskFacts) -> Explanation:
    bounds = [deck[card.name].params.get("bound") for deck in (task_deck(game, number) for number in (3, 4, 5))]
    varies = len(set(bounds)) > 1
    title = _("Task card") if varies else text.task_sentence(card.name, 4)
    sentences = [str(TASK_KINDS[task_kind_of(card)]) % card.params]
    if varies:
        words = _("The number is %(three)s with two or three players, %(four)s with four and %(five)s with five.")
        sentences.append(words % dict(zip(("three", "four", "five"), bounds, strict=True)))
    return Explanation(title, tuple(sentences), _chapter_of(card), card)


def _chapter_of(card: TaskFacts) -> str:
    return "predictions" if card.kind == "predict_tricks" else "task-cards"


def task_kind_of(card: TaskFacts) -> str:
    """Return the key of a task card's sentence in `TASK_KINDS`."""
    apart = APART.get(card.kind)
    return f"{card.kind} {apart(card.params)}".strip() if apart else card.kind
