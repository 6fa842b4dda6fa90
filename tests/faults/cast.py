"""Who plays while processes are killed, what they play, and what must be true of it in the end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from logbook.models import (
    Attempt,
    Challenge,
    Club,
    ClubCrew,
    ClubMember,
    Crew,
    CrewMember,
    Event,
    Happening,
    Player,
    Table,
)
from logbook.services import analyses, challenges, integrity, memoirs, results, tables, tokens
from logbook.services.challenges import ChallengePlan

from .crowd import Noted

MISSIONS = (("planet-nine", "4"), ("deep-sea", "3"), ("deep-blue", "reefs-ahead"), ("planet-nine", "12"))
SCOPES = ("read", "play")
LONGER = timedelta(seconds=90)
"""So much longer than the faults the challenge is open: its table goes on too, before it closes."""


@dataclass(frozen=True)
class Sitting:
    """A table, and the API keys of the people who sit at it."""

    table: int
    keys: tuple[str, ...]


def build(count: int, *, until: timedelta) -> list[Sitting]:
    """An empty site with tables of two people and a bot, and a challenge that opens and closes meanwhile."""
    call_command("migrate", verbosity=0)
    sittings = [_free_table(number) for number in range(count - 1)]
    return [*sittings, _challenge(until)]


def connections_cut() -> bool:
    """Cut everybody's connection to PostgreSQL but our own; whether there was any to cut."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        return bool(cursor.fetchall())


def wait_for_the_rest(seconds: float) -> list[str]:
    """Wait until all jobs are done; what is not by then."""
    until = time.monotonic() + seconds
    while True:
        left = _left()
        if not left or time.monotonic() > until:
            return left
        time.sleep(1)


def what_is_wrong(noted: Mapping[int, Noted]) -> list[str]:
    """Everything that is not as it must be."""
    wrong = [line for table, one in noted.items() for line in _log_wrong(table, one)]
    check = integrity.everything_replayed()
    wrong += [f"attempt {one['attempt']} does not fold: {one['columns']}" for one in check.differing]
    for challenge in Challenge.objects.all():
        said = Counter(Happening.objects.filter(challenge=challenge).values_list("kind", flat=True))
        wrong += [f"{kind} was said {said[kind]} times" for kind in ("opened", "results") if said[kind] != 1]
    return wrong


def told() -> str:
    """What was played, in a line."""
    return f"{Event.objects.count()} actions at {Attempt.objects.count()} attempts in the log"


def _person(name: str) -> tuple[Player, str]:
    user = User.objects.create_user(username=name, email=f"{name}@example.org")
    player = Player.objects.create(name=name, user=user)
    _token, key = tokens.token_make(player=player, name="faults", scopes=SCOPES, days=2)
    return player, key


def _free_table(number: int) -> Sitting:
    game, mission = MISSIONS[number % len(MISSIONS)]
    (one, one_key), (other, other_key) = _person(f"a{number}"), _person(f"b{number}")
    table = tables.table_open(player=one, game=game, mission=mission, players=3)
    tables.seat_take(table=table, player=other)
    tables.bot_put(table_id=table.pk, by=one, number=2, bot="random")
    return Sitting(table.pk, (one_key, other_key))


def _challenge(until: timedelta) -> Sitting:
    player, key = _person("captain")
    club = Club.objects.create(name="Faults", slug="faults")
    ClubMember.objects.create(club=club, player=player, role=ClubMember.Role.OWNER)
    crew = Crew.objects.create(name="Steady", slug="steady")
    CrewMember.objects.create(crew=crew, player=player, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=crew)
    now = timezone.now()
    plan = ChallengePlan(
        title="Under fire",
        game="planet-nine",
        missions=["1"],
        players=3,
        opens_at=now + timedelta(seconds=5),
        closes_at=now + until + LONGER,
        max_attempts=40,
    )
    challenge = challenges.challenge_create(club=club, by=player, plan=plan)
    challenges.challenge_prepare(challenge_id=challenge.pk)
    time.sleep(6)
    challenges.challenges_tick()
    stage = challenge.stages.get()
    challenge.refresh_from_db()
    table = challenges.challenge_play(challenge=challenge, stage=stage, crew=crew, player=player)
    for number in (1, 2):
        tables.bot_put(table_id=table.pk, by=player, number=number, bot="random")
    return Sitting(table.pk, (key,))


def _left() -> list[str]:
    now = timezone.now()
    left = {
        "tables not counted": results.tables_uncounted(before=now),
        "attempts not analysed": analyses.attempts_not_analysed(before=now),
        "attempts in no logbook": memoirs.attempts_not_logged(before=now),
        "challenges not closed": Challenge.objects.exclude(state__in=Challenge.OVER).values_list("pk", flat=True),
    }
    return [f"{what}: {list(keys)[:9]}" for what, keys in left.items() if keys]


def _log_wrong(table: int, noted: Noted) -> list[str]:
    """Acknowledged actions are in the table's log in their order; what is there beside them was in doubt."""
    events = Event.objects.filter(attempt__table=table).order_by("attempt__number", "sequence")
    stored = list(events.filter(player__isnull=False).values_list("seat", "text"))
    wrong, rest = [], iter(stored)
    for number, action in enumerate(noted.acknowledged):
        if not any(action == found for found in rest):
            wrong.append(f"table {table}: acknowledged action {number}, {action}, is not in its place in the log")
            break
    beside = Counter(stored) - Counter(noted.acknowledged)
    if doubled := beside - Counter(noted.in_doubt):
        wrong.append(f"table {table}: in the log, though nobody did it: {dict(doubled)}")
    for attempt in Table.objects.get(pk=table).attempts.all():
        sequence = list(attempt.events.order_by("sequence").values_list("sequence", flat=True))
        if sequence != list(range(1, len(sequence) + 1)):
            wrong.append(f"attempt {attempt.pk} has gaps in its log")
    return wrong
