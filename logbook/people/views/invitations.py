"""Views of invitations."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from logbook.clubs.access import invite_for, own_invite_for
from logbook.crews.access import crews_of
from logbook.people.exceptions import InvitationEnded
from logbook.people.forms.invitations import BringCrewForm
from logbook.people.forms.profile import NameForm
from logbook.people.middleware import PlayerRequest
from logbook.people.models.invitations import Invite
from logbook.people.selectors import GUEST_KEY, NAMED_KEY
from logbook.people.services import invitations
from logbook.tables.selectors.going_on import has_asked, seat_found
from logbook.tables.selectors.lobby import has_room_for, why_no_room
from logbook.tables.services import seat_requests


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: PlayerRequest, token: str) -> HttpResponse:
    """Show where the link leads, or that it has no free seat; POST accepts it."""
    link = invite_for(token)
    if not link.is_open:
        raise InvitationEnded
    name_form = _name_form(request, link)
    crew_form = _crew_form(request, link)
    may_accept = _may_accept(request, link)
    complete = all(form is None or form.is_valid() for form in (name_form, crew_form))
    if request.method == "POST" and may_accept and complete:
        return _accept(request, link, name_form, crew_form)
    if link.table is not None and (found := seat_found(link.table, request.player)) is not None:
        return _to_table(request, found)
    full = link.table is not None and not has_room_for(link.table, request.player)
    context: dict[str, object] = {"invite": link, "name_form": name_form, "crew_form": crew_form}
    context |= {"may_accept": may_accept, "full": full}
    if full and link.table is not None:
        context |= {"asked": has_asked(link.table, request.player), "no_room": why_no_room(link.table)}
    return render(request, "people/invite.html", context, status=_status(request, link))


@never_cache
@require_POST
def invite_ask(request: PlayerRequest, token: str) -> HttpResponse:
    """Ask the player who sent the link for a seat at a full table, or withdraw that. A visitor gives a name first."""
    link = invite_for(token)
    if not link.is_open or link.table is None:
        raise InvitationEnded
    if request.POST.get("change") == "withdraw" and request.player is not None:
        seat_requests.withdraw(table_id=link.table.pk, player=request.player)
        return redirect("invite", token)
    name_form = _name_form(request, link)
    if name_form is not None and not name_form.is_valid():
        no_room = why_no_room(link.table)
        context = {"invite": link, "name_form": name_form, "may_accept": True, "full": True, "no_room": no_room}
        return render(request, "people/invite.html", context, status=422)
    with transaction.atomic():
        player = request.player or invitations.guest_by(invite=link, name=_name_in(name_form))
        seat_requests.ask(table_id=link.table.pk, player=player, of=link.created_by)
    if request.player is None:
        request.session[GUEST_KEY] = player.pk
        request.session[NAMED_KEY] = True
    return redirect("invite", token)


def _to_table(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Lead to the table; a page that waits for a seat is led there, too."""
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("table", args=(table_id,))})
    return redirect("table", table_id)


def _name_in(form: NameForm | None) -> str:
    return "" if form is None else str(form.cleaned_data["name"])


def _status(request: PlayerRequest, link: Invite) -> int:
    if request.method != "POST":
        return 200
    return 422 if _may_accept(request, link) else 403


def _may_accept(request: PlayerRequest, link: Invite) -> bool:
    """True for a table, which takes guests; crews and clubs need an account."""
    return link.table is not None or (request.player is not None and not request.player.is_guest)


def _name_form(request: PlayerRequest, link: Invite) -> NameForm | None:
    """Return the name form for a visitor without a player."""
    if link.table is None or request.player is not None:
        return None
    return NameForm(request.POST if request.method == "POST" else None)


def _crew_form(request: PlayerRequest, link: Invite) -> BringCrewForm | None:
    """Return the choice of the crew to enter in a club."""
    crews = crews_of(request.player)
    if not link.club or not crews.exists():
        return None
    return BringCrewForm(request.POST if request.method == "POST" else None, crews=crews)


def _accept(
    request: PlayerRequest, link: Invite, name_form: NameForm | None, crew_form: BringCrewForm | None
) -> HttpResponse:
    if name_form is not None:
        guest = invitations.accept_as_guest(invite=link, name=name_form.cleaned_data["name"])
        # The session plays as that guest from now on.
        request.session[GUEST_KEY] = guest.pk
        request.session[NAMED_KEY] = True
    elif request.player is not None:
        crew = crew_form.cleaned_data["crew"] if crew_form else None
        invitations.accept_invitation(invite=link, player=request.player, crew=crew)
    return _to_place(link)


def _to_place(link: Invite) -> HttpResponse:
    if link.crew is not None and link.as_substitute:
        return redirect("crew-list")
    if link.crew is not None:
        return redirect("crew", link.crew.slug)
    if link.club is not None:
        return redirect("club", link.club.slug)
    return redirect("table", link.table_id)


@require_POST
def invite_revoke(request: PlayerRequest, pk: int) -> HttpResponse:
    """Revoke a link."""
    link = own_invite_for(request.player, pk)
    invitations.revoke_invitation(invite=link)
    return _to_place(link)
