"""Status of a round, in one sentence for its reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_noop

from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.rounds import text as rounds_text

ViewFacts = Mapping[str, Any]


@dataclass(frozen=True)
class Names:
    """The players' names, for one reader."""

    by_seat: Mapping[int, str]
    reader: int | None = None
    game: str = "planet-nine"

    @property
    def players(self) -> int:
        """The number of seats; two people count as three, as their tasks do."""
        return len(self.by_seat) or rounds_text.USUAL_PLAYERS

    @property
    def robot(self) -> str:
        """The name of the robot, the third seat of two players."""
        return rounds_text.robot_name(self.game)

    def card(self, text: str) -> str:
        """Return a card or a task in words, for this number of players."""
        return rounds_text.card_name(text, self.players)

    def the_card(self, text: str) -> str:
        """Return a card or a task as a sentence names it: with its article, where the language has one."""
        return rounds_text.card_with_article(text, self.players)

    def of(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return self.by_seat.get(seat, _("seat %(number)s") % {"number": seat + 1})

    def list(self, seats: Sequence[int]) -> str:
        """Return several names, without the reader's own."""
        return list_text(self.of(seat) for seat in sorted(seats) if seat != self.reader)

    def sentence(self, seat: int, to_reader: str, about_other: str, **params: object) -> str:
        """Return the wording for the reader's own seat or for another's, with its params."""
        if seat == self.reader:
            return to_reader % params
        return about_other % {"who": self.of(seat), **params}


def status_sentence(facts: ViewFacts, names: Names) -> str:
    """Return one sentence: whose turn it is and for what."""
    if facts["outcome"]:
        return _("Mission accomplished") if facts["outcome"]["success"] else _("Mission failed")
    if facts.get("proposal"):
        return _proposal_status(facts, names)
    return STATUS.get(facts["phase"], _waiting_status)(facts, names)


def _waited_for(facts: ViewFacts, names: Names) -> str:
    return _("Waiting for %(names)s") % {"names": names.list(facts["waiting_on"])}


def _mine(facts: ViewFacts) -> bool:
    return facts["seat"] is not None and facts["seat"] in facts["waiting_on"]


def _waiting_status(facts: ViewFacts, names: Names) -> str:
    return _("Your turn") if _mine(facts) else _waited_for(facts, names)


def _choice_status(mine: str, others: str) -> Callable[[ViewFacts, Names], str]:
    def status(facts: ViewFacts, names: Names) -> str:
        if _mine(facts):
            return _(mine)
        return _(others) % {"names": names.list(facts["waiting_on"])}

    return status


def _proposal_status(facts: ViewFacts, names: Names) -> str:
    if _mine(facts):
        return _("New proposal: do you agree?")
    return _("Waiting for %(names)s to answer") % {"names": names.list(facts["waiting_on"])}


def _choosing_status(facts: ViewFacts, names: Names) -> str:
    if not _mine(facts):
        return _("Waiting for %(names)s to choose a task") % {"names": names.list(facts["waiting_on"])}
    if any(text.startswith("robot ") for text in facts["legal"]):
        return _("Choose a task for %(robot)s") % {"robot": names.robot}
    return _("Choose a task")


def _selecting_status(facts: ViewFacts, names: Names) -> str:
    tasks = [task["task"] for task in facts["tasks"] if task["owner"] is None]
    if facts["seat"] is None:
        return _("The crew is deciding who takes which task")
    if len(tasks) == 1:
        return _("Agree who takes %(task)s") % {"task": names.the_card(tasks[0])}
    return _("Agree who takes which task: make a proposal")


def _predicting_status(facts: ViewFacts, names: Names) -> str:
    if not _mine(facts):
        return _("Waiting for %(names)s to announce a number of tricks") % {"names": names.list(facts["waiting_on"])}
    if any(text.startswith("predict ") for text in facts["legal"]):
        return _("Say how many tricks you will win")
    return _("Say how many tricks %(robot)s will win") % {"robot": names.robot}


def _giving_status(facts: ViewFacts, names: Names) -> str:
    if not _mine(facts):
        return _("Waiting for %(names)s to pass a card") % {"names": names.list(facts["waiting_on"])}
    if facts["distress"]["direction"] == "left":
        return _("Choose a card to pass left")
    return _("Choose a card to pass right")


def _gap_status(facts: ViewFacts, names: Names) -> str:
    trick = facts["trick"]
    if not trick:
        return _waiting_status(facts, names)
    robot = facts.get("robot")
    if robot and trick["leader"] == robot["seat"] and _mine(facts):
        return _("%(who)s leads trick %(number)s: choose its card") % {
            "who": names.of(robot["seat"]),
            "number": trick["number"],
        }
    return names.sentence(
        trick["leader"], _("You lead trick %(number)s"), _("%(who)s leads trick %(number)s"), number=trick["number"]
    )


def _trick_status(facts: ViewFacts, names: Names) -> str:
    trick = facts["trick"]
    if not trick or not trick["plays"]:
        return _gap_status(facts, names)
    params = {"suit": rounds_text.led_suit(trick["plays"][0][1][0]), "number": trick["number"]}
    if not _mine(facts):
        return _("Trick %(number)s (%(suit)s led): waiting for %(names)s") % {
            **params,
            "names": names.list(facts["waiting_on"]),
        }
    if any(text.startswith("robot play ") for text in facts["legal"]):
        return _("Choose %(robot)s’s card: %(suit)s was led") % {**params, "robot": names.robot}
    return _("Your turn: %(suit)s was led") % params


STATUS: Final[Mapping[str, Callable[[ViewFacts, Names], str]]] = {
    "poll": _choice_status(
        gettext_noop("The captain is asking you: answer below"),
        gettext_noop("Waiting for %(names)s to answer the captain"),
    ),
    "naming": _choice_status(
        gettext_noop("Name a player"),
        gettext_noop("Waiting for captain %(names)s to name a player"),
    ),
    "roles": _choice_status(
        gettext_noop("Propose who wins which tricks"),
        gettext_noop("Waiting for someone to propose who wins which tricks"),
    ),
    "choosing": _choosing_status,
    "volunteering": _choice_status(
        gettext_noop("Do you volunteer? Answer below"),
        gettext_noop("Waiting for %(names)s to answer yes or no"),
    ),
    "splitting": _choice_status(
        gettext_noop("Share the tasks between the two of you"),
        gettext_noop("Waiting for %(names)s to share the tasks"),
    ),
    "selecting": _selecting_status,
    "agreeing": _choice_status(
        gettext_noop("Agree who takes all the tasks"),
        gettext_noop("The crew is deciding who takes all the tasks"),
    ),
    "offering": _choice_status(
        gettext_noop("Keep all the tasks, or offer them to another player"),
        gettext_noop("Waiting for captain %(names)s to keep or offer all the tasks"),
    ),
    "accepting": _choice_status(
        gettext_noop("The captain offers you all the tasks: answer below"),
        gettext_noop("Waiting for %(names)s to accept or decline all the tasks"),
    ),
    "predicting": _predicting_status,
    "deciding": _choice_status(
        gettext_noop("Decide who takes all the tasks"),
        gettext_noop("Waiting for captain %(names)s to decide who takes all the tasks"),
    ),
    "distributing": _choice_status(
        gettext_noop("Give this task to a player"),
        gettext_noop("Waiting for captain %(names)s to give out the next task"),
    ),
    "giving": _giving_status,
    "gap": _gap_status,
    "window": _choice_status(
        gettext_noop("Signal a card or skip signalling"),
        gettext_noop("Waiting for %(names)s to signal"),
    ),
    "trick": _trick_status,
}


def hand_hint(facts: ViewFacts, names: Names) -> str:
    """Return the one reason why the other cards cannot be clicked now."""
    if facts["outcome"]:
        return _("This attempt is over")
    if facts["seat"] is None:
        return ""
    if facts.get("proposal"):
        return _("Answer the proposal first")
    if facts["phase"] == "giving":
        return _giving_hint(facts, names)
    if facts["phase"] in ("gap", "trick", "window"):
        return _trick_hint(facts, names)
    return _("Setup isn’t finished yet")


def _giving_hint(facts: ViewFacts, names: Names) -> str:
    if _mine(facts):
        return _("Rockets can’t be passed") if facts["game"] == "planet-nine" else _("Submarines can’t be passed")
    return _("You’ve chosen. Waiting for %(names)s") % {"names": names.list(facts["waiting_on"])}


def _trick_hint(facts: ViewFacts, names: Names) -> str:
    own_plays = [text for text in facts["legal"] if text.startswith("play ")]
    if own_plays:
        hand = facts.get("hand") or ()
        if len(own_plays) < len(hand) and facts["trick"] and facts["trick"]["plays"]:
            return rounds_text.must_follow(facts["trick"]["plays"][0][1][0])
        return ""
    if any(text.startswith("robot play ") for text in facts["legal"]):
        return _("It’s %(robot)s’s turn: choose one of its cards") % {"robot": names.robot}
    if _mine(facts):
        return _("Signal first, or skip signalling")
    return _("Waiting for %(names)s") % {"names": names.list(facts["waiting_on"])}
