"""Views of crews: list, page, founding, invitation, leaving."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from logbook.campaigns.selectors.campaigns import campaign_rows, crew_next
from logbook.challenges.access.replays import open_attempts
from logbook.clubs.access import club_for
from logbook.clubs.selectors.clubs import clubs_of_crew, crews_of_public_clubs
from logbook.clubs.services import clubs
from logbook.crews.access import crew_for, crews_of, former_crew_for, founded_crew_member_for, readable_crew_for
from logbook.crews.forms.crews import CrewForm
from logbook.crews.forms.people import LeaveForm, NameAwayForm
from logbook.crews.models.crews import Crew
from logbook.crews.selectors import crews as selectors
from logbook.crews.services import anonymise, crews
from logbook.lib.filters import game_requested
from logbook.people import undo
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.people.services import invitations
from logbook.tables.access import tables_of
from logbook.tables.selectors.table_rows import table_rows


@require_safe
def crew_list(request: PlayerRequest) -> HttpResponse:
    """List the player's crews; to visitors and guests, those that play in public clubs."""
    if request.player is None or request.player.is_guest:
        return render(request, "crews/crew_list_public.html", {"entries": crews_of_public_clubs()})
    return render(request, "crews/crew_list.html", {"crews": selectors.crew_list(request.player)})


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@once
def crew_new(request: MemberRequest) -> HttpResponse:
    """Found a crew; from a club's page, enter it in the club."""
    slug = request.GET.get("club", "")
    club = club_for(request.player, slug) if slug else None
    form = CrewForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        crew = crews.create_crew(player=request.player, name=form.cleaned_data["name"])
        if club is None:
            return redirect("crew", crew.slug)
        clubs.enter_crew(club=club, crew=crew, player=request.player)
        messages.success(request, _("%(crew)s is now in %(club)s.") % {"crew": crew, "club": club})
        return redirect("club", club.slug)
    context = {"form": form, "club": club}
    return render(request, "crews/crew_new.html", context, status=422 if form.is_bound else 200)


@require_safe
@needs_account
def crew(request: MemberRequest, slug: str) -> HttpResponse:
    """Show members, link and attempts."""
    page = selectors.crew_page(readable_crew_for(request.player, slug))
    game, played = game_requested(request), tables_of(request.player).filter(crew=page.crew)
    rows = table_rows(played.filter(game=game) if game else played, request.player)
    replays = open_attempts(request.player, [attempt for row in rows for attempt in row.ended])
    context = {"page": page, "crew": page.crew, "replays": replays, "game": game}
    became = page.crew.became
    context["goes_on"] = became is not None and crews_of(request.player).contains(became)
    context["clubs"] = clubs_of_crew(page.crew)
    context["running"] = [row for row in rows if not row.is_over]
    context["rows"] = [row for row in rows if row.ended or row.is_over]
    context["campaigns"] = campaigns = campaign_rows(page.crew.campaigns.all())
    context["next"] = None if became else crew_next(campaigns)
    return render(request, "crews/crew.html", context)


@require_POST
@needs_account
def crew_invite(request: MemberRequest, slug: str) -> HttpResponse:
    """Create the link into the crew."""
    crew = crew_for(request.player, slug)
    invitations.create_invitation(by=request.player, crew=crew)
    return redirect("crew", crew.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def crew_settings(request: MemberRequest, slug: str) -> HttpResponse:
    """Rename the crew, as a founder; show members the ways to merge, split and leave."""
    crew = crew_for(request.player, slug)
    if request.method != "POST":
        form = CrewForm(instance=crew) if crews.is_founder(crew, request.player) else None
        return render(request, "crews/crew_settings.html", {"crew": crew, "form": form})
    # The form gets a copy: an invalid name must not appear in the page's title.
    form = CrewForm(request.POST, instance=Crew.objects.get(pk=crew.pk))
    if not form.is_valid():
        return render(request, "crews/crew_settings.html", {"crew": crew, "form": form}, status=422)
    crews.rename_crew(crew=crew, by=request.player, name=form.cleaned_data["name"])
    messages.success(request, _("Saved."))
    return redirect("crew", crew.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def crew_leave(request: MemberRequest, slug: str) -> HttpResponse:
    """Leave the crew, after a confirmation."""
    crew = crew_for(request.player, slug)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"page": selectors.crew_page(crew), "crew": crew, "form": form}
        return render(request, "crews/crew_leave.html", context)
    if form.cleaned_data["name"]:
        anonymise.anonymise_member(crew=crew, player=request.player, photos=form.cleaned_data["photos"])
        messages.success(request, _("You’ve left %(crew)s and removed your name.") % {"crew": crew})
        return redirect("crew-list")
    crews.leave_crew(crew=crew, player=request.player)
    messages.success(request, _("You’ve left %(crew)s. What you played there stays in its logbook.") % {"crew": crew})
    return redirect("crew-list")


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def member_remove(request: MemberRequest, slug: str, player: int) -> HttpResponse:
    """Remove a member, after a confirmation."""
    crew, member = founded_crew_member_for(request.player, slug, player)
    if request.method != "POST":
        return render(request, "crews/member_remove.html", {"crew": crew, "player": member})
    removed = crews.remove_member(crew=crew, player=member, by=request.player)
    back = reverse("crew-people", args=[crew.slug])
    if removed:
        sentence = _("%(name)s is no longer in the crew.") % {"name": member}
        undo.offer(request, sentence, "crew-member-removed", by=request.player, back=back, **removed)
    return redirect(back)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def crew_name(request: MemberRequest, slug: str) -> HttpResponse:
    """Anonymise the player in a crew they have left, after a confirmation."""
    crew = former_crew_for(request.player, slug)
    form = NameAwayForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "crews/crew_name.html", {"crew": crew, "form": form})
    anonymise.anonymise_member(crew=crew, player=request.player, photos=form.cleaned_data["photos"])
    messages.success(request, _("We’ve removed your name from %(crew)s.") % {"crew": crew})
    return redirect("profile")
