"""Selectors of rooms: the moment that everyone sees, and what is said of it. Access decides who reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games
from logbook.lib.lists import list_text
from logbook.people.models.players import Player
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors.replays import ReplayOptions, faces_at, found_of, moment_page
from logbook.replays.selectors.variations import reason_here
from logbook.replays.services.play_on import setup_at
from logbook.replays.variations import Variation
from logbook.reviews.selectors import moment_label
from logbook.rooms.access import practices_of
from logbook.rooms.models import Mark, Room
from logbook.rooms.presence import people_here
from logbook.rooms.services import rooms as services
from logbook.rounds import text
from logbook.rounds.view import verdict as marks
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import ReplayPage, step_within
from logbook.rounds.view.verdict import Verdict
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.seat_labels import reason_of


@dataclass(frozen=True, slots=True)
class RoomPlace:
    """The address at which a page shows the room: that of the table, or its own."""

    attempt_id: int
    table_id: int | None = None

    def href(self, step: int | None = None) -> str:
        """Return the address of the room, or of a moment that the reader looks at on their own."""
        if self.table_id is None:
            return reverse("room", args=(self.attempt_id,)) + ("" if step is None else f"?step={step}")
        return reverse("table", args=(self.table_id,)) + "?room=1" + ("" if step is None else f"&step={step}")


@dataclass(frozen=True, slots=True)
class HereLine:
    """Values of `rooms/_here.html`: who is in the room."""

    attempt_id: int
    line: str
    """The members by name, and the number of all others; "" while Redis is away."""


@dataclass(frozen=True, slots=True)
class PersonMarks:
    """The cards that a person has marked."""

    name: str
    shape: str
    shape_name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardMark:
    """One person's mark on one card."""

    name: str
    shape: str
    label: str
    """The shape and the name, in words."""


@dataclass(frozen=True)
class RoomPage:
    """Values of `rooms/_room.html`: one moment, for all readers of a language who lead, or who do not."""

    attempt_id: int
    table_id: int
    number: int
    replay: ReplayPage
    comment_step: int
    """The moment of the record that a comment is about: in a what-if, the one where it begins."""
    leader: str
    """The leader's name; "" for none."""
    leads: bool
    follows: bool
    """The page shows the leader's moment, and follows it."""
    is_solo: bool
    """One person played the attempt."""
    is_variation: bool
    swap: str
    """The two exchanged cards in words; "" for the real deal."""
    may_play: bool
    is_sealed: bool
    may_practise: bool
    """The moment may be dealt as a practice table: the deal is open to all, and the round is not over."""
    verdict: str
    """The solver's verdict on this moment: a mark, "thinking", or "ask" where the leader may ask again."""
    marks: tuple[PersonMarks, ...]
    practising: str
    """The names of the people who are playing on from a moment, at practice tables in progress; "" for none."""
    goes_on: bool
    """The table's next attempt is in progress."""
    comments: int
    """A number that changes with the comments."""

    @property
    def comment_label(self) -> str:
        """The label of the field for a comment."""
        return _("Comment on: %(moment)s") % {"moment": moment_label(self.comment_step)}

    @property
    def verdict_text(self) -> str:
        """The solver's verdict on this moment, in words."""
        if self.verdict == "thinking":
            return _("The solver is thinking.")
        return marks.mark_label(self.verdict)

    def marks_on(self, card: str) -> tuple[CardMark, ...]:
        """Return the marks on a card."""
        return tuple(
            CardMark(one.name, one.shape, _("%(shape)s, %(name)s") % {"shape": one.shape_name, "name": one.name})
            for one in self.marks
            if card in one.cards
        )


def room_of(attempt: Attempt) -> Room:
    """Return the attempt's room; one that has not changed yet is not stored, and begins with the fresh deal."""
    room = Room.objects.select_related("leader").filter(attempt=attempt).first() or Room(attempt=attempt)
    room.attempt = attempt
    return room


def room_number(attempt_id: int) -> int:
    """Return the number of an attempt's room."""
    return Room.objects.filter(attempt=attempt_id).values_list("number", flat=True).first() or 0


def room_page(room: Room, reader: Player | None, *, step: int | None = None) -> RoomPage:
    """Return the room's moment for this reader; with `step`, that moment of the record, on which they look alone."""
    return seen_by(room_moment(room, step=step), room, reader)


def seen_by(page: RoomPage, room: Room, reader: Player | None) -> RoomPage:
    """Return the page as the leader or another reader sees it."""
    leads = reader is not None and room.leader_id == reader.pk
    may_play = page.follows and not page.is_sealed and (leads or (page.is_solo and _is_own(room.attempt, reader)))
    return replace(page, leads=leads, may_play=may_play)


def room_moment(room: Room, *, step: int | None = None) -> RoomPage:
    """Return all of the page that is the same for every reader of a language."""
    attempt = room.attempt
    variation = services.variation_of(room) if step is None else None
    replay, verdict = _moment(room, variation, step)
    people = _marks_of(room)
    return RoomPage(
        attempt_id=attempt.pk,
        table_id=attempt.table_id,
        number=room.number,
        replay=replay,
        comment_step=replay.step if variation is None else variation.start,
        leader=room.leader.name if room.leader is not None else "",
        leads=False,
        follows=step is None,
        is_solo=is_solo_attempt(attempt),
        is_variation=variation is not None,
        swap=list_text(map(text.card_name, variation.swap)) if variation is not None and variation.swap else "",
        may_play=False,
        is_sealed=not attempt.is_unsealed,
        may_practise=attempt.is_unsealed and not replay.round.is_over,
        verdict=verdict,
        marks=people,
        practising=_practising(attempt),
        goes_on=Table.objects.filter(pk=attempt.table_id, state=Table.State.PLAYING).exists(),
        comments=_comments_of(attempt),
    )


def here_line(attempt: Attempt) -> HereLine:
    """Return who is in the room: players with an account that others there know by name, and how many others."""
    here = people_here(attempt)
    names = [player.name for player in here.known if not player.is_guest]
    others = here.others + len(here.known) - len(names)
    words = (
        [*names, ngettext("%(number)d other", "%(number)d others", others) % {"number": others}] if others else names
    )
    return HereLine(attempt.pk, _("Here now: %(people)s") % {"people": list_text(words)} if words else "")


def is_solo_attempt(attempt: Attempt) -> bool:
    """True if one person played the attempt, or none."""
    return attempt.sittings.count() < 2


def markable_cards(attempt: Attempt) -> list[tuple[str, str]]:
    """Return the cards that were dealt, with their names, in the order of a hand."""
    return [(card, text.card_name(card)) for card in sorted(services.dealt_cards(attempt), key=text.hand_order)]


def _is_own(attempt: Attempt, reader: Player | None) -> bool:
    return reader is not None and attempt.sittings.filter(player=reader).exists()


def _moment(room: Room, variation: Variation | None, step: int | None) -> tuple[ReplayPage, str]:
    """Return the moment, and what is known of it."""
    attempt, record = room.attempt, event_replay.actions_of(room.attempt)
    here = services.here_of(room) if step is None else Variation(step_within(step, record))
    actions = record if variation is None else (*record[: variation.start], *variation.moves)
    at = min(here.length, len(actions))
    state = event_replay.state_after(setup_at(attempt, here), actions[:at])
    faces, found = faces_at(attempt), found_of(attempt) if attempt.is_unsealed else None
    thought = _answer(attempt, here) if variation is not None else None
    page = moment_page(
        attempt,
        state,
        actions,
        faces,
        address=RoomPlace(attempt.pk).href,
        reason=_reason(attempt, state, faces, is_end=variation is None and at == len(record)),
        variation=here if step is None and attempt.is_unsealed else None,
        options=ReplayOptions(reveals_analysis=attempt.is_unsealed, thought=thought),
        verdict=_known(found, variation),
    )
    is_record = variation is None or (at <= variation.start and variation.swap is None)
    return replace(page, thinking=None), page.mark if is_record else _judged(state, thought)


def _reason(attempt: Attempt, state: games.State, faces: Sequence[SeatFace], *, is_end: bool) -> str:
    return reason_of(attempt, faces) if is_end else reason_here(state, faces)


def _known(found: Verdict | None, variation: Variation | None) -> Verdict | None:
    """Return what the analysis says of these moments: of a what-if, those before it; of another deal, nothing."""
    if found is None or variation is None:
        return found
    return None if variation.swap else Verdict(found.winnable[: variation.start + 1], None, (), ())


def _answer(attempt: Attempt, here: Variation) -> Thought | None:
    """Return the solver's answer about a moment of a what-if, or the question: every reader of the room sees it."""
    mark = here.mark(attempt.pk, Thought.Kind.CARDS, False)
    asked = Thought.objects.filter(attempt=attempt, kind=Thought.Kind.CARDS, mark=mark)
    return min(asked, key=lambda thought: thought.is_waiting - thought.is_done, default=None)


def _judged(state: games.State, thought: Thought | None) -> str:
    """Return whether the mission can be won from a moment of a what-if: whether one of the cards can still win."""
    if state.outcome is not None:
        return ""
    if thought is None or not (thought.is_done or thought.is_waiting):
        return "ask"
    if thought.is_waiting:
        return "thinking"
    cards = list(thought.answer["cards"].values())
    return marks.mark_of(True if any(cards) else None if None in cards else False)


def _marks_of(room: Room) -> tuple[PersonMarks, ...]:
    if not room.number:  # It is not stored yet.
        return ()
    people: dict[int, list[Mark]] = {}
    for mark in room.marks.select_related("player"):
        people.setdefault(mark.player_id, []).append(mark)
    return tuple(
        PersonMarks(own[0].player.name, own[0].shape, str(own[0].get_shape_display()), tuple(one.card for one in own))
        for own in people.values()
    )


def _practising(attempt: Attempt) -> str:
    """Return the names of the players at practice tables in progress. One query."""
    seats = Seat.objects.filter(table__in=practices_of(attempt).order_by(), player__isnull=False)
    return list_text(seats.order_by("table", "number").values_list("player__name", flat=True))


def _comments_of(attempt: Attempt) -> int:
    """Return a number that changes with the comments. One query."""
    rows = attempt.comments.order_by("pk").values_list("pk", "edited_at", "removed_at")
    return crc32(repr(list(rows)).encode())
