"""A closed challenge of the full world: many crews' lines on one deal, which part from each other somewhere."""

from __future__ import annotations

import time_machine

import games
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.services import challenges
from logbook.crews.models.crews import Crew
from logbook.notifications.services.calendars import create_calendar_link
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.travellers import tasks
from logbook.travellers.models import TravellerLine, packed
from logbook.travellers.services import lines, positions
from tests.challenges.scenes import HOUR, NOON, make, stage_of, table_of
from tests.site.world import World
from tests.travellers.positions_scenes import deal_of, to_the_end

CARDS = [f"{suit}{value}" for suit in "PBGY" for value in range(1, 10)]
PAGES = (
    "tree", "tree-csv", "traveller", "traveller-csv", "compare", "deal-picture", "certificate", "certificate-record",
    "challenge-seal", "challenge-check", "api-tree", "api-traveller", "api-challenge-seal",
    "api-challenge-certificate",
)  # fmt: skip
REPLAYS = ("replay", "replay-line", "record", "api-replay", "api-replay-moments", "api-replay-record",
           "review", "replay-as-played", "api-attempt-comments", "room", "room-part", "room-review")  # fmt: skip


def close(world: World, alice: Player) -> None:
    """Add the challenge, and what else addresses name that nothing else has."""
    with time_machine.travel(NOON - HOUR, tick=False):
        challenge = make(world.club, alice, title="Closed", missions=["1"])
    with time_machine.travel(NOON, tick=False):
        challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    with time_machine.travel(NOON + HOUR / 2, tick=False):
        played = to_the_end(table_of(challenge, world.crew, alice), alice)
    tasks.write_overlooked_lines()
    lines.LINES.write([played.pk])
    _others(challenge, played)
    now = NOON + HOUR
    Challenge.objects.filter(pk=challenge.pk).update(
        state=Challenge.State.CLOSED, closes_at=now, closed_at=now, counted_at=now
    )
    world.words.update({f"{name}.challenge_id": challenge.pk for name in PAGES})
    world.words.update({f"{name}.challenge": challenge.pk for name in PAGES})
    world.words.update({f"{name}.attempt_id": played.pk for name in REPLAYS})
    world.words.update({f"{name}.attempt": played.pk for name in REPLAYS})
    one, other = Attempt.objects.filter(table__stage__challenge=challenge).values_list("pk", flat=True)[:2]
    world.words.update(
        {
            "task-list.game": "deep-sea",
            "api-tasks.game": "deep-sea",
            "series-edit.pk": world.words["series"],
            "calendar.token": create_calendar_link(player=alice).token,
            "compare": f"pick={one}&pick={other}",
        }
    )


def _others(challenge: Challenge, played: Attempt) -> None:
    """Give every crew of the club an attempt on the deal, and a line that parts from the played one."""
    stage, crews = stage_of(challenge), list(Crew.objects.filter(name__startswith="Crew number"))
    tables = Table.objects.bulk_create(
        Table(game=stage.game, mission=stage.mission, players=3, crew=crew, stage=stage, state=Table.State.ENDED)
        for crew in crews
    )
    made = Attempt.objects.bulk_create(
        Attempt(
            table=table,
            number=1,
            seed=played.seed,
            rules=games.GAMES[stage.game].rules,
            state=Attempt.State.SUCCESS if number % 2 else Attempt.State.FAILURE,
            length=played.length,
            ended_at=NOON + HOUR / 2,
        )
        for number, table in enumerate(tables)
    )
    line = TravellerLine.objects.get(attempt=played)
    TravellerLine.objects.bulk_create(_parting(line, number, attempt) for number, attempt in enumerate(made))
    positions.rebuild_positions(deal_of(played))
    Standing.objects.bulk_create(
        Standing(challenge=challenge, crew=crew, rank=number, stages_won=1, score=1, attempts=1, distress=0)
        for number, crew in enumerate(crews, start=1)
    )


def _parting(line: TravellerLine, number: int, attempt: Attempt) -> TravellerLine:
    """Return the line up to one of its moves; from there on its positions are its own."""
    at = number % (len(line.moves) - 1)
    step, seat, _text = line.moves[at]
    moves = [*line.moves[:at], [step, seat, f"play {CARDS[number % len(CARDS)]}"], *line.moves[at + 1 :]]
    shared = line.position_numbers[: at + 1]
    own = (10**12 + number * 1_000 + place for place in range(len(moves) - at))
    return TravellerLine(
        attempt=attempt, bots=line.bots, tasks=line.tasks, moves=moves, positions=packed([*shared, *own])
    )
