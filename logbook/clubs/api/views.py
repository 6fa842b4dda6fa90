"""Clubs: one's own, what a public one tells, founding, changing and deleting one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, asked, cleaned, nothing_more, operation, told, told_all
from logbook.api.callers import caller, member
from logbook.api.pagination import paged
from logbook.clubs.access import club_for, organized_club_for, owned_club_for, readable_club_for
from logbook.clubs.api.serializers import Club, ClubLine, ClubWords, JoinWords
from logbook.clubs.forms import ClubForm
from logbook.clubs.models import Club as ClubModel
from logbook.clubs.selectors.clubs import clubs_listed
from logbook.clubs.services import clubs
from logbook.people.models.players import Player


class ClubList(Operation):
    """One's clubs."""

    @operation("listClubs", ClubLine, listed=True)
    def get(self, request: Request) -> Response:
        """The clubs one belongs to, or plays in with a crew."""
        return paged(request, clubs_listed(member(request)), lambda page: told_all(ClubLine, page))

    @operation("openClub", Club, asks=ClubWords, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Open a club; whoever does so owns it."""
        player = member(request)
        words = cleaned(ClubForm(asked(ClubWords, request)))
        club = clubs.club_create(player=player, **words)
        return told(Club, club_told(club, player), status=HTTPStatus.CREATED)


class ClubOne(Operation):
    """A club."""

    is_open = True

    @operation("readClub", Club)
    def get(self, request: Request, slug: str) -> Response:
        """A club of one's own, or a public one."""
        player = caller(request)
        return told(Club, club_told(readable_club_for(player, slug), player))

    @operation("changeClub", Club, asks=ClubWords)
    def put(self, request: Request, slug: str) -> Response:
        """Say something else about the club, and who may read it; its organizers do so."""
        player = member(request)
        club = organized_club_for(player, slug)
        form = ClubForm(asked(ClubWords, request), instance=ClubModel.objects.get(pk=club.pk))
        clubs.club_change(club=club, **cleaned(form))
        return told(Club, club_told(club_for(player, slug), player))

    @operation("deleteClub", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete the club with its challenges and all that was played in them; its owner does so."""
        clubs.club_delete(club=owned_club_for(member(request), slug))
        return nothing_more()


class ClubJoin(Operation):
    """The door."""

    @operation("joinClub", {204: None}, asks=JoinWords)
    def post(self, request: Request, slug: str) -> Response:
        """Ask to join a public club; an organizer answers. Asking twice changes nothing."""
        player = member(request)
        words = asked(JoinWords, request)["words"]
        club = readable_club_for(player, slug)
        clubs.join_ask(club=club, player=player, words=" ".join(words.split()))
        return nothing_more()


class ClubLeave(Operation):
    """The way out."""

    @operation("leaveClub", {204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave the club. Its owner stays, until somebody else owns it."""
        player = member(request)
        clubs.club_leave(club=club_for(player, slug), player=player)
        return nothing_more()


def club_told(club: ClubModel, player: Player | None) -> dict[str, Any]:
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
