"""Views of clubs: list, page, members, roles and crews."""

from __future__ import annotations

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from logbook.challenges.access.challenges import challenges_of
from logbook.challenges.selectors.challenge_rows import challenge_rows
from logbook.challenges.selectors.club_results import club_challenges, crew_rows
from logbook.clubs.access import club_for, clubs_of, entered_crew_for, is_inside, organized_club_for, owned_club_for
from logbook.clubs.forms import ClubForm, CrewChoiceForm, JoinForm, MailInvitesForm, RoleForm
from logbook.clubs.models import Club, ClubMember
from logbook.clubs.selectors import clubs as selectors
from logbook.clubs.selectors import pages
from logbook.clubs.services import clubs
from logbook.crews.access import crews_of
from logbook.exchange.selectors.club_records import has_past
from logbook.notifications.selectors import club_calendar_link_of
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.people.services import invitations


@require_safe
def club_list(request: PlayerRequest) -> HttpResponse:
    """List the player's clubs, with those they play in with a crew; to visitors and guests, the public ones."""
    if request.player is None or request.player.is_guest:
        return render(request, "clubs/club_list_public.html", {"clubs": selectors.public_clubs()})
    return render(request, "clubs/club_list.html", {"clubs": selectors.club_list(request.player)})


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@once
def club_new(request: MemberRequest) -> HttpResponse:
    """Create a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        club = clubs.open_club(player=request.player, **form.cleaned_data)
        return redirect("club", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
def club(request: PlayerRequest, slug: str) -> HttpResponseBase:
    """Show members, crews and challenges; to other visitors the public page."""
    public = Club.objects.filter(slug=slug, public=True).first()
    if public is not None and public.run_by_site:
        return redirect("daily")
    if public is not None and not is_inside(request.player, public):
        return public_club_page(request, public)
    return _inside(request, slug=slug)


@needs_account
def _inside(request: MemberRequest, slug: str) -> HttpResponse:
    return club_page(request, club_for(request.player, slug))


def public_club_page(request: PlayerRequest, club: Club, refused: Form | None = None) -> HttpResponse:
    """Show the public page with the join request."""
    context = {
        "page": pages.public_page(club, request.player),
        "challenges": club_challenges(club),
        "crews": crew_rows(club),
        "club": club,
        "form": refused or JoinForm(),
        "here": reverse("club", args=[club.slug]),
    }
    return render(request, "clubs/club_public.html", context, status=422 if refused else 200)


def club_page(
    request: MemberRequest, club: Club, refused: Form | None = None, mail_form: Form | None = None
) -> HttpResponse:
    """Show the club to its members, with the errors of a form."""
    page = selectors.club_page(club, request.player)
    context = {
        "page": page,
        "club": club,
        "calendar": club_calendar_link_of(request.player, club),
        "news": pages.news_of(club),
        "ask_form": None if page.role else JoinForm(),
        "own_request": None if page.role else pages.request_of(club, request.player),
        "requests": pages.waiting_requests(club) if page.may_organize else [],
        "mailed": pages.waiting_mail_invitations(club) if page.may_organize else [],
        "mail_form": mail_form or MailInvitesForm(),
        "challenges": challenge_rows(
            challenges_of(request.player).filter(club=club), request.player, crews_of(request.player)
        ),
        "roles": ClubMember.Role.choices,
        "crew_form": CrewChoiceForm(crews=page.may_enter) if page.may_enter else None,
        "refused": refused,
        "has_past": has_past(club),
    }
    return render(request, "clubs/club.html", context, status=422 if refused or mail_form else 200)


@require_POST
@needs_account
def club_invite(request: MemberRequest, slug: str) -> HttpResponse:
    """Create the link into the club."""
    club = organized_club_for(request.player, slug)
    invitations.create_invitation(by=request.player, club=club)
    return redirect("club", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def club_leave(request: MemberRequest, slug: str) -> HttpResponse:
    """Leave the club, after a confirmation."""
    club = club_for(request.player, slug)
    if request.method != "POST":
        return render(request, "clubs/club_leave.html", {"club": club})
    clubs.leave_club(club=club, player=request.player)
    messages.success(request, _("You have left %(club)s.") % {"club": club})
    return redirect("club-list")


@require_POST
@needs_account
def club_role(request: MemberRequest, slug: str) -> HttpResponse:
    """Give a member a role, as the owner."""
    club = owned_club_for(request.player, slug)
    form = RoleForm(request.POST, club=club)
    if not form.is_valid():
        return club_page(request, club, refused=form)
    clubs.change_role(club=club, by=request.player, **form.cleaned_data)
    messages.success(request, _("%(name)s has a new role.") % {"name": form.cleaned_data["player"]})
    return redirect("club", club.slug)


@require_POST
@needs_account
def club_crew_join(request: MemberRequest, slug: str) -> HttpResponse:
    """Enter one of the player's crews in the club."""
    club = club_for(request.player, slug)
    form = CrewChoiceForm(request.POST, crews=list(crews_of(request.player)))
    if not form.is_valid():
        return club_page(request, club, refused=form)
    clubs.enter_crew(club=club, crew=form.cleaned_data["crew"], player=request.player)
    return redirect("club", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def club_crew_leave(request: MemberRequest, slug: str, crew_slug: str) -> HttpResponse:
    """Take a crew out of the club, after a confirmation, as one of its members or an organizer."""
    club = club_for(request.player, slug)
    crew = entered_crew_for(request.player, club, crew_slug)
    if request.method != "POST":
        return render(request, "clubs/club_crew_leave.html", {"club": club, "crew": crew})
    clubs.withdraw_crew(club=club, crew=crew, player=request.player)
    messages.success(request, _("%(crew)s no longer plays in %(club)s.") % {"crew": crew, "club": club})
    return redirect(*(("club", club.slug) if clubs_of(request.player).contains(club) else ("club-list",)))
