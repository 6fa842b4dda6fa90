"""Services of clubs' imports: the club's facts become records, and each crew's logbook an import of its own.

The club's import drives those of its crews: each of its steps is one step of one of them. The importer owns the club
and founds the crews; everyone else becomes a guest, who can claim their history. What another site certified is a
record here: no challenge, no result, no place on a leaderboard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from logbook.campaigns.models import Campaign
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.clubs.services.clubs import create_club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services.crews import create_crew
from logbook.exchange.exceptions import NoSuchChoice
from logbook.exchange.formats import native_clubs, unpacking
from logbook.exchange.formats.native_clubs import ClubFacts
from logbook.exchange.import_suggestions import suggested_member
from logbook.exchange.models import ClubRecord, Import, ImportPiece
from logbook.exchange.referenced_players import known_campaigns, known_people
from logbook.exchange.services.imported_extras import is_same_crew
from logbook.lib.names import plain, without_address
from logbook.people.models.players import Player
from logbook.people.site_identity import export_key

RECORDS_A_PIECE = 200
GOOD, WRONG, PRESENT, NAME_TAKEN = "good", "wrong", "present", "taken"
NEW, LEAVE = "new", "leave"
State = Import.State
ChildStep = Callable[[Import], None]
"""Does the next step of the import of one of the club's crews."""


# --- read


def read_club(job: Import) -> Iterator[Import]:
    """Split the file; yield the imports of its crews, still to be read. A repeated call starts anew."""
    pieces = partial(unpacking.pieces_of, bytes(job.body or b""))
    with transaction.atomic():
        Import.objects.filter(parent=job).delete()
        for book in native_clubs.logbooks(pieces, job.encoding):
            Import.objects.create(
                parent=job,
                crew=existing_crew(job.by, book.facts["key"]),
                by=job.by,
                language=job.language,
                name=_name_of(book.facts),
                body=(body := book.packed()),
                size=len(body),
                kind=Import.Kind.OWN,
                encoding="utf-8",
                plan={"number": book.number, "key": book.facts["key"]},
            )
    yield from Import.objects.filter(parent=job).order_by("pk")


def read_club_records(job: Import) -> tuple[int, dict[str, Any], dict[str, int]]:
    """Store the club's records in pieces; return their number, the questions for the importer, and the counts."""
    pieces = partial(unpacking.pieces_of, bytes(job.body or b""))
    facts = native_clubs.club_of(pieces, job.encoding)
    club = existing_club(job.by, facts.get("key", ""))
    present_keys: set[tuple[str, str]] = existing_keys(club) if club else set()
    counts, members, number = dict.fromkeys((GOOD, WRONG, PRESENT), 0), [], 0
    records = native_clubs.records(pieces, job.encoding)
    while batch := list(islice(records, RECORDS_A_PIECE)):
        number += 1
        rows = [_row(one, present_keys) for one in batch]
        for row in rows:
            counts[row[3]] += 1
        members += [
            [one.facts[name] for name in ("key", "name", "joined")]
            for one in batch
            if one.facts and one.kind == "member"
        ]
        ImportPiece.objects.create(job=job, number=number, reads=rows)
    return number, {"club": facts, "members": members[:500], "here": club.pk if club else None}, counts


def _row(record: ClubFacts, present_keys: set[tuple[str, str]]) -> list[Any]:
    """Return a piece's row: the place in the file, kind and facts, code and params of a fault, the verdict."""
    if record.facts is None:
        fault = record.fault
        return [record.row, None, [fault.code, fault.params] if fault else None, WRONG]
    key = (record.kind, record.facts["key"])
    if key in present_keys:
        return [record.row, None, None, PRESENT]
    present_keys.add(key)
    return [record.row, [record.kind, record.facts], None, GOOD]


def _name_of(facts: dict[str, Any]) -> str:
    name = facts.get("name")
    return (plain(name)[:60] if isinstance(name, str) else "") or "?"


def existing_crew(player: Player | None, key: str) -> Crew | None:
    """Return the person's crew with this key in the file."""
    crews = Crew.objects.filter(members__player=player, members__left_at=None, became=None).order_by("pk")
    return next((crew for crew in crews if is_same_crew(crew.pk, key)), None)


def existing_club(player: Player | None, key: str) -> Club | None:
    """Return the club with this key in the file, if the person organizes it."""
    roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    for club in Club.objects.filter(members__player=player, members__role__in=roles).order_by("pk"):
        archived = club.records.filter(kind=ClubRecord.Kind.CLUB).values_list("key", flat=True)
        if key in {export_key("club", club.pk), *map(str, archived)}:
            return club
    return None


def existing_keys(club: Club) -> set[tuple[str, str]]:
    """Return the club's facts here by kind and key: its own, and imported ones."""
    own = {
        "member": (export_key("player", pk) for pk in club.members.values_list("player", flat=True)),
        "crew": (export_key("crew", pk) for pk in club.entries.values_list("crew", flat=True)),
        "news": (export_key("news", pk) for pk in club.news.values_list("pk", flat=True)),
        "season": (export_key("season", pk) for pk in club.seasons.values_list("pk", flat=True)),
        "challenge": (export_key("challenge", pk) for pk in club.challenges.values_list("pk", flat=True)),
    }
    archived = {(kind, str(key)) for kind, key in club.records.values_list("kind", "key")}
    return archived | {(kind, key) for kind, keys in own.items() for key in keys}


# --- confirm


def club_choices(job: Import, *, me: str | None, crews: dict[str, str]) -> dict[str, Any]:
    """Return the importer's key among the members, and the crews to import. Raises NoSuchChoice."""
    numbers = {str(pk) for pk in job.children.values_list("pk", flat=True)}
    me = suggested_member(job) if me is None else me
    if (me and me not in {key for key, *_rest in job.findings["members"]}) or not set(crews.values()) <= {NEW, LEAVE}:
        raise NoSuchChoice
    return {"me": me, "crews": {number: crews.get(number, NEW) for number in numbers}}


# --- apply


def apply_club(job: Import, child_step: ChildStep) -> None:
    """Do the next step: the club and its crews, then its records piece by piece, then the crews' logbooks."""
    if job.position == 0:
        _resolve(job)
    elif job.position <= job.pieces_total:
        _apply_records(job)
    elif (child := _child_at_work(job)) is not None:
        child_step(child)
    else:
        _count(job)
        job.state, job.finished_at = State.DONE, timezone.now()
    job.position += 1


def _resolve(job: Import) -> None:
    facts, by = job.findings["club"], job.by
    if by is None:
        raise NoSuchChoice
    club = existing_club(by, facts.get("key", ""))
    is_new = club is None
    if club is None:
        club = create_club(
            player=by, name=without_address(facts.get("name") or job.name)[:60], about=facts.get("about", "")
        )
        club.public = facts.get("public") is True
        club.save(update_fields=("public",))
    if facts.get("key") and facts["key"] != export_key("club", club.pk):
        facts_of_club = {"key": facts["key"], "founded": facts.get("founded"), "name": facts.get("name")}
        _record(job, club, ClubRecord.Kind.CLUB, facts_of_club)
    job.club = club
    job.resolved = {"made_club": is_new, "made_crews": [], "crews": {}, "campaigns": {}}
    for child in job.children.order_by("pk"):
        _crew_of_child(job, club, child, by)


def _record(job: Import, club: Club, kind: str, facts: dict[str, Any], **of: Any) -> bool:
    _record, is_new = ClubRecord.objects.get_or_create(
        club=club, kind=kind, key=UUID(facts["key"]), defaults={"job": job, "facts": facts} | of
    )
    return is_new


def _crew_of_child(job: Import, club: Club, child: Import, by: Player) -> None:
    """Set the crew that receives a logbook: the one with its key, or a new one."""
    if child.state != State.WAITING:
        return
    if job.choices["crews"].get(str(child.pk)) == LEAVE:
        child.delete()
        return
    if child.crew is None:
        child.crew = create_crew(player=by, name=child.name)
        job.resolved["made_crews"].append(child.crew.pk)
    job.resolved["crews"][child.plan["key"]] = child.crew.pk
    ClubCrew.objects.get_or_create(club=club, crew=child.crew)
    child.choices = {"people": _people(child, job.choices["me"], by), "campaigns": {}}
    child.choices["campaigns"] = {
        ref: _campaign(child, key, entries) for ref, _game, _name, entries, key in child.findings["campaigns"]
    }
    child.state, child.position = State.APPLYING, 0
    child.save(update_fields=("crew", "choices", "state", "position"))


def _people(child: Import, me: str, by: Player) -> dict[str, str]:
    """Match people: known people are themselves, the importer's key is the importer, everyone else becomes a guest."""
    own = known_people(child.crew_number)
    member = CrewMember.objects.filter(crew=child.crew_number, player=by).exists()
    mine = f"player:{by.pk}" if member else NEW
    return {
        ref: own.get(key) or (mine if key == me and me else NEW) for ref, _name, _n, key in child.findings["people"]
    }


def _campaign(child: Import, key: str, entries: int) -> str:
    """Match the campaign, unless it was closed since and would receive new entries."""
    pk = known_campaigns(child.crew_number).get(key)
    fits = pk is not None and (not entries or Campaign.objects.filter(pk=pk, closed_at=None).exists())
    return f"campaign:{pk}" if fits else NEW


def _apply_records(job: Import) -> None:
    piece = ImportPiece.objects.get(job=job, number=job.position)
    club, role = job.club, ClubMember.Role.MEMBER
    if club is None:
        return
    present_keys = existing_keys(club)
    role = ClubMember.Role(club.members.get(player=job.by).role) if job.by else role
    for row in piece.reads:
        if row[3] != GOOD:
            continue
        kind, facts = row[1]
        of: dict[str, Any] = {"crew_id": job.resolved["crews"].get(facts["key"])} if kind == "crew" else {}
        if kind == "member" and facts["key"] == job.choices["me"]:
            of, facts = {"player": job.by}, facts | {"here": role}
        is_new = (kind, facts["key"]) not in present_keys and _record(job, club, kind, facts, **of)
        row[3] = GOOD if is_new else NAME_TAKEN
    piece.save(update_fields=("reads",))


def _child_at_work(job: Import) -> Import | None:
    working = job.children.select_for_update(of=("self",)).filter(state__in=Import.AT_WORK)
    return working.order_by("pk").first()


def _count(job: Import) -> None:
    """Count the results, with those of the crews."""
    sums = job.children.aggregate(imported=Sum("imported"), existing=Sum("existing"))
    records = [row[3] for piece in job.pieces.all() for row in piece.reads]
    job.imported = records.count(GOOD) + (sums["imported"] or 0)
    job.existing = records.count(PRESENT) + records.count(NAME_TAKEN) + (sums["existing"] or 0)


# --- undo


def take_back_club(job: Import, child_step: ChildStep) -> None:
    """Undo the next step: the crews' logbooks, the records, then the club and crews if they are unused."""
    for child in job.children.select_for_update(of=("self",)).order_by("pk"):
        if child.state in (State.DONE, State.APPLYING):
            child.state, child.position = State.TAKING_BACK, min(child.position, child.pieces_total)
            child.save(update_fields=("state", "position"))
        if child.state == State.TAKING_BACK:
            child_step(child)
            return
    job.records.all().delete()
    new_crews = Crew.objects.filter(pk__in=job.resolved.get("made_crews", ()), campaigns=None, tables=None)
    unused = [crew for crew in new_crews if not crew.members.exclude(player=job.by).exists()]
    # Their imports stay without a crew, so that the report of the undone import remains.
    job.children.filter(crew__in=unused).update(crew=None)
    Crew.objects.filter(pk__in=[crew.pk for crew in unused]).delete()
    if job.club is not None and job.resolved.get("made_club") and _is_unused(job.club, job.by):
        job.club.delete()
        job.club = None
    job.position, job.state, job.finished_at = 0, State.TAKEN_BACK, timezone.now()


def _is_unused(club: Club, by: Player | None) -> bool:
    uses = (club.members.exclude(player=by), club.entries, club.challenges, club.news, club.seasons, club.records)
    return not any(rows.exists() for rows in uses)


def record_progress_of_parent(job: Import) -> None:
    """Record progress of a crew's import on the club's, so that its worker does not count as dead."""
    if job.parent_id is not None:
        Import.objects.filter(pk=job.parent_id).update(steps=F("steps") + 1, moved_at=timezone.now())
