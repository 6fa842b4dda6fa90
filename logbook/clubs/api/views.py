"""Clubs: one's own, what a public one tells, founding, changing and deleting one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import caller, member
from logbook.api.pagination import paged
from logbook.clubs.access import club_for, organized_club_for, owned_club_for, readable_club_for
from logbook.clubs.api.serializers import ClubInputSerializer, ClubRowSerializer, ClubSerializer, JoinInputSerializer
from logbook.clubs.forms import ClubForm
from logbook.clubs.models import Club as ClubModel
from logbook.clubs.selectors.clubs import club_list
from logbook.clubs.services import clubs
from logbook.people.models.players import Player


class ClubListView(Operation):
    """One's clubs."""

    @operation("listClubs", ClubRowSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """The clubs one belongs to, or plays in with a crew."""
        return paged(request, club_list(member(request)), lambda page: serialize_many(ClubRowSerializer, page))

    @operation("openClub", ClubSerializer, asks=ClubInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Open a club; whoever does so owns it."""
        player = member(request)
        data = validate_form(ClubForm(parse_body(ClubInputSerializer, request)))
        club = clubs.create_club(player=player, **data)
        return respond(ClubSerializer, club_response(club, player), status=HTTPStatus.CREATED)


class ClubDetailView(Operation):
    """A club."""

    is_open = True

    @operation("readClub", ClubSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A club of one's own, or a public one."""
        player = caller(request)
        return respond(ClubSerializer, club_response(readable_club_for(player, slug), player))

    @operation("changeClub", ClubSerializer, asks=ClubInputSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Say something else about the club, and who may read it; its organizers do so."""
        player = member(request)
        club = organized_club_for(player, slug)
        form = ClubForm(parse_body(ClubInputSerializer, request), instance=ClubModel.objects.get(pk=club.pk))
        clubs.change_club(club=club, **validate_form(form))
        return respond(ClubSerializer, club_response(club_for(player, slug), player))

    @operation("deleteClub", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete the club with its challenges and all that was played in them; its owner does so."""
        clubs.delete_club(club=owned_club_for(member(request), slug))
        return no_content()


class ClubJoinView(Operation):
    """The door."""

    @operation("joinClub", {204: None}, asks=JoinInputSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Ask to join a public club; an organizer answers. Asking twice changes nothing."""
        player = member(request)
        text = parse_body(JoinInputSerializer, request)["words"]
        club = readable_club_for(player, slug)
        clubs.ask_to_join(club=club, player=player, text=" ".join(text.split()))
        return no_content()


class ClubLeaveView(Operation):
    """The way out."""

    @operation("leaveClub", {204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave the club. Its owner stays, until somebody else owns it."""
        player = member(request)
        clubs.leave_club(club=club_for(player, slug), player=player)
        return no_content()


def club_response(club: ClubModel, player: Player | None) -> dict[str, Any]:
    """What the club tells this reader of itself."""
    role = club.members.filter(player=player).values_list("role", flat=True).first() if player else None
    return {
        "slug": club.slug,
        "name": club.name,
        "about": club.about,
        "public": club.public,
        "role": role,
        "members": club.members.count(),
        "crews": club.entries.count(),
    }
