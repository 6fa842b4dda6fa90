"""The ways in which a player stops belonging to a crew or a club."""

from __future__ import annotations

import time_machine

from logbook.clubs.services import clubs, removals
from logbook.crews.models.crews import Crew
from logbook.crews.services import anonymise, crews, merge
from logbook.people.models.players import Player
from tests.challenges.scenes import NOON
from tests.conftest import person
from tests.site.world import World


def leaves(world: World, player: Player) -> None:
    crews.leave_crew(crew=world.crew, player=player)


def is_removed(world: World, player: Player) -> None:
    crews.remove_member(crew=world.crew, player=player, by=alice_there())


def takes_the_name_away(world: World, player: Player) -> None:
    anonymise.anonymise_member(crew=world.crew, player=player)


def merges(world: World, _player: Player) -> Crew:
    """Their crew becomes part of one that does not play in the club."""
    dora = person("Dora")
    into = crews.create_crew(player=dora, name="Draco")
    proposal = merge.propose_merge(crew=world.crew, by=alice_there())
    return merge.accept_merge(proposal=proposal, into=into, by=dora)


def leaves_and_the_crew_merges(world: World, player: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        leaves(world, player)
    merges(world, player)


def is_removed_from_the_club(world: World, player: Player) -> None:
    removals.remove_member(club=world.club, by=alice_there(), player=player)


def the_crew_is_taken_out(world: World, _player: Player) -> None:
    clubs.withdraw_crew(club=world.club, crew=world.crew, player=alice_there())


def stays(_world: World, _player: Player) -> None:
    """Nothing changes."""


def alice_there() -> Player:
    return Player.objects.get(name="Alice")


OUT_OF_THE_CREW = (leaves, is_removed, takes_the_name_away, leaves_and_the_crew_merges)


OUT_OF_THE_CLUB = (*OUT_OF_THE_CREW, merges, is_removed_from_the_club, the_crew_is_taken_out)
