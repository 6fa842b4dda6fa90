"""Views of the directors' desk: each kind of ruling has its own form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from logbook.challenges.access.challenges import organized_challenge_for
from logbook.challenges.access.deals import deal_access_for, deal_access_ruled_by, has_finished, own_part_of
from logbook.challenges.forms import rulings as forms
from logbook.challenges.forms.rulings import ReasonForm
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.selectors import rulings as selectors
from logbook.challenges.selectors.rulings import DirectorsDesk
from logbook.challenges.services import lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.crews.access import crews_of
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account

private = cache_control(private=True, no_store=True)

Service = Callable[..., Ruling]
Text = str | Promise

KINDS: Final[Mapping[str, tuple[type[ReasonForm], Service, Text, Text]]] = {
    "pause": (
        forms.ReasonForm,
        lifecycle.pause_challenge,
        gettext_lazy("Pause"),
        gettext_lazy("Play stops until you resume it. The length of the pause is added at the end."),
    ),
    "resume": (
        forms.ReasonForm,
        lifecycle.resume_challenge,
        gettext_lazy("Resume"),
        gettext_lazy("Play continues, and the closing time is postponed by the length of the pause."),
    ),
    "extend": (
        forms.ExtendForm,
        lifecycle.extend_challenge,
        gettext_lazy("Extend the challenge"),
        gettext_lazy("It closes later than announced."),
    ),
    "late-entry": (
        forms.LateEntryForm,
        lifecycle.admit_crew_late,
        gettext_lazy("Let a crew in late"),
        gettext_lazy("The crew can start even though the deadline has passed."),
    ),
    "correct": (
        forms.CorrectForm,
        rulings.correct_result,
        gettext_lazy("Correct a result"),
        gettext_lazy("Replaces the result of a crew’s attempts so far at one stage. Later attempts count as usual."),
    ),
    "void": (
        forms.VoidForm,
        rulings.void_deal,
        gettext_lazy("Void a deal"),
        gettext_lazy("A stage, or the cards of one attempt at it, no longer counts for any crew."),
    ),
    "readmit": (
        forms.ReadmitForm,
        rulings.grant_extra_attempt,
        gettext_lazy("Readmit a crew"),
        gettext_lazy("One extra attempt at a stage where the crew has none left, with new cards from the same seed."),
    ),
    "restore": (
        forms.RestoreForm,
        rulings.restore_player,
        gettext_lazy("Readmit a player"),
        gettext_lazy("A player who gave up a deal or saw a hand can play as if they hadn’t."),
    ),
    "merge": (
        forms.MergeForm,
        rulings.merge_entries,
        gettext_lazy("Merge two entries"),
        gettext_lazy("For people who entered twice: the two entries become one, and the second crew plays on."),
    ),
    "close": (
        forms.ReasonForm,
        lifecycle.close_challenge_early,
        gettext_lazy("Close now"),
        gettext_lazy(
            "The challenge closes now instead of later: anything unfinished doesn’t count as won, and the results are "
            "published. This can’t be undone."
        ),
    ),
    "cancel": (
        forms.ReasonForm,
        lifecycle.cancel_challenge,
        gettext_lazy("Cancel the challenge"),
        gettext_lazy(
            "It ends for good: anything unfinished doesn’t count as won, and the seed is published. This "
            "can’t be undone."
        ),
    ),
}

OF_MISSIONS: Final = ("correct", "readmit", "merge", "restore")
"""The rulings on missions alone: races have points, and cannot be given up unseen."""


@require_safe
@needs_account
@private
def desk(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Show the possible rulings and the history."""
    return _desk_page(request, organized_challenge_for(request.player, challenge_id))


@require_POST
@needs_account
@private
def ruling_make(request: MemberRequest, challenge_id: int, kind: str) -> HttpResponse:
    """Make a ruling."""
    challenge = organized_challenge_for(request.player, challenge_id)
    if kind not in KINDS:
        raise Http404
    form = _form(kind, challenge, _page_of(request, challenge), request.POST)
    if not form.is_valid():
        return _desk_page(request, challenge, refused={kind: form}, status=422)
    decision = Decision(challenge, request.player, form.cleaned_data["reason"])
    try:
        KINDS[kind][1](decision, **form.chosen)
    except Refusal as error:
        form.add_error(None, str(error))
        return _desk_page(request, challenge, refused={kind: form}, status=error.status)
    messages.success(request, _("Decision published in the challenge’s history."))
    return redirect("challenge-desk", challenge.pk)


@require_POST
@needs_account
@private
def ruling_back(request: MemberRequest, challenge_id: int, pk: int) -> HttpResponse:
    """Take back a ruling."""
    challenge = organized_challenge_for(request.player, challenge_id)
    ruling = get_object_or_404(challenge.rulings, pk=pk)
    try:
        if ruling.kind == Ruling.Kind.EXTEND:
            lifecycle.take_back_extension(ruling=ruling, decision=Decision(challenge, request.player, ruling.reason))
        else:
            rulings.take_back_ruling(ruling=ruling, by=request.player)
    except Refusal as error:
        return _desk_page(request, challenge, error=str(error), status=error.status)
    messages.success(request, _("Decision undone. Results count as if it had never been made."))
    return HttpResponse(status=303, headers={"Location": reverse("challenge-desk", args=(challenge.pk,))})


def _desk_page(
    request: MemberRequest,
    challenge: Challenge,
    *,
    refused: Mapping[str, ReasonForm] | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    challenge.refresh_from_db()
    page = _page_of(request, challenge)
    offered = [
        {
            "kind": kind,
            "title": KINDS[kind][2],
            "words": KINDS[kind][3],
            "form": (refused or {}).get(kind) or _form(kind, challenge, page),
        }
        for kind in KINDS
        if _may(kind, page) or kind in (refused or {})
    ]
    context = {"page": page, "offered": offered, "error": error}
    return render(request, "challenges/desk.html", context, status=status)


def _page_of(request: MemberRequest, challenge: Challenge) -> DirectorsDesk:
    """Return the desk; for an organizer with something left to play, without what would spoil it for their crews."""
    player, finished = request.player, has_finished(request.player, challenge)
    readable, part = deal_access_for(player, challenge, finished=finished), own_part_of(player, challenge)
    accesses = deal_access_ruled_by(player, challenge, readable=readable, part=part)
    own = None if finished else set(crews_of(player).values_list("pk", flat=True))
    return selectors.desk_of(challenge, part, accesses, own)


def _may(kind: str, page: DirectorsDesk) -> bool:
    """True if the desk offers this kind of ruling now."""
    if kind in OF_MISSIONS and not page.challenge.kind.is_won:
        return False
    has_tables = bool(page.crews)
    return {
        "pause": page.may_pause,
        "resume": page.may_resume,
        "extend": page.may_end,
        "late-entry": bool(page.late),
        "void": page.may_void,
        "correct": has_tables,
        "readmit": has_tables and page.may_end,
        "restore": page.may_restore,
        "merge": len(page.crews) > 1,
        "close": page.may_close,
        "cancel": page.may_end,
    }[kind]


def _form(kind: str, challenge: Challenge, page: DirectorsDesk, data: Any = None) -> ReasonForm:
    return KINDS[kind][0](data, challenge=challenge, accesses=page.accesses, own=page.own, auto_id=f"{kind}-%s")
