"""Views of a crew's people: attendance, claims, substitutes, merges and splits."""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from logbook.campaigns.selectors.crew_attendance import crew_attendance
from logbook.crews.access import (
    claim_for,
    crew_for,
    crews_of,
    founded_crews_of,
    guest_for,
    merge_for,
    readable_crew_for,
    readable_crews_of,
    substitute_for,
)
from logbook.crews.exceptions import MergeEnded, SplitIncomplete
from logbook.crews.forms.people import MergeForm, SplitForm
from logbook.crews.models.crews import Crew
from logbook.crews.selectors import members as selectors
from logbook.crews.services import guests, merge
from logbook.people.access import MemberRequest, needs_account
from logbook.people.services import invitations

GUESTS_A_PAGE: Final = 100

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def people(request: MemberRequest, slug: str) -> HttpResponse:
    """Show the crew's people and its history."""
    crew = readable_crew_for(request.player, slug)
    readable = set(readable_crews_of(request.player))
    page = selectors.people_page(crew, request.player, readable, crew_attendance(crew, request.player))
    guests_here = Paginator(page.guests, GUESTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "crews/people.html", {"page": page, "guests": guests_here, "crew": crew})


@require_POST
@needs_account
def guest_claim(request: MemberRequest, slug: str, guest: int) -> HttpResponse:
    """Claim a guest."""
    crew = crew_for(request.player, slug)
    guests.claim_guest(guest=guest_for(crew, guest), player=request.player)
    messages.success(request, _("Claim sent. Nothing changes until another member confirms it."))
    return _back(crew, "guests")


@require_POST
@needs_account
def claim_answer(request: MemberRequest, slug: str, claim: int, what: str) -> HttpResponse:
    """Confirm, decline or take back a claim."""
    crew = crew_for(request.player, slug)
    guest_claim = claim_for(crew, claim)
    answer, message = {
        "grant": (guests.grant_claim, _("Confirmed. The guest’s attempts now count for this player.")),
        "decline": (guests.decline_claim, _("Declined. The guest stays a guest.")),
        "back": (guests.take_back_claim, _("Claim withdrawn. The guest is a guest again.")),
    }.get(what, (None, ""))
    if answer is None:
        raise Http404
    answer(claim=guest_claim, by=request.player)
    messages.success(request, message)
    return _back(crew, "guests")


@require_POST
@needs_account
def substitute_invite(request: MemberRequest, slug: str) -> HttpResponse:
    """Create the link for substitutes."""
    crew = crew_for(request.player, slug)
    invitations.create_invitation(by=request.player, crew=crew, as_substitute=True)
    return _back(crew, "substitutes")


@require_POST
@needs_account
def substitute_end(request: MemberRequest, slug: str, player: int) -> HttpResponse:
    """End a substitution."""
    crew = crew_for(request.player, slug)
    guests.end_substitute(crew=crew, player=substitute_for(crew, player), by=request.player)
    return _back(crew, "substitutes")


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def split(request: MemberRequest, slug: str) -> HttpResponse:
    """Split the crew: some members found a new one, with copies of campaigns."""
    crew = crew_for(request.player, slug)
    form = SplitForm(
        request.POST if request.method == "POST" else None,
        members=selectors.members_to_go(crew, request.player),
        campaigns=list(crew.campaigns.order_by("opened_at", "pk")),
        initial={"key": uuid4()},
    )
    if form.is_valid():
        try:
            new_crew = merge.split_crew(crew=crew, by=request.player, **form.cleaned_data)
        except SplitIncomplete as error:
            form.add_error(error.field, str(error))
        else:
            messages.success(request, _("You’ve created %(crew)s.") % {"crew": new_crew})
            return _see("crew", new_crew.slug)
    return render(request, "crews/split.html", {"form": form, "crew": crew}, status=422 if form.is_bound else 200)


@require_POST
@needs_account
def merge_proposal(request: MemberRequest, slug: str, what: str) -> HttpResponse:
    """Propose a merge into another crew, or take the proposal back."""
    crew = crew_for(request.player, slug)
    act = {"ask": merge.propose_merge, "back": merge.take_back_merge}.get(what)
    if act is None:
        raise Http404
    act(crew=crew, by=request.player)
    return _back(crew, "merge")


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def merge_answer(request: MemberRequest, token: str) -> HttpResponse:
    """Show a proposed merge to the other crew's founder, who answers it."""
    proposal = merge_for(token)
    if proposal.into is not None and crews_of(request.player).contains(proposal.into):
        return redirect("crew", proposal.into.slug)
    if proposal.state != proposal.State.ASKED:
        raise MergeEnded
    crews = founded_crews_of(request.player).exclude(pk=proposal.crew_id)
    form = MergeForm(request.POST if request.method == "POST" else None, crews=crews)
    if request.method == "POST" and "decline" in request.POST and crews.exists():
        merge.decline_merge(proposal=proposal, by=request.player)
        messages.success(request, _("Declined. Nothing has changed."))
        return _see("crew-list")
    if form.is_valid():
        into = merge.accept_merge(proposal=proposal, into=form.cleaned_data["into"], by=request.player)
        messages.success(request, _("%(crew)s has merged into your crew.") % {"crew": proposal.crew})
        return _see("crew", into.slug)
    context = {"proposal": proposal, "form": form, "can_answer": crews.exists()}
    return render(request, "crews/merge.html", context, status=422 if form.is_bound else 200)


def _back(crew: Crew, place: str) -> HttpResponse:
    return _see(reverse("crew-people", args=(crew.slug,)) + f"#{place}")


def _see(place: str, *args: str) -> HttpResponse:
    response = redirect(place, *args)
    response.status_code = 303
    return response
