"""API views of a crew's substitutes, guests and claims."""

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
    """A crew's substitutes."""

    @operation("listSubstitutes", SubstituteSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a crew's substitutes.

        Players become substitutes by accepting an invitation made with `as_substitute`.
        """
        page = _people(member(request), slug)
        return paged_sequence(request, page.substitutes, lambda rows: serialize_many(SubstituteSerializer, rows))


class SubstituteDetailView(Operation):
    """A substitute."""

    @operation("endSubstitute", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """End a player's role as substitute.

        Members of the crew only. Past attendance stays.
        """
        by = member(request)
        crew = crew_for(by, slug)
        guests.end_substitute(crew=crew, player=substitute_for(crew, player), by=by)
        return no_content()


class GuestListView(Operation):
    """A crew's guests."""

    @operation("listGuests", GuestSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a crew's guests with the claims on them."""
        page = _people(member(request), slug)
        return paged_sequence(request, page.guests, lambda rows: serialize_many(GuestSerializer, [*map(_guest, rows)]))


class GuestClaimView(Operation):
    """A claim on a guest."""

    @operation("claimGuest", ClaimSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str, guest: int) -> Response:
        """Claim to have been a guest.

        Another member or a founder confirms the claim; a founder's own claim needs no confirmation. Idempotent.
        """
        player = member(request)
        crew = crew_for(player, slug)
        claim = guests.claim_guest(guest=guest_for(crew, guest), player=player)
        return respond(ClaimSerializer, claim, status=HTTPStatus.CREATED)


class ClaimDetailView(Operation):
    """An answer to a claim."""

    @operation("answerClaim", ClaimSerializer, body=ClaimAnswerSerializer)
    def post(self, request: Request, slug: str, claim: int) -> Response:
        """Confirm, decline or undo a claim.

        Confirming a claim turns the guest's attempts into the claimant's. Idempotent.
        """
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
