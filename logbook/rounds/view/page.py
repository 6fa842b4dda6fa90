"""Page of a table, computed from a `View` alone.

Pure: no models, no `State`, no request. A seat's page contains only what that seat may know; a spectator's has no hand.
A seat's possible actions are in `choices` (see `logbook.rounds.view.choices`) and on its cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from logbook.lib.time_zones import near_moment_text
from logbook.lib.translation import gettext as _
from logbook.rounds import text as rounds_text
from logbook.rounds.view.captions import captions_of
from logbook.rounds.view.choices import choice_groups
from logbook.rounds.view.conditions import clock_of, conditions_of, terrain_of
from logbook.rounds.view.end import EndPanel
from logbook.rounds.view.parts import (
    HandCard,
    Moment,
    PlayedCard,
    PollTable,
    PreparedSuit,
    RoundPage,
    SeatFace,
    SeatPlace,
    SignalMark,
    Slot,
    TaskCard,
    TrickPlace,
)
from logbook.rounds.view.proposals import proposal_on_the_table
from logbook.rounds.view.robot_parts import RobotColumn, RobotRow
from logbook.rounds.view.status import Names, hand_hint, status_sentence
from logbook.rounds.view.tasks import tasks_of

__all__ = ["Moment", "RoundPage", "SeatFace", "round_page"]

ViewFacts = Mapping[str, Any]

NAMED_MARKS: Final[Mapping[tuple[str, str], str | Promise]] = {
    ("planet-nine", "5"): gettext_lazy("must win no trick"),
    ("planet-nine", "11"): gettext_lazy("can’t signal"),
    ("planet-nine", "33"): gettext_lazy("must win one trick, not with a rocket"),
    ("planet-nine", "41"): gettext_lazy("must win only the first and the last trick, not with a rocket"),
}


def round_page(view: Any, faces: Sequence[SeatFace], moment: Moment) -> RoundPage:
    """Return the page for the view's reader."""
    facts: ViewFacts = view if isinstance(view, Mapping) else view.as_dict()
    names = Names({face.number: face.name for face in faces}, facts["seat"], facts["game"])
    legal: tuple[str, ...] = tuple(facts["legal"])
    tasks = tasks_of(facts, names)
    groups = choice_groups(facts, names)
    return RoundPage(
        moment=moment,
        game=facts["game"],
        mission=facts["mission"],
        phase=facts["phase"],
        status=status_for(moment, status_sentence(facts, names), over=bool(facts["outcome"])),
        your_turn=is_awaited(facts, moment),
        conditions=(*conditions_of(facts), *moment.counts),
        terrain=terrain_of(facts),
        clock=clock_of(facts),
        seats=_seats(facts, faces, tasks, moment),
        trick=_trick_in_the_middle(facts, names),
        last_trick=_last_trick(facts, names),
        pips=_pips(facts),
        tricks_done=sum(facts["tricks_won"]),
        tasks=tasks,
        hand=_hand(facts, names, legal, moment),
        hand_hint="" if moment.stand_in or moment.signals_until else hand_hint(facts, names),
        received=_received(names, moment),
        choices=tuple(group for group in groups if not group.folded),
        folded=tuple(group for group in groups if group.folded),
        proposal=proposal_on_the_table(facts, names),
        poll=_poll(facts, names),
        robot=_robot(facts, names, legal),
        end=_end(facts, moment),
        seated=facts["seat"] is not None,
        prepares=_prepared_suits(facts, moment, names),
        captions=captions_of(facts, names, tasks),
    )


def is_awaited(facts: ViewFacts, moment: Moment) -> bool:
    """Return whether the table waits for the reader, and no stand-in plays for them."""
    if moment.signals_until is not None:
        return moment.may_answer
    return facts["seat"] is not None and facts["seat"] in facts["waiting_on"] and not moment.stand_in


def status_for(moment: Moment, sentence: str, *, over: bool) -> str:
    """Return the status sentence for the reader, or what else the table waits for."""
    if over:
        return sentence
    if moment.stand_in:
        return _("A bot is playing for you")
    if moment.bots_wait.what_for == "signal" and moment.bots_wait.seconds:
        return _("You can signal before this trick")
    if moment.signals_until is None:
        return sentence
    if moment.may_answer:
        return _("Signal before this trick, or say “Not now”")
    return _("Waiting for signals until %(when)s") % {"when": near_moment_text(moment.signals_until)}


def _place(facts: ViewFacts, seat: int) -> int:
    """Return the clockwise distance from the reader's seat; spectators sit behind seat 0."""
    return int((seat - (facts["seat"] or 0)) % len(facts["hand_sizes"]))


def _seats(
    facts: ViewFacts, faces: Sequence[SeatFace], tasks: Sequence[TaskCard], moment: Moment
) -> tuple[SeatPlace, ...]:
    seats = [_seat(facts, face, tasks) for face in faces]
    if moment.help is not None:
        seats = [replace(seat, help=moment.help.beside(seat.number)) for seat in seats]
    return tuple(sorted(seats, key=lambda seat: seat.place))


def _seat(facts: ViewFacts, face: SeatFace, tasks: Sequence[TaskCard]) -> SeatPlace:
    number = face.number
    trick = facts["trick"]
    return SeatPlace(
        number=number,
        place=_place(facts, number),
        name=face.name,
        kind=face.kind,
        presence=face.presence,
        stand_in=face.stand_in,
        agreed=face.agreed,
        decides_by=face.decides_by,
        mine=number == facts["seat"],
        captain=number == facts["captain"],
        turn=_has_turn(facts, number),
        leads=bool(trick) and trick["leader"] == number,
        tricks=facts["tricks_won"][number],
        cards=facts["hand_sizes"][number],
        has_signals=not isinstance(facts["tokens_left"], Mapping) and facts["communication"] != "none",
        may_signal=_may_signal(facts, number),
        asked=number in facts["asking"],
        gave=number in facts["gave"],
        mark=_mark(facts, number),
        signal=_signal_of(facts, number),
        tasks=tuple(task for task in tasks if task.owner == number),
        answer=_answer_of(facts, number),
        page=face.page,
    )


def _has_turn(facts: ViewFacts, seat: int) -> bool:
    """Return whether the seat's card or word is awaited; for the robot, moved by the captain, its own seat."""
    if facts["phase"] in ("gap", "trick") and facts["trick"]:
        trick = facts["trick"]
        return bool(seat == (trick["leader"] + len(trick["plays"])) % len(facts["hand_sizes"]))
    return seat in facts["waiting_on"]


def _may_signal(facts: ViewFacts, seat: int) -> bool:
    tokens = facts["tokens_left"]
    if isinstance(tokens, Mapping):
        return bool(tokens["shared"])
    return seat < len(tokens) and tokens[seat] > 0


def _mark(facts: ViewFacts, seat: int) -> str:
    """Return a duty that the mission gives this seat, in words."""
    if seat == facts["named"]:
        return str(NAMED_MARKS.get((facts["game"], facts["mission"]), _("named by the captain")))
    if seat == facts["collector"]:
        return _("must win every pink card")
    roles = facts["roles"]
    if not roles:
        return ""
    if seat in roles:
        return _("wins the first four tricks") if seat == roles[0] else _("wins the last trick")
    return _("wins the tricks in between")


def _answer_of(facts: ViewFacts, seat: int) -> str:
    poll = facts["poll"]
    answers = dict(map(tuple, poll["answers"])) if poll else {}
    return str(rounds_text.ENGINE_TERMS.get(answers[seat], answers[seat])) if seat in answers else ""


def _signal_of(facts: ViewFacts, seat: int) -> SignalMark | None:
    signals = [signal for signal in facts["signals"] if signal["seat"] == seat]
    return signal_mark(signals[-1], facts["played"]) if signals else None


def signal_mark(signal: Mapping[str, Any], cards_played: Sequence[str]) -> SignalMark:
    """Return a signal as it lies in front of its giver."""
    says = signal["says"] or ""
    label = str(rounds_text.SAYS[says]) if says else _("position hidden")
    return SignalMark(signal["card"], says, label, played=signal["card"] in cards_played)


def _trick_in_the_middle(facts: ViewFacts, names: Names) -> TrickPlace | None:
    """Return the current trick; while it is empty, the one just won, so that its last card is seen."""
    trick = facts["trick"]
    if not trick or (facts["last_trick"] and not trick["plays"]):
        return _last_trick(facts, names)
    title = _("Trick %(number)s") % {"number": trick["number"]}
    cards, slots = played_cards(facts, names, trick), _slots(facts, names, trick)
    return TrickPlace(trick["number"], cards, settled=False, words=title, slots=slots)


def _slots(facts: ViewFacts, names: Names, trick: Mapping[str, Any]) -> tuple[Slot, ...]:
    """Return the places of those who still have to play, in playing order."""
    seats = len(facts["hand_sizes"])
    seats_left = [(trick["leader"] + step) % seats for step in range(len(trick["plays"]), seats)]
    return tuple(Slot(_place(facts, seat), names.of(seat), next=index == 0) for index, seat in enumerate(seats_left))


def _last_trick(facts: ViewFacts, names: Names) -> TrickPlace | None:
    trick = facts["last_trick"]
    if not trick:
        return None
    cards = played_cards(facts, names, trick)
    winner = trick["winner"]
    title = names.sentence(
        winner, _("You won trick %(number)s"), _("%(who)s won trick %(number)s"), number=trick["number"]
    )
    return TrickPlace(trick["number"], cards, settled=True, words=title, winner_place=_place(facts, winner))


def played_cards(facts: ViewFacts, names: Names, trick: Mapping[str, Any]) -> tuple[PlayedCard, ...]:
    """Return the cards of a trick in playing order, with the winning one marked."""
    plays = [(int(seat), str(card)) for seat, card in trick["plays"]]
    best = winning_card([card for _seat_number, card in plays])
    return tuple(
        PlayedCard(card, seat, _place(facts, seat), names.of(seat), leads=index == 0, winning=card == best)
        for index, (seat, card) in enumerate(plays)
    )


def winning_card(cards: Sequence[str]) -> str | None:
    """Return the card that wins the trick so far: the highest trump, else the highest of the suit led."""
    if not cards:
        return None
    trumps = [card for card in cards if card[0] in rounds_text.TRUMPS]
    return max(trumps or [card for card in cards if card[0] == cards[0][0]], key=lambda card: int(card[1:]))


def _pips(facts: ViewFacts) -> tuple[str, ...]:
    tricks = sum(facts["tricks_won"])
    now = 0 if facts["phase"] == "over" else 1
    return tuple("done" if n < tricks else "now" if n < tricks + now else "ahead" for n in range(facts["tricks_total"]))


def _received(names: Names, moment: Moment) -> str:
    if moment.received is None:
        return ""
    params = {"card": names.the_card(moment.received.card), "name": names.of(moment.received.giver)}
    return _("You received %(card)s from %(name)s.") % params


def _hand(facts: ViewFacts, names: Names, legal: Sequence[str], moment: Moment) -> tuple[HandCard, ...] | None:
    if "hand" not in facts or facts["hand"] is None:
        return None
    why = hand_hint(facts, names)
    cards = sorted(facts["hand"], key=rounds_text.hand_order)
    passed = moment.received.card if moment.received else ""
    wins = moment.help.winners if moment.help else ()
    shown = [replace(_hand_card(facts, card, legal, why), received=card == passed, wins=card in wins) for card in cards]
    return tuple(_to_pass(facts, names, held) if held.action.startswith("give ") else held for held in shown)


def _to_pass(facts: ViewFacts, names: Names, held: HandCard) -> HandCard:
    """Return the card of a distress signal with the name of the player whom it would go to: a press can't be undone."""
    people = len(facts["hand_sizes"]) - bool(facts.get("robot"))
    step = 1 if facts["distress"]["direction"] == "left" else -1
    params = {"card": rounds_text.card_with_article(held.card), "name": names.of((facts["seat"] + step) % people)}
    return replace(
        held,
        action_name=_("Pass %(card)s to %(name)s") % params,
        again=_("Press again to pass %(card)s to %(name)s") % params,
    )


def _hand_card(facts: ViewFacts, card: str, legal: Sequence[str], why: str) -> HandCard:
    name = rounds_text.card_name(card)
    action = next((text for text in (f"play {card}", f"give {card}") if text in legal), "")
    own = [signal for signal in facts["signals"] if signal["seat"] == facts["seat"] and signal["card"] == card]
    mark = signal_mark(own[-1], facts["played"]) if own else None
    action_name = _("Play %(card)s") % {"card": rounds_text.card_with_article(card)} if action else ""
    return HandCard(card, name, action, action_name, "" if action else why, mark)


def _robot(facts: ViewFacts, names: Names, legal: Sequence[str]) -> RobotRow | None:
    robot = facts.get("robot")
    if not robot:
        return None
    covered = _covered_columns(robot)
    to_play = any(text.startswith("robot play ") for text in legal)
    why = _("%(who)s must follow suit") % {"who": names.of(robot["seat"])} if to_play else ""
    columns = tuple(
        _robot_column(card or "", covered[index], legal, why, names.robot) for index, card in enumerate(robot["up"])
    )
    return RobotRow(names.of(robot["seat"]), columns, robot["down"])


def _covered_columns(robot: Mapping[str, Any]) -> tuple[bool, ...]:
    """Return which columns still hide a card; where only their number is known, all open ones may."""
    return tuple(robot.get("covered") or (bool(card) and robot["down"] > 0 for card in robot["up"]))


def _robot_column(card: str, covered: bool, legal: Sequence[str], why: str, robot: str) -> RobotColumn:
    name = rounds_text.card_name(card) if card else _("empty")
    action = f"robot play {card}" if f"robot play {card}" in legal else ""
    params = {"robot": robot, "card": rounds_text.card_with_article(card)}
    wording = _("Play %(robot)s’s %(card)s") % params if action else ""
    return RobotColumn(card, name, covered, action, wording, "" if action else why)


QUESTIONS: Final[Mapping[str, str | Promise]] = {
    "health": gettext_lazy("How are you feeling?"),
    "volunteer": gettext_lazy("Would you volunteer?"),
    "all-tasks": gettext_lazy("Could you do all the tasks?"),
    "volunteer-all": gettext_lazy("Do you volunteer to take the tasks?"),
    "accept-all": gettext_lazy("Will you take all the tasks?"),
    "next-task": gettext_lazy("Would you take this task?"),
    "role": gettext_lazy("Which tricks would you like to win?"),
}


POLL_PHASES: Final = frozenset({"poll", "volunteering", "accepting"})
"""The phases in which a question awaits answers."""


def _poll(facts: ViewFacts, names: Names) -> PollTable | None:
    """Return the captain's question, until its matter is decided and the first trick begins."""
    poll = facts["poll"]
    if not poll or facts["trick"] or (facts["phase"] == "offering" and not poll["answers"]):
        return None
    answers = tuple((names.of(seat), str(rounds_text.ENGINE_TERMS.get(word, word))) for seat, word in poll["answers"])
    names_to_answer = tuple(names.of(seat) for seat in facts["waiting_on"]) if facts["phase"] in POLL_PHASES else ()
    return PollTable(str(QUESTIONS.get(poll["question"], poll["question"])), answers, names_to_answer)


def _end(facts: ViewFacts, moment: Moment) -> EndPanel | None:
    outcome = facts["outcome"]
    if not outcome:
        return None
    success = bool(outcome["success"])
    title = _("Mission accomplished") if success else _("Mission failed")
    return EndPanel(
        success=success,
        title=title,
        reason=moment.reason or outcome["reason"],
        tricks=sum(facts["tricks_won"]),
        attempts=moment.attempt_number,
        took=moment.took,
        distress=bool(facts["distress"]["active"]),
        after=moment.after,
    )


def _prepared_suits(facts: ViewFacts, moment: Moment, names: Names) -> tuple[PreparedSuit, ...]:
    """Return the choices; empty while the table waits for the reader, and in the last trick, which plays itself."""
    hand = facts.get("hand") or ()
    waits = facts["seat"] in facts["waiting_on"]
    if moment.prepared is None or moment.stand_in or waits or len(hand) < 2 or facts["phase"] not in ("gap", "trick"):
        return ()
    return tuple(_suit(suit, hand, moment.prepared, names) for suit in _suits(facts))


def _suits(facts: ViewFacts) -> Sequence[str]:
    """Return the suit led in the present trick if the reader still follows, else every suit of the game."""
    plays = facts["trick"]["plays"] if facts["trick"] else ()
    if plays and facts["seat"] not in {seat for seat, _card in plays}:
        return [str(plays[0][1])[0]]
    trump = "S" if facts["game"] == "deep-sea" else "R"
    return ["P", "B", "G", "Y", trump]


def _suit(suit: str, hand: Sequence[str], prepared: Mapping[str, str], names: Names) -> PreparedSuit:
    cards = [card for card in hand if card[0] == suit] or hand
    named = tuple((card, names.card(card)) for card in cards)
    return PreparedSuit(suit, rounds_text.led_suit(suit), named, prepared.get(suit, ""))
