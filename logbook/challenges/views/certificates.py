"""Views of certificates."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.challenges.access.challenges import certificate_for, proof_or_account
from logbook.challenges.selectors import certificates as selectors
from logbook.people.middleware import PlayerRequest

private = cache_control(private=True, no_store=True)


@require_safe
@proof_or_account
@private
def certificate(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """Show the deal, its difficulty and the winning line."""
    candidate = certificate_for(request.player, challenge_id, stage, attempt)
    return render(request, "challenges/certificate.html", {"page": selectors.certificate_page(candidate)})


@require_safe
@proof_or_account
@private
def record(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """Send the certificate as a record, for `python -m games solve --check`."""
    candidate = certificate_for(request.player, challenge_id, stage, attempt)
    name = f"challenge-{challenge_id}-stage-{stage}-attempt-{attempt}.txt"
    return HttpResponse(
        selectors.record_of(candidate),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
