"""Reads what a club shows of its life: challenges with winners, crews with results, news, requests, webhooks."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.selectors.winners import winners_of
from logbook.clubs.models import Club, ClubMember, JoinRequest, News
from logbook.crews.models.crews import Crew, CrewMember
from logbook.notifications.models import CalendarLink, NotificationChoice, Webhook
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player

State = Challenge.State
PAST_SHOWN = 12
NEWS_SHOWN = 3
NEWS_A_PAGE = 10
LOG_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge as strangers read it: its title, its window, and who won it."""

    challenge: Challenge
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrewLine:
    """A crew of the club, with what it came to in the challenges that are over."""

    crew: Crew
    size: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class PublicPage:
    """What everybody may read of a public club. No member, and nothing of a challenge but its title and winners."""

    club: Club
    size: int
    now: tuple[ChallengeLine, ...]
    past: tuple[ChallengeLine, ...]
    crews: tuple[CrewLine, ...]
    news: tuple[News, ...]
    request: JoinRequest | None
    """The reader's own request to join."""


@dataclass(frozen=True, slots=True)
class CrewResult:
    """A crew's line in one challenge that is over."""

    standing: Standing
    crews: int


@dataclass(frozen=True, slots=True)
class MemberPage:
    """A member as fellow members see them: their role, their crews here, and what those came to."""

    player: Player
    role: ClubMember | None
    crews: tuple[CrewLine, ...]
    results: tuple[CrewResult, ...]


def public_page(club: Club, player: Player | None) -> PublicPage:
    """The club as strangers see it."""
    shown = club.challenges.filter(state__in=(State.OPEN, State.PAUSED, State.CLOSED)).order_by("-closes_at", "-pk")
    rows = list(shown[: PAST_SHOWN * 2])
    winners = winners_of([row.pk for row in rows if row.is_over])
    lines = [ChallengeLine(row, tuple(winners.get(row.pk, ()))) for row in rows]
    return PublicPage(
        club=club,
        size=club.members.count(),
        now=tuple(line for line in lines if not line.challenge.is_over),
        past=tuple(line for line in lines if line.challenge.is_over)[:PAST_SHOWN],
        crews=crew_lines(club),
        news=news_of(club),
        request=request_of(club, player),
    )


def crew_lines(club: Club, crews: QuerySet[Crew] | None = None) -> tuple[CrewLine, ...]:
    """The club's crews (or these of them), each with its challenges that are over, and how many it won."""
    entered = (Crew.objects.all() if crews is None else crews).filter(pk__in=club.entries.values("crew"))
    entered = entered.annotate(size=Count("members", filter=Q(members__left_at=None)))
    over = Standing.objects.filter(challenge__club=club, challenge__state=State.CLOSED)
    won = Count("pk", filter=Q(rank=1, stages_won__gt=0))
    counted = {row["crew"]: row for row in over.values("crew").annotate(played=Count("pk"), won=won)}
    nothing = {"played": 0, "won": 0}
    found = ((crew, counted.get(crew.pk, nothing)) for crew in entered.order_by("name", "pk"))
    return tuple(CrewLine(crew, crew.size, row["played"], row["won"]) for crew, row in found)


def crew_players(club: Club, crew: Crew) -> tuple[Player, ...]:
    """The crew's players of today in the club, none who were removed."""
    today = CrewMember.objects.filter(crew=crew, left_at=None).values("player")
    return tuple(club.players().filter(pk__in=today).order_by("name", "pk"))


def crew_results(club: Club, crews: list[int]) -> tuple[CrewResult, ...]:
    """What crews came to in the club's challenges that are over, the latest first."""
    lines = Standing.objects.filter(crew__in=crews, challenge__club=club, challenge__state=State.CLOSED)
    lines = lines.annotate(field=Count("challenge__standings")).select_related("challenge", "crew")
    ordered = lines.order_by("-challenge__closes_at", "-challenge", "rank")[:100]
    return tuple(CrewResult(line, line.field) for line in ordered)


def member_page(club: Club, player: Player) -> MemberPage:
    """A member inside a club."""
    theirs = CrewMember.objects.filter(player=player, left_at=None).values("crew")
    crews = crew_lines(club, Crew.objects.filter(pk__in=theirs))
    role = club.members.filter(player=player).first()
    return MemberPage(player, role, crews, crew_results(club, [line.crew.pk for line in crews]))


def news_of(club: Club) -> tuple[News, ...]:
    """The latest posts."""
    return tuple(club.news.select_related("author")[:NEWS_SHOWN])


def news_paged(club: Club, number: str) -> Page[News]:
    """A page of the posts, the newest first."""
    return Paginator(club.news.select_related("author"), NEWS_A_PAGE).get_page(number)


def request_of(club: Club, player: Player | None) -> JoinRequest | None:
    """The person's request to join, as far as it still stands."""
    if player is None:
        return None
    request = JoinRequest.objects.filter(club=club, player=player).first()
    return None if request is None or request.may_ask_again else request


def requests_waiting(club: Club) -> list[JoinRequest]:
    """Who is at the door."""
    waiting = club.requests.filter(state=JoinRequest.State.WAITING)
    return list(waiting.select_related("player"))


def mailed_waiting(club: Club) -> list[Invite]:
    """The invitations by mail that nobody has used yet and that still let somebody in."""
    return [invite for invite in club.invites.exclude(mail_to="").order_by("-pk")[:50] if invite.is_open]


def webhooks_of(club: Club) -> list[Webhook]:
    """The club's webhooks, each with its last deliveries as `log`."""
    hooks = list(club.webhooks.all())
    for hook in hooks:
        found = hook.deliveries.select_related("happening__challenge", "happening__news")
        hook.log = list(found[:LOG_SHOWN])  # type: ignore[attr-defined]
    return hooks


def calendar_link_of(player: Player) -> CalendarLink | None:
    """The secret address of the calendar of all the person's clubs."""
    return CalendarLink.objects.filter(player=player, club=None).first()


def choices_of(player: Player) -> dict[int, str]:
    """Club by club (their keys), how the person chose to hear from it."""
    return dict(NotificationChoice.objects.filter(player=player).values_list("club", "how"))
