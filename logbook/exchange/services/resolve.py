"""Services of imports: find or create the people, guests and campaigns that a file refers to."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import translation

import games
from logbook.campaigns.models import Campaign
from logbook.crews.models.guests import Guest, guest_named
from logbook.exchange.formats import native, native_people, unpacking
from logbook.exchange.formats.native_people import moment
from logbook.exchange.import_suggestions import NEW, PARTS
from logbook.exchange.models import Import, ImportedExtra
from logbook.exchange.services.confirm import NOBODY
from logbook.exchange.services.imported_extras import is_logbook_empty, store_extras
from logbook.exchange.services.references import player_of
from logbook.lib.names import plain
from logbook.people.site_identity import export_key
from logbook.rounds import text


def resolve(job: Import) -> None:
    """Create what the choices request, and store the target of each reference of the file."""
    head = native.Head()
    if job.kind == Import.Kind.OWN:
        pieces = partial(unpacking.pieces_of, bytes(job.body or b""))
        head = native.head_of(pieces, job.encoding)
    was_empty = is_logbook_empty(job.crew_number)
    new_rows: dict[str, list[int]] = {"guests": [], "campaigns": []}
    unused = _unused_parts(job)
    people = {one[0]: None if one[0] in unused else _person(job, one, new_rows) for one in job.findings["people"]}
    keys = {ref: one["key"] for ref, one in head.people.items()}
    job.resolved = {"people": people, "keys": keys, "new_rows": new_rows, "campaigns": {}}
    for ref, game, name, _entries, _key in job.findings["campaigns"]:
        if game in games.GAMES:
            job.resolved["campaigns"][ref] = _campaign(job, ref, game, name, head.campaigns.get(ref, {}))
    if job.kind == Import.Kind.OWN:
        store_extras(job, head, was_empty=was_empty)


# --- people


def _unused_parts(job: Import) -> set[str]:
    """Return the people who are named only as parts of names that the importer reads as one person."""
    chosen = job.choices["people"]
    used = {part for ref, parts in job.findings.get("parts", {}).items() if chosen.get(ref) == PARTS for part in parts}
    return set(job.findings.get("only_parts", ())) - used


def _person(job: Import, one: list[Any], new_rows: dict[str, list[int]]) -> list[Any] | None:
    ref, name, entries, _key = one
    choice = job.choices["people"].get(ref, NEW)
    if choice == NOBODY or (choice == NEW and not entries):
        return None
    if choice == PARTS:
        return [PARTS, job.findings["parts"][ref]]
    if choice == NEW:
        guest, is_made = _guest(job, name or "?", new_rows)
        if is_made:
            new_rows["guests"].append(guest.pk)
        return ["guest", guest.pk]
    kind, _colon, number = choice.partition(":")
    return [kind, int(number)]


def _guest(job: Import, name: str, new_rows: dict[str, list[int]]) -> tuple[Guest, bool]:
    """Return a guest with this name. Two people of one file with the same name stay two."""
    name = plain(name)[:40] or "?"
    guest = guest_named(job.crew_number, name)
    if guest is None:
        return Guest.objects.create(crew_id=job.crew_number, name=name), True
    if guest.pk not in new_rows["guests"]:
        return guest, False
    number = 2
    while Guest.objects.filter(crew=job.crew_number, name=f"{name[:34]} ({number})").exists():
        number += 1
    return Guest.objects.create(crew_id=job.crew_number, name=f"{name[:34]} ({number})"), True


# --- campaigns


def _campaign(job: Import, ref: str, game: str, name: str, facts: dict[str, Any]) -> int:
    choice = job.choices["campaigns"].get(ref, NEW)
    if choice != NEW:
        return int(choice.partition(":")[2])
    original = _original(job, game, facts)
    campaign = Campaign.objects.create(
        crew_id=job.crew_number,
        game=game,
        name=(name or name_by_itself(job, game))[:80],
        in_order=facts.get("in_order") is True,
        opened_by_id=player_of(job, facts.get("opened_by")) if facts else job.by_id,
        closed_at=moment(facts.get("closed")),
        copied_from_id=original,
        came_as_copy=facts.get("copied") is True,
    )
    if (opened_at := moment(facts.get("opened"))) is not None:
        Campaign.objects.filter(pk=campaign.pk).update(opened_at=opened_at)
    job.resolved["new_rows"]["campaigns"].append(campaign.pk)
    return campaign.pk


def name_by_itself(job: Import, game: str) -> str:
    """Return a name for a campaign without one, in the importer's language."""
    with translation.override(job.language or (job.by.reads if job.by else None)):
        return text.game_name(game)


def _original(job: Import, game: str, facts: dict[str, Any]) -> int | None:
    """Return the campaign of another crew here that this one copies: entries of both count once worldwide.

    A campaign keeps the moment of its opening on every site, and its key identifies it with certainty.
    """
    opened_at = moment(facts.get("opened"))
    keys = [key for key in (facts.get("copied_from"), facts.get("key")) if native_people.is_uuid(key)]
    if opened_at is None or not keys:
        return None
    others = Campaign.objects.filter(game=game, opened_at=opened_at).exclude(crew=job.crew_number).order_by("pk")
    key_by_pk = {pk: export_key("campaign", pk) for pk in others.values_list("pk", flat=True)}
    extras = ImportedExtra.objects.filter(kind=ImportedExtra.Kind.CAMPAIGN, campaign__in=key_by_pk).values_list(
        "campaign", "key"
    )
    return next((pk for pk, key in [*key_by_pk.items(), *((pk, str(key)) for pk, key in extras)] if key in keys), None)
