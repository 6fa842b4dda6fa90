"""API views of a club's members, removals, crews, join requests and news."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import caller, member
from logbook.api.pagination import paged
from logbook.challenges.selectors.club_results import crew_rows
from logbook.clubs.access import (
    club_for,
    entered_crew_for,
    member_of_club_for,
    organized_club_for,
    owned_club_for,
    readable_club_for,
    removal_for,
)
from logbook.clubs.api.serializers import (
    AnswerSerializer,
    CrewChoiceSerializer,
    EnteredCrewSerializer,
    MemberSerializer,
    NewsInputSerializer,
    NewsSerializer,
    RemovalSerializer,
    RoleSerializer,
)
from logbook.clubs.api.serializers import RequestSerializer as Asking
from logbook.clubs.forms import NewsForm
from logbook.clubs.models import ClubMember, JoinRequest
from logbook.clubs.services import clubs, removals
from logbook.clubs.services import news as posts
from logbook.crews.access import crew_for
from logbook.crews.models.crews import Crew


class MemberListView(Operation):
    """A club's members."""

    @operation("listMembers", MemberSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's members, newest first.

        Members of the club, and players of its crews, only.
        """
        club = club_for(member(request), slug)
        return paged(
            request, club.members.select_related("player"), lambda page: serialize_many(MemberSerializer, page)
        )


class MemberDetailView(Operation):
    """A member of a club."""

    @operation("changeRole", MemberSerializer, body=RoleSerializer)
    def patch(self, request: Request, slug: str, player: int) -> Response:
        """Change a member's role.

        The owner of the club only. Giving `owner` to a member transfers the club: the caller becomes an organizer.
        """
        owner = member(request)
        club = owned_club_for(owner, slug)
        other = member_of_club_for(owner, club, player)
        clubs.change_role(club=club, by=owner, player=other, role=parse_body(RoleSerializer, request)["role"])
        return respond(MemberSerializer, ClubMember.objects.select_related("player").get(club=club, player=other))

    @operation("removeMember", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """Remove a player from a club.

        Also applies to players who take part with a crew only. Organizers may remove members; the owner may remove
        organizers too.
        """
        organizer = member(request)
        club = organized_club_for(organizer, slug)
        other = member_of_club_for(organizer, club, player)
        removals.remove_member(club=club, by=organizer, player=other)
        return no_content()


class RemovalListView(Operation):
    """The players removed from a club."""

    @operation("listRemovals", RemovalSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the players removed from a club, newest first.

        Organizers of the club only.
        """
        removed = organized_club_for(member(request), slug).removals.select_related("player")
        return paged(request, removed, lambda page: serialize_many(RemovalSerializer, page))


class RemovalDetailView(Operation):
    """A removal."""

    @operation("readmitMember", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """Readmit a removed player.

        Organizers of the club only. The player may join again and take part with their crews.
        """
        removals.readmit_member(removal=removal_for(member(request), slug, player))
        return no_content()


class CrewListView(Operation):
    """A club's crews."""

    is_open = True

    @operation("listClubCrews", EnteredCrewSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's crews with their results in finished challenges."""
        club = readable_club_for(caller(request), slug)
        crews_entered = Crew.objects.filter(pk__in=club.entries.values("crew"))

        def tell(page: list[Crew]) -> Sequence[Any]:
            rows = {row.crew.pk: row for row in crew_rows(club, Crew.objects.filter(pk__in=[c.pk for c in page]))}
            return serialize_many(EnteredCrewSerializer, [_crew(rows[crew.pk]) for crew in page if crew.pk in rows])

        return paged(request, crews_entered, tell)

    @operation("enterCrew", {204: None}, body=CrewChoiceSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Add one of the caller's crews to a club.

        Idempotent.
        """
        player = member(request)
        club = club_for(player, slug)
        crew = crew_for(player, parse_body(CrewChoiceSerializer, request)["crew"])
        clubs.enter_crew(club=club, crew=crew, player=player)
        return no_content()


class CrewDetailView(Operation):
    """A crew in a club."""

    @operation("withdrawCrew", {204: None})
    def delete(self, request: Request, slug: str, crew: str) -> Response:
        """Withdraw a crew from a club. Its results stay.

        Members of the crew and organizers of the club only.
        """
        player = member(request)
        club = club_for(player, slug)
        clubs.withdraw_crew(club=club, crew=entered_crew_for(player, club, crew), player=player)
        return no_content()


class RequestListView(Operation):
    """A club's join requests."""

    @operation("listRequests", Asking, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's open join requests.

        Organizers of the club only.
        """
        club = organized_club_for(member(request), slug)
        requests = club.requests.filter(state=JoinRequest.State.WAITING).select_related("player")
        return paged(request, requests, lambda page: serialize_many(Asking, page))


class RequestDetailView(Operation):
    """A join request."""

    @operation("answerRequest", Asking, body=AnswerSerializer)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Accept or decline a join request.

        Organizers of the club only. The first answer stands: later calls change nothing.
        """
        organizer = member(request)
        club = organized_club_for(organizer, slug)
        request_now = get_object_or_404(club.requests.select_related("player", "club"), pk=pk)
        clubs.answer_join_request(
            request=request_now, by=organizer, accept=parse_body(AnswerSerializer, request)["accept"]
        )
        request_now.refresh_from_db(fields=("state",))
        return respond(Asking, request_now)


class NewsListView(Operation):
    """A club's news."""

    is_open = True

    @operation("listNews", NewsSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's news posts, newest first."""
        club = readable_club_for(caller(request), slug)
        return paged(request, club.news.select_related("author"), lambda page: serialize_many(NewsSerializer, page))

    @operation("writeNews", NewsSerializer, body=NewsInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Publish a news post.

        Organizers of the club only.
        """
        organizer = member(request)
        club = organized_club_for(organizer, slug)
        data = validate_form(NewsForm(parse_body(NewsInputSerializer, request)))
        return respond(NewsSerializer, posts.write_news(club=club, by=organizer, **data), status=HTTPStatus.CREATED)


class NewsDetailView(Operation):
    """A news post."""

    @operation("changeNews", NewsSerializer, body=NewsInputSerializer)
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Edit a news post.

        Organizers of the club only.
        """
        club = organized_club_for(member(request), slug)
        post = get_object_or_404(club.news.select_related("author"), pk=pk)
        posts.edit_news(news=post, **validate_form(NewsForm(parse_body(NewsInputSerializer, request))))
        return respond(NewsSerializer, club.news.select_related("author").get(pk=post.pk))

    @operation("deleteNews", {204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Delete a news post.

        Organizers of the club only.
        """
        club = organized_club_for(member(request), slug)
        posts.delete_news(news=get_object_or_404(club.news, pk=pk))
        return no_content()


def _crew(row: Any) -> dict[str, Any]:
    crew = row.crew
    return {"slug": crew.slug, "name": crew.name, "size": row.size, "played": row.played, "won": row.won}
