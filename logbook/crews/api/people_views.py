"""A crew's substitutes and guests, and claims of guests' histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many
from logbook.api.callers import member
from logbook.api.pagination import paged_sequence
from logbook.campaigns.selectors.crew_attendance import crew_attendance
from logbook.crews.access import claim_for, crew_for, guest_for, readable_crew_for, readable_crews_of, substitute_for
from logbook.crews.api.people_serializers import (
    ClaimAnswerSerializer,
    ClaimSerializer,
    GuestSerializer,
    SubstituteSerializer,
)
from logbook.crews.selectors.members import GuestRow, PeoplePage, people_page
from logbook.crews.services import guests
from logbook.people.models.players import Player

ANSWERS: Final[Mapping[str, Callable[..., None]]] = {
    "grant": guests.grant_claim,
    "decline": guests.decline_claim,
    "back": guests.take_back_claim,
}


class SubstituteListView(Operation):
    """Who sits in."""

    @operation("listSubstitutes", SubstituteSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """Who sits in for a crew now and then. They come by an invitation `as_substitute`."""
        page = _people(member(request), slug)
        return paged_sequence(request, page.substitutes, lambda rows: serialize_many(SubstituteSerializer, rows))


class SubstituteDetailView(Operation):
    """Somebody who sits in."""

    @operation("endSubstitute", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """Offer somebody as a substitute no more; where they were there they stay."""
        by = member(request)
        crew = crew_for(by, slug)
        guests.end_substitute(crew=crew, player=substitute_for(crew, player), by=by)
        return no_content()


class GuestListView(Operation):
    """A crew's guests."""

    @operation("listGuests", GuestSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """The guests of a crew, and who claims to have been which."""
        page = _people(member(request), slug)
        return paged_sequence(request, page.guests, lambda rows: serialize_many(GuestSerializer, [*map(_guest, rows)]))


class GuestClaimView(Operation):
    """A claim."""

    @operation("claimGuest", ClaimSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str, guest: int) -> Response:
        """Say "this guest was me". Another member, or a founder, confirms it. Twice changes nothing more."""
        player = member(request)
        crew = crew_for(player, slug)
        claim = guests.claim_guest(guest=guest_for(crew, guest), player=player)
        return respond(ClaimSerializer, claim, status=HTTPStatus.CREATED)


class ClaimDetailView(Operation):
    """An answer to a claim."""

    @operation("answerClaim", ClaimSerializer, asks=ClaimAnswerSerializer)
    def post(self, request: Request, slug: str, claim: int) -> Response:
        """Confirm a claim, decline it, or take it back. Twice changes nothing more."""
        player = member(request)
        crew = crew_for(player, slug)
        claim_now = claim_for(crew, claim)
        ANSWERS[parse_body(ClaimAnswerSerializer, request)["answer"]](claim=claim_now, by=player)
        return respond(ClaimSerializer, claim_for(crew, claim))


def _people(player: Player, slug: str) -> PeoplePage:
    crew = readable_crew_for(player, slug)
    return people_page(crew, player, set(readable_crews_of(player)), crew_attendance(crew, player))


def _guest(row: GuestRow) -> dict[str, Any]:
    claims = [one.claim for one in row.claims]
    return {"guest": row.guest, "attended": row.attended, "may_claim": row.may_claim, "claims": claims}
