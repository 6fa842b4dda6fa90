"""Labels of a crew's people, in which namesakes differ: "Ana (you)" and "Ana, since May 2026"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from logbook.crews.models.crews import CrewMember
from logbook.crews.models.guests import Guest
from logbook.lib.names import name_key
from logbook.people.models.players import Player


@dataclass(frozen=True, slots=True)
class Person:
    """A person to choose: their value in a list, their name, and since when the crew knows them."""

    value: str
    name: str
    since: datetime | None = None
    is_guest: bool = False


def labels_of_members(members: QuerySet[CrewMember], you: int | None) -> dict[str, str]:
    """Return the labels of members by `player:1`; `you` is the player who chooses."""
    rows = members.order_by("joined_at", "pk").values_list("player", "player__name", "joined_at")
    return labels_of([Person(f"player:{pk}", name, since) for pk, name, since in rows], f"player:{you}")


def labels_of_sitters(crew_id: int, people: Iterable[Player | Guest], you: int | None) -> dict[str, str]:
    """Return the labels of a crew's members and guests by `p1` or `g1`; `you` is the player who chooses."""
    members = CrewMember.objects.filter(crew=crew_id, left_at=None)
    since = dict(members.values_list("player", "joined_at"))
    persons = [
        Person(f"g{one.pk}", one.name, is_guest=True)
        if isinstance(one, Guest)
        else Person(f"p{one.pk}", one.name, since.get(one.pk))
        for one in people
    ]
    return labels_of(persons, f"p{you}")


def labels_of(people: Iterable[Person], you: str) -> dict[str, str]:
    """Return the label of each person by value: the name, and for namesakes what tells them apart."""
    first = {person.value: person for person in reversed(list(people))}
    same = Counter(name_key(person.name) for person in first.values())
    labels: dict[str, str] = {}
    for value, person in reversed(first.items()):
        alone = same[name_key(person.name)] == 1
        label = person.name if alone else _("%(name)s (you)") % {"name": person.name} if value == you else _told(person)
        labels[value] = _unused(label, labels)
    return labels


def _told(person: Person) -> str:
    if person.is_guest:
        return _("%(name)s (guest)") % {"name": person.name}
    if person.since is None:
        return person.name
    month = date_format(timezone.localtime(person.since), "YEAR_MONTH_FORMAT")
    return _("%(name)s, since %(month)s") % {"name": person.name, "month": month}


def _unused(label: str, labels: dict[str, str]) -> str:
    """Return the label, numbered if two namesakes came in one month."""
    taken, number, numbered = set(labels.values()), 2, label
    while numbered in taken:
        numbered, number = f"{label} ({number})", number + 1
    return numbered
