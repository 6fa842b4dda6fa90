"""Copies of a crew's logbook for another crew: campaigns, lines, who was there, corrections, guests.

A copy says where it is from (`Campaign.copied_from`), and its boxes are not original: the world counts an attempt
once. Copied twice it stands once. Everything is copied in batches, however much that is.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, TypeVar

from django.db import transaction

from logbook.models import Attendance, Campaign, Crew, Guest, Line, LineChange

from .campaigns import GUEST_NAME_LENGTH, missions_settle

BATCH: Final = 5_000
Row = TypeVar("Row", Line, Attendance, LineChange)
Keys = dict[int, int]
"""Where each copy is, by the key of what it was copied from."""


@transaction.atomic
def campaigns_copy(*, campaigns: Iterable[Campaign], into: Crew) -> list[Campaign]:
    """Copies of these campaigns in the crew's logbook; what was copied there before stays as it is."""
    there = set(Campaign.objects.filter(crew=into).exclude(copied_from=None).values_list("copied_from", flat=True))
    originals = [one for one in campaigns if one.pk not in there]
    if not originals:
        return []
    guests = _guests(originals, into)
    copies = [_campaign(one, into) for one in originals]
    lines = _lines({one.pk: made.pk for one, made in zip(originals, copies, strict=True)}, into)
    _attendances(lines, guests)
    _changes(lines, guests)
    for made in copies:
        missions_settle(made.pk)
    return copies


def _campaign(original: Campaign, into: Crew) -> Campaign:
    made = Campaign.objects.create(
        crew=into,
        game=original.game,
        name=original.name,
        in_order=original.in_order,
        opened_by_id=original.opened_by_id,
        closed_at=original.closed_at,
        copied_from=original,
    )
    Campaign.objects.filter(pk=made.pk).update(opened_at=original.opened_at)
    return made


def _guests(campaigns: Collection[Campaign], into: Crew) -> Keys:
    """The guests who occur, as guests of the other crew: who is called the same, and is claimed by the same, is one."""
    known = {guest.name.casefold(): guest for guest in Guest.objects.filter(crew=into)}
    there = Attendance.objects.filter(line__campaign__in=campaigns).exclude(guest=None).order_by()
    found = Guest.objects.filter(pk__in=there.values("guest")).select_related("crew").order_by("pk")
    keys: Keys = {}
    for guest in found:
        same = known.get(guest.name.casefold())
        if same is None or same.claimed_by_id != guest.claimed_by_id:
            name = guest.name if same is None else _other_name(guest, known)
            same = Guest.objects.create(crew=into, name=name, claimed_by_id=guest.claimed_by_id)
            known[name.casefold()] = same
        keys[guest.pk] = same.pk
    return keys


def _other_name(guest: Guest, taken: Collection[str]) -> str:
    """The guest's name with something that tells it from the other one."""
    endings = (f" ({guest.crew.name[:12]})", *(f" ({number})" for number in range(2, len(taken) + 3)))
    names = (guest.name[: GUEST_NAME_LENGTH - len(ending)] + ending for ending in endings)
    return next(name for name in names if name.casefold() not in taken)


def _lines(campaigns: Mapping[int, int], into: Crew) -> Keys:
    """The lines keep their keys. What stands in the crew's logbook already, in whatever campaign, is not doubled:
    so a crew that parted and comes back brings what it has played since.
    """
    there = Line.objects.filter(campaign__crew=into).exclude(campaign__in=campaigns.values())
    keys: Keys = {}
    for old, new in campaigns.items():
        last = 0
        rows = Line.objects.filter(campaign=old).exclude(key__in=there.values("key")).order_by("pk")
        while lines := list(rows.filter(pk__gt=last)[:BATCH]):
            made = [_moved(line, campaign_id=new) for line in lines]
            Line.objects.bulk_create(made)
            keys |= {line.pk: one.pk for line, one in zip(lines, made, strict=True)}
            last = lines[-1].pk
    return keys


def _attendances(lines: Keys, guests: Keys) -> None:
    for batch in _batches(lines):
        rows = Attendance.objects.filter(line__in=batch).order_by("pk")
        Attendance.objects.bulk_create(
            [_moved(row, line_id=lines[row.line_id], guest_id=guests.get(row.guest_id or 0)) for row in rows]
        )


def _changes(lines: Keys, guests: Keys) -> None:
    for batch in _batches(lines):
        rows = LineChange.objects.filter(line__in=batch).order_by("pk")
        LineChange.objects.bulk_create(
            [
                _moved(
                    row, line_id=lines[row.line_id], before=_told(row.before, guests), after=_told(row.after, guests)
                )
                for row in rows
            ]
        )


def _told(said: Mapping[str, Any], guests: Keys) -> dict[str, Any]:
    """What a correction says, with the guests of the other crew."""
    if "attendance" not in said:
        return dict(said)
    rows = [row | {"guest": guests.get(row.get("guest") or 0)} for row in said["attendance"]]
    return {**said, "attendance": rows}


def _moved(row: Row, **changed: Any) -> Row:
    """A new row that says the same, but for this."""
    made = copy.copy(row)
    made._state = copy.copy(row._state)  # noqa: SLF001 - Django's own way to make a row anew
    made._state.fields_cache = {}  # noqa: SLF001
    made._state.adding, made.pk = True, None  # noqa: SLF001
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def _batches(lines: Keys) -> Iterable[list[int]]:
    keys = list(lines)
    # SQLite takes no longer lists.
    return (keys[start : start + 900] for start in range(0, len(keys), 900))
