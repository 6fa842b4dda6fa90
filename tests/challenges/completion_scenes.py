"""Scenes that the tests of completion share with others."""

from __future__ import annotations

import time_machine
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, deal, end, make, table_of


def opened(club: Club, by: Player, **wishes: object) -> Challenge:
    with time_machine.travel(NOON - HOUR, tick=False):
        challenge = make(club, by, **wishes)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


def play(challenge: Challenge, crew: Crew, player: Player, number: int = 1, *, won: bool) -> None:
    table = table_of(challenge, crew, player, number)
    deal(table, player)
    end(table, won=won)


def names(client: Client, mission: str = "1") -> list[str]:
    board = client.get(reverse("leaderboard", args=("planet-nine", mission)), {"board": "bots"}).context["board"]
    return [line.name for line in board.entries]
