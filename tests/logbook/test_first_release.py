"""A site of the first release is brought to today's by `migrate`: nothing is lost, and what was played still folds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps as today
from django.apps.registry import Apps
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

import games
from logbook import folds
from logbook.models import Attempt, Challenge, Player
from logbook.services import integrity, results

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FIRST = ("logbook", "0001_initial")
"""The models with which the site went out first. That file has not been touched since."""
RENAMED = {("Challenge", "seed_hash"): "commitment"}
NEW_YEAR = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)

Rows = dict[str, dict[int, dict[str, Any]]]


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """A database without a table, in place of the tests' own."""
    usual = connections["default"]
    with _database_beside(usual, str(tmp_path / "old.sqlite3")) as name:
        other = type(usual)(usual.settings_dict | {"NAME": name}, "default")
        connections["default"] = other
        try:
            yield other
        finally:
            other.close()
            connections["default"] = usual


@contextmanager
def _database_beside(usual: BaseDatabaseWrapper, file: str) -> Iterator[str]:
    if usual.vendor == "sqlite":
        yield file
        return
    name = f"{usual.settings_dict['NAME']}_old"
    with usual._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield name
    with usual._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}"')


def migrated(to_the_first: bool) -> Apps:
    """Bring the database to the first release, or to today's."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    targets = [FIRST if to_the_first and leaf[0] == "logbook" else leaf for leaf in leaves]
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


class FirstSite:
    """A club with two crews, a challenge that is over, one that is coming, and tables of all kinds."""

    def __init__(self, apps: Apps) -> None:
        self.apps = apps
        user = apps.get_model("auth", "User").objects.create(username="ann", email="ann@example.org", password="!")
        self.ann = self.make("Player", name="Ann", user=user)
        self.bo = self.make("Player", name="Bo")
        self.crew, self.other = (self.make("Crew", name=name, slug=name.lower()) for name in ("North", "South"))
        self.make("CrewMember", crew=self.crew, player=self.ann, role="founder")
        self.make("CrewMember", crew=self.crew, player=self.bo, left_at=NEW_YEAR)
        self.make("CrewMember", crew=self.other, player=self.bo, role="founder")
        self.club = self.make("Club", name="Poles", slug="poles", about="Far away.")
        self.make("ClubMember", club=self.club, player=self.ann, role="owner")
        for crew in (self.crew, self.other):
            self.make("ClubCrew", club=self.club, crew=crew)
        self.free_tables()
        self.challenges()
        for place in ({"club": self.club}, {"crew": self.crew}):
            self.make("Invite", created_by=self.ann, token=f"token-{len(place)}-{next(iter(place))}", **place)

    def make(self, model: str, /, **columns: Any) -> Any:
        return self.apps.get_model("logbook", model).objects.create(**columns)

    def free_tables(self) -> None:
        """One that is won after a failure and has a following table, one that is under way, one given up."""
        won = self.table(mission="1", options="", state="won", crew=self.crew)
        self.attempts(won, 2)
        self.make("Result", table=won, crew=self.crew, **self.counted("1", 2))
        following = self.table(mission="2", options="", state="gathering", crew=self.crew, follows=won)
        self.make("Invite", created_by=self.ann, token="to-a-table", table=following)
        self.attempt(self.table(mission="3", options="", state="playing"), 1, ends=False)
        given_up = self.table(mission="4", options="", state="between")
        self.attempt(given_up, 1, ends=False, state="abandoned")
        self.make("Result", table=given_up, **self.counted("4", 1) | {"won": False})

    def challenges(self) -> None:
        over = self.challenge("Over", "closed", NEW_YEAR)
        stage = self.make("Stage", challenge=over, number=1, game="planet-nine", mission="1")
        for number in (1, 2, 3):
            self.make("Deal", stage=stage, attempt=number, seed=f"base/1/{number}")
        for crew in (self.crew, self.other):
            table = self.table(mission="1", options="", state="won", crew=crew, stage=stage)
            self.attempts(table, 2, seed="base/1")
            self.make("Result", table=table, crew=crew, stage=stage, **self.counted("1", 2))
            self.make("Standing", challenge=over, crew=crew, rank=1, stages_won=1, score=2, attempts=2, distress=0)
        coming = self.challenge("Coming", "preparing", NEW_YEAR + timedelta(days=36_500))
        self.make("Stage", challenge=coming, number=1, game="planet-nine", mission="2")

    def challenge(self, title: str, state: str, opens_at: datetime) -> Any:
        closes_at = opens_at + timedelta(days=1)
        columns = {"title": title, "state": state, "opens_at": opens_at, "closes_at": closes_at}
        if state == "closed":
            columns |= {"opened_at": opens_at, "closed_at": closes_at}
        columns |= {"base_seed": "base", "seed_hash": "a" * 64, "players": 3, "created_by": self.ann}
        return self.make("Challenge", club=self.club, max_attempts=3, **columns)

    def table(self, **columns: Any) -> Any:
        columns |= {"game": "planet-nine", "players": 3, "opened_by": self.ann}
        table = self.make("Table", base_seed=f"free-{columns['mission']}", version=7, **columns)
        for number, sits in enumerate(({"player": self.ann}, {"player": self.bo}, {"bot": "random"})):
            self.make("Seat", table=table, number=number, **sits)
        return table

    def attempts(self, table: Any, number: int, seed: str = "") -> None:
        """Failures, and then a success."""
        for one in range(1, number + 1):
            self.attempt(table, one, seed=seed or table.base_seed, success=one == number)

    def attempt(
        self,
        table: Any,
        number: int,
        *,
        seed: str = "",
        ends: bool = True,
        success: bool | None = None,
        state: str = "playing",
    ) -> None:
        setup = games.Setup("planet-nine", table.mission, 3, f"{seed or table.base_seed}/{number}", ())
        played = a_round(setup, success) if ends else a_beginning(setup)
        view, outcome = played.view(None), played.outcome
        columns = {"waiting_on": sorted(played.waiting_on), "phase": view["phase"], "state": state}
        if outcome is not None:
            ended = "success" if outcome.success else "failure"
            columns |= {"state": ended, "reason_code": outcome.code, "reason_params": dict(outcome.params)}
        if state == "abandoned":
            columns |= {"waiting_on": [], "reason_code": "given-up"}
        attempt = self.make(
            "Attempt",
            table=table,
            number=number,
            seed=setup.seed,
            rules=1,
            length=len(played.log),
            tricks=sum(view["tricks_won"]),
            ended_at=NEW_YEAR + timedelta(days=9_000) if columns["state"] != "playing" else None,
            **columns,
        )
        for sequence, action in enumerate(played.log, start=1):
            self.make("Event", attempt=attempt, sequence=sequence, seat=action.seat, text=action.text, player=self.ann)

    @staticmethod
    def counted(mission: str, attempts: int) -> dict[str, Any]:
        columns = {"game": "planet-nine", "mission": mission, "players": 3, "won": True, "distress": False}
        return columns | {"attempts": attempts, "score": attempts, "finished_at": NEW_YEAR + timedelta(days=9_000)}


def a_beginning(setup: games.Setup) -> games.State:
    state, chance = games.deal(setup), Random(setup.seed)
    while len(state.log) < 4:
        state = a_step(state, chance)
    return state


def a_round(setup: games.Setup, success: bool | None) -> games.State:
    """Played at random, as often as it takes to end so."""
    for luck in range(500):
        state, chance = games.deal(setup), Random(luck)
        while state.outcome is None:
            state = a_step(state, chance)
        if success is None or state.outcome.success == success:
            return state
    raise AssertionError("it never ends so")


def a_step(state: games.State, chance: Random) -> games.State:
    seat = chance.choice(sorted(state.waiting_on))
    return state.apply(chance.choice([one for one in state.legal_actions(seat) if one.text.split()[0] != "propose"]))


def rows_of(apps: Apps, names: list[str] | None = None) -> Rows:
    """Every row of every model of the logbook, by model and key."""
    models = [
        model for model in apps.get_app_config("logbook").get_models() if names is None or model.__name__ in names
    ]
    return {model.__name__: {row["id"]: row for row in model._base_manager.values()} for model in models}


def test_a_site_of_the_first_release_loses_nothing(empty: BaseDatabaseWrapper) -> None:
    FirstSite(old := migrated(to_the_first=True))
    before = rows_of(old)
    assert all(before.values()), f"nothing of {[name for name, rows in before.items() if not rows]}"
    migrated(to_the_first=False)
    after = rows_of(today, list(before))
    missing = {
        (name, pk, column)
        for name, rows in before.items()
        for pk, row in rows.items()
        for column, value in row.items()
        if after[name].get(pk, {}).get(RENAMED.get((name, column), column), ...) != value
    }
    assert not missing
    assert {name: len(rows) for name, rows in after.items()} == {name: len(rows) for name, rows in before.items()}
    _what_was_played_still_folds()
    _results_stay(before)
    _pages_open()


def _what_was_played_still_folds() -> None:
    check = integrity.everything_replayed()
    assert (check.wrong, check.attempts) == (0, 8), check.differing
    running = Attempt.objects.select_related("table").get(state="playing")
    assert folds.state_of(running).waiting_on == set(running.waiting_on)


def _results_stay(before: Rows) -> None:
    results.everything_recompute()
    for name in ("Result", "Standing"):
        columns = [column for column in next(iter(before[name].values())) if column != "id"]
        now = [
            tuple(row.values())
            for row in today.get_model("logbook", name)._base_manager.order_by("pk").values(*columns)
        ]
        assert sorted(now, key=str) == sorted(
            (tuple(row[c] for c in columns) for row in before[name].values()), key=str
        )


def _pages_open() -> None:
    client = Client()
    ann = Player.objects.get(name="Ann")
    assert ann.user is not None
    client.force_login(ann.user, backend="django.contrib.auth.backends.ModelBackend")
    challenges = [f"/challenges/{pk}/" for pk in Challenge.objects.values_list("pk", flat=True)]
    tables = [f"/tables/{pk}/" for pk in Attempt.objects.values_list("table", flat=True).distinct()]
    for address in ("/", "/crews/north/", "/clubs/poles/", "/tables/", *challenges, *tables):
        assert client.get(address).status_code == 200, address
