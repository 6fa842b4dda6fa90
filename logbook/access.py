"""The only door that fetches and authorises. What is not yours is not there: 404."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.middleware import PlayerRequest
from logbook.models import (
    Attempt,
    Candidate,
    Challenge,
    Club,
    ClubMember,
    Crew,
    Deal,
    Invite,
    Look,
    Player,
    Season,
    Seat,
    Series,
    Stage,
    Table,
)
from logbook.selectors import knowing, sheets
from logbook.selectors.knowing import DealKey

View = Callable[..., HttpResponseBase]


class MemberRequest(PlayerRequest):
    """The request of somebody with an account, as views behind `needs_account` receive it."""

    player: Player


def needs_account(view: View) -> View:
    """Let people with an account pass; send the others to the sign-in page, and back here afterwards."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        player: Player | None = getattr(request, "player", None)
        if player is not None and not player.is_guest:
            return view(request, *args, **kwargs)
        if request.user.is_authenticated:
            raise PermissionDenied(_("Your account has no player. Sign out and in again to get one."))
        return redirect_to_login(_return_address(request), reverse("account_login"))

    return respond


def _return_address(request: HttpRequest) -> str:
    # After signing in one lands on a page: the address of a form's action is none.
    return request.get_full_path() if request.method in {"GET", "HEAD"} else reverse("home")


# --- crews and clubs


def crews_of(player: Player | None) -> QuerySet[Crew]:
    """The crews the person is in today."""
    if player is None:
        return Crew.objects.none()
    return Crew.objects.filter(members__player=player, members__left_at=None)


def crew_for(player: Player | None, slug: str) -> Crew:
    """A crew of the person's, or 404."""
    return get_object_or_404(crews_of(player), slug=slug)


def clubs_of(player: Player | None) -> QuerySet[Club]:
    """The clubs the person belongs to, or plays in with a crew."""
    if player is None:
        return Club.objects.none()
    return Club.objects.filter(Q(members__player=player) | Q(entries__crew__in=crews_of(player))).distinct()


def club_for(player: Player | None, slug: str) -> Club:
    """A club of the person's, or 404."""
    return get_object_or_404(clubs_of(player), slug=slug)


def readable_club_for(player: Player | None, slug: str) -> Club:
    """A club of the person's, or one that is public; else 404."""
    return get_object_or_404(Club.objects.filter(Q(public=True) | Q(pk__in=clubs_of(player).values("pk"))), slug=slug)


def is_inside(player: Player | None, club: Club) -> bool:
    """Whether the club is one of the person's."""
    return clubs_of(player).filter(pk=club.pk).exists()


def member_of_club_for(player: Player | None, club: Club, pk: int) -> Player:
    """Somebody who belongs to the club or plays in it, for whom the club is theirs too; else 404."""
    if not is_inside(player, club):
        raise Http404
    inside = Q(club_memberships__club=club) | Q(
        crew_memberships__left_at=None, crew_memberships__crew__club_entries__club=club
    )
    return get_object_or_404(Player.objects.filter(inside).distinct(), pk=pk)


def organized_club_for(player: Player | None, slug: str) -> Club:
    """A club whose challenges the person runs; 404 for strangers, 403 for its other members."""
    club = club_for(player, slug)
    if not _has_role(club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER):
        raise PermissionDenied(_("Only the club's owner and organizers can do this."))
    return club


def owned_club_for(player: Player | None, slug: str) -> Club:
    """A club the person owns; 404 for strangers, 403 for its other members."""
    club = club_for(player, slug)
    if not _has_role(club, player, ClubMember.Role.OWNER):
        raise PermissionDenied(_("Only the club's owner can do this."))
    return club


def organizes(player: Player | None, club: Club) -> bool:
    """Whether the person runs the club's challenges."""
    return player is not None and _has_role(club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)


def owns(player: Player | None, club: Club) -> bool:
    """Whether the club is the person's own."""
    return player is not None and _has_role(club, player, ClubMember.Role.OWNER)


def may_remove(player: Player, member: ClubMember) -> bool:
    """Whether the person may end this membership: organizers those of members, the owner any but their own."""
    if member.role == ClubMember.Role.MEMBER:
        return organizes(player, member.club) and member.player_id != player.pk
    return member.role == ClubMember.Role.ORGANIZER and owns(player, member.club)


def entered_crew_for(player: Player | None, club: Club, slug: str) -> Crew:
    """A crew of the club that the person may take out of it: their own, or any if they own the club; else 404."""
    crew = get_object_or_404(Crew, slug=slug, club_entries__club=club)
    if not crews_of(player).contains(crew) and not _has_role(club, player, ClubMember.Role.OWNER):
        raise Http404
    return crew


def _has_role(club: Club, player: Player | None, *roles: ClubMember.Role) -> bool:
    return club.members.filter(player=player, role__in=roles).exists()


# --- links


def invite_for(token: str) -> Invite:
    """The link, open or not; a link that never was is 404."""
    return get_object_or_404(Invite.objects.select_related("crew", "club", "table", "created_by"), token=token)


def own_invite_for(player: Player | None, pk: int) -> Invite:
    """A link the person may end: into a crew of theirs, a club they organize, or made by themselves; else 404."""
    if player is None:
        raise Http404
    mine = Q(created_by=player) | Q(crew__in=crews_of(player)) | Q(club__in=organized_clubs_of(player))
    return get_object_or_404(Invite.objects.filter(mine), pk=pk)


def organized_clubs_of(player: Player | None) -> QuerySet[Club]:
    """The clubs whose challenges the person runs."""
    roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    return Club.objects.filter(members__player=player, members__role__in=roles)


# --- challenges


def challenges_of(player: Player | None) -> QuerySet[Challenge]:
    """The challenges of the person's clubs."""
    return Challenge.objects.filter(club__in=clubs_of(player)).select_related("club")


def challenge_for(player: Player | None, pk: int) -> Challenge:
    """A challenge of one of the person's clubs, or 404."""
    return get_object_or_404(challenges_of(player), pk=pk)


def challenge_of_member_for(player: Player | None, pk: int) -> Challenge:
    """A challenge of a club that the person belongs to; 403 for those who only play in it."""
    challenge = challenge_for(player, pk)
    if not challenge.club.members.filter(player=player).exists():
        raise PermissionDenied(_("Only members of the club can do this. Join it first."))
    return challenge


def opened_challenge_for(player: Player | None, pk: int) -> Challenge:
    """A challenge whose seal may be opened; 404 while its cards may still be played."""
    over = challenges_of(player).filter(state__in=Challenge.OVER).exclude(facts=[])
    return get_object_or_404(over, pk=pk)


def organized_challenge_for(player: Player | None, pk: int) -> Challenge:
    """A challenge the person runs; 404 for strangers, 403 for the club's other members."""
    challenge = challenge_for(player, pk)
    if not _has_role(challenge.club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER):
        raise PermissionDenied(_("Only the club's owner and organizers can do this."))
    return challenge


def season_for(player: Player | None, pk: int) -> Season:
    """A season of one of the person's clubs, or 404."""
    return get_object_or_404(Season.objects.filter(club__in=clubs_of(player)).select_related("club"), pk=pk)


def organized_season_for(player: Player | None, pk: int) -> Season:
    """A season the person runs; 404 for strangers, 403 for the club's other members."""
    season = season_for(player, pk)
    if not organizes(player, season.club):
        raise PermissionDenied(_("Only the club's owner and organizers can do this."))
    return season


def organized_series_for(player: Player | None, pk: int) -> Series:
    """A series the person runs; 404 for strangers, 403 for the club's other members."""
    series = get_object_or_404(Series.objects.filter(season__club__in=clubs_of(player)), pk=pk)
    organized_season_for(player, series.season_id)
    return series


def certificate_for(player: Player | None, pk: int, stage: int, attempt: int) -> Candidate:
    """What a closed challenge's deal was dealt from, with its proof; 404 while it may still be played."""
    closed = challenges_of(player).filter(state__in=Challenge.OVER)
    picked = Candidate.objects.filter(picked=True).select_related("deal__stage__challenge__club")
    return get_object_or_404(
        picked, deal__stage__challenge__in=closed.filter(pk=pk), deal__stage__number=stage, deal__attempt=attempt
    )


# --- tables


def tables_of(player: Player | None) -> QuerySet[Table]:
    """The tables the person sits at, has opened, or whose crew they are in."""
    if player is None:
        return Table.objects.none()
    seated = Q(pk__in=Seat.objects.filter(player=player).values("table"))
    return Table.objects.filter(seated | Q(opened_by=player) | Q(crew__in=crews_of(player)))


def table_for(player: Player | None, pk: int) -> Table:
    """A table the person may look at, or 404."""
    return get_object_or_404(tables_of(player).select_related("crew", "stage__challenge__club"), pk=pk)


# --- attempts at real tables


def crew_table_for(player: Player | None, pk: int) -> Table:
    """A challenge's table of a crew the person is in today, or 404."""
    tables = Table.objects.filter(stage__isnull=False, crew__in=crews_of(player))
    return get_object_or_404(tables.select_related("crew", "stage__challenge__club"), pk=pk)


def paper_for(player: Player | None, pk: int, number: int) -> Attempt:
    """A crew's attempt that is now played at a real table, by somebody who may see its cards; else 404."""
    table = crew_table_for(player, pk)
    running = table.attempts.filter(state=Attempt.State.PLAYING, place=Attempt.Place.TABLE)
    attempt = get_object_or_404(running, number=number)
    attempt.table = table
    return attempt


def seat_page_for(token: str) -> tuple[Attempt, int]:
    """The attempt and the seat whose page a link opens; 404 for a link that never was."""
    found = sheets.seat_of_token(token)
    if found is None:
        raise Http404
    return found


# --- replays


def replay_for(player: Player | None, pk: int) -> Attempt:
    """A finished attempt whose hands the person may see open, or 404."""
    finished = Attempt.objects.exclude(state=Attempt.State.PLAYING)
    attempt = get_object_or_404(finished.select_related("table__crew", "table__stage__challenge", "analysis"), pk=pk)
    if attempt.pk not in open_attempts(player, [attempt]):
        raise Http404
    return attempt


def unsealed_replay_for(player: Player | None, pk: int) -> Attempt:
    """A finished attempt of which the person may hear what could have been played, or 404.

    Whoever may see its cards; of a challenge, nobody before its window has closed.
    """
    attempt = replay_for(player, pk)
    if not attempt.is_unsealed:
        raise Http404
    return attempt


def open_attempts(player: Player | None, attempts: Collection[Attempt]) -> set[int]:
    """Which of these attempts are finished and lie open to the person, with all hands: their keys.

    Asks the database equally often, however many they are. What was played at a real table has no replay.
    """
    finished = [one for one in attempts if one.state != Attempt.State.PLAYING and not one.is_at_a_real_table]
    sealed = [attempt for attempt in finished if not attempt.is_public]
    visible = _visible(player, {attempt.table for attempt in sealed})
    stages = {attempt.table.stage_id for attempt in sealed if attempt.table.stage_id is not None}
    known = known_deals(player, stages)

    def is_known(attempt: Attempt) -> bool:
        stage = attempt.table.stage_id
        return attempt.table_id in visible and (stage is None or (stage, attempt.number) in known)

    return {attempt.pk for attempt in finished if attempt.is_public or is_known(attempt)}


def _visible(player: Player | None, tables: Collection[Table]) -> set[int]:
    if not tables:
        return set()
    return set(tables_of(player).filter(pk__in=[table.pk for table in tables]).values_list("pk", flat=True))


# --- who knows a deal


def knows_deal(player: Player | None, stage: Stage, attempt: int) -> bool:
    """Whether the person may hear everything that is told of this deal: its cards, how hard it is, how others fared."""
    return stage.challenge.is_over or (stage.pk, attempt) in known_deals(player, [stage.pk])


def known_deals(player: Player | None, stages: Collection[int]) -> set[DealKey]:
    """Which deals of these stages, in challenges that are not over, the person has finished or given up."""
    return knowing.known_deals(player, stages, crews_of(player)) if player is not None and stages else set()


def known_in(player: Player | None, challenge: Challenge) -> set[DealKey]:
    """Which deals of a challenge that is under way the person knows; before and after, nobody need ask."""
    if challenge.state not in (Challenge.State.OPEN, Challenge.State.PAUSED):
        return set()
    return known_deals(player, list(challenge.stages.values_list("pk", flat=True)))


def has_finished(player: Player | None, challenge: Challenge) -> bool:
    """Whether nothing of the challenge can spoil anything for the person: no crew of theirs has a deal before it.

    True once it is over, for those whose crews have ended every stage, and for organizers who play in no crew of it.
    """
    if challenge.is_over:
        return True
    crews = crews_of(player).filter(club_entries__club=challenge.club_id).values_list("pk", flat=True)
    return knowing.all_ended(challenge, list(crews)) if crews else organizes(player, challenge.club)


def deal_for(player: Player | None, pk: int, stage: int, attempt: int) -> Deal:
    """A deal of a challenge of the person's clubs whose cards they may see; else 404."""
    deals = Deal.objects.select_related("stage__challenge__club").exclude(seed="")
    deal = get_object_or_404(
        deals, stage__challenge__in=challenges_of(player), stage__challenge=pk, stage__number=stage, attempt=attempt
    )
    if not knows_deal(player, deal.stage, attempt):
        raise Http404
    return deal


def stage_for(player: Player | None, pk: int, number: int) -> Stage:
    """A stage of a challenge of the person's clubs, or 404."""
    stages = Stage.objects.filter(challenge__in=challenges_of(player)).select_related("challenge__club")
    return get_object_or_404(stages, challenge=pk, number=number)


def looks_for(player: Player | None, challenge: Challenge) -> QuerySet[Look]:
    """The lines of the challenge's ledger that the person may read.

    Once it is over, all; before, their own, and to organizers those of deals which cannot spoil anything for them.
    """
    looks = Look.objects.filter(stage__challenge=challenge)
    if challenge.is_over or (organizes(player, challenge.club) and has_finished(player, challenge)):
        return looks
    own = Q(player=player) if player is not None else Q(pk=None)
    if organizes(player, challenge.club):
        for stage, attempt in known_in(player, challenge):
            own |= Q(stage=stage, attempt=attempt)
    return looks.filter(own)


def looks_as_director(player: Player | None, stage: Stage) -> bool:
    """Whether somebody who looks does so as an organizer who plays in no crew of the challenge."""
    playing = crews_of(player).filter(club_entries__club=stage.challenge.club_id)
    return organizes(player, stage.challenge.club) and not playing.exists()


class BoardLocks(NamedTuple):
    """What a mission's board keeps from a reader: challenges under way, but for the reader's own crews."""

    locked: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()


def board_locks(player: Player | None, game: str, mission: str) -> BoardLocks:
    """The challenges with this mission of which the person is told nothing yet but how their own crews fared."""
    if player is None:
        return BoardLocks()
    going = challenges_of(player).filter(state__in=(Challenge.State.OPEN, Challenge.State.PAUSED))
    asked = going.filter(stages__game=game, stages__mission=mission).distinct()
    locked = frozenset(challenge.pk for challenge in asked if not has_finished(player, challenge))
    own = crews_of(player).values_list("pk", flat=True) if locked else ()
    return BoardLocks(locked, frozenset(own))
