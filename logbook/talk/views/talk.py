"""Views of talk: the panel of a table, and the form that says something there.

The panel is a part of the table's page. To a browser without scripts, a refusal is a page of the panel alone.
"""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from logbook.lib.exceptions import Refusal
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.tables.access import watched_table_for
from logbook.tables.models import Table
from logbook.talk import services
from logbook.talk.exceptions import PlayerWanted
from logbook.talk.forms import LineForm
from logbook.talk.selectors import NO_DRAFT, Draft, talk_of, voice_room_of

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@once
def talk(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Show the talk of a table; a POST says something there: a `phrase` or a `text`."""
    table = watched_table_for(request.player, table_id)
    if request.method != "POST":
        return _panel(request, table)
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        if request.player is None:
            raise PlayerWanted
        if not phrase:
            form = LineForm({"text": text})
            if not form.is_valid():
                return _panel(request, table, Draft(text, str(form.errors["text"][0])), 422)
        said = "" if phrase else form.cleaned_data["text"]
        services.say(table_id=table.pk, by=request.player, text=said, phrase=phrase)
    except Refusal as error:
        return _panel(request, table, Draft(text, str(error)), error.status)
    page = reverse("talk" if getattr(request, "htmx", False) else "table", args=(table.pk,))
    return HttpResponse(status=303, headers={"Location": page})


def _panel(request: PlayerRequest, table: Table, draft: Draft = NO_DRAFT, status: int = 200) -> HttpResponse:
    """Show the panel, alone or as a page; the table is read again, for a refused line may have come too late."""
    panel = talk_of(watched_table_for(request.player, table.pk), request.player, draft)
    room = "" if panel else voice_room_of(table, request.player)
    template = "talk/_talk.html" if getattr(request, "htmx", False) else "talk/talk.html"
    context = {"talk": panel, "table": table, "voice_room": room, "refusal": draft.error}
    return render(request, template, context, status=status)
