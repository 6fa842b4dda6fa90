"""Services of typed deals: begin one, type in hands and tasks, and end the round with a second phone's consent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, F, Max
from django.utils import timezone

import games
from games.crew.robot import ROBOT_SEAT
from logbook.campaigns.models import Campaign
from logbook.lib import queue
from logbook.lib import quotas as lib_quotas
from logbook.people.models.players import Player
from logbook.typed_deals import quotas
from logbook.typed_deals.exceptions import (
    AlreadyAnswered,
    HandsMissing,
    NoHandOfYours,
    NoResultOfYours,
    NoSuchSeat,
    NoTasks,
    NoTrumps,
    RobotCardTwice,
    RoundNotOver,
    SeatTaken,
    SecondPhoneNeeded,
    SharingImpossible,
    TaskTwice,
    UnknownCard,
    WrongHandSize,
)
from logbook.typed_deals.models import ROUND_TAKES, TypedDeal, TypedHand
from logbook.typed_deals.services import setups

State = TypedDeal.State
SAMPLE: Final = "typed-deals/sample"
"""The seed of the hands with which tasks are checked before hands are in."""


def begin_deal(
    *,
    game: str,
    mission: str,
    players: int,
    device: str,
    address: str,
    by: Player | None = None,
    campaign: Campaign | None = None,
    tasks: Sequence[str] = (),
) -> TypedDeal:
    """Begin a deal of a mission that exists, perhaps with tasks drawn before. Raises TooManyDeals and UnknownSetup."""
    deal = TypedDeal(game=game, mission=mission, players=players, begun_by=by, campaign=campaign)
    _check_tasks(deal, tasks)
    lib_quotas.take_at_address(quotas.DEALS_AT_ADDRESS, address)
    lib_quotas.take(quotas.DEALS, device)
    deal.tasks = " ".join(tasks)
    deal.save()
    return deal


def type_hand(
    *, deal: TypedDeal, seat: int, cards: Iterable[str], name: str, device: str, address: str, player: Player | None
) -> TypedHand:
    """Store the hand of a seat in place of an earlier one.

    Raises NoSuchSeat, WrongHandSize, NoTrumps, UnknownCard, RobotCardTwice, SeatTaken, AlreadyAnswered and
    TooManyHands.
    """
    if seat >= deal.seats:
        raise NoSuchSeat
    hand = _checked_hand(deal, seat, list(cards))
    lib_quotas.take_at_address(quotas.HANDS, address)
    with transaction.atomic():
        deal = _locked(deal)
        typed = deal.hands.filter(seat=seat).first()
        if typed is not None and typed.device != device and deal.over_at is None:
            raise SeatTaken
        values = {"name": name, "cards": hand, **_kept(typed, device, player), "typed_at": timezone.now()}
        row, _new = TypedHand.objects.update_or_create(deal=deal, seat=seat, defaults=values)
        _answer_if_ready(deal)
    return row


def type_tasks(*, deal: TypedDeal, tasks: Sequence[str], owners: Sequence[int | None], address: str) -> None:
    """Store the tasks in the order drawn, and who took them; without owners if one of them is unknown.

    Raises NoTasks, TaskTwice, SharingImpossible, AlreadyAnswered, TooManyHands and UnknownSetup.
    """
    if not tasks:
        raise NoTasks
    if len(set(tasks)) < len(tasks):
        raise TaskTwice
    _check_tasks(deal, tasks)
    seats = [owner for owner in owners if owner is not None]
    if any(seat >= deal.seats for seat in seats):
        raise SharingImpossible
    lib_quotas.take_at_address(quotas.HANDS, address)
    with transaction.atomic():
        deal = _locked(deal)
        deal.tasks = " ".join(tasks)
        deal.owners = " ".join(map(str, seats)) if len(seats) == len(tasks) else ""
        deal.save(update_fields=("tasks", "owners"))
        _answer_if_ready(deal)


@transaction.atomic
def end_round(*, deal: TypedDeal, device: str) -> bool:
    """Ask to end the round, or agree to it; return whether it is over now.

    Raises HandsMissing, NoHandOfYours and SecondPhoneNeeded. If one phone has typed in all hands, its second press
    counts as the others' consent.
    """
    deal = TypedDeal.objects.select_for_update().get(pk=deal.pk)
    if deal.over_at is not None:
        return True
    devices = list(deal.hands.values_list("device", flat=True))
    if len(devices) < deal.hands_needed:
        raise HandsMissing(needed=deal.hands_needed)
    if device not in devices:
        raise NoHandOfYours
    if not deal.over_asked_by:
        deal.over_asked_by = device
        deal.save(update_fields=("over_asked_by",))
        return False
    if deal.over_asked_by == device and len(set(devices)) > 1:
        raise SecondPhoneNeeded
    _end(deal)
    return True


def say_result(*, deal: TypedDeal, device: str, address: str, won: bool, distress: bool) -> None:
    """Store how the round ended, in place of what was said before.

    Raises RoundNotOver, NoResultOfYours and TooManyHands.
    """
    if deal.over_at is None:
        raise RoundNotOver
    if not deal.hands.filter(device=device).exists():
        raise NoResultOfYours
    lib_quotas.take_at_address(quotas.HANDS, address)
    TypedDeal.objects.filter(pk=deal.pk).update(won=won, distress=distress)


def end_due_rounds() -> None:
    """End the rounds whose last hand was typed in long ago."""
    typed = TypedDeal.objects.filter(over_at=None).annotate(last=Max("hands__typed_at"), typed=Count("hands"))
    # As many as `TypedDeal.hands_needed`: a table whose players left early is not locked at every sweep.
    enough = typed.filter(typed__gte=F("players") - 1).filter(typed__gte=ROBOT_SEAT)
    for deal in enough.filter(last__lte=timezone.now() - ROUND_TAKES):
        with transaction.atomic():
            locked = TypedDeal.objects.select_for_update().get(pk=deal.pk)
            if locked.over_at is None and locked.hands.count() >= locked.hands_needed:
                _end(locked)


def delete_old_deals() -> None:
    """Delete deals past their storage time."""
    TypedDeal.objects.filter(until__lte=timezone.now()).delete()


def _kept(typed: TypedHand | None, device: str, player: Player | None) -> dict[str, Any]:
    """Return whose hand it stays: once the round is over every phone may correct it. Its phone may sign in later."""
    if typed is None:
        return {"device": device, "player": player}
    signs_in = typed.device == device and typed.player is None
    return {"device": typed.device, "player": player if signs_in else typed.player}


def _end(deal: TypedDeal) -> None:
    deal.over_at = timezone.now()
    deal.save(update_fields=("over_at",))
    _answer_if_ready(deal)


def _locked(deal: TypedDeal) -> TypedDeal:
    locked = TypedDeal.objects.select_for_update().get(pk=deal.pk)
    if locked.state != State.ENTERING:
        raise AlreadyAnswered
    return locked


def _answer_if_ready(deal: TypedDeal) -> None:
    """Queue the answer once the round is over, and nothing is missing or wrong."""
    if deal.over_at is None or setups.problem_of(deal):
        return
    deal.state, deal.moved_at = State.WAITING, timezone.now()
    deal.fingerprint = setups.fingerprint_of(deal)
    deal.save(update_fields=("state", "moved_at", "fingerprint"))
    queue.later("typed_deals.answer_step", deal.pk, deal.steps)


def _checked_hand(deal: TypedDeal, seat: int, cards: Sequence[str]) -> str:
    deck, is_robot = setups.deck_of(deal.game), deal.is_robot(seat)
    if is_robot and len(set(cards)) < len(cards):
        raise RobotCardTwice
    if len(set(cards)) < len(cards) or not set(cards) <= set(deck):
        raise UnknownCard
    sizes = setups.sizes_of(deal, seat)
    if len(cards) not in sizes:
        params = {"tapped": len(cards), "size": "–".join(map(str, sizes))}
        has_trumps = bool(set(cards) & set(deck[-4:]))
        is_sure = has_trumps or is_robot or len(cards) > max(sizes)
        raise WrongHandSize(**params) if is_sure else NoTrumps(**params)
    return " ".join(cards if is_robot else (card for card in deck if card in cards))


def _check_tasks(deal: TypedDeal, tasks: Sequence[str]) -> None:
    """Raise UnknownSetup unless the mission can have these tasks; none are left for later."""
    options = setups.options_of(deal.game, deal.mission, deal.players)
    sample = games.deal(games.Setup(deal.game, deal.mission, deal.players, seed=SAMPLE, options=options))
    if not tasks:
        return
    try:
        games.deal(setups.setup_with(deal, setups.hands_in(sample), " ".join(tasks)))
    except games.UnknownSetup as error:
        if error.code != "deal-void":  # That depends on the hands.
            raise
