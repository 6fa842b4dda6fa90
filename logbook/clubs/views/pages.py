"""Views of a club's life: settings, news, join requests, the pages of members and crews."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from logbook.challenges.selectors.club_results import crew_results, crew_rows, crew_rows_of
from logbook.clubs import access as clubs_access
from logbook.clubs.access import (
    club_for,
    crew_removal_for,
    is_inside,
    joinable_club_for,
    member_of_club_for,
    organized_club_for,
    organizes,
    owned_club_for,
    owns,
    readable_club_for,
    removal_for,
)
from logbook.clubs.forms import AnswerForm, ClubDeleteForm, ClubForm, JoinForm, MailInvitesForm, NewsForm
from logbook.clubs.models import Club, JoinRequest
from logbook.clubs.selectors import pages as selectors
from logbook.clubs.services import clubs, mailed_invitations, removals
from logbook.clubs.services import news as posts
from logbook.clubs.views.clubs import club_page, public_club_page
from logbook.crews.models.crews import Crew
from logbook.people import undo
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def club_settings(request: MemberRequest, slug: str) -> HttpResponse:
    """Change the club's name, description and publicity."""
    club = organized_club_for(request.player, slug)
    # The form gets a copy: an invalid name must not appear in the page's title.
    form = ClubForm(request.POST if request.method == "POST" else None, instance=Club.objects.get(pk=club.pk))
    if form.is_bound and form.is_valid():
        clubs.change_club(club=club, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club", club.slug)
    context = {"club": club, "form": form, "owns": owns(request.player, club)}
    context["removals"] = club.removals.select_related("player")
    context["crew_removals"] = club.crew_removals.select_related("crew")
    return render(request, "clubs/club_settings.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def club_delete(request: MemberRequest, slug: str) -> HttpResponse:
    """Delete the club after its name is typed in."""
    club = owned_club_for(request.player, slug)
    form = ClubDeleteForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        clubs.delete_club(club=club)
        messages.success(request, _("%(club)s has been deleted.") % {"club": club})
        return redirect("club-list")
    return render(request, "clubs/club_delete.html", {"club": club, "form": form}, status=422 if form.is_bound else 200)


# --- coming in


@require_POST
@needs_account
def club_ask(request: MemberRequest, slug: str) -> HttpResponse:
    """Request to join."""
    club = joinable_club_for(request.player, slug)
    form = JoinForm(request.POST)
    if not form.is_valid():
        if is_inside(request.player, club):
            return club_page(request, club, refused=form)
        return public_club_page(request, club, refused=form)
    clubs.ask_to_join(club=club, player=request.player, text=form.cleaned_data["words"])
    messages.success(request, _("Request sent. An organizer will answer it."))
    return redirect("club", club.slug)


@require_POST
@needs_account
def club_ask_withdraw(request: MemberRequest, slug: str) -> HttpResponse:
    """Withdraw the own request to join."""
    club = joinable_club_for(request.player, slug)
    if clubs.withdraw_join_request(club=club, player=request.player):
        messages.success(request, _("Your request has been withdrawn."))
    else:
        messages.info(request, _("You have no request waiting here."))
    return redirect("club", club.slug)


@require_POST
@needs_account
def club_answer(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Accept or decline a join request."""
    club = organized_club_for(request.player, slug)
    join_request = get_object_or_404(club.requests.select_related("player", "club"), pk=pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return club_page(request, club, refused=form)
    accept = form.cleaned_data["answer"] == "accept"
    if not clubs.answer_join_request(request=join_request, by=request.player, accept=accept):
        join_request.refresh_from_db(fields=("state",))
        withdrawn = join_request.state == JoinRequest.State.WITHDRAWN
        answered = _("%(name)s’s request has already been answered.")
        why = _("%(name)s has withdrawn the request.") if withdrawn else answered
        messages.info(request, why % {"name": join_request.player})
    elif accept:
        messages.success(request, _("%(name)s is now a member.") % {"name": join_request.player})
    else:
        messages.success(
            request, _("%(name)s’s request was declined. They can ask again in a day.") % {"name": join_request.player}
        )
    return redirect("club", club.slug)


@require_POST
@needs_account
@once
def club_invite_mail(request: MemberRequest, slug: str) -> HttpResponse:
    """Mail an invitation to each address. The answer does not depend on existing accounts."""
    club = organized_club_for(request.player, slug)
    form = MailInvitesForm(request.POST)
    if not form.is_valid():
        return club_page(request, club, mail_form=form)
    addresses = form.cleaned_data["addresses"]
    mailed_invitations.mail_invitations(club=club, by=request.player, addresses=addresses)
    message = ngettext("%(count)d invitation sent.", "%(count)d invitations sent.", len(addresses))
    messages.success(request, message % {"count": len(addresses)})
    return redirect("club", club.slug)


# --- news


@require_safe
def news_list(request: PlayerRequest, slug: str) -> HttpResponse:
    """List the club's news, a page at a time."""
    club = readable_club_for(request.player, slug)
    page = selectors.paged_news(club, request.GET.get("page", ""))
    context = {"club": club, "news": page, "organizes": organizes(request.player, club)}
    return render(request, "clubs/news.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@once
def news_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Write a post."""
    club = organized_club_for(request.player, slug)
    form = NewsForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        posts.write_news(club=club, by=request.player, **form.cleaned_data)
        return redirect("club-news", club.slug)
    return render(request, "clubs/news_form.html", {"club": club, "form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def news_edit(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Edit a post."""
    club = organized_club_for(request.player, slug)
    post = get_object_or_404(club.news, pk=pk)
    form = NewsForm(request.POST if request.method == "POST" else None, instance=post)
    if form.is_bound and form.is_valid():
        posts.edit_news(news=post, **form.cleaned_data)
        return redirect("club-news", club.slug)
    context = {"club": club, "form": form, "post": post}
    return render(request, "clubs/news_form.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def news_delete(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a post, after a confirmation."""
    club = organized_club_for(request.player, slug)
    post = get_object_or_404(club.news, pk=pk)
    if request.method != "POST":
        return render(request, "clubs/news_delete.html", {"club": club, "post": post})
    posts.delete_news(news=post)
    sentence, back = _("The post has been deleted."), reverse("club-news", args=[club.slug])
    undo.offer(request, sentence, "news-deleted", by=request.player, back=back, news=post.pk)
    return redirect(back)


# --- people and crews


@require_safe
@needs_account
def member(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Show a member to fellow members."""
    club = club_for(request.player, slug)
    other = member_of_club_for(request.player, club, pk)
    crews = crew_rows_of(club, other)
    context = {
        "club": club,
        "other": other,
        "membership": club.members.filter(player=other).first(),
        "crews": crews,
        "results": crew_results(club, [row.crew.pk for row in crews]),
        "may_remove": clubs_access.may_remove(request.player, other, club),
    }
    return render(request, "clubs/member.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def member_remove(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a member, after a confirmation."""
    club = organized_club_for(request.player, slug)
    player = member_of_club_for(request.player, club, pk)
    if request.method != "POST":
        return render(request, "clubs/member_remove.html", {"club": club, "player": player})
    removed = removals.remove_member(club=club, by=request.player, player=player)
    sentence, back = _("%(name)s has been removed from the club.") % {"name": player}, reverse("club", args=[club.slug])
    undo.offer(request, sentence, "club-member-removed", by=request.player, back=back, **removed)
    return redirect(back)


@require_POST
@needs_account
def crew_let_back(request: MemberRequest, slug: str, crew_slug: str) -> HttpResponse:
    """End the removal of a crew."""
    removal = crew_removal_for(request.player, slug, crew_slug)
    clubs.readmit_crew(removal=removal)
    messages.success(request, _("%(name)s can rejoin the club.") % {"name": removal.crew})
    return redirect("club-settings", slug)


@require_POST
@needs_account
def member_let_back(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """End the removal of a member."""
    removal = removal_for(request.player, slug, pk)
    removals.readmit_member(removal=removal)
    messages.success(request, _("%(name)s can rejoin the club.") % {"name": removal.player})
    return redirect("club-settings", slug)


@require_safe
def crew(request: PlayerRequest, slug: str, crew_slug: str) -> HttpResponse:
    """Show a crew's results in the club's challenges that are over."""
    club = readable_club_for(request.player, slug)
    row = next(iter(crew_rows(club, Crew.objects.filter(slug=crew_slug))), None)
    if row is None:
        raise Http404
    inside = is_inside(request.player, club)
    context = {"club": club, "line": row, "results": crew_results(club, [row.crew.pk]), "inside": inside}
    # For players who are not members, no other page lets organizers remove them.
    context["players"] = selectors.crew_players(club, row.crew) if organizes(request.player, club) else ()
    return render(request, "clubs/crew.html", context)
