"""The scene of an attack: its people, and a club of its own with an open challenge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import deals, tables
from tests.faults.fixtures import session_of

PLAYERS = 3
ATTEMPTS = 3


@dataclass(frozen=True)
class Scene:
    """Names and sessions: Mallory's and Bob's crew, Charlie's rivals, Olga the organizer, Dora who also plays."""

    club: str
    challenge: int
    own: str
    own_key: int
    rivals: str
    rivals_key: int
    doras_key: int
    sessions: dict[str, str]


def build(name: str) -> Scene:
    """Create a club, the people of four crews, and two open stages."""
    word = name.replace("_", "-")
    people = {who: _person(f"{who}-{word}") for who in ("mallory", "bob", "charlie", "olga", "dora")}
    club = Club.objects.create(name=word, slug=word)
    roles = {"olga": "owner", "dora": "organizer"}
    for who, player in people.items():
        ClubMember.objects.create(club=club, player=player, role=roles.get(who, "member"))
    own = _crew(club, f"real-{word}", people["mallory"], people["bob"])
    rivals = _crew(club, f"rivals-{word}", people["charlie"])
    doras = _crew(club, f"doras-{word}", people["dora"])
    challenge = _challenge(club, people["olga"])
    for crew, player, won in ((rivals, people["charlie"], True), (doras, people["dora"], False)):
        _played(challenge, crew, player, won=won)
    sessions = {who: session_of(player) for who, player in people.items()}
    return Scene(word, challenge.pk, own.slug, own.pk, rivals.slug, rivals.pk, doras.pk, sessions)


def _person(name: str) -> Player:
    user = User.objects.create_user(username=name, email=f"{name}@example.org")
    return Player.objects.create(name=name, user=user)


def _crew(club: Club, name: str, *people: Player) -> Crew:
    crew = Crew.objects.create(name=name, slug=name)
    for player in people:
        CrewMember.objects.create(crew=crew, player=player, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=crew)
    return crew


def _challenge(club: Club, by: Player) -> Challenge:
    now = timezone.now()
    plan = ChallengePlan(
        title="Under attack",
        game="planet-nine",
        missions=["1", "2"],
        players=PLAYERS,
        opens_at=now + timedelta(seconds=1),
        closes_at=now + timedelta(hours=5),
        max_attempts=ATTEMPTS,
        playouts=0,
    )
    challenge = challenges.create_challenge(club=club, by=by, plan=plan)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.OPEN, opens_at=now, opened_at=now)
    challenge.refresh_from_db()
    return challenge


def _played(challenge: Challenge, crew: Crew, player: Player, *, won: bool) -> None:
    """End the first stage for the crew: won, or out of attempts."""
    stage = challenge.stages.get(number=1)
    table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=player)
    for number in range(1, PLAYERS):
        tables.put_bot(table_id=table.pk, by=player, number=number, bot="random")
    for _time in range(1 if won else ATTEMPTS):
        moved = deals.start_attempt(table_id=table.pk, player=player)
        attempt = table.attempts.get(pk=moved.attempt_id)
        attempt.state, attempt.ended_at, attempt.waiting_on = "success" if won else "failure", timezone.now(), []
        attempt.save()
        Table.objects.filter(pk=table.pk).update(state=Table.State.BETWEEN)
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON if won else Table.State.ENDED)
    from logbook.leaderboards.services import results

    results.recompute_result(table_id=table.pk)
