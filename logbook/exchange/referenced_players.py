"""People in a crew's logbook: the export names them, and an import recognises them."""

from __future__ import annotations

from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.models.notes import CrewNote
from logbook.exchange.models import ImportedExtra
from logbook.people.site_identity import export_key
from logbook.tables.models import Seat


def players_of(crew: Crew) -> set[int]:
    """Return members of all times, people who attended or wrote an entry, and players at the crew's tables."""
    ours = LogEntry.objects.filter(campaign__crew=crew)
    ids_by_model = (
        CrewMember.objects.filter(crew=crew).values_list("player", flat=True),
        Attendance.objects.filter(entry__in=ours, player__isnull=False).values_list("player", flat=True),
        ours.exclude(logged_by=None).order_by().values_list("logged_by", flat=True),
        LogEntryChange.objects.filter(entry__in=ours).exclude(by=None).order_by().values_list("by", flat=True),
        # A challenge's seats add no new people: their players are crew members, or have removed their name.
        Seat.objects.filter(table__crew=crew, table__stage=None)
        .exclude(player=None)
        .order_by()
        .values_list("player", flat=True),
        Campaign.objects.filter(crew=crew).exclude(opened_by=None).order_by().values_list("opened_by", flat=True),
        Guest.objects.filter(crew=crew).exclude(claimed_by=None).order_by().values_list("claimed_by", flat=True),
        Substitute.objects.filter(crew=crew).order_by().values_list("player", flat=True),
        GuestClaim.objects.filter(guest__crew=crew).order_by().values_list("player", flat=True),
        GuestClaim.objects.filter(guest__crew=crew).order_by().values_list("answered_by", flat=True),
        CrewNote.objects.filter(crew=crew).order_by().values_list("by", flat=True),
        CrewMerge.objects.filter(crew=crew).order_by().values_list("asked_by", flat=True),
        # A player who answered "no" for another crew is not named, and neither is that crew.
        CrewMerge.objects.filter(crew=crew, state=CrewMerge.State.AGREED)
        .order_by()
        .values_list("answered_by", flat=True),
    )
    return {int(pk) for keys in ids_by_model for pk in keys.distinct() if pk}


def known_people(crew_id: int) -> dict[str, str]:
    """Return the crew's members and guests by their keys in files: `player:1`, `guest:1`."""
    members = CrewMember.objects.filter(crew=crew_id).values_list("player", flat=True)
    guests = Guest.objects.filter(crew=crew_id).values_list("pk", flat=True)
    keys = {export_key("player", pk): f"player:{pk}" for pk in members}
    keys |= {export_key("guest", pk): f"guest:{pk}" for pk in guests}
    for extras in ImportedExtra.objects.filter(crew=crew_id, kind=ImportedExtra.Kind.PERSON):
        if extras.player_id or extras.guest_id:
            keys[str(extras.key)] = f"player:{extras.player_id}" if extras.player_id else f"guest:{extras.guest_id}"
    return keys


def known_campaigns(crew_id: int) -> dict[str, int]:
    """Return the crew's campaigns by their keys in files."""
    extras = ImportedExtra.objects.filter(crew=crew_id, kind=ImportedExtra.Kind.CAMPAIGN).exclude(campaign=None)
    own_ones = Campaign.objects.filter(crew=crew_id).values_list("pk", flat=True)
    return {export_key("campaign", pk): pk for pk in own_ones} | {
        str(key): pk for key, pk in extras.values_list("key", "campaign")
    }
