"""Selectors of typed deals: the page of a round, which shows no card before the round is over, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import games
from games.crew.rating import Rating
from logbook.campaigns.selectors.companion import companion
from logbook.challenges.difficulty import label_of as difficulty_label
from logbook.rounds import text
from logbook.rounds.task_cards import is_task_card, task_deck
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import ReplayPage, replay_page, step_within
from logbook.rounds.view.status import Names
from logbook.rounds.view.verdict import passing_sentence
from logbook.tables import event_replay
from logbook.tables.selectors.seat_labels import mission_text_of
from logbook.typed_deals.models import TypedDeal, TypedHand
from logbook.typed_deals.selectors.bg_stats import bg_stats_address
from logbook.typed_deals.selectors.friends import FriendsRow, friends_rows
from logbook.typed_deals.selectors.places import Places, places_of
from logbook.typed_deals.services import setups

LINES: Final = ("play", "distress")
"""The winning lines of an answer: without a distress signal, and with one."""
MOST_TASKS: Final = 12
"""The most task cards of Deep Sea that the form has rows for."""


CardGroups = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Groups of cards or tasks for a form, by title; each has its name and its words."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat in the list, without its cards."""

    number: int
    name: str
    is_in: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task and its owner's name, if known."""

    name: str
    words: str
    owner: str


@dataclass(frozen=True, slots=True)
class Share:
    """Another way to share the tasks: who takes what, whether it wins, and how often bots win it."""

    tasks: tuple[TaskRow, ...]
    verdict: str
    wins: int
    rounds: int


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """The answer so far."""

    verdict: str
    """"won", "lost" or "unknown"; "" until it is known."""
    line_href: str = ""
    distress: str = ""
    """The verdict with a distress signal; "" where it was not asked or is not known yet."""
    passing: str = ""
    """The cards that a helpful distress signal passes, in a sentence."""
    distress_href: str = ""
    shares: tuple[Share, ...] = ()
    wins: int = 0
    rounds: int = 0
    difficulty: str = ""


@dataclass(frozen=True, slots=True)
class DealPage:
    """The page of a typed deal."""

    deal: TypedDeal
    title: str
    seats: tuple[SeatRow, ...]
    hands_in: int
    address: str
    qr: SafeString
    tasks: tuple[TaskRow, ...]
    has_tasks: bool
    is_timed: bool
    mine: bool
    """Whether this device has typed in a hand."""
    asked: bool
    """Whether a player has said that the round is over."""
    asked_here: bool
    """Whether it was this device, and another one has to agree."""
    alone: bool
    """Whether all hands come from this device."""
    problem: str = ""
    answer: AnswerPage | None = None
    places: Places | None = None
    """The places of the crew's result; None until it is said and there is an answer."""
    friends: tuple[FriendsRow, ...] = ()
    friends_address: str = ""
    """The address that the crew gives to friends; "" until a player makes one."""
    bg_stats: str = ""
    """The address that hands the round to BG Stats; "" until its result is said."""

    @property
    def is_over(self) -> bool:
        """True once the round is over."""
        return self.deal.over_at is not None

    @property
    def version(self) -> str:
        """A text that changes whenever the page does."""
        deal, names = self.deal, [(seat.is_in, seat.name) for seat in self.seats]
        result = (deal.won, deal.distress, deal.friends_code, self.friends)
        facts = (names, self.tasks, self.asked, self.is_over, deal.state, deal.steps, self.problem, result)
        return sha256(repr(facts).encode()).hexdigest()[:16]

    @property
    def has_enough(self) -> bool:
        """True once all hands but one are in."""
        return self.hands_in >= self.deal.hands_needed


@dataclass(frozen=True, slots=True)
class GridCard:
    """A card of the grid."""

    card: str
    name: str
    checked: bool


@dataclass(frozen=True, slots=True)
class HandPage:
    """The grid on which a player taps a hand."""

    deal: TypedDeal
    seat: int
    name: str
    label: str
    suits: tuple[tuple[GridCard, ...], ...]
    sizes: str
    is_in: bool
    is_kept: bool
    """Whether the phone keeps the page for the time offline: only while it holds no card of a hand."""


@dataclass(frozen=True, slots=True)
class RobotColumn:
    """A column of the robot's form: the card that lies open, and the one that it covers; "" for none yet."""

    number: int
    up: str
    down: str


@dataclass(frozen=True, slots=True)
class RobotPage:
    """The form in which a player says which cards the robot had."""

    deal: TypedDeal
    columns: tuple[RobotColumn, ...]
    choices: CardGroups
    is_in: bool


@dataclass(frozen=True, slots=True)
class TaskField:
    """A row of the form of tasks."""

    number: int
    token: str
    task: str
    owner: int | None


@dataclass(frozen=True, slots=True)
class TasksPage:
    """The form in which a player says which tasks there were and who took them."""

    deal: TypedDeal
    rows: tuple[TaskField, ...]
    choices: CardGroups
    """Groups of tasks, by name and in words."""
    players: tuple[tuple[int, str], ...]


def deal_page(deal: TypedDeal, device: str, base: str) -> DealPage:
    """Return the page for a device. `base` is the site's address before the path.

    Before the round is over it depends on no card: whose hands are in, names and tasks are all that it knows.
    """
    hands = list(deal.hands.all())
    address = base + reverse("typed-deal", args=(deal.code,))
    is_over = deal.over_at is not None
    return DealPage(
        deal=deal,
        title=text.mission_title(deal.mission),
        seats=_seats(deal, hands, device),
        hands_in=len(hands),
        address=address,
        qr=_drawn(address),
        tasks=_task_rows(deal, dict(setups.owners_of(deal) or dict.fromkeys(deal.tasks.split()))),
        has_tasks=setups.has_tasks(deal.game, deal.mission, deal.players),
        is_timed=bool(setups.options_of(deal.game, deal.mission, deal.players)),
        mine=any(hand.device == device for hand in hands),
        asked=bool(deal.over_asked_by),
        asked_here=bool(deal.over_asked_by) and deal.over_asked_by == device,
        alone=bool(hands) and all(hand.device == device for hand in hands),
        problem=setups.problem_of(deal) if is_over and deal.state == TypedDeal.State.ENTERING else "",
        answer=answer_page(deal) if is_over and deal.answer else None,
        places=places_of(deal) if is_over else None,
        friends=friends_rows(deal) if deal.friends_code else (),
        friends_address=base + reverse("friends-deal", args=(deal.friends_code,)) if deal.friends_code else "",
        bg_stats=bg_stats_address(deal),
    )


def hand_page(deal: TypedDeal, seat: int, *, cards: Sequence[str] = (), name: str = "") -> HandPage:
    """Return the grid of a seat, with these cards tapped. An earlier hand stays covered until the round is over."""
    typed = next((hand for hand in deal.hands.all() if hand.seat == seat), None)
    if typed is not None:
        name = name or typed.name
        cards = cards or (typed.cards.split() if deal.over_at is not None else ())
    deck = setups.deck_of(deal.game)
    grid = [GridCard(card, text.card_name(card, deal.players), card in cards) for card in deck]
    suits = tuple(tuple(card for card in grid if card.card[0] == suit) for suit in dict.fromkeys(c[0] for c in deck))
    sizes = "–".join(map(str, setups.sizes_of(deal, seat)))
    label = setups.names_of(deal)[seat]
    is_kept = deal.over_at is None and not cards
    return HandPage(deal, seat, name, label, suits, sizes, is_in=typed is not None, is_kept=is_kept)


def robot_page(deal: TypedDeal, cards: Sequence[str] = ()) -> RobotPage:
    """Return the form of the robot's cards, with these filled in. What is in stays covered until the round is over."""
    typed = next((hand for hand in deal.hands.all() if deal.is_robot(hand.seat)), None)
    if typed is not None and deal.over_at is not None:
        cards = cards or typed.cards.split()
    filled = [*cards, *[""] * 2 * setups.COLUMNS][: 2 * setups.COLUMNS]
    rows = zip(filled[: setups.COLUMNS], filled[setups.COLUMNS :], strict=True)
    columns = tuple(RobotColumn(number, up, down) for number, (up, down) in enumerate(rows, 1))
    choices = _cards_by_suit(deal, setups.deck_of(deal.game))
    return RobotPage(deal, columns, choices, is_in=typed is not None)


def tasks_page(deal: TypedDeal, tasks: Sequence[str] = (), owners: Sequence[int | None] = ()) -> TasksPage:
    """Return the form of tasks, with these filled in, or those that are stored."""
    if not tasks:
        stored = setups.owners_of(deal)
        tasks = deal.tasks.split()
        owners = [stored.get(task) for task in tasks] if stored else []
    tokens = _tokens(deal)
    rows = tuple(
        TaskField(
            place + 1,
            token,
            tasks[place] if place < len(tasks) else "",
            owners[place] if place < len(owners) else None,
        )
        for place, token in enumerate(tokens)
    )
    return TasksPage(deal, rows, _task_choices(deal), tuple(enumerate(setups.names_of(deal))))


def answer_page(deal: TypedDeal) -> AnswerPage:
    """Return the answer so far."""
    answer, code = deal.answer, deal.code
    distress = answer.get("distress") or {}
    names = Names(dict(enumerate(setups.names_of(deal))), game=deal.game)
    address = reverse("typed-line", args=(code,))
    rounds, wins = answer.get("rounds", 0), answer.get("wins", 0)
    passing = passing_sentence([_action(line) for line in distress.get("line", ())], names) if distress else ""
    return AnswerPage(
        verdict=answer.get("verdict", ""),
        line_href=address if answer.get("line") else "",
        distress=distress.get("verdict", ""),
        passing=passing,
        distress_href=f"{address}?line=distress" if distress.get("line") else "",
        shares=tuple(_share(deal, share) for share in answer.get("shares", ())),
        wins=wins,
        rounds=rounds,
        difficulty=difficulty_label(Rating(wins, rounds)) or "",
    )


def line_page(deal: TypedDeal, line: str, step: int | None) -> ReplayPage | None:
    """Return a moment of a winning line, with all hands open; None where the answer has no such line."""
    stored = deal.answer.get("line", ()) if line == "play" else (deal.answer.get("distress") or {}).get("line", ())
    if deal.over_at is None or not stored:
        return None
    actions = [_action(one) for one in stored]
    step = step_within(len(actions) if step is None else step, actions)
    state = event_replay.state_after(setups.setup_of(deal), actions[:step])
    faces = [
        SeatFace(number, name, kind="robot" if deal.is_robot(number) else "person")
        for number, name in enumerate(setups.names_of(deal))
    ]
    url = f"{reverse('typed-line', args=(deal.code,))}?line={line}"
    outcome = state.outcome
    names = {face.number: face.name for face in faces}
    return replay_page(
        [state.view(seat) for seat in range(deal.seats)],
        actions,
        faces,
        step=step,
        attempt_id=0,
        table_id=0,
        attempt_number=1,
        mission_words=mission_text_of(deal.game, deal.mission, deal.players, ""),
        reason=text.say(outcome.code, outcome.params, names.__getitem__, deal.players) if outcome else "",
        address=lambda number: f"{url}&step={number}",
    )


def drawn_tasks(game: str, mission: str, players: int, seed: str) -> tuple[str, ...]:
    """Return the tasks that the companion drew from this seed. Raises UnknownSetup."""
    options = setups.options_of(game, mission, players)
    drawn = companion(game, mission, players, seed, untimed=bool(options))
    return tuple(task.facts.name if task.facts else task.card for task in drawn.tasks)


def _seats(deal: TypedDeal, hands: Sequence[TypedHand], device: str) -> tuple[SeatRow, ...]:
    typed = {hand.seat: hand for hand in hands}
    return tuple(
        SeatRow(seat, name, seat in typed, seat in typed and typed[seat].device == device)
        for seat, name in enumerate(setups.names_of(deal))
    )


def _drawn(address: str) -> SafeString:
    svg = segno.make(address, error="m", micro=False).svg_inline(scale=4, border=2, omitsize=True, svgclass="qr")
    return mark_safe(svg)  # noqa: S308 - drawn from our own address


def _task_rows(deal: TypedDeal, owners: Mapping[str, int | None]) -> tuple[TaskRow, ...]:
    names = setups.names_of(deal)
    return tuple(
        TaskRow(task, task_words(task, deal.players), "" if owner is None else names[owner])
        for task, owner in owners.items()
    )


def task_words(task: str, players: int) -> str:
    """Return a task in words: its card, or what its task card asks for."""
    return text.task_sentence(task, players) if is_task_card(task) else text.card_name(task, players)


def _tokens(deal: TypedDeal) -> list[str]:
    """Return the token of each row of the form; task cards have none, and some rows stay empty."""
    options = setups.options_of(deal.game, deal.mission, deal.players)
    tasks = games.deal(games.Setup(deal.game, deal.mission, deal.players, options=options)).view(None)["tasks"]
    if not task_deck(deal.game, deal.players):
        return [task["token"] or "" for task in tasks]
    return [""] * max(MOST_TASKS, len(tasks))


def _cards_by_suit(deal: TypedDeal, cards: Sequence[str]) -> CardGroups:
    groups: dict[str, list[tuple[str, str]]] = {}
    for card in cards:
        groups.setdefault(text.suit_name(card[0]), []).append((card, text.card_name(card, deal.players)))
    return tuple((name, tuple(group)) for name, group in groups.items())


def _task_choices(deal: TypedDeal) -> CardGroups:
    cards = task_deck(deal.game, deal.players)
    if not cards:
        return _cards_by_suit(deal, setups.deck_of(deal.game)[:36])
    by_difficulty: dict[str, list[tuple[str, str]]] = {}
    for facts in cards.values():
        title = _("Difficulty %(number)s") % {"number": facts.difficulty}
        by_difficulty.setdefault(title, []).append((facts.name, task_words(facts.name, deal.players)))
    return tuple(
        (title, tuple(sorted(by_difficulty[title], key=lambda one: one[1]))) for title in sorted(by_difficulty)
    )


def _share(deal: TypedDeal, share: Mapping[str, Any]) -> Share:
    return Share(_task_rows(deal, dict(share["owners"])), share["verdict"], share["wins"], share["rounds"])


def _action(line: str) -> games.Action:
    seat, _space, action = line.partition(" ")
    return games.Action(int(seat), action)
