"""Crews that become one, or two, and leaving one with one's name."""

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
    """A crew's question."""

    @operation("readMerge", MergeSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The crew's last question whether it may become part of another one, and what became of it."""
        crew = readable_crew_for(member(request), slug)
        proposal = crew.merges.select_related("crew", "into", "asked_by").order_by("-pk").first()
        if proposal is None:
            raise Http404
        return respond(MergeSerializer, proposal)

    @operation("proposeMerge", MergeSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Ask that the crew become part of another one; its founders do so. The open question, if there is one."""
        player = member(request)
        proposal = merge.propose_merge(crew=crew_for(player, slug), by=player)
        return respond(MergeSerializer, proposal, status=HTTPStatus.CREATED)

    @operation("takeMergeBack", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Ask no more. Doing it twice changes nothing more."""
        player = member(request)
        merge.take_back_merge(crew=crew_for(player, slug), by=player)
        return no_content()


class MergeDetailView(Operation):
    """The question, for the other crew."""

    @operation("readMergeProposal", MergeSerializer)
    def get(self, request: Request, token: str) -> Response:
        """What a founder of the other crew reads."""
        member(request)
        return respond(MergeSerializer, merge_for(token))

    @operation("answerMerge", MergeSerializer, asks=MergeAnswerSerializer, also=("410",))
    def post(self, request: Request, token: str) -> Response:
        """Take the asking crew into a crew that one founded, or decline. Twice changes nothing more."""
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
    """One becomes two."""

    @operation("splitCrew", CrewSerializer, asks=SplitSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Found a crew of some members, with copies of some campaigns. Everybody stays in the old one too."""
        player = member(request)
        crew = crew_for(player, slug)
        new_crew = merge.split_crew(crew=crew, by=player, **parse_body(SplitSerializer, request))
        return respond(CrewSerializer, crew_response(new_crew), status=HTTPStatus.CREATED)


class CrewAnonymiseView(Operation):
    """Leaving with one's name."""

    @operation("takeNameAway", {204: None}, asks=AnonymiseSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Leave a crew, or look back at one that was left, and let nothing of it tell one's name. For ever."""
        player = member(request)
        crew = crews_of(player).filter(slug=slug).first() or former_crew_for(player, slug)
        anonymise.anonymise_member(crew=crew, player=player, photos=parse_body(AnonymiseSerializer, request)["photos"])
        return no_content()
