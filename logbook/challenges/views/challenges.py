"""Views of challenges: list, page, creation, play, seal."""

from __future__ import annotations

import json
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

import games
from games import commit_reveal
from logbook.challenges.access.challenges import (
    challenge_for,
    challenge_of_member_for,
    challenges_of,
    opened_challenge_for,
    organized_challenge_for,
    proof_or_account,
    public_challenges,
    public_proof_for,
)
from logbook.challenges.access.deals import has_finished, known_deals_in
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.exceptions import MissionsAndRacesMixed, RacePolicy
from logbook.challenges.forms.challenges import EntryForm, SeedContributionForm
from logbook.challenges.forms.pages import challenge_form
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors import challenges as selectors
from logbook.challenges.selectors.challenge_rows import PHASES, Filters, challenge_rows
from logbook.challenges.selectors.challenges import challenge_number
from logbook.challenges.services import certification, challenges
from logbook.challenges.services import commit_reveal as seal_services
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.access import is_inside, organized_club_for, organized_clubs_of
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.lib import announcements
from logbook.lib.exceptions import Refusal
from logbook.lib.filters import game_requested, requested
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.people.numbered_streams import number_stream
from logbook.races.selectors.challenges import races_part
from logbook.seasons.selectors.duplicate_scores import field_page
from logbook.travellers.selectors.stage_pages import stage_pages

private = cache_control(private=True, no_store=True)


@require_safe
@private
def challenge_list(request: PlayerRequest) -> HttpResponse:
    """List the challenges of the player's clubs; to visitors and guests, those of public clubs."""
    if request.player is None or request.player.is_guest:
        return render(request, "challenges/challenge_list_public.html", {"challenges": public_challenges()})
    crews = crews_of(request.player)
    own = {crew.slug: crew.name for crew in crews}
    phase, crew = requested(request, "state", PHASES), requested(request, "crew", own)
    filters = Filters(game=game_requested(request), phase=phase, crew=crew)
    context = {
        "challenges": challenge_rows(challenges_of(request.player), request.player, crews, filters),
        "organized_clubs": organized_clubs_of(request.player),
        "filters": filters,
        "phases": [
            ("open", pgettext("challenges", "Open")),
            ("upcoming", pgettext("challenges", "Coming up")),
            ("closed", pgettext("challenges", "Closed")),
        ],
        "crews": list(own.items()),
    }
    return render(request, "challenges/challenge_list.html", context)


@require_safe
@proof_or_account
@private
def challenge(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """Show stages, standings and the next steps of the reader's crews; to other visitors a public proof."""
    public = public_proof_for(request.player, challenge_id)
    return _proof(request, public) if public else _page(request, challenge_for(request.player, challenge_id))


def _proof(
    request: PlayerRequest, challenge: Challenge, checked: tuple[commit_reveal.Step, ...] | None = None
) -> HttpResponse:
    """Show a public club's stages, certificates and opened seal."""
    page = selectors.challenge_page(challenge, None, Crew.objects.none(), shows_all=True, checked=checked)
    context = {"page": page, "stage_pages": stage_pages(challenge, [row.stage for row in page.stages])}
    return render(request, "challenges/challenge_public.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
@once
def challenge_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Create a challenge."""
    club = organized_club_for(request.player, slug)
    form = challenge_form(request.POST if request.method == "POST" else None, game_requested(request))
    if form.is_bound and form.is_valid():
        try:
            challenge = challenges.create_challenge(
                club=club, by=request.player, plan=ChallengePlan(**form.plan_fields)
            )
            return redirect("challenge", challenge.pk)
        except games.UnknownSetup as error:
            form.refuse(error)
        except RacePolicy as error:
            form.add_error("policy", str(error))
        except MissionsAndRacesMixed as error:
            form.add_error("missions", str(error))
    context = {"form": form, "club": club}
    return render(request, "challenges/challenge_new.html", context, status=422 if form.is_bound else 200)


@require_POST
@needs_account
@private
def challenge_play(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Open the crew's table at a stage."""
    challenge = challenge_for(request.player, challenge_id)
    form = EntryForm(request.POST, crews=crews_of(request.player), stages=challenge.stages.all())
    if not form.is_valid():
        return _page(request, challenge, error=form.sentence, status=422)
    try:
        table = challenges.open_challenge_table(challenge=challenge, player=request.player, **form.cleaned_data)
    except Refusal as error:
        return _page(request, challenge, error=str(error), status=error.status)
    return HttpResponse(status=303, headers={"Location": reverse("table", args=(table.pk,))})


@require_safe
@needs_account
@private
def challenge_progress(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Show the progress of the deals: the part of the page that changes; 204 where it has not."""
    challenge = challenge_for(request.player, challenge_id)
    if request.GET.get("number") == str(selectors.challenge_number(challenge.pk)):
        return HttpResponse(status=204)
    page = _challenge_page(request, challenge)
    replays, races = open_attempts(request.player, page.ended), races_part(page, request.player)
    context = {"page": page, "replays": replays, "races": races}
    response = render(request, "challenges/_progress_answer.html", context)
    if not challenge.is_opening:
        # The frame goes with its stream: no more news will come.
        response.headers["HX-Retarget"] = "#preparing-frame"
    return response


@require_POST
@needs_account
@private
def challenge_retry(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Retry the preparation with more candidates."""
    challenge = organized_challenge_for(request.player, challenge_id)
    try:
        certification.retry_preparation(challenge=challenge)
    except Refusal as error:
        return _page(request, challenge, error=str(error), status=error.status)
    return redirect("challenge", challenge.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def challenge_delete(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Delete a challenge that is not sealed yet, after a confirmation."""
    challenge = organized_challenge_for(request.player, challenge_id)
    try:
        challenges.ensure_deletable(challenge)
        if request.method != "POST":
            return render(request, "challenges/challenge_delete.html", {"challenge": challenge})
        challenges.delete_challenge(challenge=challenge)
    except Refusal as error:
        return _page(request, challenge, error=str(error), status=error.status)
    messages.success(request, _("“%(challenge)s” has been deleted.") % {"challenge": challenge})
    return redirect("club", challenge.club.slug)


@require_POST
@needs_account
@private
def challenge_contribute(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Contribute words to the seed."""
    challenge = challenge_of_member_for(request.player, challenge_id)
    form = SeedContributionForm(request.POST)
    if not form.is_valid():
        return _page(request, challenge, error=form.sentence, status=422)
    try:
        seal_services.contribute_entropy(challenge=challenge, player=request.player, **form.cleaned_data)
    except Refusal as error:
        return _page(request, challenge, error=str(error), status=error.status)
    return HttpResponse(status=303, headers={"Location": reverse("challenge", args=(challenge.pk,)) + "#seal"})


@require_safe
@proof_or_account
@private
def challenge_check(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """Recompute the whole seal for the reader."""
    challenge = opened_challenge_for(request.player, challenge_id)
    checked = tuple(commit_reveal.check(seal_services.reveal_seal(challenge)))
    if public_proof_for(request.player, challenge_id):
        return _proof(request, challenge, checked)
    return _page(request, challenge, checked=checked)


@require_safe
@proof_or_account
@private
def challenge_seal(request: PlayerRequest, challenge_id: int) -> HttpResponse:
    """Send the opened seal, for a check outside the site."""
    challenge = opened_challenge_for(request.player, challenge_id)
    text = json.dumps(seal_services.reveal_seal(challenge), ensure_ascii=False, indent=1)
    name = f"challenge-{challenge.pk}.seal.json"
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _page(
    request: PlayerRequest,
    challenge: Challenge,
    *,
    error: str = "",
    status: int = 200,
    checked: tuple[commit_reveal.Step, ...] | None = None,
) -> HttpResponse:
    page = _challenge_page(request, challenge, checked)
    context = {"page": page, "error": error, "replays": open_attempts(request.player, page.ended)}
    member = is_inside(request.player, challenge.club)
    context["races"] = races_part(page, request.player)
    context["stage_pages"] = stage_pages(challenge, [row.stage for row in page.stages])
    context["field"] = field_page(challenge, page.own_crews, member=member)
    return render(request, "challenges/challenge.html", context, status=status)


def _challenge_page(
    request: PlayerRequest, challenge: Challenge, checked: tuple[commit_reveal.Step, ...] | None = None
) -> selectors.ChallengePage:
    """Return the page, with as much of each deal as the reader may know."""
    return selectors.challenge_page(
        challenge,
        request.player,
        crews_of(request.player),
        known=known_deals_in(request.player, challenge),
        shows_all=has_finished(request.player, challenge),
        checked=checked,
        page=request.GET.get("page"),
    )


@require_GET
async def challenge_stream(request: PlayerRequest, challenge_id: int) -> HttpResponseBase:
    """Stream the number of a challenge in preparation."""
    may = partial(challenge_for, request.player, challenge_id)
    return await number_stream(request, challenge_id, announcements.CHALLENGE, may, challenge_number)
