"""Everything of a crew, as it goes out: `crewsite-export/1` (docs/export.md) and a table of its lines.

Both are written a piece at a time. The same logbook gives the same bytes: no moment of writing stands in them, and
what came in from another site goes out under the keys that it had there.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from logbook.exchange.harmless import harmless
from logbook.exchange.keys import key_of
from logbook.exchange.own import FORMAT
from logbook.exchange.tables import HEADER
from logbook.models import Attendance, Campaign, Crew, CrewMember, Guest, Keepsake, Line, LineChange, Player, Seat

from . import exported_tables

LINES_AT_ONCE: Final = 1_000
Facts = dict[str, Any]


@dataclass(slots=True)
class Roll:
    """Everybody who occurs, by number in the file."""

    people: list[Facts] = field(default_factory=list)
    players: dict[int, int] = field(default_factory=dict)
    guests: dict[int, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)

    def key_of_player(self, pk: int | None) -> str | None:
        """The key of somebody with an account."""
        number = self.players.get(pk) if pk is not None else None
        return str(self.people[number - 1]["key"]) if number else None

    def number(self, player: int | None, guest: int | None = None) -> int | None:
        """The number of a person or a guest; None for nobody."""
        if player is not None:
            return self.players.get(player)
        return self.guests.get(guest) if guest is not None else None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What came in from other sites and has no place in our columns."""

    by_kind: Mapping[str, list[Keepsake]]
    lines: Mapping[str, Facts]

    @classmethod
    def of(cls, crew: Crew) -> Shelf:
        """All that is kept of a crew, but its tables, which are many."""
        kept = list(Keepsake.objects.filter(crew=crew).exclude(kind=Keepsake.Kind.TABLE).order_by("key"))
        lines = {key: facts for one in kept if one.kind == Keepsake.Kind.LINES for key, facts in one.facts.items()}
        kinds = (Keepsake.Kind.CREW, Keepsake.Kind.PERSON, Keepsake.Kind.CAMPAIGN)
        return cls({kind: [one for one in kept if one.kind == kind] for kind in kinds}, lines)


def crew_json(crew: Crew, opened: Collection[int]) -> Iterator[str]:
    """The crew's whole export. `opened` are the attempts whose cards the person may see."""
    shelf = Shelf.of(crew)
    roll = _roll(crew, shelf)
    campaigns = _campaigns(crew, roll, shelf)
    numbers = {pk: facts["id"] for pk, facts in campaigns.items()}
    keys = {pk: facts["key"] for pk, facts in campaigns.items()}
    yield '{"format":%s,"kind":"crew",\n"crew":%s,\n' % (as_json(FORMAT), as_json(_crew(crew, shelf)))  # noqa: UP031
    yield from listed("people", roll.people)
    yield from listed("campaigns", campaigns.values())
    yield from listed("tables", exported_tables.tables_of(crew, opened, roll.key_of_player, keys))
    yield from listed("lines", _lines(numbers, roll, shelf), last=True)
    yield "}\n"


def listed(name: str, rows: Iterable[Facts], *, last: bool = False) -> Iterator[str]:
    """A member of the outermost object that is a list, each element on a line of its own."""
    yield f'"{name}":['
    mark = "\n"
    for row in rows:
        yield mark + as_json(row)
        mark = ",\n"
    yield "\n]" + ("" if last else ",\n")


def as_json(value: Any) -> str:
    """A value as it stands in our files, its names in order: what was kept as JSON may come back in any."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def stamp(moment: datetime | None) -> str | None:
    """A moment as it stands in our files."""
    return moment.isoformat() if moment else None


def _crew(crew: Crew, shelf: Shelf) -> Facts:
    facts = {"key": key_of("crew", crew.pk), "name": crew.name, "founded": stamp(crew.created_at)}
    for kept in shelf.by_kind[Keepsake.Kind.CREW]:
        facts |= {"key": str(kept.key), "founded": kept.facts.get("founded")}
    return facts


# --- people


def _roll(crew: Crew, shelf: Shelf) -> Roll:
    """Everybody, in the order of their names and keys, which is the same wherever they are."""
    kept = shelf.by_kind[Keepsake.Kind.PERSON]
    of_players = {one.player_id: one for one in kept if one.player_id}
    of_guests = {one.guest_id: one for one in kept if one.guest_id}
    found: list[tuple[Facts, int | None, int | None]] = []
    times = _memberships(crew)
    players, guests = Player.objects.filter(pk__in=_players_of(crew)), Guest.objects.filter(crew=crew)
    found += [(_player(one, times.get(one.pk, []), of_players.get(one.pk)), one.pk, None) for one in players]
    found += [(_guest(one, of_guests.get(one.pk)), None, one.pk) for one in guests]
    found += [(_elsewhere(one), None, None) for one in kept if not one.player_id and not one.guest_id]
    found.sort(key=lambda one: (one[0]["name"], one[0]["key"]))
    return _numbered(found)


def _numbered(found: list[tuple[Facts, int | None, int | None]]) -> Roll:
    roll = Roll()
    for number, (facts, player, guest) in enumerate(found, start=1):
        roll.people.append({"id": number} | facts)
        roll.keys[facts["key"]] = number
        if player is not None:
            roll.players[player] = number
        if guest is not None:
            roll.guests[guest] = number
    for person in roll.people:
        claimed = person["claimed_by"]
        person["claimed_by"] = roll.players.get(claimed) if isinstance(claimed, int) else roll.keys.get(claimed or "")
    return roll


def _players_of(crew: Crew) -> set[int]:
    """Members of all times, whoever was there or wrote something down, and whoever sat at the crew's tables."""
    ours = Line.objects.filter(campaign__crew=crew)
    asked = (
        CrewMember.objects.filter(crew=crew).values_list("player", flat=True),
        Attendance.objects.filter(line__in=ours, player__isnull=False).values_list("player", flat=True),
        ours.exclude(logged_by=None).order_by().values_list("logged_by", flat=True),
        LineChange.objects.filter(line__in=ours).exclude(by=None).order_by().values_list("by", flat=True),
        # Seats of a challenge are its crew's members, but for who took their name away.
        Seat.objects.filter(table__crew=crew, table__stage=None)
        .exclude(player=None)
        .order_by()
        .values_list("player", flat=True),
        Campaign.objects.filter(crew=crew).exclude(opened_by=None).order_by().values_list("opened_by", flat=True),
        Guest.objects.filter(crew=crew).exclude(claimed_by=None).order_by().values_list("claimed_by", flat=True),
    )
    return {int(pk) for keys in asked for pk in keys.distinct() if pk}


def _memberships(crew: Crew) -> dict[int, list[Facts]]:
    found: dict[int, list[Facts]] = {}
    for member in CrewMember.objects.filter(crew=crew).order_by("joined_at", "pk"):
        times = {"role": member.role, "joined": stamp(member.joined_at), "left": stamp(member.left_at)}
        found.setdefault(member.player_id, []).append(times)
    return found


def _player(player: Player, times: list[Facts], kept: Keepsake | None) -> Facts:
    key, claimed = key_of("player", player.pk), None
    if kept is not None:
        key, claimed = str(kept.key), kept.facts.get("claimed_by")
        times = _joined(kept.facts.get("memberships") or [], times)
    return _facts_of_person(key, player.name, "member" if times else "visitor", times, claimed)


def _joined(before: list[Facts], here: list[Facts]) -> list[Facts]:
    """A time in the crew that goes on in the file and one that began here are one and the same."""
    if before and here and before[-1].get("left") is None:
        return [*before[:-1], before[-1] | {"left": here[-1]["left"]}]
    return [*before, *here]


def _guest(guest: Guest, kept: Keepsake | None) -> Facts:
    if kept is None:
        return _facts_of_person(key_of("guest", guest.pk), guest.name, "guest", [], guest.claimed_by_id)
    facts = kept.facts
    name = str(facts.get("name")) if guest.name == facts.get("as") else guest.name
    claimed = guest.claimed_by_id or facts.get("claimed_by")
    return _facts_of_person(str(kept.key), name, str(facts.get("kind")), facts.get("memberships") or [], claimed)


def _elsewhere(kept: Keepsake) -> Facts:
    facts = kept.facts
    name, kind, times = str(facts.get("name")), str(facts.get("kind")), facts.get("memberships") or []
    return _facts_of_person(str(kept.key), name, kind, times, facts.get("claimed_by"))


def _facts_of_person(key: str, name: str, kind: str, times: list[Facts], claimed: int | str | None) -> Facts:
    return {"key": key, "name": name, "kind": kind, "memberships": times, "claimed_by": claimed}


# --- campaigns


def _campaigns(crew: Crew, roll: Roll, shelf: Shelf) -> dict[int, Facts]:
    """By their own numbers here, in the order of the file."""
    kept = {one.campaign_id: one for one in shelf.by_kind[Keepsake.Kind.CAMPAIGN]}
    found = [(campaign.pk, _campaign(campaign, roll, kept.get(campaign.pk))) for campaign in crew.campaigns.all()]
    found.sort(key=lambda one: (one[1]["opened"], one[1]["key"]))
    return {pk: {"id": number} | facts for number, (pk, facts) in enumerate(found, start=1)}


def _campaign(campaign: Campaign, roll: Roll, kept: Keepsake | None) -> Facts:
    told = kept.facts if kept else {}
    return {
        "key": str(kept.key) if kept else key_of("campaign", campaign.pk),
        "name": campaign.name,
        "game": campaign.game,
        "in_order": campaign.in_order,
        "opened": stamp(campaign.opened_at),
        "opened_by": roll.number(campaign.opened_by_id) or roll.keys.get(told.get("opened_by") or ""),
        "closed": stamp(campaign.closed_at),
        "copied": campaign.copied_from_id is not None or told.get("copied") is True,
    }


# --- lines


def _lines(campaigns: Mapping[int, int], roll: Roll, shelf: Shelf) -> Iterator[Facts]:
    for line, there, changes in _logged(campaigns):
        kept = shelf.lines.get(str(line.key), {})
        told_by = kept.get("changes") or [None] * len(changes)
        yield {
            "key": str(line.key),
            "campaign": campaigns[line.campaign_id],
            "mission": line.mission,
            "won": line.won,
            "distress": line.distress,
            "players": line.players,
            "played_on": line.played_on.isoformat(),
            "minutes": line.minutes,
            "note": line.note,
            "source": line.source,
            "logged_by": roll.number(line.logged_by_id) or roll.keys.get(kept.get("by") or ""),
            "logged_at": stamp(line.logged_at),
            "removed_at": stamp(line.removed_at),
            "table": key_of("table", line.attempt.table_id) if line.attempt else kept.get("table"),
            "attempt": line.attempt.number if line.attempt else kept.get("attempt"),
            "people": [_present(one.player_id, one.guest_id, one.captain, one.substitute, roll) for one in there],
            "changes": [_change(one, key, roll) for one, key in zip(changes, told_by, strict=False)],
        }


def _logged(campaigns: Iterable[int]) -> Iterator[tuple[Line, list[Attendance], list[LineChange]]]:
    """The lines of the campaigns, as they were written, with who was there and what was corrected."""
    for campaign in campaigns:
        last = 0
        while lines := _after(campaign, last):
            keys = [line.pk for line in lines]
            there = _by_line(Attendance.objects.filter(line__in=keys).order_by("pk"))
            changes = _by_line(LineChange.objects.filter(line__in=keys).order_by("at", "pk"))
            for line in lines:
                yield line, there.get(line.pk, []), changes.get(line.pk, [])
            last = keys[-1]


def _after(campaign: int, last: int) -> list[Line]:
    lines = Line.objects.filter(campaign=campaign, pk__gt=last).select_related("attempt").order_by("pk")
    return list(lines[:LINES_AT_ONCE])


def _by_line(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.line_id, []).append(row)
    return found


def _present(player: int | None, guest: int | None, captain: bool, substitute: bool, roll: Roll) -> Facts:
    return {"person": roll.number(player, guest), "captain": captain, "substitute": substitute}


def _change(change: LineChange, told_by: str | None, roll: Roll) -> Facts:
    by = roll.number(change.by_id) or roll.keys.get(told_by or "")
    return {"by": by, "at": stamp(change.at), "before": _told(change.before, roll), "after": _told(change.after, roll)}


def _told(said: Mapping[str, Any], roll: Roll) -> Facts:
    told = {name: value for name, value in said.items() if name not in ("attendance", "photo")}
    if "attendance" in said:
        told["people"] = [
            _present(one.get("player"), one.get("guest"), bool(one.get("captain")), bool(one.get("substitute")), roll)
            for one in said["attendance"]
        ]
    return told


# --- the table


class _Tray(io.StringIO):
    """What was written since it was last emptied."""

    def emptied(self) -> str:
        """All of it."""
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


def crew_table(crew: Crew) -> Iterator[str]:
    """The lines that count, as CSV: spreadsheets open it as it is, and none of its cells is a formula."""
    tray = _Tray()
    table = csv.writer(tray)
    table.writerow(HEADER)
    campaigns = {one.pk: one for one in crew.campaigns.order_by("opened_at", "pk")}
    names = _names(crew)
    yield "\ufeff" + tray.emptied()
    for line, there, _changes in _logged(campaigns):
        if line.removed_at is None:
            table.writerow(harmless(cell) for cell in _cells(campaigns[line.campaign_id], line, there, names))
            yield tray.emptied()


def _names(crew: Crew) -> dict[tuple[str, int], str]:
    players = Player.objects.filter(Q(pk__in=_players_of(crew))).values_list("pk", "name")
    guests = Guest.objects.filter(crew=crew).values_list("pk", "name")
    of_players = {("player", pk): name for pk, name in players}
    return of_players | {("guest", pk): name for pk, name in guests}


def _cells(
    campaign: Campaign, line: Line, there: list[Attendance], names: Mapping[tuple[str, int], str]
) -> Iterator[str]:
    def told(rows: Iterable[Attendance]) -> str:
        found = (
            names.get(("player", one.player_id) if one.player_id else ("guest", one.guest_id or 0), "") for one in rows
        )
        return "; ".join(name.replace(";", ",") for name in found if name)

    yield from (campaign.name, campaign.game, line.mission, "won" if line.won else "failed")
    yield from ("yes" if line.distress else "no", str(line.players or ""), line.played_on.isoformat())
    yield from (str(line.minutes or ""), line.note, told(there), told(one for one in there if one.captain))
    yield from (told(one for one in there if one.substitute), line.source, str(line.key))
