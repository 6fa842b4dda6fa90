"""Services of attendance: who people are by name. A claimed guest is the claimant."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from logbook.campaigns.services.entries import Attendee
from logbook.crews.exceptions import Namesakes
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Substitute
from logbook.crews.services.guests import ensure_guest
from logbook.lib.names import name_key, plain
from logbook.people.models.players import Player


def resolve_attendee(crew: Crew, name: str) -> Attendee:
    """Return the person with this name: a current member or substitute, the claimant of a guest, or a guest.

    Of a member and a substitute with the same name it is the member. Raises GuestNameless, and Namesakes for two of
    either.
    """
    player = _player_named(crew, name)
    if player is None:
        return resolve_claims(Attendee(guest=ensure_guest(crew=crew, name=name)))
    return Attendee(player, substitute=Substitute.objects.filter(crew=crew, player=player).exists())


def _player_named(crew: Crew, name: str) -> Player | None:
    key = name_key(name)
    same = [player for player in _of_today(crew) if key and name_key(player.name) == key]
    members = [player for player in same if player.is_member] or same
    if len(members) > 1:
        raise Namesakes(name=plain(name))
    return members[0] if members else None


def resolve_claims(attendee: Attendee) -> Attendee:
    """Return a claimed guest as the claimant."""
    claimed = attendee.guest.claimed_by if attendee.guest else None
    return replace(attendee, player=claimed, guest=None) if claimed else attendee


def dedupe_attendees(people: Iterable[Attendee]) -> tuple[Attendee, ...]:
    """Return each person once, with all their values merged; people without a name stay as many as they are."""
    by_key: dict[object, Attendee] = {}
    for attendee in people:
        key = (
            (attendee.player and attendee.player.pk, attendee.guest and attendee.guest.pk)
            if attendee.player or attendee.guest
            else object()
        )
        same = by_key.get(key, attendee)
        by_key[key] = replace(
            same,
            captain=same.captain or attendee.captain,
            substitute=same.substitute or attendee.substitute,
            points=attendee.points if same.points is None else same.points,
            won=same.won or attendee.won,
        )
    return tuple(by_key.values())


def current_attendees(crew: Crew, people: Collection[Attendee]) -> tuple[Attendee, ...]:
    """Return the people who can attend today: members, substitutes and guests. None of them is captain yet."""
    pks = set(_of_today(crew).values_list("pk", flat=True))
    substitutes = set(Substitute.objects.filter(crew=crew).values_list("player", flat=True))
    return dedupe_attendees(
        Attendee(
            attendee.player,
            attendee.guest,
            substitute=attendee.substitute or (attendee.player is not None and attendee.player.pk in substitutes),
        )
        for attendee in map(resolve_claims, people)
        if (attendee.player and attendee.player.pk in pks) or (attendee.guest and attendee.guest.crew_id == crew.pk)
    )


def _of_today(crew: Crew) -> QuerySet[Any]:
    """Return members, then substitutes."""
    member = Exists(CrewMember.objects.filter(crew=crew, player=OuterRef("pk"), left_at=None))
    substitute = Exists(Substitute.objects.filter(crew=crew, player=OuterRef("pk")))
    players = Player.objects.annotate(is_member=member, sits_in=substitute)
    return players.filter(Q(is_member=True) | Q(sits_in=True)).order_by("-is_member", "pk")
