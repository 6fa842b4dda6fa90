"""API views of crews: list, create, read and leave; members, substitutes and guests; links, merges and splits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import member
from logbook.api.invitations import InvitationBaseView, InvitationSerializer
from logbook.api.pagination import paged, paged_sequence
from logbook.campaigns.selectors.crew_attendance import crew_attendance
from logbook.clubs.selectors.clubs import clubs_of_crew
from logbook.crews.access import (
    claim_for,
    crew_for,
    crews_of,
    former_crew_for,
    founded_crew_member_for,
    founded_crews_of,
    guest_for,
    merge_for,
    readable_crew_for,
    readable_crews_of,
    substitute_for,
)
from logbook.crews.api.serializers import (
    AnonymiseSerializer,
    ClaimAnswerSerializer,
    ClaimSerializer,
    CrewInputSerializer,
    CrewInvitationInputSerializer,
    CrewMembershipSerializer,
    CrewRowSerializer,
    CrewSerializer,
    GuestSerializer,
    MergeAnswerSerializer,
    MergeSerializer,
    SplitSerializer,
    SubstituteSerializer,
)
from logbook.crews.exceptions import MergeEnded
from logbook.crews.forms.crews import CrewForm
from logbook.crews.models.crews import Crew
from logbook.crews.models.crews import Crew as CrewModel
from logbook.crews.models.merges import CrewMerge
from logbook.crews.selectors.crews import crew_list, crew_page, open_links
from logbook.crews.selectors.members import GuestRow, PeoplePage, people_page
from logbook.crews.services import anonymise, crews, guests, merge
from logbook.people.models.players import Player

ANSWERS: Final[Mapping[str, Callable[..., None]]] = {
    "grant": guests.grant_claim,
    "decline": guests.decline_claim,
    "back": guests.take_back_claim,
}


class CrewListView(Operation):
    """The caller's crews."""

    @operation("listCrews", CrewRowSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the crews in which the caller is a member."""
        return paged(request, crew_list(member(request)), lambda page: serialize_many(CrewRowSerializer, page))

    @operation("foundCrew", CrewSerializer, body=CrewInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Create a crew.

        The caller becomes its founder.
        """
        player = member(request)
        data = validate_form(CrewForm(parse_body(CrewInputSerializer, request)))
        crew = crews.create_crew(player=player, name=data["name"])
        return respond(CrewSerializer, crew_response(crew), status=HTTPStatus.CREATED)


class CrewDetailView(Operation):
    """A crew."""

    @operation("readCrew", CrewSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Get a crew.

        Either one of the caller's crews, or one that was merged while the caller was a member.
        """
        return respond(CrewSerializer, crew_response(readable_crew_for(member(request), slug)))


class CrewMembersView(Operation):
    """A crew's members."""

    @operation("listCrewMembers", CrewMembershipSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a crew's current members, newest first."""
        crew = readable_crew_for(member(request), slug)
        today = crew.members.filter(left_at=None).select_related("player")
        return paged(request, today, lambda page: serialize_many(CrewMembershipSerializer, page))


class CrewMemberDetailView(Operation):
    """A crew member."""

    @operation("removeCrewMember", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """Remove a member from the crew.

        Founders only; founders can't be removed. The member's attempts stay in the logbook, and the crew's open links
        are revoked.
        """
        founder = member(request)
        crew, other = founded_crew_member_for(founder, slug, player)
        crews.remove_member(crew=crew, player=other, by=founder)
        return no_content()


class CrewLeaveView(Operation):
    """Leaving a crew."""

    @operation("leaveCrew", {204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave a crew.

        The caller's attempts stay in its logbook.
        """
        player = member(request)
        crews.leave_crew(crew=crew_for(player, slug), player=player)
        return no_content()


def crew_response(crew: CrewModel) -> dict[str, Any]:
    """Return a crew as its members see it."""
    page = crew_page(crew)
    return {
        "slug": crew.slug,
        "name": crew.name,
        "created_at": crew.created_at,
        "became": crew.became,
        "members": len(page.members),
        "former": page.former,
        "clubs": [club.slug for club in clubs_of_crew(crew)],
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


class CrewInvitationsView(InvitationBaseView):
    """Links into a crew."""

    @operation("listCrewInvitations", InvitationSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the open links into one of the caller's crews."""
        return self.list_response(request, open_links().filter(crew=crew_for(member(request), slug)))

    @operation("inviteIntoCrew", InvitationSerializer, body=CrewInvitationInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Create a link into one of the caller's crews.

        Returns the open link if there is one.
        """
        player = member(request)
        crew: Crew = crew_for(player, slug)
        return self.created_response(player, crew=crew, **parse_body(CrewInvitationInputSerializer, request))


class CrewMergeView(Operation):
    """A crew's merge proposal."""

    @operation("readMerge", MergeSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Get the crew's latest merge proposal.

        404 if the crew has never proposed a merge.
        """
        crew = readable_crew_for(member(request), slug)
        proposal = crew.merges.select_related("crew", "into", "asked_by").order_by("-pk").first()
        if proposal is None:
            raise Http404
        return respond(MergeSerializer, proposal)

    @operation("proposeMerge", MergeSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Propose to merge the crew into another crew.

        Founders of the crew only. Returns the open proposal if there is one.
        """
        player = member(request)
        proposal = merge.propose_merge(crew=crew_for(player, slug), by=player)
        return respond(MergeSerializer, proposal, status=HTTPStatus.CREATED)

    @operation("withdrawMerge", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Withdraw the open merge proposal.

        Founders of the crew only. Idempotent.
        """
        player = member(request)
        merge.take_back_merge(crew=crew_for(player, slug), by=player)
        return no_content()


class MergeDetailView(Operation):
    """A merge proposal, by its token."""

    @operation("readMergeProposal", MergeSerializer)
    def get(self, request: Request, token: str) -> Response:
        """Get a merge proposal by its token."""
        member(request)
        return respond(MergeSerializer, merge_for(token))

    @operation("answerMerge", MergeSerializer, body=MergeAnswerSerializer, also=("410",))
    def post(self, request: Request, token: str) -> Response:
        """Accept or decline a merge proposal.

        Accepting merges the proposing crew, with its members and copies of its logbook, into the crew `into`.
        Idempotent. 410 if the proposal was withdrawn, or answered differently.
        """
        player = member(request)
        proposal, payload = merge_for(token), parse_body(MergeAnswerSerializer, request)
        into = get_object_or_404(founded_crews_of(player), slug=payload["into"])
        if payload["accept"]:
            merge.accept_merge(proposal=proposal, into=into, by=player)
        elif proposal.state not in (CrewMerge.State.ASKED, CrewMerge.State.DECLINED):
            raise MergeEnded
        else:
            merge.decline_merge(proposal=proposal, by=player)
        return respond(MergeSerializer, merge_for(token))


class CrewSplitView(Operation):
    """Splitting a crew."""

    @operation("splitCrew", CrewSerializer, body=SplitSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Create a crew from some of the members, with copies of some campaigns.

        All members stay in the original crew too. Idempotent: a repeated request with the same `key` returns the
        existing crew.
        """
        player = member(request)
        crew = crew_for(player, slug)
        new_crew = merge.split_crew(crew=crew, by=player, **parse_body(SplitSerializer, request))
        return respond(CrewSerializer, crew_response(new_crew), status=HTTPStatus.CREATED)


class CrewAnonymiseView(Operation):
    """Anonymising the caller in a crew."""

    @operation("removeName", {204: None}, body=AnonymiseSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Remove the caller's name from a crew.

        Also leaves the crew, if the caller is still a member. Attempts and their results stay. This can't be undone.
        """
        player = member(request)
        crew = crews_of(player).filter(slug=slug).first() or former_crew_for(player, slug)
        anonymise.anonymise_member(crew=crew, player=player, photos=parse_body(AnonymiseSerializer, request)["photos"])
        return no_content()


def _people(player: Player, slug: str) -> PeoplePage:
    crew = readable_crew_for(player, slug)
    return people_page(crew, player, set(readable_crews_of(player)), crew_attendance(crew, player))


def _guest(row: GuestRow) -> dict[str, Any]:
    claims = [one.claim for one in row.claims]
    return {"guest": row.guest, "attended": row.attended, "may_claim": row.may_claim, "claims": claims}
