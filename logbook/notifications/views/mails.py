"""View of unsubscribe links, without signing in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from logbook.clubs.models import Club
from logbook.notifications.models import MessageKind
from logbook.notifications.services import choices, mails, outbox

MAILS_BY_TOPIC: Final[Mapping[int | str | None, Collection[MessageKind]]] = {
    mails.TABLES: choices.ABOUT_TABLES,
    mails.DECISIONS: choices.ABOUT_DECISIONS,
}


@never_cache
@csrf_exempt  # A mail program's one click (RFC 8058) is a cross-site POST. The signature is the permission.
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show which mails end; POST ends them. GET changes nothing, because programs follow every link in a mail."""
    read = mails.stop_read(token)
    if read is None:
        raise Http404
    player_id, topic = read
    club = Club.objects.filter(pk=topic).first() if isinstance(topic, int) else None
    if club is None and isinstance(topic, int):
        raise Http404  # The club is deleted, and its mails with it.
    done = request.method == "POST"
    kinds = MAILS_BY_TOPIC.get(topic)
    if done and kinds is not None:
        choices.stop_mails(player_id=player_id, kinds=kinds)
    elif done:
        outbox.stop_mails(player_id=player_id, club_id=club.pk if club else None)
    context = {"club": club, "topic": topic, "done": done}
    return render(request, "notifications/mail_stop.html", context)
