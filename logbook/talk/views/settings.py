"""Views of talk beside the tables: what is one's own, reports, and the choices of crews and clubs."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from logbook.clubs.access import organized_club_for
from logbook.crews.access import crew_for
from logbook.crews.services import crews
from logbook.people.access import MemberRequest, needs_account, needs_player
from logbook.reviews.selectors import MOST_OWN, exported_comments, own_comments
from logbook.talk import moderation, selectors, services
from logbook.talk.forms import ClubTalkForm, CrewTalkForm
from logbook.talk.models import ClubTalk, CrewTalk

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_player
def talk_own(request: MemberRequest) -> HttpResponse:
    """Show the player's mutes, the number of their lines, and their comments. A POST unmutes, or deletes the lines."""
    if request.method != "POST":
        context = {
            "mutes": selectors.mutes_of(request.player),
            "lines": selectors.own_lines(request.player).count(),
            "counted": selectors.counted_phrases(request.player).count(),
            "comments": own_comments(request.player),
            "most_comments": MOST_OWN,
            "moderates": moderation.moderates(request.player),
        }
        return render(request, "talk/own.html", context)
    muted = request.POST.get("unmute", "")
    if muted.isascii() and muted.isdigit() and len(muted) < 10:
        moderation.unmute(player=request.player, muted_id=int(muted))
        messages.success(request, _("You can once again see what this player writes."))
    elif "delete" in request.POST:
        services.delete_own_lines(request.player)
        messages.success(request, _("Your lines have been deleted."))
    return redirect("talk-own")


@require_safe
@private
@needs_player
def talk_export(request: MemberRequest) -> HttpResponse:
    """Export the player's lines, mutes, reports and comments, as JSON."""
    facts = selectors.exported(request.player) | {"comments": exported_comments(request.player)}
    response = JsonResponse(facts, json_dumps_params={"indent": 2})
    response.headers["Content-Disposition"] = 'attachment; filename="talk.json"'
    return response


@require_safe
@private
@needs_account
def talk_reports(request: MemberRequest) -> HttpResponse:
    """List the reports of lines that the player moderates, with the lines around each."""
    return render(request, "talk/reports.html", {"reports": moderation.reports_for(request.player)})


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def crew_talk(request: MemberRequest, slug: str) -> HttpResponse:
    """Choose talk at the crew's tables, and its voice room, as a founder; members read the choice."""
    crew = crew_for(request.player, slug)
    row = CrewTalk.objects.filter(crew=crew).first() or CrewTalk(crew=crew)
    is_founder = crews.is_founder(crew, request.player)
    form = CrewTalkForm(request.POST if request.method == "POST" else None, instance=row)
    if form.is_bound and form.is_valid():
        services.choose_crew_talk(crew=crew, by=request.player, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("crew", crew.slug)
    context = {"crew": crew, "form": form if is_founder else None}
    return render(request, "talk/crew.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def club_talk(request: MemberRequest, slug: str) -> HttpResponse:
    """Choose talk at the tables of the club's challenges, as an organizer."""
    club = organized_club_for(request.player, slug)
    row = ClubTalk.objects.filter(club=club).first() or ClubTalk(club=club)
    form = ClubTalkForm(request.POST if request.method == "POST" else None, instance=row)
    if form.is_bound and form.is_valid():
        services.choose_club_talk(club=club, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club", club.slug)
    return render(request, "talk/club.html", {"club": club, "form": form}, status=422 if form.is_bound else 200)
