"""Selectors of a club's history on another site, as its members see it; this site certifies none of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.utils.dateparse import parse_datetime

import games
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubMember
from logbook.exchange.models import ClubRecord
from logbook.rounds import text

MOST_CHALLENGES: Final = 100
STANDING_FIELDS: Final = ("rank", "stages_won", "score", "attempts")
SEASON: Final = ("rank", "total", "played")
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A row of standings, as far as the file holds numbers."""

    name: str
    figures: tuple[int | float | None, ...]


@dataclass(frozen=True, slots=True)
class PastChallenge:
    """A challenge of another site."""

    title: str
    state: str
    opened_at: datetime | None
    missions: tuple[str, ...]
    rows: tuple[RecordRow, ...]


@dataclass(frozen=True, slots=True)
class PastSeason:
    """A season of another site."""

    name: str
    first: date | None
    last: date | None
    crews: tuple[RecordRow, ...]
    people: tuple[RecordRow, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """All records that came with a club's file."""

    members: tuple[tuple[str, str, datetime | None], ...]
    crews: tuple[str, ...]
    news: tuple[tuple[str, str, str, datetime | None], ...]
    seasons: tuple[PastSeason, ...]
    challenges: tuple[PastChallenge, ...]


def has_past(club: Club) -> bool:
    """Return whether the club has records from another site."""
    return club.records.exists()


def past_of(club: Club) -> Past:
    """Return the records; dated ones with the latest first."""
    by_kind: dict[str, list[dict[str, Any]]] = {kind: [] for kind in ClubRecord.Kind.values}
    for kind, facts in club.records.exclude(kind=ClubRecord.Kind.CHALLENGE).values_list("kind", "facts"):
        by_kind[kind].append(facts)
    challenges = club.records.filter(kind=ClubRecord.Kind.CHALLENGE).order_by("-facts__opens", "key")
    roles = dict(ClubMember.Role.choices)
    return Past(
        members=tuple(
            (str(one["name"]), str(roles.get(_text(one.get("role")), "")), _moment(one.get("joined")))
            for one in _by(by_kind["member"], "joined")
        ),
        crews=tuple(str(one["name"]) for one in _by(by_kind["crew"], "name")),
        news=tuple(
            (str(one["title"]), str(one["text"]), _text(one.get("author")), _moment(one.get("written")))
            for one in reversed(_by(by_kind["news"], "written"))
        ),
        seasons=tuple(_season(one) for one in reversed(_by(by_kind["season"], "starts_on"))),
        challenges=tuple(_challenge(one.facts) for one in challenges[:MOST_CHALLENGES]),
    )


def _by(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: str(row.get(name)))


def _season(facts: Facts) -> PastSeason:
    first, last = (date.fromisoformat(facts[name]) for name in ("starts_on", "ends_on"))
    whole = [one for one in facts["standings"] if one.get("series") is None]
    crews, people = ([one for one in whole if bool(one.get("crew")) == is_crew] for is_crew in (True, False))
    return PastSeason(str(facts["name"]), first, last, _rows(crews, SEASON), _rows(people, SEASON))


def _challenge(facts: Facts) -> PastChallenge:
    return PastChallenge(
        title=str(facts["title"]),
        state=str(dict(Challenge.State.choices).get(facts["state"], "")),
        opened_at=_moment(facts.get("opens")),
        missions=tuple(_mission(one) for one in facts["stages"]),
        rows=_rows(facts["standings"], STANDING_FIELDS),
    )


def _mission(stage: Facts) -> str:
    game = _text(stage.get("game"))
    return f"{text.game_name(game) if game in games.GAMES else game} {_text(stage.get('mission'))}".strip()


def _rows(records: Iterable[Facts], names: Iterable[str]) -> tuple[RecordRow, ...]:
    return tuple(RecordRow(_text(one.get("name")), tuple(_figure(one.get(name)) for name in names)) for one in records)


def _figure(value: Any) -> int | float | None:
    return value if type(value) in (int, float) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _moment(value: Any) -> datetime | None:
    try:
        return parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
