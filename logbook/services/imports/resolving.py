"""Who and what a file speaks of becomes: people, guests and campaigns of the crew, made where there are none yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.dateparse import parse_datetime

import games
from logbook.exchange import own, unpacking
from logbook.exchange.keys import key_of
from logbook.models import Campaign, CrewMember, Guest, Import, Keepsake, Line, Table

from .choosing import NEW, NOBODY

KEEPSAKES_AT_ONCE = 500
CREW, PERSON, CAMPAIGN, TABLE = Keepsake.Kind.CREW, Keepsake.Kind.PERSON, Keepsake.Kind.CAMPAIGN, Keepsake.Kind.TABLE


def resolve(brought: Import) -> None:
    """Make what the choices ask for, and note what each reference of the file stands for."""
    head = own.Head()
    if brought.kind == Import.Kind.OWN:
        pieces = partial(unpacking.pieces_of, bytes(brought.body or b""))
        head = own.head_of(pieces, brought.encoding)
    was_empty = _is_empty(brought.crew_id)
    made: dict[str, list[int]] = {"guests": [], "campaigns": []}
    people = {one[0]: _person(brought, one, made) for one in brought.found["people"]}
    keys = {ref: one.get("key") for ref, one in head.people.items()}
    brought.resolved = {"people": people, "keys": keys, "made": made, "campaigns": {}}
    for ref, game, name, _lines, _key in brought.found["campaigns"]:
        if game in games.GAMES:
            brought.resolved["campaigns"][ref] = _campaign(brought, ref, game, name, head.campaigns.get(ref, {}))
    if brought.kind == Import.Kind.OWN:
        _remember(brought, head, was_empty=was_empty)


def _is_empty(crew_id: int) -> bool:
    lines = Line.objects.filter(campaign__crew=crew_id)
    return not (lines.exists() or Table.objects.filter(crew=crew_id).exists())


# --- people


def _person(brought: Import, one: list[Any], made: dict[str, list[int]]) -> list[Any] | None:
    ref, name, lines, _key = one
    choice = brought.choices["people"].get(ref, NEW)
    if choice == NOBODY or (choice == NEW and not lines):
        return None
    if choice == NEW:
        guest, is_made = _guest(brought, name or "?", made)
        if is_made:
            made["guests"].append(guest.pk)
        return ["guest", guest.pk]
    kind, _colon, number = choice.partition(":")
    return [kind, int(number)]


def _guest(brought: Import, name: str, made: dict[str, list[int]]) -> tuple[Guest, bool]:
    """A guest by this name. Two people of one file who are called the same stay two."""
    name = name[:40]
    known = Guest.objects.filter(crew=brought.crew_id, name__iexact=name).order_by("pk").first()
    if known is None:
        return Guest.objects.create(crew_id=brought.crew_id, name=name), True
    if known.pk not in made["guests"]:
        return known, False
    number = 2
    while Guest.objects.filter(crew=brought.crew_id, name=f"{name[:34]} ({number})").exists():
        number += 1
    return Guest.objects.create(crew_id=brought.crew_id, name=f"{name[:34]} ({number})"), True


# --- campaigns


def _campaign(brought: Import, ref: str, game: str, name: str, facts: dict[str, Any]) -> int:
    choice = brought.choices["campaigns"].get(ref, NEW)
    if choice != NEW:
        return int(choice.partition(":")[2])
    name = name or games.GAMES[game].title.partition(": ")[2] or games.GAMES[game].title
    campaign = Campaign.objects.create(
        crew_id=brought.crew_id,
        game=game,
        name=name[:80],
        in_order=facts.get("in_order") is True,
        opened_by_id=_player(brought, facts.get("opened_by")) if facts else brought.by_id,
        closed_at=moment(facts.get("closed")),
    )
    if (opened := moment(facts.get("opened"))) is not None:
        Campaign.objects.filter(pk=campaign.pk).update(opened_at=opened)
    brought.resolved["made"]["campaigns"].append(campaign.pk)
    return campaign.pk


def _player(brought: Import, number: Any) -> int | None:
    found = brought.resolved["people"].get(str(number))
    return found[1] if found and found[0] == "player" else None


def moment(text: Any) -> datetime | None:
    """The moment that a text names; None for any other text."""
    try:
        found = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None


# --- what has no place in our columns


def _remember(brought: Import, head: own.Head, *, was_empty: bool) -> None:
    found = [*_crew(brought, head, was_empty=was_empty), *_people(brought, head), *_campaigns(brought, head)]
    Keepsake.objects.bulk_create(found, ignore_conflicts=True)
    pieces = partial(unpacking.pieces_of, bytes(brought.body or b""))
    ours = {key_of("table", pk) for pk in Table.objects.filter(crew=brought.crew_id).values_list("pk", flat=True)}
    tables = (
        _kept(brought, TABLE, facts) for facts in own.tables(pieces, brought.encoding) if facts["key"] not in ours
    )
    while batch := [table for _number, table in zip(range(KEEPSAKES_AT_ONCE), tables, strict=False)]:
        Keepsake.objects.bulk_create(batch, ignore_conflicts=True)


def _kept(brought: Import, kind: str, facts: dict[str, Any], **of: Any) -> Keepsake:
    return Keepsake(crew_id=brought.crew_id, brought=brought, kind=kind, key=facts["key"], facts=facts, **of)


def _crew(brought: Import, head: own.Head, *, was_empty: bool) -> Iterator[Keepsake]:
    """A crew that had nothing goes on as the one in the file."""
    if was_empty and own.is_uuid(head.crew.get("key")) and head.crew["key"] != key_of("crew", brought.crew_id):
        yield _kept(brought, CREW, head.crew)


def _people(brought: Import, head: own.Head) -> Iterator[Keepsake]:
    members = CrewMember.objects.filter(crew=brought.crew_id).values_list("player", flat=True)
    ours = {key_of("player", pk) for pk in members}
    ours |= {key_of("guest", pk) for pk in Guest.objects.filter(crew=brought.crew_id).values_list("pk", flat=True)}
    for ref, facts in head.people.items():
        if not own.is_uuid(facts.get("key")) or facts["key"] in ours:
            continue
        kind, pk = brought.resolved["people"].get(ref) or ("", 0)
        of = {f"{kind}_id": pk} if kind else {}
        told = {name: value for name, value in facts.items() if name != "id"}
        told["claimed_by"] = brought.resolved["keys"].get(str(facts.get("claimed_by")))
        told["as"] = Guest.objects.get(pk=pk).name if kind == "guest" else ""
        yield _kept(brought, PERSON, told, **of)


def _campaigns(brought: Import, head: own.Head) -> Iterator[Keepsake]:
    known = set(Campaign.objects.filter(crew=brought.crew_id).values_list("pk", flat=True))
    ours = {key_of("campaign", pk) for pk in known}
    for ref, facts in head.campaigns.items():
        pk = brought.resolved["campaigns"].get(ref)
        if pk is None or not own.is_uuid(facts.get("key")) or facts["key"] in ours:
            continue
        opened_by = brought.resolved["keys"].get(str(facts.get("opened_by")))
        told = {"key": facts["key"], "copied": facts.get("copied") is True, "opened_by": opened_by}
        yield _kept(brought, CAMPAIGN, told, campaign_id=pk)
