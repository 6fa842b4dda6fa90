"""A generated population of a site with two years of play: any number of attempts, crews and clubs.

Missions are played as logbooks are: every crew begins with the first, few reach the last, which take the most attempts.
The same numbers give the same population.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from django.db import connection, models, transaction

import games
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Seat, Sitting, Table

FIRST_DAY: Final = datetime(2024, 11, 1, tzinfo=UTC)
DAYS: Final = 730
AT_ONCE: Final = 20_000
MOST_SEATS: Final = 5
"""A crew has as many people; the n-th has the key of the crew plus n times the number of crews."""
PLAYERS: Final = ((2, 3, 4, 5), (10, 25, 50, 15))
OWN_MISSIONS: Final = [
    games.GAMES["planet-nine"].mission_text(f"tasks={tasks}{tokens}")
    for tasks in range(2, 11)
    for tokens in ("", " tokens=1", " tokens=1,2", " tokens=omega")
]

Row = tuple[Any, ...]


def table_of(model: type[models.Model]) -> str:
    """Return the model's database table."""
    return model._meta.db_table  # noqa: SLF001


class Loading:
    """A bulk insert of one model's rows; columns that are not named hold their defaults."""

    def __init__(self, model: type[models.Model], *names: str) -> None:
        self.model, self.rows, self.count = model, [], 0
        fields = {column.attname: column for column in model._meta.concrete_fields}  # noqa: SLF001
        self.names = [*names, *(name for name in fields if name not in names)]
        self.times = [n for n, name in enumerate(names) if isinstance(fields[name], models.DateTimeField)]
        self.rest = tuple(self._default(fields[name]) for name in self.names[len(names) :])

    rows: list[Row]

    @staticmethod
    def _default(column: models.Field[Any, Any]) -> Any:
        value = column.get_default()
        if value is None and not column.null:
            value = FIRST_DAY
        return column.get_db_prep_save(value, connection)

    def add(self, *values: Any) -> None:
        """Add one row, with the named columns."""
        if connection.vendor == "sqlite" and self.times:
            listed = list(values)
            for n in self.times:
                listed[n] = None if listed[n] is None else connection.ops.adapt_datetimefield_value(listed[n])
            values = tuple(listed)
        self.rows.append((*values, *self.rest))
        self.count += 1
        if len(self.rows) >= AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write the buffered rows."""
        table, names = table_of(self.model), ", ".join(f'"{name}"' for name in self.names)
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                    for row in self.rows:
                        copy.write_row(row)
            elif self.rows:
                marks = ", ".join(["%s"] * len(self.names))
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", self.rows)  # noqa: S608 - our names
        self.rows = []


@dataclass
class Population:
    """The generator, with its random source."""

    attempts: int
    crews: int
    clubs: int
    chance: Random = field(default_factory=lambda: Random("standings"))

    def make(self) -> int:
        """Generate the population; return the number of attempts."""
        with transaction.atomic():
            self._people()
            self._tables()
        _sequences_follow()
        return self.attempt.count

    def _people(self) -> None:
        players = Loading(Player, "id", "name", "created_at")
        crews = Loading(Crew, "id", "name", "slug", "created_at")
        members = Loading(CrewMember, "id", "crew_id", "player_id", "role", "joined_at")
        for key in range(1, self.crews * MOST_SEATS + 1):
            players.add(key, f"Player {key}", FIRST_DAY)
        for key in range(1, self.crews + 1):
            crews.add(key, f"Crew {key}", f"crew-{key}", FIRST_DAY)
            members.add(key, key, key, "founder", FIRST_DAY)
        clubs = Loading(Club, "id", "name", "slug", "about", "created_at")
        owners = Loading(ClubMember, "id", "club_id", "player_id", "role", "joined_at")
        for key in range(1, self.clubs + 1):
            clubs.add(key, f"Club {key}", f"club-{key}", "", FIRST_DAY)
            owners.add(key, key, 1 + key % self.crews, "owner", FIRST_DAY)
        entries = Loading(ClubCrew, "id", "club_id", "crew_id", "joined_at")
        self.in_club: dict[int, list[int]] = {key: [] for key in range(1, self.clubs + 1)}
        for crew in range(1, self.crews + 1):
            for club in self.chance.sample(range(1, self.clubs + 1), min(self.clubs, self.chance.choice((1, 1, 2, 3)))):
                entries.add(entries.count + 1, club, crew, FIRST_DAY)
                self.in_club[club].append(crew)
        for loading in (players, crews, members, clubs, owners, entries):
            loading.flush()

    def _tables(self) -> None:
        self.challenge = Loading(
            Challenge,
            *("id", "club_id", "title", "players", "opens_at", "closes_at", "state", "counted_at", "created_at"),
        )
        self.stage = Loading(Stage, "id", "challenge_id", "number", "game", "mission")
        self.table = Loading(
            Table,
            *("id", "game", "mission", "players", "options", "pace", "crew_id", "stage_id", "state", "created_at"),
            "moved_at",
        )
        self.seat = Loading(Seat, "id", "table_id", "number", "player_id", "bot")
        self.attempt = Loading(
            Attempt,
            *("id", "table_id", "number", "seed", "rules", "state", "place", "distress", "counts", "started_at"),
            "ended_at",
        )
        self.sitting = Loading(Sitting, "id", "attempt_id", "number", "player_id")
        self.analysis = Loading(Analysis, "id", "attempt_id", "solver", "lost_in")
        while self.attempt.count < self.attempts:
            if self.chance.random() < 0.01:
                self._play_challenge()
            else:
                self._play_freely()
        for loading in (self.challenge, self.stage, self.table, self.seat, self.attempt, self.sitting, self.analysis):
            loading.flush()

    def _mission(self) -> tuple[str, str, float]:
        """Return a game, a mission, and the mission's position in the logbook as a share."""
        if self.chance.random() < 0.01:
            return "planet-nine", self.chance.choice(OWN_MISSIONS), self.chance.random()
        game, last = ("planet-nine", 50) if self.chance.random() < 0.6 else ("deep-sea", 32)
        # This rate gives the first mission a fifth of the logbook's runs.
        steps = self.chance.expovariate(1 / 4.5) if self.chance.random() < 0.9 else self.chance.random() * last
        number = min(last, 1 + int(steps))
        return game, str(number), number / last

    def _play_freely(self) -> None:
        game, mission, far = self._mission()
        crew = None if self.chance.random() < 0.05 else self.chance.randint(1, self.crews)
        day = FIRST_DAY + timedelta(days=self.chance.random() * DAYS)
        self._run(game, mission, far, self.chance.choices(*PLAYERS)[0], crew, None, day)

    def _play_challenge(self) -> None:
        """Add a week of a club: three stages, played by most of its crews."""
        club = self.chance.randint(1, self.clubs)
        opens = FIRST_DAY + timedelta(days=7 * self.chance.randrange(DAYS // 7))
        players, number = self.chance.choices(*PLAYERS)[0], self.challenge.count + 1
        closes = opens + timedelta(days=7)
        self.challenge.add(number, club, f"Week {number}", players, opens, closes, "closed", closes, opens)
        for place in (1, 2, 3):
            game, mission, far = self._mission()
            self.stage.add(self.stage.count + 1, number, place, game, mission)
            stage = self.stage.count
            for crew in self.in_club[club]:
                if self.chance.random() < 0.7:
                    self._run(
                        game, mission, far, players, crew, stage, opens + timedelta(days=7 * self.chance.random())
                    )

    def _run(
        self, game: str, mission: str, far: float, players: int, crew: int | None, stage: int | None, day: datetime
    ) -> None:
        key = self.table.count + 1
        place = "table" if self.chance.random() < 0.12 else "online"
        bots = self.chance.randint(1, players - 1) if place == "online" and self.chance.random() < 0.35 else 0
        skill, people = 0.4 + (crew or key) % 41 / 100, self._people_of(crew, players - bots)
        pace = "live" if place == "online" and self.chance.random() < 0.3 else "relaxed"
        won, at = self._attempts(key, skill * (1.0 - 0.8 * far), place, day, people)
        options, state = "", "won" if won else "between"
        self.table.add(key, game, mission, players, options, pace, crew, stage, state, day, at)
        for number in range(players):
            bot = "careful" if number >= players - bots else ""
            self.seat.add(self.seat.count + 1, key, number, None if bot else people[number], bot)

    def _people_of(self, crew: int | None, seats: int) -> list[int]:
        """Return people of the crew: mostly the same ones; of a crew by chance where the table has none."""
        first = crew or self.chance.randint(1, self.crews)
        members = [first + number * self.crews for number in range(MOST_SEATS)]
        return members[:seats] if self.chance.random() < 0.8 else self.chance.sample(members, seats)

    def _attempts(self, table: int, luck: float, place: str, at: datetime, people: list[int]) -> tuple[bool, datetime]:
        """Add attempts until a success, or until the crew gives up."""
        for number in range(1, self.chance.randint(3, 12)):
            won, took = self.chance.random() < luck, timedelta(seconds=self.chance.gauss(900, 200) % 3600 + 60)
            key, state = self.attempt.count + 1, "success" if won else "failure"
            distress = self.chance.random() < 0.08
            self.attempt.add(key, table, number, "-", 1, state, place, distress, Counts.PEOPLE, at, at + took)
            for seat, player in enumerate(people):
                self.sitting.add(self.sitting.count + 1, key, seat, player)
            if not won and place == "online":
                self.analysis.add(self.analysis.count + 1, key, 1, self.chance.choice((None, *range(13))))
            at += took + timedelta(minutes=2)
            if won:
                return True, at
        return False, at


def _sequences_follow() -> None:
    """Set sequences after the rows written with explicit keys."""
    if connection.vendor == "postgresql":
        written = (
            Player,
            Crew,
            CrewMember,
            Club,
            ClubMember,
            ClubCrew,
            Challenge,
            Stage,
            Table,
            Seat,
            Attempt,
            Sitting,
            Analysis,
        )
        with connection.cursor() as cursor:
            for table in map(table_of, written):
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))")  # noqa: S608 - our names
