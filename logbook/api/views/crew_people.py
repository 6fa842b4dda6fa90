"""A crew's substitutes and guests, and claims of guests' histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from logbook import access
from logbook.api.caller import member
from logbook.api.operations import Operation, asked, nothing_more, operation, told, told_all
from logbook.api.pages import paged_whole
from logbook.api.shapes.crew_people import Claim, ClaimAnswer, Guest, Substitute
from logbook.models import Player
from logbook.selectors.crew_people import GuestRow, PeoplePage, people_page
from logbook.services import crew_people

ANSWERS: Final[Mapping[str, Callable[..., None]]] = {
    "grant": crew_people.claim_grant,
    "decline": crew_people.claim_decline,
    "back": crew_people.claim_take_back,
}


class SubstituteList(Operation):
    """Who sits in."""

    @operation("listSubstitutes", Substitute, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """Who sits in for a crew now and then. They come by an invitation `as_substitute`."""
        page = _people(member(request), slug)
        return paged_whole(request, page.substitutes, lambda found: told_all(Substitute, found))


class SubstituteOne(Operation):
    """Somebody who sits in."""

    @operation("endSubstitute", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """Offer somebody as a substitute no more; where they were there they stay."""
        by = member(request)
        crew = access.crew_for(by, slug)
        crew_people.substitute_end(crew=crew, player=access.substitute_for(crew, player), by=by)
        return nothing_more()


class GuestList(Operation):
    """A crew's guests."""

    @operation("listGuests", Guest, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """The guests of a crew, and who claims to have been which."""
        page = _people(member(request), slug)
        return paged_whole(request, page.guests, lambda found: told_all(Guest, [*map(_guest, found)]))


class GuestClaim(Operation):
    """A claim."""

    @operation("claimGuest", Claim, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str, guest: int) -> Response:
        """Say "this guest was me". Another member, or a founder, confirms it. Twice changes nothing more."""
        player = member(request)
        crew = access.crew_for(player, slug)
        claim = crew_people.guest_claim(guest=access.guest_for(crew, guest), player=player)
        return told(Claim, claim, status=HTTPStatus.CREATED)


class ClaimOne(Operation):
    """An answer to a claim."""

    @operation("answerClaim", Claim, asks=ClaimAnswer)
    def post(self, request: Request, slug: str, claim: int) -> Response:
        """Confirm a claim, decline it, or take it back. Twice changes nothing more."""
        player = member(request)
        crew = access.crew_for(player, slug)
        found = access.claim_for(crew, claim)
        ANSWERS[asked(ClaimAnswer, request)["answer"]](claim=found, by=player)
        return told(Claim, access.claim_for(crew, claim))


def _people(player: Player, slug: str) -> PeoplePage:
    crew = access.readable_crew_for(player, slug)
    return people_page(crew, player, set(access.readable_crews_of(player)))


def _guest(row: GuestRow) -> dict[str, Any]:
    claims = [one.claim for one in row.claims]
    return {"guest": row.guest, "there": row.there, "may_claim": row.may_claim, "claims": claims}
