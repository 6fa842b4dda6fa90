"""Services of copies of a logbook for another crew: campaigns, entries, attendance, corrections, guests.

A copy names its original (`Campaign.copied_from`), and its entries are `copied`: the statistics of all crews count each
attempt once, and also entries added to the copy later. A repeated copy adds nothing. The database copies entries and
attendance itself, one query per campaign.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import Model, OuterRef, Subquery

from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.campaigns.services.campaigns import recompute_missions
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.services.guests import GUEST_NAME_LENGTH
from logbook.lib.names import name_key

Keys = dict[int, int]
"""Primary keys of copies by those of their originals."""


@transaction.atomic
def copy_campaigns(*, campaigns: Iterable[Campaign], into: Crew) -> list[Campaign]:
    """Copy these campaigns into the crew's logbook; campaigns copied there before stay unchanged."""
    copied_pks = set(Campaign.objects.filter(crew=into).exclude(copied_from=None).values_list("copied_from", flat=True))
    originals = [one for one in campaigns if one.pk not in copied_pks]
    if not originals:
        return []
    guests = _guests(originals, into)
    copies = [_campaign(one, into) for one in originals]
    pairs = {one.pk: copy.pk for one, copy in zip(originals, copies, strict=True)}
    for old, new in pairs.items():
        _copy_entries(old, new, into, besides=pairs.values())
        _copy_attendances(old, new, guests)
        _changes_copy(old, new, guests)
    for copy in copies:
        recompute_missions(copy.pk)
    return copies


def _campaign(original: Campaign, into: Crew) -> Campaign:
    copy = Campaign.objects.create(
        crew=into,
        game=original.game,
        name=original.name,
        in_order=original.in_order,
        opened_by_id=original.opened_by_id,
        closed_at=original.closed_at,
        copied_from=original,
        came_as_copy=original.came_as_copy,
    )
    Campaign.objects.filter(pk=copy.pk).update(opened_at=original.opened_at)
    return copy


def _guests(campaigns: Collection[Campaign], into: Crew) -> Keys:
    """Map the guests to guests of the other crew: those with the same name and the same claimant are one."""
    guests_by_name = {name_key(guest.name): guest for guest in Guest.objects.filter(crew=into)}
    attendances = Attendance.objects.filter(entry__campaign__in=campaigns).exclude(guest=None).order_by()
    guests = Guest.objects.filter(pk__in=attendances.values("guest")).select_related("crew").order_by("pk")
    keys: Keys = {}
    for guest in guests:
        same = guests_by_name.get(name_key(guest.name))
        if same is None or same.claimed_by_id != guest.claimed_by_id:
            name = guest.name if same is None else _other_name(guest, guests_by_name)
            same = Guest.objects.create(crew=into, name=name, claimed_by_id=guest.claimed_by_id)
            guests_by_name[name_key(name)] = same
        keys[guest.pk] = same.pk
    return keys


def _other_name(guest: Guest, taken: Collection[str]) -> str:
    """Return the guest's name with a suffix that makes it unique."""
    endings = (f" ({guest.crew.name[:12]})", *(f" ({number})" for number in range(2, len(taken) + 3)))
    names = (guest.name[: GUEST_NAME_LENGTH - len(ending)] + ending for ending in endings)
    return next(name for name in names if name_key(name) not in taken)


def _copy_entries(old: int, new: int, into: Crew, *, besides: Collection[int]) -> None:
    """Copy the entries under their keys, except those of other campaigns of the crew: a crew that split off
    and returns adds what it has played since.
    """
    columns = _columns(LogEntry, without={"id", "campaign_id", "copied"})
    entry, campaign, key = _table(LogEntry), _table(Campaign), _quoted("key")
    marks = ", ".join(["%s"] * len(besides))
    # The names of tables and columns come from the models; every value is a parameter.
    sql = (
        f"INSERT INTO {entry} (campaign_id, copied, {columns}) SELECT %s, TRUE, {columns} FROM {entry} "  # noqa: S608
        "WHERE campaign_id = %s "
        f"AND {key} NOT IN (SELECT there.{key} FROM {entry} there JOIN {campaign} own ON own.id = there.campaign_id "
        f"WHERE own.crew_id = %s AND own.id NOT IN ({marks})) ORDER BY id"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [new, old, into.pk, *besides])


def _copy_attendances(old: int, new: int, guests: Keys) -> None:
    """Copy attendance; an entry's copy is the one with its key."""
    entry, row, key = _table(LogEntry), _table(Attendance), _quoted("key")
    # Without guests the CASE would have no branch, and the column is empty anyway.
    guest = "CASE there.guest_id " + "WHEN %s THEN %s " * len(guests) + "END" if guests else "there.guest_id"
    # Here too: names from the models, values as parameters.
    sql = (
        f"INSERT INTO {row} (entry_id, player_id, guest_id, captain, substitute, points, won) "  # noqa: S608
        f"SELECT made.id, there.player_id, {guest}, there.captain, there.substitute, there.points, there.won "
        f"FROM {row} there "
        f"JOIN {entry} was ON was.id = there.entry_id "
        f"JOIN {entry} made ON made.{key} = was.{key} AND made.campaign_id = %s "
        "WHERE was.campaign_id = %s ORDER BY there.id"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(pk for pair in guests.items() for pk in pair), new, old])


def _changes_copy(old: int, new: int, guests: Keys) -> None:
    """Copy the corrections, whose values hold people by primary key."""
    same = LogEntry.objects.filter(campaign=new, key=OuterRef("entry__key")).values("pk")
    rows = LogEntryChange.objects.filter(entry__campaign=old).annotate(made=Subquery(same)).exclude(made=None)
    LogEntryChange.objects.bulk_create(
        [
            LogEntryChange(
                entry_id=row.made,
                by_id=row.by_id,
                at=row.at,
                before=_values_with_guests(row.before, guests),
                after=_values_with_guests(row.after, guests),
            )
            for row in rows.order_by("pk")
        ]
    )


def _values_with_guests(values: Mapping[str, Any], guests: Keys) -> dict[str, Any]:
    """Return a correction's values, with the guests of the other crew."""
    if "attendance" not in values:
        return dict(values)
    rows = [row | {"guest": guests.get(row.get("guest") or 0)} for row in values["attendance"]]
    return {**values, "attendance": rows}


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)  # noqa: SLF001 - Django's own way to name it


def _columns(model: type[Model], *, without: Collection[str]) -> str:
    names = [str(field.column) for field in model._meta.concrete_fields]  # noqa: SLF001
    return ", ".join(_quoted(name) for name in names if name not in without)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
