"""From typed hands to a round: the last hand, the deal as text, and the start of play with the tasks' owners.

What can be wrong with several hands together is told only once the round is over: before that, it would tell players
something about the hands of others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Final

from django.utils.translation import gettext as _

import games
from games.crew.cards import deck
from games.crew.robot import ROBOT_SEAT, Robot
from games.crew.solver import with_owners
from logbook.lib.setup_errors import setup_error_words
from logbook.tables import missions
from logbook.tables.missions import UNTIMED
from logbook.typed_deals.models import TypedDeal, TypedHand, label_of

Hands = Mapping[int, Sequence[str]]
"""The cards by seat; the robot's by column, first the open ones."""
COLUMNS: Final = 7
"""The robot's columns: in each, an open card covers another one."""


def deck_of(game: str) -> tuple[str, ...]:
    """Return the forty cards of a game, in the order in which a hand is held."""
    trump: str = getattr(games.GAMES[game], "trump")  # noqa: B009 - races have none, and no deal here
    return tuple(map(str, deck(trump)))


def sizes_of(deal: TypedDeal, seat: int = 0) -> tuple[int, ...]:
    """Return how many cards a hand may have: with three players, one of them holds one more, and so does the robot."""
    if deal.players == ROBOT_SEAT:
        return (2 * COLUMNS,) if deal.is_robot(seat) else (13,)
    fewest, extra = divmod(40, deal.players)
    return (fewest, fewest + 1) if extra else (fewest,)


def options_of(game: str, mission: str, players: int) -> tuple[str, ...]:
    """Return the options of the round: an answer leaves the clock out. Raises UnknownSetup."""
    return (UNTIMED,) if missions.is_timed(game, mission, players) else ()


def setup_with(deal: TypedDeal, hands: Hands, tasks: str) -> games.Setup:
    """Return the setup with these hands, and these tasks if there are any."""
    robot = hands.get(ROBOT_SEAT, ()) if deal.players == ROBOT_SEAT else ()
    rows = {"tasks": tasks, "robot-up": " ".join(robot[:COLUMNS]), "robot-down": " ".join(robot[COLUMNS:])}
    text = " | ".join((hands_text(deal, hands), *(f"{name} {cards}" for name, cards in rows.items() if cards)))
    options = options_of(deal.game, deal.mission, deal.players)
    return games.Setup(deal.game, deal.mission, deal.players, options=options, deal=text)


def whole_hands(deal: TypedDeal) -> dict[int, tuple[str, ...]]:
    """Return all hands by seat. The last one follows, where a single one is missing, but for the robot's columns."""
    typed = {hand.seat: tuple(hand.cards.split()) for hand in deal.hands.all()}
    missing = [seat for seat in range(deal.seats) if seat not in typed]
    if len(missing) == 1 and not deal.is_robot(missing[0]):
        held = {card for cards in typed.values() for card in cards}
        typed[missing[0]] = tuple(card for card in deck_of(deal.game) if card not in held)
    return dict(sorted(typed.items()))


def hands_in(state: games.State) -> dict[int, tuple[str, ...]]:
    """Return the hands of a fresh deal by seat, the robot's cards by column."""
    hands: dict[int, tuple[str, ...]] = {seat: tuple(state.view(seat)["hand"]) for seat in range(state.setup.players)}
    robot: Robot | None = getattr(state, "robot", None)
    if robot is not None:
        hands[ROBOT_SEAT] = tuple(map(str, (*robot.up, *robot.down)))
    return hands


def hands_text(deal: TypedDeal, hands: Hands) -> str:
    """Return the players' hands in the notation of a deal."""
    return " / ".join(" ".join(hands[seat]) for seat in range(deal.players))


def setup_of(deal: TypedDeal) -> games.Setup:
    """Return the setup of a deal without a problem."""
    return setup_with(deal, whole_hands(deal), deal.tasks)


def fingerprint_of(deal: TypedDeal) -> str:
    """Return what equal rounds have in common: game, mission, tasks, and the hands from the captain's seat on.

    With two players, the hands stay in order: who sits before the robot matters.
    """
    hands = list(whole_hands(deal).values())
    captain = next(seat for seat, hand in enumerate(hands) if deck_of(deal.game)[-1] in hand)
    in_order = hands if deal.players == ROBOT_SEAT else hands[captain:] + hands[:captain]
    facts = (deal.game, deal.mission, in_order, deal.tasks)
    return sha256(repr(facts).encode()).hexdigest()


def owners_of(deal: TypedDeal) -> dict[str, int] | None:
    """Return the seat that took each task; None if the players did not say."""
    if not deal.owners and deal.tasks:
        return None
    return dict(zip(deal.tasks.split(), map(int, deal.owners.split()), strict=True))


def start_of(deal: TypedDeal) -> games.State | None:
    """Return the start of play with the tasks' owners, or the fresh deal if they are unknown.

    None if the mission does not allow these owners. Raises UnknownSetup.
    """
    fresh, owners = games.deal(setup_of(deal)), owners_of(deal)
    return fresh if owners is None else with_owners(fresh, owners)


def has_tasks(game: str, mission: str, players: int) -> bool:
    """Return whether the mission has tasks. Raises UnknownSetup."""
    options = options_of(game, mission, players)
    return bool(games.deal(games.Setup(game, mission, players, options=options)).view(None)["tasks"])


def problem_of(deal: TypedDeal) -> str:
    """Return why a round that is over cannot be solved yet, in one sentence; "" if it can."""
    hands = list(deal.hands.all())
    if len(hands) < deal.hands_needed:
        return _("Enter %(needed)s hands first. The last one follows from them.") % {"needed": deal.hands_needed}
    if deal.players == ROBOT_SEAT and all(hand.seat != ROBOT_SEAT for hand in hands):
        return _("Enter the robot’s cards: we can’t tell its columns from the hands.")
    return _problem_of_hands(deal, hands) or _problem_of_tasks(deal)


def _problem_of_hands(deal: TypedDeal, hands: Collection[TypedHand]) -> str:
    cards = {hand: set(hand.cards.split()) for hand in hands}
    for one, other in combinations(hands, 2):
        names = {"one": one.label, "other": other.label}
        if cards[one] & cards[other]:
            return _("Two hands hold the same card: %(one)s and %(other)s look again.") % names
        if min(len(cards[one]), len(cards[other])) > min(sizes_of(deal)):
            most = {"most": max(sizes_of(deal))}
            return _("Only one hand has %(most)s cards: %(one)s and %(other)s look again.") % (names | most)
    if len(hands) == deal.seats and sum(map(len, cards.values())) < 40:
        return _("A card is missing: one hand has %(most)s cards. Everyone look again.") % {"most": max(sizes_of(deal))}
    return ""


def _problem_of_tasks(deal: TypedDeal) -> str:
    try:
        if not deal.tasks and has_tasks(deal.game, deal.mission, deal.players):
            return _("Enter the tasks, and who took them.")
        if start_of(deal) is None:
            return _("The mission’s rules don’t allow these tasks to be shared like this. Check who took which task.")
    except games.UnknownSetup as error:
        return setup_error_words(error)
    return ""


def names_of(deal: TypedDeal) -> list[str]:
    """Return the players' names by seat, and the robot's."""
    typed = {hand.seat: hand.label for hand in deal.hands.all()}
    return [typed.get(seat) or label_of(deal, seat) for seat in range(deal.seats)]
