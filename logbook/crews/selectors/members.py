"""Selectors of a crew's people: members of all times, substitutes, guests, claims; and the crew's history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.utils.translation import gettext as _

from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.models.notes import CrewNote
from logbook.crews.selectors.crews import open_links
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


@dataclass(slots=True)
class AttendedPlayer:
    """A person's attendance: how often, first and last."""

    attempts: int = 0
    as_captain: int = 0
    as_substitute: int = 0
    first: date | None = None
    last: date | None = None

    def add(self, other: AttendedPlayer) -> AttendedPlayer:
        """Return the sum of both."""
        days = [day for day in (self.first, self.last, other.first, other.last) if day]
        return AttendedPlayer(
            self.attempts + other.attempts,
            self.as_captain + other.as_captain,
            self.as_substitute + other.as_substitute,
            min(days, default=None),
            max(days, default=None),
        )


@dataclass(frozen=True, slots=True)
class CrewAttendance:
    """The attendance of each of a crew's people, from the logbook."""

    of_players: Mapping[int, AttendedPlayer]
    """The attendance of each player, with theirs as a guest."""
    of_guests: Mapping[int, AttendedPlayer]
    nameless: AttendedPlayer
    beside: Collection[int]
    """The guests that the reader cannot have been, since both sat there together."""


@dataclass(slots=True)
class MemberRow:
    """A person's times in the crew, with their attendance."""

    player: Player
    times: list[CrewMember]
    attended: AttendedPlayer

    @property
    def is_here(self) -> bool:
        """True for a present member."""
        return self.times[-1].left_at is None

    @property
    def may_be_removed(self) -> bool:
        """True if a founder may remove them: a member who is no founder."""
        return self.is_here and self.times[-1].role != CrewMember.Role.FOUNDER


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim of a guest, and the reader's possible answers."""

    claim: GuestClaim
    may_grant: bool
    may_decline: bool
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A guest with their attendance, and whether the reader may claim them."""

    guest: Guest
    attended: AttendedPlayer
    claims: list[ClaimRow]
    may_claim: bool


@dataclass(frozen=True, slots=True)
class SubstituteRow:
    """A substitute with their attendance."""

    substitute: Substitute
    attended: AttendedPlayer


@dataclass(frozen=True, slots=True)
class NoteRow:
    """An entry of the crew's history in words; `other` where the reader may open the other crew."""

    note: CrewNote
    text: str
    other: Crew | None


@dataclass(slots=True)
class PeoplePage:
    """The people of a crew, for one of its members."""

    crew: Crew
    is_member: bool
    is_founder: bool
    members: list[MemberRow]
    former: list[MemberRow]
    substitutes: list[SubstituteRow]
    guests: list[GuestRow]
    notes: list[NoteRow]
    invite: Invite | None
    merge: CrewMerge | None
    nameless: AttendedPlayer = field(default_factory=AttendedPlayer)
    """The attendance of anonymised members."""


def people_page(crew: Crew, reader: Player, readable: Collection[Crew], attendance: CrewAttendance) -> PeoplePage:
    """Return the people of the crew. `readable` are the crews that the reader may open."""
    guests = list(Guest.objects.filter(crew=crew).select_related("claimed_by"))
    rows = _members(crew, attendance.of_players)
    mine = next((row.times[-1] for row in rows if row.player == reader and row.is_here), None)
    is_founder = mine is not None and mine.role == CrewMember.Role.FOUNDER
    sitting_in = Substitute.objects.filter(crew=crew).select_related("player")
    return PeoplePage(
        crew=crew,
        is_member=mine is not None,
        is_founder=is_founder,
        members=[row for row in rows if row.is_here],
        former=[row for row in rows if not row.is_here],
        substitutes=[
            SubstituteRow(one, attendance.of_players.get(one.player_id, AttendedPlayer())) for one in sitting_in
        ],
        guests=_guests(guests, attendance, reader, is_member=mine is not None, is_founder=is_founder),
        notes=[_note(note, readable) for note in crew.notes.select_related("by", "other")],
        invite=open_links().filter(crew=crew, as_substitute=True).first(),
        merge=CrewMerge.objects.filter(crew=crew).select_related("into").order_by("-pk").first(),
        nameless=attendance.nameless,
    )


def _members(crew: Crew, attended: Mapping[int, AttendedPlayer]) -> list[MemberRow]:
    rows: dict[int, MemberRow] = {}
    for member in crew.members.select_related("player").order_by("joined_at", "pk"):
        row = rows.setdefault(
            member.player_id, MemberRow(member.player, [], attended.get(member.player_id, AttendedPlayer()))
        )
        row.times.append(member)
    return list(rows.values())


def _guests(
    guests: Collection[Guest], attendance: CrewAttendance, reader: Player, *, is_member: bool, is_founder: bool
) -> list[GuestRow]:
    claims: dict[int, list[GuestClaim]] = defaultdict(list)
    living = (GuestClaim.State.ASKED, GuestClaim.State.GRANTED)
    for claim in GuestClaim.objects.filter(guest__in=[one.pk for one in guests], state__in=living).select_related(
        "player"
    ):
        claims[claim.guest_id].append(claim)
    rows = [
        GuestRow(
            guest,
            attendance.of_guests.get(guest.pk, AttendedPlayer()),
            [_claim(claim, reader, is_member=is_member, is_founder=is_founder) for claim in claims[guest.pk]],
            may_claim=is_member
            and guest.claimed_by_id is None
            and guest.pk not in attendance.beside
            and all(claim.player_id != reader.pk for claim in claims[guest.pk]),
        )
        for guest in guests
    ]
    # Claims that wait for an answer come first: a long list has pages.
    return sorted(rows, key=lambda row: not any(one.claim.state == GuestClaim.State.ASKED for one in row.claims))


def _claim(claim: GuestClaim, reader: Player, *, is_member: bool, is_founder: bool) -> ClaimRow:
    waits, own = claim.state == GuestClaim.State.ASKED, claim.player_id == reader.pk
    return ClaimRow(
        claim,
        may_grant=is_member and waits and (not own or is_founder),
        may_decline=is_member and waits and not own,
        may_take_back=is_member and (own or (is_founder and not waits)),
    )


def _note(note: CrewNote, readable: Collection[Crew]) -> NoteRow:
    text = {
        CrewNote.Kind.BECAME: _("This crew merged into %(other)s."),
        CrewNote.Kind.TOOK_IN: _("%(other)s merged into this crew, with its members and its logbook."),
        CrewNote.Kind.PARTED: _("%(by)s founded %(other)s with copies from this logbook."),
        CrewNote.Kind.CAME_OF: _("Split off from %(other)s, with copies from its logbook."),
        CrewNote.Kind.CLAIMED: _("%(by)s used to play here as a guest. Those attempts now count as theirs."),
        CrewNote.Kind.UNCLAIMED: _("%(by)s wasn’t that guest after all."),
        CrewNote.Kind.REMOVED: _("%(by)s removed a member."),
        CrewNote.Kind.RESTORED: _("%(by)s undid the removal of a member."),
        CrewNote.Kind.NAME_TAKEN: _("A member left and removed their name."),
    }[CrewNote.Kind(note.kind)]
    params = {"other": note.other_name, "by": note.by.name if note.by else _("Someone")}
    return NoteRow(note, text % params, note.other if note.other in readable else None)


def members_to_go(crew: Crew, besides: Player) -> list[Player]:
    """Return the other members who may join a split."""
    current = Player.objects.filter(crew_memberships__crew=crew, crew_memberships__left_at=None)
    return list(current.exclude(pk=besides.pk).order_by("crew_memberships__joined_at"))
