"""Services of seat handouts: hand a seat's page to one named person, who opens it once and keeps it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.challenges.exceptions import (
    HandedTooOften,
    ImpossibleReport,
    SeatLinkEnded,
    SeatNeedsAccount,
    SeatOfAnother,
    SeatOpened,
    SeatOpenedElsewhere,
    SeatPageOver,
)
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.services import deal_access, reports, sitters
from logbook.challenges.services.sitters import PersonOrName, Sitter
from logbook.crews.services.crews import is_member
from logbook.people.models.players import Player
from logbook.tables.exceptions import NoSuchSeat, NotInCrew
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts

MOST_A_SEAT: Final = 20


@dataclass(frozen=True, slots=True)
class OpenedSeat:
    """An opened page; `secret` is for a browser without a sign-in, shown once."""

    handout: SeatHandout
    secret: str = ""


def hand_seat(*, table_id: int, number: int, seat: int, to: PersonOrName, by: Player) -> SeatHandout:
    """Hand a seat's page out again, by a new link; the old one ends. A repeat for the same person is recorded.

    Raises NotInCrew, what forbids a report, NoSuchSeat, GuestNameless, SeatOpened, HandedTooOften, ImpossibleReport for
    a person with another seat, and what forbids the person the deal.
    """
    with transaction.atomic():
        table = attempts.lock_table(table_id)
        attempt = reports.running_attempt(table, number, by)
        if table.crew is None or not 0 <= seat < table.players:
            raise NoSuchSeat
        sitter = sitters.sitter_of(table.crew, to)
        before = attempt.handouts.filter(seat=seat).order_by("-pk").first()
        _ensure_may_hand(table, attempt, seat, sitter, before)
        attempt.handouts.filter(seat=seat, ended_at=None).update(ended_at=timezone.now())
        if before is not None and _is_holder(before, sitter):
            deal_access.record_attempt_access(
                attempt, sitter.player, DealAccess.How.HANDED_AGAIN, seat, guest=sitter.guest
            )
        return SeatHandout.objects.create(
            attempt=attempt, seat=seat, player=sitter.player, guest=sitter.guest, handed_by=by
        )


def _ensure_may_hand(table: Table, attempt: Attempt, seat: int, sitter: Sitter, before: SeatHandout | None) -> None:
    if before is not None and before.opened_at is not None and not _is_holder(before, sitter):
        raise SeatOpened(name=before.name)
    if attempt.handouts.filter(seat=seat).count() >= MOST_A_SEAT:
        raise HandedTooOften(most=MOST_A_SEAT)
    elsewhere = attempt.handouts.filter(ended_at=None).exclude(seat=seat)
    if any(_is_holder(other, sitter) for other in elsewhere):
        raise ImpossibleReport("seats")
    deal_access.ensure_may_play(table, attempt.number, sitters.players_among([sitter]))


def _is_holder(handout: SeatHandout, sitter: Sitter) -> bool:
    player, guest = sitter.player and sitter.player.pk, sitter.guest and sitter.guest.pk
    return (handout.player_id, handout.guest_id) == (player, guest)


# --- opening


def open_seat(*, token: str, player: Player | None, secret: str = "") -> OpenedSeat:
    """Open a seat's page by a button: it belongs to this player or browser from now on, with deal access.

    Raises what `ensure_page_open` raises, and what forbids the person the deal.
    """
    with transaction.atomic():
        handout = SeatHandout.objects.select_related("attempt", "player", "guest__claimed_by").get(token=token)
        table = attempts.lock_table(handout.attempt.table_id)
        handout = SeatHandout.objects.select_related("attempt", "player", "guest__claimed_by").get(pk=handout.pk)
        handout.attempt.table = table
        ensure_page_open(handout, player, secret)
        if handout.opened_at is not None:
            return OpenedSeat(handout)
        return _open_first(handout, table, player)


def _open_first(handout: SeatHandout, table: Table, player: Player | None) -> OpenedSeat:
    claimed = handout.guest.claimed_by if handout.guest else None
    deal_access.ensure_may_play(table, handout.attempt.number, [one for one in {player, claimed} if one is not None])
    secret = "" if player else secrets.token_urlsafe(32)
    handout.opened_at, handout.opened_by, handout.secret_hash = timezone.now(), player, _hash(secret) if secret else ""
    handout.save(update_fields=("opened_at", "opened_by", "secret_hash"))
    deal_access.record_attempt_access(
        handout.attempt, player, DealAccess.How.SEAT_PAGE, handout.seat, guest=handout.guest
    )
    return OpenedSeat(handout, secret)


def ensure_page_open(handout: SeatHandout, player: Player | None, secret: str) -> None:
    """Raise the reason why this player or browser cannot open the page, or see it again.

    SeatPageOver, SeatLinkEnded, SeatNeedsAccount, SeatOfAnother, NotInCrew, SeatOpenedElsewhere.
    """
    if handout.attempt.state != Attempt.State.PLAYING:
        raise SeatPageOver
    if handout.ended_at is not None:
        raise SeatLinkEnded
    if handout.player is not None and player != handout.player:
        raise (SeatOfAnother if player else SeatNeedsAccount)(name=handout.player.name)
    crew = handout.attempt.table.crew
    if player is not None and player == handout.player and (crew is None or not is_member(crew, player)):
        raise NotInCrew
    if handout.opened_at is not None and not _holds(handout, player, secret):
        raise SeatOpenedElsewhere


def _holds(handout: SeatHandout, player: Player | None, secret: str) -> bool:
    if handout.opened_by_id is not None:
        return player is not None and player.pk == handout.opened_by_id
    return bool(handout.secret_hash) and compare_digest(_hash(secret), handout.secret_hash)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
