"""Services of guests, their claims, and substitutes."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.crews.exceptions import (
    ClaimAnswered,
    GuestAlreadyClaimed,
    GuestNameless,
    NotAFounder,
    NotYourCrew,
    OwnClaim,
)
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest, GuestClaim, Substitute, guest_named
from logbook.crews.models.notes import CrewNote
from logbook.crews.services.crews import is_founder, is_member
from logbook.crews.signals import guest_changed, guest_claiming
from logbook.lib.names import plain
from logbook.people.models.players import Player

ASKED = GuestClaim.State.ASKED


@transaction.atomic
def claim_guest(*, guest: Guest, player: Player) -> GuestClaim:
    """Claim a guest. Idempotent; a founder's own claim needs no confirmation.

    Raises NotYourCrew, GuestAlreadyClaimed, ClaimantPresent.
    """
    guest = _lock_guest(guest.pk)
    if not is_member(guest.crew, player):
        raise NotYourCrew
    if guest.claimed_by_id is not None and guest.claimed_by_id != player.pk:
        raise GuestAlreadyClaimed
    open_or_granted = guest.claims.filter(player=player, state__in=(ASKED, GuestClaim.State.GRANTED))
    claim = open_or_granted.order_by("-pk").first()
    if claim is not None:
        return claim
    guest_claiming.send(Guest, guest=guest, player=player)
    return GuestClaim.objects.create(guest=guest, player=player)


@transaction.atomic
def grant_claim(*, claim: GuestClaim, by: Player) -> None:
    """Confirm a claim, as another member or a founder: the guest's attempts become the player's.

    Other claims of the same guest are declined. Idempotent. Raises NotYourCrew, OwnClaim, ClaimAnswered,
    GuestAlreadyClaimed, ClaimantPresent.
    """
    claim, guest = _lock_claim(claim, by)
    if claim.state == GuestClaim.State.GRANTED:
        return
    if claim.state != ASKED:
        raise ClaimAnswered
    if claim.player_id == by.pk and not is_founder(guest.crew, by):
        raise OwnClaim
    if guest.claimed_by_id is not None and guest.claimed_by_id != claim.player_id:
        raise GuestAlreadyClaimed
    guest_claiming.send(Guest, guest=guest, player=claim.player)
    guest.claimed_by = claim.player
    guest.save(update_fields=("claimed_by",))
    guest_changed.send(Guest, guest=guest)
    _answer(claim, GuestClaim.State.GRANTED, by)
    others = guest.claims.filter(state=ASKED)
    others.update(state=GuestClaim.State.DECLINED, answered_by=by, answered_at=timezone.now())
    CrewNote.objects.create(crew=guest.crew, kind=CrewNote.Kind.CLAIMED, by=claim.player)


@transaction.atomic
def decline_claim(*, claim: GuestClaim, by: Player) -> None:
    """Decline a claim. Idempotent. Raises NotYourCrew, ClaimAnswered."""
    claim, _guest = _lock_claim(claim, by)
    if claim.state == GuestClaim.State.GRANTED:
        raise ClaimAnswered
    if claim.state == ASKED:
        _answer(claim, GuestClaim.State.DECLINED, by)


@transaction.atomic
def take_back_claim(*, claim: GuestClaim, by: Player) -> None:
    """Take back a mistaken claim, as the claimant or a founder: the guest is a guest again. Idempotent.

    Raises NotYourCrew, NotAFounder.
    """
    claim, guest = _lock_claim(claim, by)
    if claim.player_id != by.pk and not is_founder(guest.crew, by):
        raise NotAFounder
    if claim.state == GuestClaim.State.GRANTED and guest.claimed_by_id == claim.player_id:
        guest.claimed_by = None
        guest.save(update_fields=("claimed_by",))
        guest_changed.send(Guest, guest=guest)
        CrewNote.objects.create(crew=guest.crew, kind=CrewNote.Kind.UNCLAIMED, by=claim.player)
    if claim.state in (ASKED, GuestClaim.State.GRANTED):
        _answer(claim, GuestClaim.State.TAKEN_BACK, by)


def _lock_claim(claim: GuestClaim, by: Player) -> tuple[GuestClaim, Guest]:
    """Lock the guest, then read the claim: claims to one guest are answered one after the other."""
    guest = _lock_guest(claim.guest_id)
    if not is_member(guest.crew, by):
        raise NotYourCrew
    return GuestClaim.objects.select_related("player").get(pk=claim.pk), guest


def _answer(claim: GuestClaim, state: str, by: Player) -> None:
    claim.state, claim.answered_by, claim.answered_at = state, by, timezone.now()
    claim.save(update_fields=("state", "answered_by", "answered_at"))


def _lock_guest(guest_id: int) -> Guest:
    return Guest.objects.select_for_update(of=("self",)).select_related("crew").get(pk=guest_id)


# --- substitutes


def add_substitute(*, crew: Crew, player: Player) -> None:
    """Make the player a substitute. Idempotent; a member does not become one."""
    if not is_member(crew, player):
        Substitute.objects.get_or_create(crew=crew, player=player)


@transaction.atomic
def end_substitute(*, crew: Crew, player: Player, by: Player) -> None:
    """End a substitution, as the substitute or a member; past attendance stays. Raises NotYourCrew."""
    if by.pk != player.pk and not is_member(crew, by):
        raise NotYourCrew
    Substitute.objects.filter(crew=crew, player=player).delete()


GUEST_NAME_LENGTH: Final = 40


@transaction.atomic
def ensure_guest(*, crew: Crew, name: str) -> Guest:
    """Return the crew's guest of this name, created on demand; one name is one guest. Raises GuestNameless."""
    name = plain(name)  # The stored form, so that the lookup finds it.
    if not 0 < len(name) <= GUEST_NAME_LENGTH:
        raise GuestNameless
    return guest_named(crew.pk, name) or Guest.objects.get_or_create(crew=crew, name=name)[0]
