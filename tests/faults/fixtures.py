"""Tables under play while processes are killed, and the invariants at the end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from logbook.campaigns.services import auto_log
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges, lifecycle, result_counting
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.people.services import tokens
from logbook.replays.services import analyses
from logbook.site.services import integrity
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import tables
from tests.faults import jobs
from tests.faults.players import Noted

MISSIONS = (("planet-nine", "4"), ("deep-sea", "3"), ("deep-blue", "reefs-ahead"), ("planet-nine", "12"))
SCOPES = ("read", "play")
REST_WITHIN = analyses.TRIED_LATELY.total_seconds() + 150
"""Seconds within which a job gets done: an analysis whose worker died is begun again after some minutes."""
LONG = "Under fire"
"""The challenge that stays open until its table, too, has moved after the last fault."""


@dataclass(frozen=True)
class Sitting:
    """A table, the API keys of its people, and the session of one of them."""

    table: int
    keys: tuple[str, ...]
    cookie: str


def build(count: int, *, until: timedelta) -> list[Sitting]:
    """Create an empty site with tables of two people and a bot, one of a challenge, and work for the workers."""
    call_command("migrate", verbosity=0)
    sittings = [free_table(number) for number in range(count - 1)]
    return [*sittings, _challenge(until)]


def few() -> list[Sitting]:
    """Create an empty site with one table of two people and a bot."""
    call_command("migrate", verbosity=0)
    return [free_table(0)]


def pages(sittings: list[Sitting]) -> list[str]:
    """Return pages that the captain, who sits at the last table, may always read."""
    found = ["/", "/tables/", f"/tables/{sittings[-1].table}/"]
    return [*found, "/clubs/faults/", "/crews/steady/"] if Club.objects.exists() else found


def challenge_end() -> None:
    """End the window of the long challenge."""
    Challenge.objects.filter(title=LONG).update(closes_at=timezone.now())


def tables_over() -> set[int]:
    """Return the tables without further play: won, raced to the end, or out of attempts."""
    over = (Table.State.WON, Table.State.ENDED)
    return set(Table.objects.filter(state__in=over).values_list("pk", flat=True))


def numbers() -> dict[int, int]:
    """Return the number of each table."""
    return dict(Table.objects.values_list("pk", "version"))


def connections_cut() -> bool:
    """Cut all connections to PostgreSQL but our own; return whether there were any."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        return bool(cursor.fetchall())


def wait_for_the_rest() -> list[str]:
    """Wait until all jobs are done, as long as some get done; return the unfinished ones, in sentences."""
    left, until = _left(), time.monotonic() + REST_WITHIN
    while left and time.monotonic() < until:
        time.sleep(1)
        before, left = left, _left()
        if _count(left) < _count(before):
            until = time.monotonic() + REST_WITHIN
    return [f"{what}: {keys[:9]}" for what, keys in left.items()]


def _count(left: Mapping[str, Sequence[object]]) -> int:
    return sum(map(len, left.values()))


def what_is_wrong(noted: Mapping[int, Noted]) -> list[str]:
    """Return every violated invariant."""
    return logs_wrong(noted) + jobs.what_is_wrong()


def logs_wrong(noted: Mapping[int, Noted]) -> list[str]:
    """Return the violated invariants of the tables."""
    wrong = [line for table, one in noted.items() for line in _log_wrong(table, one)]
    check = integrity.replay_everything()
    return wrong + [f"attempt {one['attempt']} does not fold: {one['columns']}" for one in check.differing]


def told() -> str:
    """Return a summary of the play in one line."""
    return f"{Event.objects.count()} actions at {Attempt.objects.count()} attempts in the log"


def table_of_people(number: int) -> Sitting:
    """Create a table without bots, which only its three people move."""
    seated = [_person(f"{name}{number}") for name in "cde"]
    table = tables.open_table(player=seated[0][0], game="planet-nine", mission="40", players=3)
    for player, _key in seated[1:]:
        tables.take_seat(table=table, player=player)
    return Sitting(table.pk, tuple(key for _player, key in seated), session_of(seated[0][0]))


def _person(name: str) -> tuple[Player, str]:
    user = User.objects.create_user(username=name, email=f"{name}@example.org")
    player = Player.objects.create(name=name, user=user)
    _token, key = tokens.create_token(player=player, name="faults", scopes=SCOPES, days=2)
    return player, key


def session_of(player: Player) -> str:
    """Return a signed-in browser session."""
    user = player.user
    assert user is not None
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def free_table(number: int) -> Sitting:
    """Create a table of two people and a bot."""
    game, mission = MISSIONS[number % len(MISSIONS)]
    (one, one_key), (other, other_key) = _person(f"a{number}"), _person(f"b{number}")
    table = tables.open_table(player=one, game=game, mission=mission, players=3)
    tables.take_seat(table=table, player=other)
    tables.put_bot(table_id=table.pk, by=one, number=2, bot="random")
    return Sitting(table.pk, (one_key, other_key), session_of(one))


def _challenge(until: timedelta) -> Sitting:
    player, key = _person("captain")
    club = Club.objects.create(name="Faults", slug=jobs.CLUB)
    ClubMember.objects.create(club=club, player=player, role=ClubMember.Role.OWNER)
    crew = Crew.objects.create(name="Steady", slug="steady")
    CrewMember.objects.create(crew=crew, player=player, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=crew)
    now = timezone.now()
    plan = ChallengePlan(
        title=LONG,
        game="planet-nine",
        missions=["1"],
        players=3,
        opens_at=now + timedelta(seconds=5),
        closes_at=now + timedelta(days=1),
        max_attempts=40,
    )
    challenge = challenges.create_challenge(club=club, by=player, plan=plan)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    time.sleep(6)
    lifecycle.open_and_close_due()
    stage = challenge.stages.get()
    challenge.refresh_from_db()
    table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=player)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=player, number=number, bot="random")
    jobs.challenges_announce(club, player, until=until)
    jobs.file_bring(crew, player)
    return Sitting(table.pk, (key,), session_of(player))


def _left() -> dict[str, list[object]]:
    """Return the unfinished jobs by kind."""
    now = timezone.now()
    left = {
        "tables not counted": results.uncounted_tables(before=now),
        "challenges not counted": result_counting.uncounted_challenges(),
        "attempts not analysed": analyses.unanalysed_attempts(before=now),
        "attempts in no logbook": auto_log.unlogged_attempts(before=now),
        **jobs.unfinished(),
    }
    return {what: list(keys) for what, keys in left.items() if keys}


def _log_wrong(table: int, noted: Noted) -> list[str]:
    """Check that acknowledged actions are in the table's log in order, and that all others were in doubt."""
    events = Event.objects.filter(attempt__table=table).order_by("attempt__number", "sequence")
    stored = list(events.filter(player__isnull=False).values_list("seat", "text"))
    wrong, rest = [], iter(stored)
    for number, action in enumerate(noted.acknowledged):
        if not any(action == found for found in rest):
            wrong.append(f"table {table}: acknowledged action {number}, {action}, is not in its place in the log")
            break
    beside = Counter(stored) - Counter(noted.acknowledged)
    if doubled := beside - Counter(noted.in_doubt):
        wrong.append(f"table {table}: in the log, though no player did it: {dict(doubled)}")
    for attempt in Table.objects.get(pk=table).attempts.all():
        sequence = list(attempt.events.order_by("sequence").values_list("sequence", flat=True))
        if sequence != list(range(1, len(sequence) + 1)):
            wrong.append(f"attempt {attempt.pk} has gaps in its log")
    return wrong
