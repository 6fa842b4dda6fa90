"""Export of a club, as far as a person may see it: `crewsite-export/1` (docs/export.md).

Records of another site (`ClubRecord`) are exported unchanged, beside those of this site.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from logbook.campaigns.models import LogEntry
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.clubs.models import Club, News
from logbook.crews.models.crews import Crew
from logbook.exchange.formats.native import FORMAT
from logbook.exchange.formats.packing import EVERYTHING, Part, as_bytes, zipped
from logbook.exchange.models import ClubRecord
from logbook.exchange.selectors.crews import CrewFile, crew_table, ensure_photos_readable, photo_parts
from logbook.exchange.selectors.values import Facts, array, as_json, keys_of_crews, stamp
from logbook.people.site_identity import export_key
from logbook.seasons.models.scores import SeasonStanding
from logbook.seasons.models.seasons import Season

CHALLENGES_PER_QUERY: Final = 100
Kind = ClubRecord.Kind


@dataclass(frozen=True, slots=True)
class Reader:
    """The rights of the exporting person in the club.

    Their `own` crews are exported whole; of challenges that they may not read yet (`may_read`), only those crews'
    standing.
    """

    own: frozenset[int]
    may_read: Callable[[Challenge], bool]
    is_member: bool
    visible_attempts: Collection[int] = ()


def club_json(club: Club, reader: Reader) -> Iterator[str]:
    """Yield the club's export."""
    records = _records(club)
    books = {crew.pk: CrewFile.of(crew, reader.visible_attempts) for crew in _own_crews(club, reader)}
    crews = _crews(club, records, books)
    numbers = {facts["key"]: facts["id"] for facts in crews}
    yield '{"format":%s,"kind":"club",\n"club":%s,\n' % (as_json(FORMAT), as_json(_club(club, records)))  # noqa: UP031
    yield from array("members", _members(club, records))
    yield from array("crews", crews)
    yield from array("news", _news(club, records) if reader.is_member or club.public else ())
    yield from array("seasons", _seasons(club, records))
    yield from array("challenges", _challenges(club, reader))
    for name in ("people", "notes", "campaigns", "tables", "lines"):
        yield from array(name, _of_crews(name, books.values(), numbers), last=name == "lines")
    yield "}\n"


def club_zip(club: Club, reader: Reader, language: str) -> Iterator[bytes]:
    """Return the zip: the export, with a table of entries and the photos of each crew whose logbook it contains.

    Raises StorageUnavailable.
    """
    ensure_photos_readable(LogEntry.objects.filter(campaign__crew__in=_own_crews(club, reader)))
    return zipped(_parts(club, reader, language))


def _parts(club: Club, reader: Reader, language: str) -> Iterator[Part]:
    yield Part(EVERYTHING, as_bytes(club_json(club, reader)))
    crews = _own_crews(club, reader)
    keys = keys_of_crews([crew.pk for crew in crews])
    for crew in sorted(crews, key=lambda crew: keys[crew.pk]):
        yield Part(f"lines/{keys[crew.pk]}.csv", as_bytes(crew_table(crew, language)))
    yield from photo_parts(LogEntry.objects.filter(campaign__crew__in=crews))


def _own_crews(club: Club, reader: Reader) -> list[Crew]:
    return list(Crew.objects.filter(club_entries__club=club, pk__in=reader.own).select_related("became").order_by("pk"))


def _records(club: Club) -> Mapping[str, list[ClubRecord]]:
    """Return the records from other sites, except challenges, which are many."""
    by_kind: dict[str, list[ClubRecord]] = {kind: [] for kind in Kind.values}
    for record in club.records.exclude(kind=Kind.CHALLENGE).order_by("key"):
        by_kind[record.kind].append(record)
    return by_kind


def _of_crews(name: str, books: Iterable[CrewFile], numbers: Mapping[str, int]) -> Iterator[Facts]:
    """Yield one list's rows of all crews, one crew after the other, each row with its crew's number."""
    by_number = {numbers[str(book.facts()["key"])]: book for book in books}
    for number in sorted(by_number):
        for row in by_number[number].lists()[name]():
            yield {"crew": number} | row


def _club(club: Club, records: Mapping[str, list[ClubRecord]]) -> Facts:
    archived: Facts = next((one.facts for one in records[Kind.CLUB]), {})
    return {
        "key": str(archived.get("key") or export_key("club", club.pk)),
        "name": club.name,
        "about": club.about,
        "public": club.public,
        "founded": archived.get("founded") or stamp(club.created_at),
    }


def _members(club: Club, records: Mapping[str, list[ClubRecord]]) -> list[Facts]:
    """Return today's members, and those of other sites: they are no members here until they join."""
    mine = {one.player_id: one.facts for one in records[Kind.MEMBER] if one.player_id}
    rows = []
    for member in club.members.select_related("player"):
        facts = {"key": export_key("player", member.player_id), "joined": stamp(member.joined_at)}
        archived = mine.pop(member.player_id, None)
        if archived is not None:
            facts = {"key": archived["key"], "joined": archived["joined"]}
        same = archived is not None and member.role == archived.get("here")
        rows.append(
            facts | {"name": member.player.name, "role": archived["role"] if archived and same else member.role}
        )
    former = [one.facts for one in records[Kind.MEMBER] if not one.player_id or one.player_id in mine]
    rows += [{name: facts[name] for name in ("key", "name", "role", "joined")} for facts in former]
    return sorted(rows, key=lambda row: (row["joined"], row["key"]))


def _crews(club: Club, records: Mapping[str, list[ClubRecord]], books: Mapping[int, CrewFile]) -> list[Facts]:
    entries = list(club.entries.select_related("crew"))
    keys = keys_of_crews([entry.crew_id for entry in entries])
    archived = {str(one.key): one.facts for one in records[Kind.CREW]}
    rows: list[Facts] = []
    for entry in entries:
        book, key = books.get(entry.crew_id), keys[entry.crew_id]
        facts = book.facts() if book else {"key": key, "name": entry.crew.name}
        joined_at = archived.pop(key, {}).get("joined") or stamp(entry.joined_at)
        rows.append(facts | {"joined": joined_at, "logbook": book is not None})
    rows += [facts | {"logbook": False} for facts in archived.values()]
    rows.sort(key=lambda row: (row["joined"], row["key"]))
    return [{"id": number} | row for number, row in enumerate(rows, start=1)]


def _news(club: Club, records: Mapping[str, list[ClubRecord]]) -> list[Facts]:
    rows = [_post(news) for news in club.news.select_related("author")]
    rows += [one.facts for one in records[Kind.NEWS]]
    return sorted(rows, key=lambda row: (row["written"], row["key"]))


def _post(news: News) -> Facts:
    return {
        "key": export_key("news", news.pk),
        "title": news.title,
        "text": news.text,
        "author": news.author and news.author.name,
        "written": stamp(news.written_at),
        "edited": stamp(news.edited_at),
    }


def _seasons(club: Club, records: Mapping[str, list[ClubRecord]]) -> list[Facts]:
    rows = [_season(season) for season in club.seasons.prefetch_related("series")]
    rows += [one.facts for one in records[Kind.SEASON]]
    return sorted(rows, key=lambda row: (row["starts_on"], row["key"]))


def _season(season: Season) -> Facts:
    standings = season.standings.select_related("crew", "player", "series")
    ordered = list(standings.order_by("series", "rank", "pk"))
    keys = keys_of_crews([one.crew_id for one in ordered if one.crew_id])
    return {
        "key": export_key("season", season.pk),
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "best_n": season.best_n,
        "method": season.method,
        "series": [
            {
                "title": one.title,
                "game": one.game,
                "weekday": one.weekday,
                "time": f"{one.hour:02}:{one.minute:02}",
                "time_zone": one.time_zone,
                "state": one.state,
            }
            for one in season.series.all()
        ],
        "standings": [_season_standing_facts(one, keys) for one in ordered],
    }


def _season_standing_facts(one: SeasonStanding, keys: Mapping[int, str]) -> Facts:
    names = ("rank", "total", "wins", "best", "played", "moved")
    return {name: getattr(one, name) for name in names} | {
        "series": one.series and one.series.title,
        "crew": keys.get(one.crew_id or 0),
        "name": one.crew.name if one.crew else one.player and one.player.name,
    }


def _challenges(club: Club, reader: Reader) -> Iterator[Facts]:
    """Yield challenges of this site and of others, in the order in which they opened."""
    here = [
        (stamp(at) or "", export_key("challenge", pk), pk, 0)
        for pk, at in club.challenges.values_list("pk", "opens_at")
    ]
    archived = club.records.filter(kind=Kind.CHALLENGE).values_list("key", "facts__opens", "pk")
    order = sorted([*here, *((str(at), str(key), 0, pk) for key, at, pk in archived)])
    for start in range(0, len(order), CHALLENGES_PER_QUERY):
        batch = order[start : start + CHALLENGES_PER_QUERY]
        archived_records = ClubRecord.objects.in_bulk([pk for *_rest, pk in batch if pk])
        challenges = club.challenges.select_related("club", "series__season").prefetch_related("stages")
        ours = challenges.in_bulk([pk for _at, _key, pk, _archived in batch if pk])
        for _at, _key, pk, record in batch:
            yield (
                _challenge(ours[pk], reader, everything=reader.may_read(ours[pk]))
                if pk
                else archived_records[record].facts
            )


def _challenge(challenge: Challenge, reader: Reader, *, everything: bool) -> Facts:
    standings = list(challenge.standings.select_related("crew").order_by("rank", "crew__name", "pk"))
    season = challenge.series.season_id if challenge.series else None
    keys = keys_of_crews([one.crew_id for one in standings])
    visible_standings = [one for one in standings if everything or one.crew_id in reader.own]
    return {
        "key": export_key("challenge", challenge.pk),
        "title": challenge.title,
        "season": export_key("season", season) if season else None,
        "players": challenge.players,
        "options": challenge.options,
        "policy": challenge.policy,
        "attempts_allowed": challenge.attempts_allowed,
        "difficulty": challenge.difficulty,
        "state": challenge.state,
        "opens": stamp(challenge.opens_at),
        "closes": stamp(challenge.closes_at),
        "commitment": challenge.commitment,
        "stages": [{"number": one.number, "game": one.game, "mission": one.mission} for one in challenge.stages.all()],
        "standings_whole": everything,
        "standings": [_standing_facts(one, keys, everything=everything) for one in visible_standings],
    } | _seal(challenge)


def _standing_facts(one: Standing, keys: Mapping[int, str], *, everything: bool) -> Facts:
    facts: dict[str, Any] = {"crew": keys[one.crew_id], "name": one.crew.name}
    if everything:
        facts["rank"] = one.rank
    names = ("stages_won", "score", "attempts", "distress")
    return facts | {name: getattr(one, name) for name in names}


def _seal(challenge: Challenge) -> Facts:
    """Return the opened seal, once its cards can be dealt to no crew any more."""
    return {"base_seed": challenge.base_seed} if challenge.is_over else {}
