"""Services of deal access, and its consequences: who may be dealt a deal, and who is out.

Rows are added and never deleted. Only a director's ruling takes back a row that shuts a player out of a deal.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.exceptions import (
    ChallengeNotOpen,
    DealAlreadyKnown,
    DealStillToPlay,
    ShutOutOfDeal,
    UnknownDeal,
)
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.clubs.services.removals import ensure_not_removed
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.lib.replica import reads_from_primary
from logbook.people.models.players import Player
from logbook.tables.exceptions import PlaysElsewhere
from logbook.tables.models import Attempt, Seat, Sitting, Table

How = DealAccess.How


@reads_from_primary
def record_deal_access(
    *,
    player: Player | None,
    stage: Stage,
    attempt: int,
    how: str,
    table: Table | None = None,
    seat: int | None = None,
    guest: Guest | None = None,
) -> bool:
    """Record access to a deal; return whether the row is new: a person has one row of each kind.

    Access always has a name, so a person and a seat have one row, however often they look.
    """
    who, where = {"player": player, "guest": guest}, {"stage": stage, "attempt": attempt, "table": table, "seat": seat}
    row: dict[str, object] = {**who, **where, "how": how}
    if (player is None and guest is None) or DealAccess.objects.in_force().filter(**row).exists():
        return False
    DealAccess.objects.create(**row)
    return True


def record_attempt_access(
    attempt: Attempt, player: Player | None, how: str, seat: int | None = None, *, guest: Guest | None = None
) -> None:
    """Record access to a crew's attempt. Only a challenge's deals are recorded, and only until it is over."""
    table = attempt.table
    if table.stage is not None and not table.stage.challenge.is_over:
        record_deal_access(
            player=player, stage=table.stage, attempt=attempt.number, how=how, table=table, seat=seat, guest=guest
        )


def has_opened_sheets(attempt: Attempt, player: Player) -> bool:
    """True if the player has opened the attempt's sheets."""
    return _active_accesses(player).filter(how=How.PRINTED, table=attempt.table, attempt=attempt.number).exists()


def has_seen_a_hand(attempt: Attempt, player: Player) -> bool:
    """True if the player has seen a hand of the attempt with its crew, or had the attempt given out."""
    hands = _active_accesses(player).filter(table=attempt.table, attempt=attempt.number, how__in=DealAccess.OF_A_HAND)
    return hands.exists()


def record_replay_access(attempt: Attempt, player: Player | None) -> None:
    """Record that a player opens a replay. It shuts no player out: a reader of replays knows the deal."""
    if player is not None:
        record_attempt_access(attempt, player, How.REPLAY)


def record_deal_page_access(player: Player, stage: Stage, attempt: int) -> None:
    """Record that a player opens a deal they have finished; a deal given up has its row already."""
    if stage.challenge.is_over:
        return
    given_up = _active_accesses(player).filter(stage=stage, attempt=attempt, how__in=(How.GAVE_UP, How.DIRECTOR))
    if not given_up.exists():
        record_deal_access(player=player, stage=stage, attempt=attempt, how=How.OPENED)


def revoke_deal_access(*, access: DealAccess, player: Player, by: Player) -> list[int]:
    """Restore a player, as a director has ruled; return the rows taken back with this one.

    These are the rows that shut the player out of the deal, or the rows of the hands seen at the same table. The seat
    pages that the player has opened there end, so that access ends, too.
    """
    same = _active_accesses(player).filter(stage=access.stage_id, attempt=access.attempt)
    if access.how in DealAccess.OF_ALL:
        out = same.filter(how__in=DealAccess.OF_ALL)
    elif access.how in DealAccess.OF_A_HAND and access.table is not None:
        out = same.filter(how__in=DealAccess.OF_A_HAND, table=access.table)
        handouts = SeatHandout.objects.filter(attempt__table=access.table, attempt__number=access.attempt)
        handouts.filter(opened_by=player, ended_at=None).update(ended_at=timezone.now())
    else:
        return []
    keys = list(out.order_by("pk").values_list("pk", flat=True))
    DealAccess.objects.filter(pk__in=keys).update(taken_back_at=timezone.now(), taken_back_by=by)
    return keys


def restore_deal_access(keys: Iterable[int]) -> None:
    """Let these rows shut players out again."""
    DealAccess.objects.filter(pk__in=list(keys)).update(taken_back_at=None, taken_back_by=None)


# --- who may be dealt a deal


def record_dealt_access(table: Table, attempt: Attempt) -> None:
    """Record each player who is dealt a hand of a challenge's deal."""
    for seat in table.seats.exclude(player=None).select_related("player"):
        record_attempt_access(attempt, seat.player, How.DEALT, seat.number)


def ensure_may_be_dealt(table: Table, number: int, players: Iterable[Player]) -> None:
    """Raise ShutOutOfDeal or DealAlreadyKnown if a player may not be dealt this attempt of the table's stage."""
    if table.stage is None:
        return
    for player in players:
        accesses = _active_accesses(player).filter(stage=table.stage, attempt=number)
        if accesses.filter(how__in=DealAccess.OF_ALL).exists():
            raise ShutOutOfDeal(name=player.name, number=number)
        if accesses.filter(how__in=DealAccess.OF_A_HAND).exclude(table=table).exists():
            raise DealAlreadyKnown(name=player.name, number=number)


def ensure_may_play(table: Table, number: int, players: Iterable[Player]) -> None:
    """Raise ShutOutOfDeal, DealAlreadyKnown, PlaysElsewhere or WasRemoved if a player may not play here."""
    people = list(players)
    if table.stage is not None:
        ensure_not_removed(table.stage.challenge.club_id, people)
    ensure_may_be_dealt(table, number, people)
    for player in people:
        ensure_not_with_another_crew(table, player)


def ensure_seats_may_play(table: Table, number: int) -> None:
    """Raise what `ensure_may_play` raises, for every player at the table."""
    if table.stage is not None:
        seats = table.seats.exclude(player=None).select_related("player")
        ensure_may_play(table, number, [seat.player for seat in seats if seat.player is not None])


def ensure_not_with_another_crew(table: Table, player: Player) -> None:
    """Raise PlaysElsewhere if the player plays, or has looked, with another crew of the table's challenge.

    The deals are the same for all crews: a player who has seen a hand with one crew plays with no other, at any stage.
    Merged crews are one; access that a director has taken back, and its seat, do not count.
    """
    if table.stage is None or table.crew_id is None:
        return
    rulings = active_rulings_of(table.stage.challenge_id)
    others = Table.objects.filter(stage__challenge=table.stage.challenge_id)
    others = others.exclude(crew__in=rulings.merged_crews([table.crew_id]))
    mine = DealAccess.objects.filter(_is_of(player), table__in=others)
    hands = mine.in_force().filter(how__in=DealAccess.OF_A_HAND)
    forgiven = mine.exclude(taken_back_at=None).exclude(table__in=hands.values("table")).values("table")
    sat = others.exclude(pk__in=forgiven)
    seated = Seat.objects.filter(player=player, table__in=sat)
    if hands.exists() or seated.exists() or Sitting.objects.filter(player=player, attempt__table__in=sat).exists():
        raise PlaysElsewhere(name=player.name)


def ensure_may_sit(table: Table, player: Player) -> None:
    """Raise ShutOutOfDeal if the player has given up a deal that is still to come at the table."""
    out = _active_accesses(player).filter(
        stage=table.stage, how__in=DealAccess.OF_ALL, attempt__gt=table.attempts.count()
    )
    first = out.order_by("attempt").first()
    if first is not None:
        raise ShutOutOfDeal(name=player.name, number=first.attempt)


def _is_of(player: Player) -> Q:
    """The player's own access, and that of guests whom they have claimed."""
    return Q(player=player) | Q(guest__claimed_by=player)


def _active_accesses(player: Player) -> QuerySet[DealAccess]:
    return DealAccess.objects.in_force().filter(_is_of(player))


# --- giving up


@transaction.atomic
def give_up_deal(*, player: Player, stage: Stage, number: int, director: bool = False) -> DealAccess:
    """Take a player out of a deal, so that they may see it. Idempotent.

    Raises ChallengeNotOpen where nothing has been given out, UnknownDeal, and DealStillToPlay while the player sits
    at a table with this deal ahead: the crew could not go on without them.
    """
    # Two simultaneous clicks give one row; an older site may have kept both.
    Stage.objects.select_for_update(of=("self",)).get(pk=stage.pk)
    ensure_may_give_up(stage, number)
    _ensure_played_before(player, stage, number)
    how = How.DIRECTOR if director else How.GAVE_UP
    record_deal_access(player=player, stage=stage, attempt=number, how=how)
    return DealAccess.objects.in_force().filter(player=player, stage=stage, attempt=number, how=how).earliest("pk")


def ensure_may_give_up(stage: Stage, number: int) -> None:
    """Raise ChallengeNotOpen or UnknownDeal where there is no deal to give up."""
    if stage.challenge.state not in OPEN_STATES:
        raise ChallengeNotOpen
    if not stage.deals.filter(attempt=number).exclude(seed="").exists():
        raise UnknownDeal


OPEN_STATES = (Challenge.State.OPEN, Challenge.State.PAUSED)


def _ensure_played_before(player: Player, stage: Stage, number: int) -> None:
    over = (Table.State.WON, Table.State.ENDED)
    seats = Seat.objects.filter(player=player, table__stage=stage).exclude(table__state__in=over)
    for seat in seats.select_related("table__crew"):
        attempts = seat.table.attempts.filter(number=number).exclude(state=Attempt.State.PLAYING)
        if not attempts.exists():
            raise DealStillToPlay(crew=_crew_name(seat.table.crew))


def _crew_name(crew: Crew | None) -> str:
    return crew.name if crew else ""
