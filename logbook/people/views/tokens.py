"""Views of the player's API tokens."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import sending
from logbook.people.exceptions import TooManyTokens
from logbook.people.forms.tokens import TokenForm
from logbook.people.services import sessions, tokens


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@never_cache
def token_list(request: MemberRequest) -> HttpResponse:
    """List the player's tokens; POST creates one, and only its response shows the key."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    context: dict[str, object] = {}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            context = _create_token(request, form)
            form, status = TokenForm(), 201
        except TooManyTokens as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
    context |= {"form": form, "tokens": request.player.api_tokens.all()}
    return render(request, "people/tokens.html", context, status=status)


def _create_token(request: MemberRequest, form: TokenForm) -> dict[str, object]:
    """Return a new token's key. A form sent twice creates one token: only its last response was surely seen."""
    with sending(request) as submission:
        if submission.leads:
            tokens.revoke_token(player=request.player, pk=int(submission.leads))
        token, key = tokens.create_token(player=request.player, **form.cleaned_data)
        again, submission.leads = bool(submission.leads), str(token.pk)
    return {"key": key, "again": again}


@require_POST
@needs_account
def token_revoke(request: MemberRequest, pk: int) -> HttpResponse:
    """Revoke a token."""
    tokens.revoke_token(player=request.player, pk=pk)
    messages.success(request, _("Token revoked. Programs that use it no longer have access."))
    return redirect("profile-tokens")


@require_POST
@needs_account
def keys_end(request: MemberRequest) -> HttpResponse:
    """Revoke all tokens and all secret addresses of calendars, and turn notifications off on all devices."""
    sessions.revoke_all_keys(player=request.player)
    messages.success(
        request, _("All your tokens and calendar addresses have been revoked. Notifications are off on all devices.")
    )
    return redirect("profile-tokens")
