"""Crews that become one, or two, and leaving one with one's name."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, asked, nothing_more, operation, told
from logbook.api.callers import member
from logbook.crews.access import crew_for, crews_of, former_crew_for, founded_crews_of, readable_crew_for, union_for
from logbook.crews.api.merge_serializers import NameAway, Part, Union, UnionAnswer
from logbook.crews.api.serializers import Crew
from logbook.crews.api.views import crew_told
from logbook.crews.exceptions import UnionOver
from logbook.crews.models.guests import CrewUnion
from logbook.crews.services import anonymise, merge


class CrewUnionOne(Operation):
    """A crew's question."""

    @operation("readUnion", Union)
    def get(self, request: Request, slug: str) -> Response:
        """The crew's last question whether it may become part of another one, and what became of it."""
        crew = readable_crew_for(member(request), slug)
        asked_last = crew.unions.select_related("crew", "into", "asked_by").order_by("-pk").first()
        if asked_last is None:
            raise Http404
        return told(Union, asked_last)

    @operation("askUnion", Union, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Ask that the crew become part of another one; its founders do so. The open question, if there is one."""
        player = member(request)
        question = merge.union_ask(crew=crew_for(player, slug), by=player)
        return told(Union, question, status=HTTPStatus.CREATED)

    @operation("takeUnionBack", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Ask no more. Doing it twice changes nothing more."""
        player = member(request)
        merge.union_take_back(crew=crew_for(player, slug), by=player)
        return nothing_more()


class UnionOne(Operation):
    """The question, for the other crew."""

    @operation("readQuestion", Union)
    def get(self, request: Request, token: str) -> Response:
        """What a founder of the other crew reads."""
        member(request)
        return told(Union, union_for(token))

    @operation("answerUnion", Union, asks=UnionAnswer, also=("410",))
    def post(self, request: Request, token: str) -> Response:
        """Take the asking crew into a crew that one founded, or decline. Twice changes nothing more."""
        player = member(request)
        question, words = union_for(token), asked(UnionAnswer, request)
        into = get_object_or_404(founded_crews_of(player), slug=words["into"])
        if words["accept"]:
            merge.union_accept(union=question, into=into, by=player)
        elif question.state not in (CrewUnion.State.ASKED, CrewUnion.State.DECLINED):
            raise UnionOver
        else:
            merge.union_decline(union=question, by=player)
        return told(Union, union_for(token))


class CrewPart(Operation):
    """One becomes two."""

    @operation("partCrew", Crew, asks=Part, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Found a crew of some members, with copies of some campaigns. Everybody stays in the old one too."""
        player = member(request)
        crew = crew_for(player, slug)
        made = merge.crew_part(crew=crew, by=player, **asked(Part, request))
        return told(Crew, crew_told(made), status=HTTPStatus.CREATED)


class CrewNameAway(Operation):
    """Leaving with one's name."""

    @operation("takeNameAway", {204: None}, asks=NameAway)
    def post(self, request: Request, slug: str) -> Response:
        """Leave a crew, or look back at one that was left, and let nothing of it tell one's name. For ever."""
        player = member(request)
        crew = crews_of(player).filter(slug=slug).first() or former_crew_for(player, slug)
        anonymise.name_take_away(crew=crew, player=player, photos=asked(NameAway, request)["photos"])
        return nothing_more()
