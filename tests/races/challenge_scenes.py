"""Scenes of race challenges: opened, and raced without playing."""

from __future__ import annotations

from collections.abc import Sequence

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals
from tests.challenges.scenes import HOUR, NOON, make, stage_of
from tests.conftest import person

RACES = {"game": "deep-blue", "missions": ["troubled-waters", "Storm Ahead"], "policy": "single"}


def race_end(table: Table, scores: Sequence[int] | None) -> None:
    """End the running race as if it had come to these points; None gives it up."""
    attempt = table.attempts.get(state="playing")
    attempt.state = "abandoned" if scores is None else "finished"
    attempt.scores = scores and list(scores)
    best = max(scores or (0,))
    attempt.reason_params = {"winners": [n for n, own in enumerate(scores or ()) if own == best]}
    attempt.waiting_on, attempt.ended_at = [], NOON
    attempt.save()
    attempts.follow_attempt(attempts.lock_table(table.pk), attempt)
    results.recompute_result(table_id=table.pk)


def raced(challenge: Challenge, crew: Crew, player: Player, scores: Sequence[int] | None, number: int = 1) -> Table:
    """A person comes, is dealt the race, and ends it so."""
    stage = stage_of(challenge, number)
    table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=player)
    deals.start_attempt(table_id=table.pk, player=player)
    race_end(table, scores)
    return Table.objects.get(pk=table.pk)


def three_crews(club: Club, crew: Crew) -> tuple[Crew, Crew, Crew]:
    """Aurora (Alice, Bob), Borealis (Dora, Emil) and Corona (Fay), all in the club."""
    found = [crew]
    for name, people in (("Borealis", ("Dora", "Emil")), ("Corona", ("Fay",))):
        other = Crew.objects.create(name=name, slug=name.lower())
        ClubCrew.objects.create(club=club, crew=other)
        for one in people:
            CrewMember.objects.create(crew=other, player=person(one))
        found.append(other)
    return found[0], found[1], found[2]


def of(name: str) -> Player:
    return Player.objects.get(name=name)


def opened(club: Club, by: Player, **wishes: object) -> Challenge:
    """A challenge of races, three at a table, open since noon."""
    challenge = make(club, by, **(RACES | {"opens_at": NOON - HOUR} | wishes))
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge
