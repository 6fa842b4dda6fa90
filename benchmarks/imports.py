"""Benchmark of an import of a hundred thousand lines, in time and memory: parse, apply, undo.

python -m benchmarks.imports
python -m benchmarks.imports --lines 100000 --kind table --database postgresql
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TypeVar
from uuid import UUID

from benchmarks.clusters import postgresql
from benchmarks.results import keep, run_benchmark
from logbook.lib import announcements

T = TypeVar("T")
spent: dict[str, float] = {}
"""The seconds of each step so far."""
NAMES = ("Ana", "Ben", "Cleo", "Eva", "Gus", "Zoë")


def main() -> None:
    """Measure each kind of file on each database, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--kind", choices=("table", "own", "both"), default="both")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.here:
        _measure(chosen.lines, chosen.kind)
        return
    databases = ("sqlite", "postgresql") if chosen.database == "both" else (chosen.database,)
    for database in databases:
        for kind in ("table", "own") if chosen.kind == "both" else (chosen.kind,):
            _apart(database, kind, chosen.lines)


def _apart(database: str, kind: str, lines: int) -> None:
    command = [sys.executable, "-m", "benchmarks.imports", "--here", "--lines", str(lines), "--kind", kind]
    with tempfile.TemporaryDirectory(prefix="crewsite-benchmark.") as var:
        environment = os.environ | {
            "CREWSITE_VAR": var,
            "DEBUG": "0",
            "SECRET_KEY": "only to measure",
            "HTTPS": "0",
            "LOG_LEVEL": "ERROR",
        }
        environment.pop("DATABASE_URL", None)
        print(f"{database}, {kind}, {lines:,} lines")
        try:
            if database == "sqlite":
                subprocess.run(command, check=True, env=environment)  # noqa: S603 - our own words
            else:
                with postgresql() as address:
                    subprocess.run(command, check=True, env=environment | {"DATABASE_URL": address})  # noqa: S603 - as above
        except FileNotFoundError as error:
            print(f"  not measured: {error}")


def _measure(lines: int, kind: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from logbook.campaigns.models import LogEntry
    from logbook.crews.models.crews import Crew, CrewMember
    from logbook.exchange import services as imports
    from logbook.exchange.models import Import
    from logbook.exchange.selectors import crews as exchange_crews
    from logbook.people.models.players import Player

    announcements.announce = lambda *_told, **_named: None  # Redis is not measured.
    player = Player.objects.create(name="Ana")
    crew = Crew.objects.create(name="Aurora", slug="aurora")
    CrewMember.objects.create(crew=crew, player=player)
    with tempfile.TemporaryFile() as file:
        for piece in _table(lines) if kind == "table" else _own(lines):
            file.write(piece.encode())
        print(f"  file: {file.tell() / 1e6:.1f} MB; before: {_peak():.0f} MB of memory at most")
        job = _timed("taken in", lambda: imports.create_import(crew=crew, by=player, file=file, name="lines"))
    key = job.pk
    if job.state == Import.State.COLUMNS:
        chosen = {"columns": job.plan["columns"], "game": "planet-nine", "day_order": ""}
        imports.set_columns(import_id=key, **chosen)
    del job
    _timed("read and judged", lambda: imports.read_import(import_id=key))
    imports.confirm_import(import_id=key, people={}, campaigns={})
    _timed("brought in", lambda: _steps(key))
    keep(f"{kind}: taken in, read and brought in", sum(spent.values()), "s")
    stored = Import.objects.values("state", "imported", "wrong", "doubtful").get(pk=key)
    print(f"  {stored['state']}: {stored['imported']:,} entries imported, {LogEntry.objects.count():,} in the logbook")
    size = _timed("taken out (JSON)", lambda: sum(len(text) for text in exchange_crews.crew_json(crew, ())))
    print(f"  {size / 1e6:.1f} million letters went out")
    keep(f"{kind}: taken out (JSON)", spent["taken out (JSON)"], "s")
    keep(f"{kind}: memory", _peak(), "MB")


def _steps(key: int) -> None:
    from logbook.exchange import services as imports
    from logbook.exchange.models import Import

    number: int | None = Import.objects.values_list("steps", flat=True).get(pk=key)
    while number is not None:
        number = imports.apply_step(import_id=key, steps=number)


def _timed(name: str, work: Callable[[], T]) -> T:
    wall, cpu = perf_counter(), process_time()
    done = work()
    spent[name] = perf_counter() - wall
    print(f"  {name}: {spent[name]:.1f} s, of the processor {process_time() - cpu:.1f} s; peak {_peak():.0f} MB")
    return done


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _table(lines: int) -> Iterator[str]:
    chance = Random(7)
    yield "Mission;Date;Result;Distress;Players;Who was there;Captain;Minutes;Note\n"
    for number in range(lines):
        there = chance.sample(NAMES, 4)
        day = f"{2020 + number % 6}-{1 + number % 12:02}-{1 + number % 28:02}"
        yield (
            f"{1 + number % 50};{day};{chance.choice(('won', 'failed'))};{chance.choice(('yes', 'no'))};4;"
            f"{', '.join(there)};{there[0]};{number % 40};evening {number}\n"
        )


def _own(lines: int) -> Iterator[str]:
    chance = Random(7)
    people = [
        {"id": number, "key": str(UUID(int=number)), "name": name, "kind": "member", "memberships": []}
        for number, name in enumerate(NAMES, start=1)
    ]
    campaigns = [{"id": 1, "key": str(UUID(int=99)), "name": "Mondays", "game": "planet-nine", "in_order": True}]
    yield f'{{"format":"crewsite-export/1","kind":"crew","crew":{{}},"people":{json.dumps(people)},\n'
    yield f'"campaigns":{json.dumps(campaigns)},"tables":[],"lines":[\n'
    for number in range(lines):
        there = chance.sample(range(1, 7), 4)
        line = {
            "key": str(UUID(int=chance.getrandbits(128))),
            "campaign": 1,
            "mission": str(1 + number % 50),
            "won": chance.random() < 0.5,
            "distress": chance.random() < 0.2,
            "players": 4,
            "played_on": f"{2020 + number % 6}-{1 + number % 12:02}-{1 + number % 28:02}",
            "minutes": 1 + number % 40,
            "note": f"evening {number}",
            "source": "table",
            "logged_by": there[0],
            "logged_at": "2026-01-01T20:00:00+00:00",
            "removed_at": None,
            "table": None,
            "attempt": None,
            "people": [{"person": one, "captain": one == there[0], "substitute": False} for one in there],
            "changes": [],
        }
        yield (",\n" if number else "") + json.dumps(line, ensure_ascii=False)
    yield "]}\n"


if __name__ == "__main__":
    if Path.cwd() != (root := Path(__file__).resolve().parent.parent):
        os.chdir(root)
    run_benchmark("imports", main)
