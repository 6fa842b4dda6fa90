"""Services of messages about organizers' decisions: rulings on challenges, and removals from clubs."""

from __future__ import annotations

from collections.abc import Collection

from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import ClubCrewRemoval, ClubRemoval
from logbook.crews.models.crews import CrewMember
from logbook.notifications.message_texts import subject_of_ruling
from logbook.notifications.models import Message, MessageKind
from logbook.notifications.services import messages
from logbook.notifications.services.outbox import audience_of
from logbook.people.models.players import Player

Kind = MessageKind


def tell_ruled(*, ruling_id: int, crews: Collection[int], undone: bool) -> None:
    """Tell the members of these crews, and the player of the ruling, of the ruling or of its end. Idempotent.

    Only people who can open the challenge are told.
    """
    ruling = Ruling.objects.select_related("challenge__club").filter(pk=ruling_id).first()
    if ruling is None:
        return
    members = CrewMember.objects.filter(crew__in=crews, left_at=None).values_list("player", flat=True)
    keys = {*members, *([ruling.player_id] if ruling.player_id is not None else [])}
    subject = subject_of_ruling(ruling.pk, undone=undone)
    message = Message(kind=Kind.RESULT_RULED, subject=subject, challenge=ruling.challenge, ruling=ruling)
    messages.tell_many(
        message, sorted(audience_of(ruling.challenge.club).filter(pk__in=keys).values_list("pk", flat=True))
    )


def tell_removed(*, removal: ClubRemoval) -> None:
    """Tell the player that an organizer removed them from a club."""
    messages.tell(Message(kind=Kind.REMOVED, subject=f"removal:{removal.pk}", removal=removal), [removal.player])


def tell_crew_removed(*, removal: ClubCrewRemoval) -> None:
    """Tell the crew's founders that an organizer removed it from a club."""
    role = CrewMember.Role.FOUNDER
    founders = Player.objects.filter(
        crew_memberships__crew=removal.crew, crew_memberships__left_at=None, crew_memberships__role=role
    )
    message = Message(kind=Kind.REMOVED, subject=f"crew-removal:{removal.pk}", crew_removal=removal)
    messages.tell(message, founders)
