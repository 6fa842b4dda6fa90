"""Selectors of rooms: the moment that everyone sees, and what is said of it. Access decides who reads them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from logbook.lib.lists import list_text
from logbook.people.models.players import Player
from logbook.reviews.selectors import moment_label
from logbook.rooms.access import practices_of
from logbook.rooms.models import Mark, Room
from logbook.rooms.moments import MOMENTS
from logbook.rooms.presence import people_here
from logbook.rooms.services import rooms as services
from logbook.rounds import text
from logbook.rounds.view import verdict as marks
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Seat, Table


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
    template: str
    replay: Any
    """The moment, as the template of its kind needs it (see `RoomMoment`)."""
    board: Any
    acting_board: Any
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
    def page(self) -> Any:
        """The board as the reader sees it: the person who may play on sees what the seat may do."""
        return self.acting_board if self.may_play else self.board

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
    """Return the attempt's room; one that has not changed yet is not stored, and begins where the round has ended."""
    room = Room.objects.select_related("leader").filter(attempt=attempt).first()
    room = room or Room(attempt=attempt, step=attempt.length)
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
    moment = MOMENTS[kind_of(attempt.table.game).code](room, variation, step)
    people = _marks_of(room)
    return RoomPage(
        attempt_id=attempt.pk,
        table_id=attempt.table_id,
        number=room.number,
        template=moment.template,
        replay=moment.replay,
        board=moment.page,
        acting_board=moment.acting_page,
        comment_step=moment.replay.step if variation is None else variation.start,
        leader=room.leader.name if room.leader is not None else "",
        leads=False,
        follows=step is None,
        is_solo=is_solo_attempt(attempt),
        is_variation=variation is not None,
        swap=list_text(map(text.card_name, variation.swap)) if variation is not None and variation.swap else "",
        may_play=False,
        is_sealed=not attempt.is_unsealed,
        may_practise=attempt.is_unsealed and moment.may_practise and not moment.is_over,
        verdict=moment.verdict,
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
