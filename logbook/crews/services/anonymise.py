"""Service that anonymises a former member: the crew's logbook shows "someone" from then on."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.models.notes import CrewNote
from logbook.crews.services.crews import leave_crew
from logbook.crews.signals import member_forgotten, name_taken_away
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


@transaction.atomic
def anonymise_member(*, crew: Crew, player: Player, photos: bool = False) -> None:
    """Leave the crew, and remove the player's name from it; with `photos`, their photos too. Final.

    Copies of its logbook in other crews lose the name too, where the player is no member. Attempts, their ends and
    their days stay. Idempotent.
    """
    leave_crew(crew=crew, player=player)
    forget(crew=crew, player=player, photos=photos)
    name_taken_away.send(Crew, crew=crew, player=player, photos=photos)


@transaction.atomic
def forget(*, crew: Crew, player: Player, photos: bool) -> None:
    """Remove the player's name from this crew; other crews' copies stay as they are."""
    is_member = crew.members.filter(player=player).exists()
    guests = frozenset(Guest.objects.filter(crew=crew, claimed_by=player).values_list("pk", flat=True))
    answers = member_forgotten.send(Crew, crew=crew, player=player, guests=guests, photos=photos)
    _crew_forget(crew, player, guests)
    if is_member or any(knew for _receiver, knew in answers):
        CrewNote.objects.create(crew=crew, kind=CrewNote.Kind.NAME_TAKEN)


def _crew_forget(crew: Crew, player: Player, guests: Collection[int]) -> None:
    GuestClaim.objects.filter(guest__crew=crew, player=player).delete()
    GuestClaim.objects.filter(guest__crew=crew, answered_by=player).update(answered_by=None)
    Guest.objects.filter(pk__in=guests).delete()
    Substitute.objects.filter(crew=crew, player=player).delete()
    CrewMerge.objects.filter(crew=crew, asked_by=player).update(asked_by=None)
    CrewMerge.objects.filter(Q(crew=crew) | Q(into=crew), answered_by=player).update(answered_by=None)
    CrewNote.objects.filter(crew=crew, by=player).update(by=None)
    Invite.objects.filter(crew=crew, created_by=player).delete()
    crew.members.filter(player=player).delete()
