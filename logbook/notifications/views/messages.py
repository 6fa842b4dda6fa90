"""Views of a person's messages: the list, and that they were read."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from logbook.notifications.selectors import messages_of
from logbook.notifications.services import messages, relevance
from logbook.people.access import MemberRequest, needs_account


@require_safe
@needs_account
@never_cache
def message_list(request: MemberRequest) -> HttpResponse:
    """Show the person's messages. The page then says that they were read."""
    rows = messages_of(request.player)
    overtaken = relevance.overtaken([message for message, _text in rows])
    rows = [row for row in rows if row[0] not in overtaken]
    is_new = any(message.read_at is None for message, _text in rows)
    return render(request, "notifications/messages.html", {"rows": rows, "is_new": is_new})


@require_safe
@needs_account
@never_cache
def message_bell(request: MemberRequest) -> HttpResponse:
    """Show the bell alone, for a page that has learned of another number of unread messages."""
    return render(request, "notifications/_bell_now.html")


@require_POST
@needs_account
def messages_read(request: MemberRequest) -> HttpResponse:
    """Mark all messages, or those about one table, as read; answer with the bell."""
    table = request.POST.get("table", "")
    if table.isdecimal():
        messages.read_at_table(player=request.player, table_id=int(table))
    else:
        messages.read_all(player=request.player)
    if getattr(request, "htmx", False):
        return render(request, "notifications/_bell_now.html")
    return redirect("message-list")
