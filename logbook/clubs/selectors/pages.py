"""Selectors of a club's pages: public page, news, join requests, mailed invitations."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from logbook.clubs.models import Club, JoinRequest, News
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player

NEWS_ON_PAGE = 3
NEWS_A_PAGE = 10


@dataclass(frozen=True, slots=True)
class PublicPage:
    """The public page of a club, without its members."""

    club: Club
    size: int
    news: tuple[News, ...]
    request: JoinRequest | None
    """The reader's own request to join."""


def public_page(club: Club, player: Player | None) -> PublicPage:
    """Return the club's public page."""
    return PublicPage(
        club=club,
        size=club.members.count(),
        news=news_of(club),
        request=request_of(club, player),
    )


def crew_players(club: Club, crew: Crew) -> tuple[Player, ...]:
    """Return the crew's present players in the club, without removed ones."""
    today = CrewMember.objects.filter(crew=crew, left_at=None).values("player")
    return tuple(club.players().filter(pk__in=today).order_by("name", "pk"))


def news_of(club: Club) -> tuple[News, ...]:
    """Return the latest posts."""
    return tuple(club.news.select_related("author")[:NEWS_ON_PAGE])


def paged_news(club: Club, number: str) -> Page[News]:
    """Return a page of the posts, newest first."""
    return Paginator(club.news.select_related("author"), NEWS_A_PAGE).get_page(number)


def request_of(club: Club, player: Player | None) -> JoinRequest | None:
    """Return the player's join request, if it is still valid."""
    if player is None:
        return None
    request = JoinRequest.objects.filter(club=club, player=player).first()
    return None if request is None or request.may_ask_again else request


def waiting_requests(club: Club) -> list[JoinRequest]:
    """Return the unanswered join requests."""
    requests = club.requests.filter(state=JoinRequest.State.WAITING)
    return list(requests.select_related("player"))


def waiting_mail_invitations(club: Club) -> list[Invite]:
    """Return the open mailed invitations that are still unused."""
    return [invite for invite in club.invites.exclude(mail_to="").order_by("-pk")[:50] if invite.is_open]
