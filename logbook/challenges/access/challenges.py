"""Access to challenges, for players and organizers."""

from __future__ import annotations

from functools import wraps
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Case, Q, QuerySet, When
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Candidate, Challenge, is_daily
from logbook.clubs.access import clubs_of, organizes
from logbook.people.access import View, needs_account
from logbook.people.middleware import PlayerRequest
from logbook.people.models.players import Player

MOST_PUBLIC: Final = 50
"""Rows of the public list."""


def challenges_of(player: Player | None) -> QuerySet[Challenge]:
    """The challenges of the player's clubs."""
    return Challenge.objects.filter(club__in=clubs_of(player)).select_related("club")


def challenge_for(player: Player | None, pk: int) -> Challenge:
    """Return a challenge of one of the player's clubs, or raise 404."""
    return get_object_or_404(challenges_of(player), pk=pk)


def proof_or_account(view: View) -> View:
    """Open the proof of a public club's finished challenge to every visitor; else act as `needs_account`."""
    inside = needs_account(view)

    @wraps(view)
    def respond(request: PlayerRequest, challenge_id: int, **kwargs: Any) -> HttpResponseBase:
        answer = view if public_proof_for(request.player, challenge_id) else inside
        return answer(request, challenge_id=challenge_id, **kwargs)

    return respond


def challenge_of_member_for(player: Player | None, pk: int) -> Challenge:
    """Return a challenge of a club that the player belongs to; 403 for players who only play in the club."""
    challenge = challenge_for(player, pk)
    if not challenge.club.members.filter(player=player).exists():
        raise PermissionDenied(_("Only club members can do this. Join the club first."))
    return challenge


def proven_challenges_of(player: Player | None) -> QuerySet[Challenge]:
    """The finished challenges of the player's clubs and of public clubs: their proof is public."""
    readable = Q(club__public=True) | Q(club__in=clubs_of(player))
    return Challenge.objects.filter(readable, state__in=Challenge.OVER).select_related("club")


def public_challenges() -> QuerySet[Challenge]:
    """The latest challenges of public clubs, open ones first: visitors read a title and dates, and later the proof."""
    shown = Challenge.objects.filter(~is_daily(), club__public=True)
    shown = shown.filter(state__in=(Challenge.State.OPEN, Challenge.State.CLOSED))
    is_open = Case(When(state=Challenge.State.OPEN, then=0), default=1)
    return shown.select_related("club").order_by(is_open, "-opens_at", "-pk")[:MOST_PUBLIC]


def opened_challenge_for(player: Player | None, pk: int) -> Challenge:
    """Return a challenge whose seal may be opened; 404 while its cards may still be played."""
    return get_object_or_404(proven_challenges_of(player).exclude(facts=[]), pk=pk)


def public_proof_for(player: Player | None, pk: int) -> Challenge | None:
    """Return a finished challenge of another public club, of which the visitor reads the proof alone."""
    challenges = proven_challenges_of(player).filter(club__public=True).exclude(club__in=clubs_of(player))
    return challenges.filter(pk=pk).first()


def organized_challenge_for(player: Player | None, pk: int) -> Challenge:
    """Return a challenge that the player organizes; 404 for strangers, 403 for the club's other members."""
    challenge = challenge_for(player, pk)
    if not organizes(player, challenge.club):
        raise PermissionDenied(_("Only the club’s owner and organizers can do this."))
    return challenge


def certificate_for(player: Player | None, pk: int, stage: int, attempt: int) -> Candidate:
    """Return the candidate behind a closed challenge's deal, with its proof; 404 while the deal may still be played."""
    candidates = Candidate.objects.filter(picked=True).select_related("deal__stage__challenge__club")
    return get_object_or_404(
        candidates,
        deal__stage__challenge__in=proven_challenges_of(player).filter(pk=pk),
        deal__stage__number=stage,
        deal__attempt=attempt,
    )
