"""Captions of the first missions: what is happening and what to do about it, for players who have never seen it.

Pure, from the reader's own view. Each has a name, so that the page says it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from logbook.lib.translation import gettext as _
from logbook.rounds import text
from logbook.rounds.view.status import Names

if TYPE_CHECKING:
    from logbook.rounds.view.parts import TaskCard

ViewFacts = Mapping[str, Any]
Place = Literal["felt", "tasks", "mine"]

MISSIONS: Final = frozenset({"1", "2", "3"})
"""The missions that have captions."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence about what happens now, and the part of the table that it stands in."""

    name: str
    sentence: str
    place: Place
    topic: str = ""
    """The topic that its "?" explains; "" for none."""


def captions_of(facts: ViewFacts, names: Names, tasks: Sequence[TaskCard]) -> tuple[Caption, ...]:
    """Return what could be said at this moment, the most urgent first; nothing to spectators and in later missions."""
    if facts["seat"] is None or facts["outcome"] or facts["mission"] not in MISSIONS:
        return ()
    return tuple(_captions(facts, names, tasks))


def _captions(facts: ViewFacts, names: Names, tasks: Sequence[TaskCard]) -> Iterator[Caption]:
    if facts["phase"] == "choosing":
        yield _choosing(facts, names)
    yield from _signals(facts, names)
    yield from _own_tasks(facts, tasks)
    if facts["seat"] in facts["waiting_on"] and facts["phase"] in ("gap", "trick") and facts["trick"]:
        yield _card(facts)


def _choosing(facts: ViewFacts, names: Names) -> Caption:
    is_captain, chooses = facts["captain"] == facts["seat"], facts["seat"] in facts["waiting_on"]
    trump = _("rocket 4") if facts["game"] == "planet-nine" else _("submarine 4")
    if is_captain and chooses:
        you_choose = _("You hold %(trump)s, so you are the captain: you choose first.")
        return Caption("captain", you_choose % {"trump": trump}, "mine", "captain")
    if chooses:
        return Caption("choose", _("Choose a task. The player who takes it must complete it."), "mine")
    return Caption(
        "captain-other",
        _("%(who)s holds %(trump)s and is the captain, who chooses first.")
        % {"who": names.of(facts["captain"]), "trump": trump},
        "felt",
        "captain",
    )


def _signals(facts: ViewFacts, names: Names) -> Iterator[Caption]:
    shown = [signal for signal in facts["signals"] if signal and signal["seat"] != facts["seat"]]
    for signal in shown[-1:]:
        sentences = {
            "highest": _("%(who)s shows %(card)s: the highest card of its suit in that hand."),
            "lowest": _("%(who)s shows %(card)s: the lowest card of its suit in that hand."),
            "only": _("%(who)s shows %(card)s: the only card of its suit in that hand."),
        }
        if signal["says"] in sentences:
            said = {"who": names.of(signal["seat"]), "card": names.card(signal["card"])}
            yield Caption("signal", sentences[signal["says"]] % said, "felt", "signal")


def _own_tasks(facts: ViewFacts, tasks: Sequence[TaskCard]) -> Iterator[Caption]:
    own = [task for task in tasks if task.mine and task.status == "open"]
    if facts["phase"] == "choosing" or not own:
        return
    if own[0].card is None:
        sentence = _("Your task: win the trick that contains %(card)s, no matter who plays it.") % {"card": own[0].name}
    else:
        sentence = _("Your task: %(task)s") % {"task": own[0].words}
    yield Caption("own-task", sentence, "tasks")


def _card(facts: ViewFacts) -> Caption:
    plays = facts["trick"]["plays"]
    if not plays:
        return Caption("lead", _("You lead: play any card. The others must follow its suit if they can."), "mine")
    suit = plays[0][1][0]
    if any(card[0] == suit for card in facts["hand"]):
        follow = _("Follow suit: play the same suit as the first card, %(led)s, if you can.")
        return Caption("follow", follow % {"led": text.card_name(plays[0][1])}, "mine")
    if facts["game"] == "planet-nine":
        void = _("You can’t follow suit, so you may play any card. Only a rocket could win you the trick.")
    else:
        void = _("You can’t follow suit, so you may play any card. Only a submarine could win you the trick.")
    return Caption("void", void, "mine", "trump")
