"""Services of anonymising: a leaving player's name is removed from the crew's logbook and its copies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q

from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.campaigns.services import standings
from logbook.campaigns.services.photos import drop_photo
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player


def forget(*, crew: Crew, player: Player, guests: Collection[int], photos: bool) -> bool:
    """Remove the player's name from the crew's campaigns. Return True if it occurred there."""
    stands_in = _stands_in(crew, player)
    if photos:
        _drop_photos(crew, player)
    _forget_in_entries(crew, player, guests)
    _forget_in_corrections(crew, player, guests)
    standings.mark_changed(Campaign.objects.filter(crew=crew))
    return stands_in


def crews_with_copies(crew: Crew, player: Player) -> list[Crew]:
    """Return crews whose logbook holds copies of this one, directly or not, except crews of the player."""
    own = set(Campaign.objects.filter(crew=crew).values_list("pk", flat=True))
    campaigns, fresh = set(own), own
    while fresh:
        near = Q(copied_from__in=fresh) | Q(copies__in=fresh)
        fresh = set(Campaign.objects.filter(near).values_list("pk", flat=True)) - campaigns
        campaigns |= fresh
    mine = CrewMember.objects.filter(player=player, left_at=None).values("crew")
    crews = Crew.objects.filter(campaigns__in=campaigns - own).exclude(pk=crew.pk).exclude(pk__in=mine)
    return list(crews.distinct().order_by("pk"))


def _stands_in(crew: Crew, player: Player) -> bool:
    attendances = Attendance.objects.filter(Q(player=player) | Q(guest__claimed_by=player), entry__campaign__crew=crew)
    return attendances.exists() or LogEntry.objects.filter(campaign__crew=crew, logged_by=player).exists()


def _forget_in_entries(crew: Crew, player: Player, guests: Collection[int]) -> None:
    attendances = Attendance.objects.filter(entry__campaign__crew=crew)
    attendances.filter(Q(player=player) | Q(guest__in=guests)).update(player=None, guest=None)
    LogEntry.objects.filter(campaign__crew=crew, logged_by=player).update(logged_by=None)
    Campaign.objects.filter(crew=crew, opened_by=player).update(opened_by=None)


def _forget_in_corrections(crew: Crew, player: Player, guests: Collection[int]) -> None:
    """Remove the player from corrections, which store people by primary key."""
    changes = LogEntryChange.objects.filter(entry__campaign__crew=crew)
    changes.filter(by=player).update(by=None)
    changed = []
    for change in changes.filter(Q(before__has_key="attendance") | Q(after__has_key="attendance")).iterator():
        before, after = (_without(values, player.pk, guests) for values in (change.before, change.after))
        if (before, after) != (change.before, change.after):
            change.before, change.after = before, after
            changed.append(change)
    LogEntryChange.objects.bulk_update(changed, ("before", "after"), batch_size=200)


def _without(values: Mapping[str, Any], player: int, guests: Collection[int]) -> dict[str, Any]:
    rows = [
        row | {"player": None, "guest": None} if row.get("player") == player or row.get("guest") in guests else row
        for row in values.get("attendance", ())
    ]
    return {**values, "attendance": rows} if "attendance" in values else dict(values)


def _drop_photos(crew: Crew, player: Player) -> None:
    """Delete photos of entries that the player wrote, or photos that they added."""
    entries = LogEntry.objects.filter(campaign__crew=crew).exclude(photo="")
    added = LogEntryChange.objects.filter(entry__in=entries, by=player, after__has_key="photo")
    photo_names = {entry.pk: entry.photo.name for entry in entries}
    mine = set(entries.filter(logged_by=player).values_list("pk", flat=True))
    replaced = LogEntryChange.objects.filter(entry__in=mine, after__has_key="photo").exclude(by=player)
    theirs = {row.entry_id for row in replaced if row.after["photo"] == photo_names[row.entry_id]}
    own = (mine - theirs) | {row.entry_id for row in added if row.after["photo"] == photo_names[row.entry_id]}
    LogEntry.objects.filter(pk__in=own).update(photo="")
    for name in {photo_names[pk] for pk in own}:
        drop_photo(str(name))
