"""Worlds: a site with three games in progress and an open challenge, and others that a reader cannot distinguish."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from django.urls import reverse

import games
from games.deep_blue.state import State
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, deals, tables
from tests.games.deep_blue.secrecy_scenes import other_future, other_hands
from tests.site import world as stage
from tests.site.secrecy_scenes import other_worlds
from tests.tables.attempts_scenes import state_of

GAMES = {"planet-nine": "6", "deep-sea": "tasks=T91,T4", "deep-blue": "troubled-waters"}
NOTED = "predict T91 "
"""The action that records a secret number."""
OTHERWISE = "dealt otherwise"


@dataclass(frozen=True)
class Site:
    """The objects in which worlds differ, and all others that URLs name."""

    world: stage.World
    tables: tuple[Table, ...]
    people: tuple[Player, ...]

    @property
    def attempts(self) -> list[Attempt]:
        """The attempts at the tables."""
        return [Attempt.objects.select_related("table").get(table=table) for table in self.tables]

    @property
    def challenge(self) -> Challenge:
        """The open challenge."""
        return self.world.challenge

    def seat_of(self, reader: Player | None) -> int | None:
        """Return the reader's seat at each table."""
        return self.people.index(reader) if reader in self.people else None

    def places(self) -> Iterator[tuple[str, str]]:
        """Yield every URL of the site; those of a table and an attempt once per game."""
        for name, blanks in stage.patterns():
            words = {key: self.world.fill(name, key) for key in blanks}
            yield name, reverse(name, kwargs=words)
        for table, attempt in zip(self.tables, self.attempts, strict=True):
            yield from self.places_of(table, attempt)

    def places_of(self, table: Table, attempt: Attempt) -> Iterator[tuple[str, str]]:
        """Yield the URLs of the games."""
        for name, blanks in stage.patterns():
            of_table, of_attempt = _key_of_table(name, blanks), _key_of_attempt(name, blanks)
            if not of_table and not of_attempt:
                continue
            words = {key: self.world.fill(name, key) for key in blanks}
            words |= {of_table: table.pk} if of_table else {}
            words |= {of_attempt: attempt.pk} if of_attempt else {}
            yield name, reverse(name, kwargs=words)


def _key_of_table(name: str, blanks: Sequence[str]) -> str:
    if name.startswith("api-table") and "pk" in blanks:
        return "pk"
    return next((key for key in ("table_id", "table") if key in blanks), "")


def _key_of_attempt(name: str, blanks: Sequence[str]) -> str:
    if name in {"api-attempt", "api-replay", "api-replay-moments", "api-replay-record"}:
        return "attempt"
    return "attempt_id" if "attempt_id" in blanks else ""


def tables_begun(crew: Crew, people: tuple[Player, ...], moves: int) -> tuple[Table, ...]:
    """Return a table of each game, some actions after its deal."""
    return tuple(_begun(crew, people, game, moves) for game in GAMES)


def _begun(crew: Crew, people: tuple[Player, ...], game: str, moves: int) -> Table:
    table = tables.open_table(player=people[0], game=game, mission=GAMES[game], players=len(people), crew=crew)
    for number, player in enumerate(people[1:], 1):
        tables.take_seat(table=table, player=player, number=number)
    Table.objects.filter(pk=table.pk).update(base_seed=f"a secret of {game}")
    deals.start_attempt(table_id=table.pk, player=people[0])
    chance = Random(moves)
    for _move in range(moves):
        _moved_on(table, people, chance)
    table.refresh_from_db()
    return table


def _moved_on(table: Table, people: tuple[Player, ...], chance: Random) -> None:
    state = state_of(table.attempts.get())
    actor = min(state.waiting_on)
    can = [action.text for action in state.legal_actions(actor)]
    quiet = [text for text in can if not text.startswith("distress")] or can
    table.refresh_from_db()
    attempts.act(table_id=table.pk, player=people[actor], text=chance.choice(quiet), seen=table.version)


# --- other worlds


@contextlib.contextmanager
def elsewhere(site: Site, reader: Player | None, patch: pytest.MonkeyPatch, *, future: bool) -> Iterator[int]:
    """Change everything that the reader cannot know; yield the number of changed tables.

    Without another `future` only other hands change, so that the reader's actions there have the same effect.
    """
    seat = site.seat_of(reader)
    if seat is None or seat != _noted_by(site):
        Event.objects.filter(text__startswith=NOTED, attempt__table__in=site.tables).update(text=f"{NOTED}3")
    setups: dict[int, games.Setup] = {}
    race: State | None = None
    for attempt in site.attempts:
        state = state_of(attempt)
        if isinstance(state, State):
            race = _other_race(state, seat, future=future)
        elif (other := next(other_worlds(state, seat), None)) is not None:
            setups[attempt.pk] = other_tasks(other, state)
    _seeds_changed(site)
    with patch.context() as there:
        _folded(there, setups, race)
        yield len(setups) + (race is not None)


def other_tasks(setup: games.Setup, state: games.State) -> games.Setup:
    """Return the same deal with other tasks where some still lie face down."""
    shown = [task["task"] for task in state.view(None).as_dict()["tasks"]]
    hands, mark, rest = (setup.deal or "").partition(" | tasks ")
    tasks, bar, more = rest.partition(" | ")
    names = tasks.split()
    others = [f"{suit}{value}" for suit in "PBGY" for value in range(1, 10) if f"{suit}{value}" not in names]
    dealt = [others.pop() if name is None else known for known, name in zip(names, shown, strict=True)]
    return replace(setup, deal=f"{hands}{mark}{' '.join(dealt)}{bar}{more}")


def _noted_by(site: Site) -> int | None:
    note = Event.objects.filter(text__startswith=NOTED, attempt__table__in=site.tables).first()
    return note.seat if note else None


def _other_race(state: State, seat: int | None, *, future: bool) -> State:
    chance = Random(len(state.log))
    world = other_hands(state, seat, chance)
    return other_future(world, chance) if future else world


def _folded(there: pytest.MonkeyPatch, setups: dict[int, games.Setup], race: State | None) -> None:
    setup_of, state_after = event_replay.setup_of, event_replay.state_after

    def other_setup(attempt: Attempt) -> games.Setup:
        return setups.get(attempt.pk) or setup_of(attempt)

    def other_state(setup: games.Setup, actions: Sequence[games.Action]) -> games.State:
        if race is None or setup.game != "deep-blue" or len(actions) < len(race.log):
            return state_after(setup, actions)
        world: games.State = race
        for action in actions[len(race.log) :]:
            world = world.apply(action)
        return world

    there.setattr(event_replay, "setup_of", other_setup)
    there.setattr(event_replay, "state_after", other_state)


def _seeds_changed(site: Site) -> None:
    """Change the seeds, of games in progress and of unplayed deals, and the deals' difficulty."""
    Table.objects.filter(pk__in=[table.pk for table in site.tables]).update(base_seed=OTHERWISE)
    Attempt.objects.filter(table__in=site.tables).exclude(table__game="deep-blue").update(seed=OTHERWISE)
    sealed = Deal.objects.filter(stage__challenge=site.challenge, stage__number=2)
    for deal in sealed:
        Deal.objects.filter(pk=deal.pk).update(seed=f"{OTHERWISE}/{deal.attempt}")
    Challenge.objects.filter(pk=site.challenge.pk).update(secret="ab" * 32, base_seed="cd" * 32)
    harder: dict[str, Any] = {"wins": 1, "playouts": 997, "random_share": 0.5}
    Candidate.objects.filter(deal__in=sealed, picked=True).update(**harder)


def secrets_of(site: Site) -> list[str]:
    """Return the texts that no response may contain, in any world."""
    seeds = list(Deal.objects.filter(stage__challenge=site.challenge, stage__number=2).values_list("seed", flat=True))
    held = Challenge.objects.filter(pk=site.challenge.pk).values_list("secret", "base_seed").get()
    played = Attempt.objects.filter(table__in=site.tables).values_list("seed", "table__base_seed")
    return [OTHERWISE, *seeds, *held, *(seed for pair in played for seed in pair)]
