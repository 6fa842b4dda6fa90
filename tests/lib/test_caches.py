"""The shared cache: its keys name everything that a value depends on, and data in Redis is never executed."""

from __future__ import annotations

import math
import os
import pickle
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from enum import IntEnum, StrEnum
from pathlib import Path
from threading import Lock
from types import SimpleNamespace
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as site
from django.core.cache import cache
from django.utils.safestring import mark_safe
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from crewsite.caches import Json, Shared, is_same_in_json
from crewsite.postgresql.sightings import Sightings
from crewsite.postgresql.watch import BEHIND, Watch
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors.other_crews import medians_of_others
from logbook.campaigns.services import campaigns, entries
from logbook.campaigns.services.printed_files import Print, name_of
from logbook.crews.models.crews import Crew, CrewMember
from logbook.exchange import quotas as exchange_quotas
from logbook.lib import activity, queue, replica
from logbook.lib import quotas as lib_quotas
from logbook.notifications import quotas as notifications_quotas
from logbook.people import accounts
from logbook.people import quotas as people_quotas
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import analyses
from logbook.tables.models import Attempt
from logbook.travellers import tasks as travellers_tasks
from logbook.travellers.services.line_writers import LineWriter
from logbook.travellers.services.positions import Deal
from tests.api.world import finished
from tests.challenges.scenes import NOON

# --- cached values are data

TEXT = st.text(max_size=20)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4))


def alike(one: object, other: object) -> bool:
    """Return whether both are equal, with the same types at every level: True is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other


@given(VALUES)
def test_what_is_kept_comes_back_as_it_went(value: object) -> None:
    assert alike(Json.loads(Json.dumps(value)), value)


class Number(IntEnum):
    ONE = 1


class LeaderDecision(StrEnum):
    ONE = "one"


REFUSED = [
    (1, 2),
    {1, 2},
    {1: "one"},
    {None: 1},
    {"a": {2: 1}},
    [(1, 2)],
    [{"a": [b"bytes"]}],
    b"bytes",
    math.nan,
    math.inf,
    [-math.inf],
    OrderedDict(a=1),
    Number.ONE,
    LeaderDecision.ONE,
    {LeaderDecision.ONE: 1},
    mark_safe("<b>"),
    date(2026, 11, 20),
    object(),
]


@pytest.fixture(params=["Redis answers", "each process for itself"])
def shared(request: pytest.FixtureRequest, redis_url: str) -> Iterator[Shared]:
    address = redis_url if request.param == "Redis answers" else "redis://127.0.0.1:1/0"
    kept = Shared(address, {})
    kept.get("whether-it-answers")
    yield kept
    kept.clear()
    Shared._away_until.clear()


@pytest.mark.once
@pytest.mark.parametrize(
    "value", REFUSED, ids=[f"{type(value).__name__}-{number}" for number, value in enumerate(REFUSED)]
)
def test_what_would_come_back_as_something_else_is_refused(shared: Shared, value: object) -> None:
    assert not is_same_in_json(value)
    for keep in (shared.set, shared.add):
        with pytest.raises(TypeError, match="The cache keeps JSON"):
            keep("key", value)
    with pytest.raises(TypeError, match="The cache keeps JSON"):
        shared.get_or_set("key", lambda: value)
    assert shared.get("key") is None


@pytest.mark.once
def test_a_value_can_be_kept_touched_and_deleted(shared: Shared) -> None:
    assert shared.add("key", {"a": [1, None, True, "ä"]}, 60)
    assert not shared.add("key", 2)
    assert shared.get("key") == {"a": [1, None, True, "ä"]}
    assert shared.touch("key", 60)
    assert shared.delete("key")
    assert shared.get("key", "nothing") == "nothing"


class Intruder:
    """A pickle that leaves a file behind wherever it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.mkdir, (str(self.path),)


@pytest.mark.once
@pytest.mark.parametrize("protocol", [0, pickle.HIGHEST_PROTOCOL])
def test_a_pickle_that_lies_in_redis_is_not_run(redis_url: str, tmp_path: Path, protocol: int) -> None:
    harm = pickle.dumps(Intruder(tmp_path / "harm"), protocol)
    with Redis.from_url(redis_url) as redis:
        redis.set(cache.make_key("planted"), harm)
    with pytest.raises(ValueError):  # noqa: PT011 - that of JSON or that of its bytes
        cache.get("planted")
    assert not (tmp_path / "harm").exists()
    pickle.loads(harm)  # noqa: S301 - that it would have done it
    assert (tmp_path / "harm").exists()


@pytest.mark.once
def test_what_the_site_keeps_lies_in_redis_as_json(redis_url: str) -> None:
    cache.set("key", {"a": [1, 2]})
    with Redis.from_url(redis_url) as redis:
        assert redis.get(cache.make_key("key")) == b'{"a": [1, 2]}'
    assert site.CACHES["default"]["BACKEND"] == "crewsite.caches.Shared"


# --- a key names everything that its value depends on

ASKS_THE_CACHE = re.compile(r"\bcache\.(?:get|set|add|get_or_set|incr|touch)\(\s*(?P<key>[^,)]+)")
KEYS = {
    "BEHIND": "test_the_replica_behind_is_the_whole_site_s",
    "KEY": "test_the_time_of_the_last_task_is_the_whole_site_s",
    'f"wrong-passwords/{player.pk}"': "test_each_owner_hears_of_wrong_passwords_once",
    'f"analysis/{attempt.pk}"': "test_an_analysis_is_asked_for_by_attempt",
    'f"positions/{deal.stage}/{deal.attempt}"': "test_a_rebuild_is_queued_by_deal",
    'f"print/{name}"': "test_a_file_is_asked_for_by_all_that_it_shows",
    'f"logbook/world/counts/{game}"': "test_the_world_is_told_by_game_and_to_each_crew_without_its_own",
}
"""Every cache key of the site, and the test that it names enough. A new one needs its own test."""


def test_every_key_has_its_test() -> None:
    found = set()
    for folder in ("logbook", "crewsite"):
        for path in (site.BASE_DIR / folder).rglob("*.py"):
            found |= {match["key"].strip() for match in ASKS_THE_CACHE.finditer(path.read_text(encoding="utf-8"))}
    assert found == set(KEYS)
    assert all(test in globals() for test in KEYS.values())


def test_the_time_of_the_last_task_is_the_whole_site_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        queue, "task_by_name", lambda _name: SimpleNamespace(apply_async=lambda *_given, **_named: None)
    )
    monkeypatch.setattr(activity, "_noted_at", -1e9)
    assert not activity.is_quiet(), "after a start the site counts as active"
    with time_machine.travel(time.time() + activity.QUIET_SECONDS + 5, tick=False):
        assert activity.is_quiet()
        queue.send("tables.end_overdue_clocks")
        assert not activity.is_quiet()
        assert cache.get(activity.KEY) == int(time.time())


def test_the_replica_behind_is_the_whole_site_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """One replica serves all processes; each notes only what it has seen."""
    monkeypatch.setattr(replica, "learn", lambda _servers: None)
    one = Watch.__new__(Watch)
    one._sightings, one._lock, one._told, one._is_noted_behind = Sightings(5.0), Lock(), None, False
    long_ago = time.monotonic() - 60
    one._sightings.primary_answered(long_ago, time.monotonic(), 200)
    one._sightings.replica_answered(100, "")
    one.look()
    assert cache.get(BEHIND) is True
    one._sightings.replica_answered(200, "")
    one.look()
    assert cache.get(BEHIND) is False


def test_a_file_is_asked_for_by_all_that_it_shows(crew: Crew, alice: Player, bob: Player) -> None:
    first, second = (
        campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name=name) for name in ("One", "Two")
    )
    what = Print(alice.pk, first.pk, "a5", 1, "en")
    others = [
        replace(what, player=bob.pk),
        replace(what, campaign=second.pk),
        replace(what, paper="letter"),
        replace(what, volume=2),
        replace(what, language="fr"),
    ]
    names = {name_of(one) for one in (what, *others)}
    entries.add_entry(campaign=first, by=alice, key=uuid4(), mission="1", won=True, played_on=NOON.date())
    assert len(names | {name_of(what)}) == 7


GAMES = {"planet-nine": 1, "deep-sea": 3}
"""The attempts that the other crews took for the first mission."""


def won(crew: Crew, by: Player, game: str, mission: str, attempts: int) -> LogEntry:
    campaign = Campaign.objects.filter(crew=crew, game=game).first()
    campaign = campaign or campaigns.open_campaign(crew=crew, by=by, game=game, name=game)
    for number in range(1, attempts + 1):
        line = entries.add_entry(
            campaign=campaign, by=by, key=uuid4(), mission=mission, won=number == attempts, played_on=NOON.date()
        )
    return line


def crew_with(player: Player, name: str, attempts: int, *, games: tuple[str, ...] = tuple(GAMES)) -> Crew:
    crew = Crew.objects.create(name=name, slug=name.lower())
    CrewMember.objects.create(crew=crew, player=player)
    for game in games:
        won(crew, player, game, "1", attempts + GAMES[game])
    return crew


def test_the_world_is_told_by_game_and_to_each_crew_without_its_own(alice: Player) -> None:
    """Six crews have won it in as many attempts; two of them read in turns, and each game has its own figures."""
    crews = [crew_with(alice, f"Crew{number}", attempts) for number, attempts in enumerate((0, 0, 0, 2, 2, 2))]
    quick, slow = crews[0], crews[-1]
    # Without the reader's own crew there are five: their median is slow for a quick crew, and quick for a slow one.
    theirs = {quick: 2, slow: 0}
    expected = {(crew, game): base + theirs[crew] for crew in theirs for game, base in GAMES.items()}
    for _again in range(2):
        for (crew, game), attempts in expected.items():
            assert medians_of_others(game, crew.pk) == {"1": attempts}, (crew.name, game)
        assert medians_of_others("planet-nine", -1) == {"1": 2}
        assert medians_of_others("deep-sea", -1) == {"1": 4}


def test_the_world_is_told_by_mission(alice: Player) -> None:
    crews = [crew_with(alice, f"Crew{number}", 0, games=("planet-nine",)) for number in range(6)]
    for crew in crews:
        won(crew, alice, "planet-nine", "2", 4)
    for _again in range(2):
        assert medians_of_others("planet-nine", -1) == {"1": 1, "2": 4}
        assert medians_of_others("deep-sea", -1) == {}


def refused(quota: lib_quotas.Quota, who: int) -> bool:
    try:
        lib_quotas.take(quota, who)
    except quota.refusal:
        return True
    return False


@pytest.mark.once
def test_each_quota_is_counted_by_kind_and_by_whom() -> None:
    all_of_them = (exchange_quotas.IMPORTS, people_quotas.GUESTS, notifications_quotas.TESTS)
    assert len({quota.kind for quota in all_of_them}) == len(all_of_them)
    for full in all_of_them:
        assert not any(refused(full, 7) for _ in range(full.most))
        assert refused(full, 7)
        assert not refused(full, 8)
    # Equal numbers in different quotas count separately: the test uses up every quota in turn.


def test_an_analysis_is_asked_for_by_attempt(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two attempts are each queued, and each once."""
    asked: list[int] = []
    monkeypatch.setattr("logbook.lib.queue.send", lambda _task, pk, **_named: asked.append(pk))
    attempts = [finished(alice) for _ in range(2)]
    Analysis.objects.all().delete()
    asked.clear()
    for _again in range(2):
        for attempt in attempts:
            assert analyses.request_analysis(Attempt.objects.get(pk=attempt.pk))
    assert asked == [attempt.pk for attempt in attempts]


def test_a_rebuild_is_queued_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals of a stage, and the same deal of two stages, are each queued, and each once."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr("logbook.lib.queue.send", lambda _task, *deal, **_named: asked.append(deal))
    deals = [Deal(1, 1), Deal(1, 2), Deal(2, 1)]
    monkeypatch.setattr(LineWriter, "write", lambda _self, _attempts: None)
    monkeypatch.setattr("logbook.travellers.services.positions.deal_of", lambda key: deals[key])
    for _again in range(2):
        for key in range(len(deals)):
            travellers_tasks.write_line(key)
    assert asked == deals


def test_each_owner_hears_of_wrong_passwords_once(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(accounts.AccountAdapter, "send_mail", lambda _self, _of, to, _context: told.append(to))
    for _again in range(2):
        for player in (alice, bob):
            accounts.AccountAdapter()._owner_tell(f"{player.name.lower()}@example.org")
    assert told == ["alice@example.org", "bob@example.org"]
