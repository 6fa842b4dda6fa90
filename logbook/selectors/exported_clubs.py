"""Everything of a club that a person may see, as it goes out: `crewsite-export/1` (docs/export.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from logbook.exchange.keys import key_of
from logbook.exchange.own import FORMAT
from logbook.models import Challenge, Club, Season, Standing

from .exported_pieces import Facts, as_json, listed, stamp

CHALLENGES_AT_ONCE: Final = 100


def club_json(club: Club, own: frozenset[int], told: Callable[[Challenge], bool], *, member: bool) -> Iterator[str]:
    """The club's export. Of challenges of which they are told nothing yet, only how their `own` crews stand."""
    facts = {
        "key": key_of("club", club.pk),
        "name": club.name,
        "about": club.about,
        "public": club.public,
        "founded": stamp(club.created_at),
    }
    yield '{"format":%s,"kind":"club",\n"club":%s,\n' % (as_json(FORMAT), as_json(facts))  # noqa: UP031
    yield from listed("members", _members(club))
    yield from listed("crews", _crews(club))
    yield from listed("news", _news(club) if member or club.public else ())
    yield from listed("seasons", (_season(season) for season in club.seasons.order_by("starts_on", "pk")))
    yield from listed("challenges", _challenges(club, own, told), last=True)
    yield "}\n"


def _members(club: Club) -> Iterator[Facts]:
    for member in club.members.select_related("player").order_by("joined_at", "pk"):
        yield {"name": member.player.name, "role": member.role, "joined": stamp(member.joined_at)}


def _crews(club: Club) -> Iterator[Facts]:
    for entry in club.entries.select_related("crew").order_by("joined_at", "pk"):
        yield {"key": key_of("crew", entry.crew_id), "name": entry.crew.name, "joined": stamp(entry.joined_at)}


def _news(club: Club) -> Iterator[Facts]:
    for news in club.news.select_related("author").order_by("written_at", "pk"):
        yield {
            "title": news.title,
            "text": news.text,
            "author": news.author and news.author.name,
            "written": stamp(news.written_at),
            "edited": stamp(news.edited_at),
        }


def _season(season: Season) -> Facts:
    return {
        "key": key_of("season", season.pk),
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "best_n": season.best_n,
    }


def _challenges(club: Club, own: frozenset[int], told: Callable[[Challenge], bool]) -> Iterator[Facts]:
    challenges = club.challenges.select_related("club", "series__season").order_by("pk")
    last = 0
    while batch := list(challenges.filter(pk__gt=last).prefetch_related("stages")[:CHALLENGES_AT_ONCE]):
        for challenge in batch:
            yield _challenge(challenge, own, everything=told(challenge))
        last = batch[-1].pk


def _challenge(challenge: Challenge, own: frozenset[int], *, everything: bool) -> Facts:
    standings = challenge.standings.select_related("crew").order_by("rank", "crew__name", "pk")
    season = challenge.series.season_id if challenge.series else None
    return {
        "key": key_of("challenge", challenge.pk),
        "title": challenge.title,
        "season": key_of("season", season) if season else None,
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
        "standings": [_standing(one, everything=everything) for one in standings if everything or one.crew_id in own],
    } | _seal(challenge)


def _standing(standing: Standing, *, everything: bool) -> Facts:
    facts: dict[str, Any] = {"crew": key_of("crew", standing.crew_id), "name": standing.crew.name}
    if everything:
        facts["rank"] = standing.rank
    names = ("stages_won", "score", "attempts", "distress")
    return facts | {name: getattr(standing, name) for name in names}


def _seal(challenge: Challenge) -> Facts:
    """The opened seal, once nobody can be dealt its cards any more."""
    return {"base_seed": challenge.base_seed} if challenge.is_over else {}
