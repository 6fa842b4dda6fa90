"""The room as a page shows it to one reader: at the table's address, or at its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404

from logbook.challenges.services import deal_access
from logbook.people.middleware import PlayerRequest
from logbook.reviews.selectors import Place, Review, review_of
from logbook.rooms.access import enter, room_at
from logbook.rooms.exceptions import RoomFull
from logbook.rooms.moments import RoomPlace
from logbook.rooms.presence import beat_token_of
from logbook.rooms.selectors.rooms import HereLine, RoomPage, here_line, markable_cards, room_of, room_page
from logbook.tables import beats, presence
from logbook.tables.models import Attempt, Table

MOST_DIGITS: Final = 9
"""The most digits of a moment's number: no attempt is that long, and longer numbers are slow to parse."""


@dataclass(frozen=True)
class ShownRoom:
    """Values of `rooms/_frame.html`."""

    room: RoomPage
    place: RoomPlace
    review: Review
    cards: list[tuple[str, str]]
    """The cards that people may mark, each with its name."""
    here: HereLine
    beat: str
    """The token of the page's beats; "" where the reader looks on their own because the room is full."""
    error: str
    status: int

    beat_url: str = beats.PATH
    beat_seconds: int = presence.BEAT_SECONDS
    here_seconds: int = presence.HERE_SECONDS

    @property
    def at_table(self) -> bool:
        """Whether the page is the table's."""
        return self.place.table_id is not None


def shown_room(
    request: PlayerRequest, attempt: Attempt, *, at_table: bool, error: str = "", status: int = 200
) -> ShownRoom:
    """Return the room for the reader, who may see the replay. In a full room they see the replay on their own."""
    address, step = request.META["REMOTE_ADDR"], number_in(request.GET.get("step", ""))
    deal_access.record_replay_access(attempt, request.player)
    found, beat = room_of(attempt), ""
    try:
        enter(attempt, request.player, address)
        beat = beat_token_of(attempt, request.player, address)
    except RoomFull as refusal:
        step = step if step is not None else found.step
        error, status = str(refusal), refusal.status
    page = room_page(found, request.player, step=step)
    return ShownRoom(
        room=page,
        place=RoomPlace(attempt.pk, attempt.table_id if at_table else None),
        review=review_of(attempt, request.player, Place(attempt.pk, page.comment_step, in_room=True)),
        cards=markable_cards(attempt),
        here=here_line(attempt),
        beat=beat,
        error=error,
        status=status,
    )


def shown_at_table(request: PlayerRequest, table: Table) -> ShownRoom | None:
    """Return the room of the table's last attempt; None for readers who may not see its replay."""
    try:
        return shown_room(request, room_at(request.player, table), at_table=True)
    except Http404:
        return None


def number_in(text: str) -> int | None:
    """Return the number of a moment; None where the text is no number."""
    return int(text[:MOST_DIGITS]) if text.isascii() and text.isdigit() else None
