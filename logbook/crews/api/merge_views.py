"""API views of merging and splitting crews, and of anonymising a member."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond
from logbook.api.callers import member
from logbook.crews.access import crew_for, crews_of, former_crew_for, founded_crews_of, merge_for, readable_crew_for
from logbook.crews.api.merge_serializers import (
    AnonymiseSerializer,
    MergeAnswerSerializer,
    MergeSerializer,
    SplitSerializer,
)
from logbook.crews.api.serializers import CrewSerializer
from logbook.crews.api.views import crew_response
from logbook.crews.exceptions import MergeEnded
from logbook.crews.models.merges import CrewMerge
from logbook.crews.services import anonymise, merge


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
