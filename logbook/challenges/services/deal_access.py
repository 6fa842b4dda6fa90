"""The ledger of looks, and what follows from it: who may still be dealt a deal, and who is out of it.

Lines are added and never erased. What shuts somebody out of a deal is taken back by a director's ruling alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from logbook.challenges.exceptions import ChallengeNotOpen, KnowsDeal, OutOfDeal, StillToPlay, UnknownDeal
from logbook.challenges.in_force import law_of
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.clubs.services.removals import ensure_not_removed
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.people.models.players import Player
from logbook.tables.exceptions import PlaysElsewhere
from logbook.tables.models import Attempt, Seat, Sitting, Table

How = DealAccess.How


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
    """Write a look down; whether it tells anything new: a second look of the same kind by the same person does not.

    Nobody looks without a name, so a person and a seat have one line, however often they ask.
    """
    who, where = {"player": player, "guest": guest}, {"stage": stage, "attempt": attempt, "table": table, "seat": seat}
    line: dict[str, object] = {**who, **where, "how": how}
    if (player is None and guest is None) or DealAccess.objects.filter(**line, taken_back_at=None).exists():
        return False
    DealAccess.objects.create(**line)
    return True


def record_attempt_access(
    attempt: Attempt, player: Player | None, how: str, seat: int | None = None, *, guest: Guest | None = None
) -> None:
    """Write down a look at a crew's attempt. Only a challenge's deals are in the ledger, and only until it is over."""
    table = attempt.table
    if table.stage is not None and not table.stage.challenge.is_over:
        record_deal_access(
            player=player, stage=table.stage, attempt=attempt.number, how=how, table=table, seat=seat, guest=guest
        )


def has_printed(attempt: Attempt, player: Player) -> bool:
    """Whether the person has asked for the attempt's sheets."""
    return _in_force(player).filter(how=How.PRINTED, table=attempt.table, attempt=attempt.number).exists()


def has_looked(attempt: Attempt, player: Player) -> bool:
    """Whether the person has seen a hand of the attempt with its crew, or had it given out."""
    hands = _in_force(player).filter(table=attempt.table, attempt=attempt.number, how__in=DealAccess.OF_A_HAND)
    return hands.exists()


def record_replay_access(attempt: Attempt, player: Player | None) -> None:
    """Write down that somebody looks at an attempt's hands. It shuts nobody out: who may look knows the deal."""
    if player is not None:
        record_attempt_access(attempt, player, How.REPLAY)


def record_deal_page_access(player: Player, stage: Stage, attempt: int) -> None:
    """Write down that somebody looks at a deal they have finished; who gave it up for that stands there already."""
    if stage.challenge.is_over:
        return
    given_up = _in_force(player).filter(stage=stage, attempt=attempt, how__in=(How.GAVE_UP, How.DIRECTOR))
    if not given_up.exists():
        record_deal_access(player=player, stage=stage, attempt=attempt, how=How.OPENED)


def take_back_deal_access(*, look: DealAccess, player: Player, by: Player) -> list[int]:
    """Let somebody back, as a director has ruled; the lines that are taken back with this one.

    Those by which they are out of the deal; or those of the hands that they saw of it at the same table. The pages
    which they have opened there end, so that nobody goes on looking.
    """
    same = _in_force(player).filter(stage=look.stage_id, attempt=look.attempt)
    if look.how in DealAccess.OF_ALL:
        out = same.filter(how__in=DealAccess.OF_ALL)
    elif look.how in DealAccess.OF_A_HAND and look.table is not None:
        out = same.filter(how__in=DealAccess.OF_A_HAND, table=look.table)
        handouts = SeatHandout.objects.filter(attempt__table=look.table, attempt__number=look.attempt)
        handouts.filter(opened_by=player, ended_at=None).update(ended_at=timezone.now())
    else:
        return []
    keys = list(out.order_by("pk").values_list("pk", flat=True))
    DealAccess.objects.filter(pk__in=keys).update(taken_back_at=timezone.now(), taken_back_by=by)
    return keys


def restore_deal_access(keys: Iterable[int]) -> None:
    """These lines shut somebody out again."""
    DealAccess.objects.filter(pk__in=list(keys)).update(taken_back_at=None, taken_back_by=None)


# --- who may be dealt a deal


def record_dealt_access(table: Table, attempt: Attempt) -> None:
    """Write down who gets a hand of a challenge's deal."""
    for seat in table.seats.exclude(player=None).select_related("player"):
        record_attempt_access(attempt, seat.player, How.DEALT, seat.number)


def ensure_may_be_dealt(table: Table, number: int, players: Iterable[Player]) -> None:
    """Raise OutOfDeal or KnowsDeal if one of these people may not be dealt this attempt of the table's stage."""
    if table.stage is None:
        return
    for player in players:
        known = _in_force(player).filter(stage=table.stage, attempt=number)
        if known.filter(how__in=DealAccess.OF_ALL).exists():
            raise OutOfDeal(name=player.name, number=number)
        if known.filter(how__in=DealAccess.OF_A_HAND).exclude(table=table).exists():
            raise KnowsDeal(name=player.name, number=number)


def ensure_may_play(table: Table, number: int, players: Iterable[Player]) -> None:
    """Raise OutOfDeal, KnowsDeal, PlaysElsewhere or WasRemoved if one of them may not play this attempt here."""
    people = list(players)
    if table.stage is not None:
        ensure_not_removed(table.stage.challenge.club_id, people)
    ensure_may_be_dealt(table, number, people)
    for player in people:
        ensure_not_with_another_crew(table, player)


def ensure_seats_may_play(table: Table, number: int) -> None:
    """Raise what `ensure_may_play` raises of everybody who sits at the table."""
    if table.stage is not None:
        seats = table.seats.exclude(player=None).select_related("player")
        ensure_may_play(table, number, [seat.player for seat in seats if seat.player is not None])


def ensure_not_with_another_crew(table: Table, player: Player) -> None:
    """Raise PlaysElsewhere if the person plays the table's challenge with another crew, or has looked with it.

    The deals are the same for all crews: who has seen a hand with one crew plays with no other, at no stage. Crews
    whose entries were merged are one; a look that a director has taken back, and the seat it was at, are none.
    """
    if table.stage is None or table.crew_id is None:
        return
    law = law_of(table.stage.challenge_id)
    others = Table.objects.filter(stage__challenge=table.stage.challenge_id)
    others = others.exclude(crew__in=law.one_with([table.crew_id]))
    mine = DealAccess.objects.filter(_is(player), table__in=others)
    held = mine.filter(taken_back_at=None, how__in=DealAccess.OF_A_HAND)
    forgiven = mine.exclude(taken_back_at=None).exclude(table__in=held.values("table")).values("table")
    sat = others.exclude(pk__in=forgiven)
    seated = Seat.objects.filter(player=player, table__in=sat)
    if held.exists() or seated.exists() or Sitting.objects.filter(player=player, attempt__table__in=sat).exists():
        raise PlaysElsewhere(name=player.name)


def ensure_may_sit(table: Table, player: Player) -> None:
    """Raise OutOfDeal if a deal which is still to come at the table is one that the person has given up."""
    out = _in_force(player).filter(stage=table.stage, how__in=DealAccess.OF_ALL, attempt__gt=table.attempts.count())
    first = out.order_by("attempt").first()
    if first is not None:
        raise OutOfDeal(name=player.name, number=first.attempt)


def _is(player: Player) -> Q:
    """Their own looks, and those of a guest of whom they have said that it was them."""
    return Q(player=player) | Q(guest__claimed_by=player)


def _in_force(player: Player) -> QuerySet[DealAccess]:
    return DealAccess.objects.filter(_is(player), taken_back_at=None)


# --- giving up


@transaction.atomic
def give_up_deal(*, player: Player, stage: Stage, number: int, director: bool = False) -> DealAccess:
    """Take somebody out of a deal, so that they may look at it. Doing it twice changes nothing more.

    Raises ChallengeNotOpen where nothing was given out yet, UnknownDeal, and StillToPlay while a table at which they
    sit has this deal before it: the crew could not go on without them.
    """
    # Two clicks at once are one look; an older site may have kept both.
    Stage.objects.select_for_update(of=("self",)).get(pk=stage.pk)
    ensure_may_give_up(stage, number)
    _check_not_before_them(player, stage, number)
    how = How.DIRECTOR if director else How.GAVE_UP
    record_deal_access(player=player, stage=stage, attempt=number, how=how)
    return DealAccess.objects.filter(player=player, stage=stage, attempt=number, how=how, taken_back_at=None).earliest(
        "pk"
    )


def ensure_may_give_up(stage: Stage, number: int) -> None:
    """Raise ChallengeNotOpen or UnknownDeal where there is nothing to give up."""
    if stage.challenge.state not in OPENED:
        raise ChallengeNotOpen
    if not stage.deals.filter(attempt=number).exclude(seed="").exists():
        raise UnknownDeal


OPENED = (Challenge.State.OPEN, Challenge.State.PAUSED)


def _check_not_before_them(player: Player, stage: Stage, number: int) -> None:
    over = (Table.State.WON, Table.State.ENDED)
    sitting = Seat.objects.filter(player=player, table__stage=stage).exclude(table__state__in=over)
    for seat in sitting.select_related("table__crew"):
        ended = seat.table.attempts.filter(number=number).exclude(state=Attempt.State.PLAYING)
        if not ended.exists():
            raise StillToPlay(crew=_crew_name(seat.table.crew))


def _crew_name(crew: Crew | None) -> str:
    return crew.name if crew else ""
