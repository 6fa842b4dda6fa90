"""Selectors of a crew's people for export: members of all times, guests, substitutes, and authors of entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.exchange.models import ImportedExtra
from logbook.exchange.referenced_players import players_of
from logbook.exchange.selectors.values import Facts, stamp
from logbook.people.models.players import Player
from logbook.people.site_identity import export_key


@dataclass(slots=True)
class Participants:
    """All people of the export, by number in the file."""

    people: list[Facts] = field(default_factory=list)
    players: dict[int, int] = field(default_factory=dict)
    guests: dict[int, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)

    def key_of(self, player: int | None, guest: int | None = None) -> str | None:
        """Return the key of a person or a guest."""
        number = self.number(player, guest)
        return str(self.people[number - 1]["key"]) if number else None

    def number(self, player: int | None, guest: int | None = None) -> int | None:
        """Return the number of a person or a guest; None without one."""
        if player is not None:
            return self.players.get(player)
        return self.guests.get(guest) if guest is not None else None

    def key_here(self, person: int | str | None) -> int | None:
        """Return the number of a person with an account here, or of a key from another site."""
        return self.players.get(person) if isinstance(person, int) else self.keys.get(person or "")


@dataclass(frozen=True, slots=True)
class Extras:
    """Facts from other sites that no other column holds."""

    by_kind: Mapping[str, list[ImportedExtra]]
    entries: Mapping[str, Facts]

    @classmethod
    def of(cls, crew: Crew) -> Extras:
        """Return all stored facts of a crew, except tables, which are many."""
        extras = list(ImportedExtra.objects.filter(crew=crew).exclude(kind=ImportedExtra.Kind.TABLE).order_by("key"))
        entries = {
            key: facts for one in extras if one.kind == ImportedExtra.Kind.LINES for key, facts in one.facts.items()
        }
        kinds = (
            ImportedExtra.Kind.CREW,
            ImportedExtra.Kind.PERSON,
            ImportedExtra.Kind.CAMPAIGN,
            ImportedExtra.Kind.NOTE,
        )
        return cls({kind: [one for one in extras if one.kind == kind] for kind in kinds}, entries)


def participants_of(crew: Crew, shelf: Extras) -> Participants:
    """Return the people by name and key, an order that every site repeats."""
    person_extras = shelf.by_kind[ImportedExtra.Kind.PERSON]
    of_players = {one.player_id: one for one in person_extras if one.player_id}
    of_guests = {one.guest_id: one for one in person_extras if one.guest_id}
    people: list[tuple[Facts, int | None, int | None]] = []
    times, claims, since = _memberships(crew), _claims(crew), _sitting_in(crew)
    for player in Player.objects.filter(pk__in=players_of(crew)):
        facts = _player(player, times.get(player.pk, []), since.get(player.pk), of_players.get(player.pk))
        people.append((facts, player.pk, None))
    guests = Guest.objects.filter(crew=crew)
    people += [(_guest(one, claims[one.pk], of_guests.get(one.pk)), None, one.pk) for one in guests]
    people += [(_people_elsewhere(one), None, None) for one in person_extras if not one.player_id and not one.guest_id]
    people.sort(key=lambda one: (one[0]["name"], one[0]["key"]))
    return _numbered_people(people)


def _numbered_people(people: list[tuple[Facts, int | None, int | None]]) -> Participants:
    roll = Participants()
    for number, (facts, player, guest) in enumerate(people, start=1):
        roll.people.append({"id": number} | facts)
        roll.keys[facts["key"]] = number
        if player is not None:
            roll.players[player] = number
        if guest is not None:
            roll.guests[guest] = number
    for person in roll.people:
        person["claimed_by"] = roll.key_here(person["claimed_by"])
        person["claims"] = [
            claim | {name: roll.key_here(claim[name]) for name in ("by", "answered_by")} for claim in person["claims"]
        ]
    return roll


def _memberships(crew: Crew) -> dict[int, list[Facts]]:
    by_player: dict[int, list[Facts]] = {}
    for member in CrewMember.objects.filter(crew=crew).order_by("joined_at", "pk"):
        times = {"role": member.role, "joined": stamp(member.joined_at), "left": stamp(member.left_at)}
        by_player.setdefault(member.player_id, []).append(times)
    return by_player


def _claims(crew: Crew) -> dict[int, list[Facts]]:
    """Return claims by guest: the claimant and the answer."""
    by_guest: dict[int, list[Facts]] = defaultdict(list)
    for claim in GuestClaim.objects.filter(guest__crew=crew).order_by("asked_at", "pk"):
        by_guest[claim.guest_id].append({
            "by": claim.player_id,
            "state": claim.state,
            "asked": stamp(claim.asked_at),
            "answered_by": claim.answered_by_id,
            "answered": stamp(claim.answered_at),
        })  # fmt: skip
    return by_guest


def _sitting_in(crew: Crew) -> dict[int, str | None]:
    return {one.player_id: stamp(one.since) for one in Substitute.objects.filter(crew=crew)}


def _player(player: Player, times: list[Facts], since: str | None, extra: ImportedExtra | None) -> Facts:
    facts = _facts_of_person(export_key("player", player.pk), player.name, times, since)
    if extra is None:
        return facts
    is_member = bool(times) and times[-1]["left"] is None
    times = _merged_memberships(extra.facts.get("memberships") or [], times)
    since = since or (None if is_member else extra.facts.get("substitute"))
    facts = _facts_of_person(str(extra.key), player.name, times, since)
    return facts | {name: extra.facts.get(name) or facts[name] for name in ("claimed_by", "claims")}


def _merged_memberships(before: list[Facts], later: list[Facts]) -> list[Facts]:
    """Merge the membership that continues in the file with the one that began here."""
    if before and later and before[-1].get("left") is None:
        return [*before[:-1], before[-1] | {"left": later[-1]["left"]}]
    return [*before, *later]


def _guest(guest: Guest, claims: list[Facts], extra: ImportedExtra | None) -> Facts:
    if extra is None:
        facts = _facts_of_person(export_key("guest", guest.pk), guest.name, [], None)
        return facts | {"kind": "guest", "claimed_by": guest.claimed_by_id, "claims": claims}
    facts = _people_elsewhere(extra)
    return facts | {
        "name": facts["name"] if guest.name == extra.facts.get("as") else guest.name,
        "claimed_by": guest.claimed_by_id or facts["claimed_by"],
        "claims": [*facts["claims"], *claims],
    }


def _people_elsewhere(extra: ImportedExtra) -> Facts:
    facts = extra.facts
    times = facts.get("memberships") or []
    person = _facts_of_person(str(extra.key), str(facts.get("name")), times, facts.get("substitute"))
    kind, claimed, claims = str(facts.get("kind")), facts.get("claimed_by"), facts.get("claims") or []
    return person | {"kind": kind, "claimed_by": claimed, "claims": claims}


def _facts_of_person(key: str, name: str, times: list[Facts], since: str | None) -> Facts:
    """Return a person's facts. `substitute` is the day since which the player is a substitute."""
    return {
        "key": key,
        "name": name,
        "kind": "member" if times else "visitor",
        "memberships": times,
        "substitute": since,
        "claimed_by": None,
        "claims": [],
    }
