"""Services of merges and splits: both sides keep the history."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from logbook.crews.exceptions import CrewGone, MergeEnded, NotAFounder, NotYourCrew, SameCrew, SplitIncomplete
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.models.notes import CrewNote
from logbook.crews.services.crews import create_crew, is_founder, is_member
from logbook.crews.signals import crew_merged, crew_split
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player

NAME_LENGTH: Final = 60


# --- two become one


@transaction.atomic
def propose_merge(*, crew: Crew, by: Player) -> CrewMerge:
    """Propose that this crew become part of another; return the open proposal, if any. Raises NotAFounder, CrewGone.

    Its link is for a founder of the other crew.
    """
    locked = _lock_crew(crew.pk)
    _check_founder(locked, by)
    if locked.became_id is not None:
        raise CrewGone
    proposal = CrewMerge.objects.filter(crew=locked, state=CrewMerge.State.ASKED).first()
    return proposal or CrewMerge.objects.create(crew=locked, asked_by=by)


@transaction.atomic
def take_back_merge(*, crew: Crew, by: Player) -> None:
    """Take back the proposal. Idempotent."""
    _check_founder(_lock_crew(crew.pk), by)
    _answer(CrewMerge.objects.filter(crew=crew, state=CrewMerge.State.ASKED), CrewMerge.State.TAKEN_BACK, by)


@transaction.atomic
def decline_merge(*, proposal: CrewMerge, by: Player) -> None:
    """Decline the proposal. Idempotent. The proposing crew is notified, and may propose again."""
    _lock_crew(proposal.crew_id)
    _answer(CrewMerge.objects.filter(pk=proposal.pk, state=CrewMerge.State.ASKED), CrewMerge.State.DECLINED, by)


@transaction.atomic
def accept_merge(*, proposal: CrewMerge, into: Crew, by: Player) -> Crew:
    """Merge the proposing crew into `into`: its members, and copies of its logbook. Idempotent.

    Raises NotAFounder, SameCrew, CrewGone, MergeEnded.
    """
    if into.pk == proposal.crew_id:
        raise SameCrew
    # Always in the same order, so that two merges never deadlock.
    crews = {
        crew.pk: crew
        for crew in Crew.objects.select_for_update().filter(pk__in=(proposal.crew_id, into.pk)).order_by("pk")
    }
    crew, into = crews[proposal.crew_id], crews[into.pk]
    _check_founder(into, by)
    proposal = CrewMerge.objects.select_for_update().get(pk=proposal.pk)
    if proposal.state == CrewMerge.State.AGREED and proposal.into_id == into.pk:
        return into
    if proposal.state != CrewMerge.State.ASKED:
        raise MergeEnded
    if into.became_id is not None or crew.became_id is not None:
        raise CrewGone
    _become(crew, into)
    _answer(CrewMerge.objects.filter(pk=proposal.pk), CrewMerge.State.AGREED, by, into=into)
    _note(crew, CrewNote.Kind.BECAME, by, into)
    _note(into, CrewNote.Kind.TOOK_IN, by, crew)
    return into


def _become(crew: Crew, into: Crew) -> None:
    now = timezone.now()
    members = list(crew.members.filter(left_at=None))
    present = set(into.members.filter(left_at=None).values_list("player", flat=True))
    CrewMember.objects.bulk_create(
        CrewMember(crew=into, player_id=one.player_id, role=one.role) for one in members if one.player_id not in present
    )
    # Memberships end at the moment of the merge: their holders can still read the old crew.
    crew.members.filter(left_at=None).update(left_at=now)
    crew.became, crew.became_at = into, now
    crew.save(update_fields=("became", "became_at"))
    Invite.objects.filter(crew=crew, revoked_at=None).update(revoked_at=now)
    crew_merged.send(Crew, crew=crew, into=into)
    _move_substitutes(crew, into)
    proposals = CrewMerge.objects.filter(into=None, crew=crew, state=CrewMerge.State.ASKED)
    proposals.update(state=CrewMerge.State.TAKEN_BACK, answered_at=now)


def _move_substitutes(crew: Crew, into: Crew) -> None:
    """Make the old crew's substitutes those of the other crew, except for its members."""
    members = into.members.filter(left_at=None).values("player")
    into.substitutes.filter(player__in=members).delete()
    players = into.substitutes.values("player")
    new = crew.substitutes.exclude(player__in=members).exclude(player__in=players)
    Substitute.objects.bulk_create(Substitute(crew=into, player_id=one.player_id, since=one.since) for one in new)


# --- one becomes two


@transaction.atomic
def split_crew(
    *, crew: Crew, by: Player, key: UUID, name: str, members: Collection[int], campaigns: Collection[int]
) -> Crew:
    """Create a crew of some members, with copies of these campaigns; once for each key. All stay in the old crew too.

    `members` and `campaigns` are numbers. Raises NotYourCrew, SplitIncomplete.
    """
    locked = _lock_crew(crew.pk)
    if not is_member(locked, by):
        raise NotYourCrew
    note = CrewNote.objects.filter(crew=locked, kind=CrewNote.Kind.PARTED, key=key).select_related("other").first()
    if note is not None and note.other is not None:
        return note.other
    name = " ".join(name.split())
    leaving = _leaving_members(locked, members)
    if not 0 < len(name) <= NAME_LENGTH:
        raise SplitIncomplete("name")
    if len(leaving) < len(set(members)):
        raise SplitIncomplete("members")
    new_crew = create_crew(player=by, name=name)
    CrewMember.objects.bulk_create(CrewMember(crew=new_crew, player_id=pk) for pk in leaving if pk != by.pk)
    crew_split.send(Crew, crew=locked, made=new_crew, campaigns=campaigns)
    _note(locked, CrewNote.Kind.PARTED, by, new_crew, key)
    _note(new_crew, CrewNote.Kind.CAME_OF, by, locked, key)
    return new_crew


def _leaving_members(crew: Crew, members: Collection[int]) -> list[int]:
    current = crew.members.filter(left_at=None, player__in=members)
    return list(current.order_by("joined_at", "pk").values_list("player", flat=True))


def _lock_crew(crew_id: int) -> Crew:
    return Crew.objects.select_for_update().get(pk=crew_id)


def _check_founder(crew: Crew, by: Player) -> None:
    if not is_founder(crew, by):
        raise NotAFounder


def _answer(proposals: QuerySet[CrewMerge], state: str, by: Player, into: Crew | None = None) -> None:
    proposals.update(state=state, answered_by=by, answered_at=timezone.now(), into=into)


def _note(crew: Crew, kind: str, by: Player, other: Crew, key: UUID | None = None) -> None:
    """Write a note, which keeps the other crew's name of that day."""
    fields = {"by": by, "other": other, "other_name": other.name}
    CrewNote.objects.create(crew=crew, kind=kind, **fields, **({"key": key} if key else {}))
