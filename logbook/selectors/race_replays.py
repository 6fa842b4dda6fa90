"""Finished races, one moment at a time, with all hands open. Who may see them is decided at the door."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import cast

import games
from games.deep_blue.hindsight import DiveStory, dives_of, luck_of
from games.deep_blue.sets import box_of
from games.deep_blue.state import State
from logbook import folds
from logbook.models import Attempt
from logbook.race_page import race_page, words_at
from logbook.race_page.words import RaceWords
from logbook.race_replay import (
    Address,
    Happened,
    Hindsight,
    RaceReplay,
    first_words,
    happened_words,
    hidden_tiles,
    hindsight_of,
    open_fleets,
    rounds_of,
    turn_ends,
)
from logbook.round_parts import Moment

from .faces import faces_of, reason_of, words_under_title
from .replays import address_of

REMEMBERED = 16
"""Races whose moments and dives are kept at hand: whoever steps through one asks for them at every step."""


def race_replay_of(attempt: Attempt, *, step: int) -> RaceReplay:
    """The moment after so many actions, or the nearest there is.

    Odds, leaders' words and what lay face down are told once nobody can be dealt this race any more.
    """
    setup, actions = folds.setup_of(attempt), folds.actions_of(attempt)
    moments, happened = moments_of(setup, actions), happened_in(setup, actions)
    faces = faces_of(attempt.table, list(attempt.table.seats.select_related("player").order_by("number")), None)
    step = max(0, min(step, len(actions)))
    state, address = moments[step], address_of(attempt)
    box = box_of(setup.options)
    words = words_at(None, faces, box)
    stories = stories_of(setup, actions) if attempt.is_unsealed else ()
    return RaceReplay(
        attempt_id=attempt.pk,
        page=race_page(state.view(None), faces, box, _moment(attempt, step, reason_of(attempt, faces))),
        step=step,
        last=len(actions),
        ends=turn_ends(happened),
        happened=happened_words(happened[step - 1], words) if step else first_words(),
        address=address,
        fleets=open_fleets([state.view(seat).as_dict() for seat in state.people], words),
        rounds=rounds_of(happened, words, step, address, stories),
        hindsight=_hindsight(state, stories, words, step, address) if attempt.is_unsealed else None,
    )


def _hindsight(
    state: State, stories: tuple[DiveStory, ...], words: RaceWords, step: int, address: Address
) -> Hindsight:
    told = hindsight_of(stories, luck_of(stories, state.seats), words, step, address)
    return replace(told, hidden=hidden_tiles(_hidden(state), words))


def race_record_of(attempt: Attempt) -> str | None:
    """The race as a record with its seed; None as long as others may be dealt the same.

    A race cannot be spelled out: its chance comes from the seed to the end. A table plays one, so that the seed of
    one that has ended gives nothing away that is to come.
    """
    if not attempt.is_unsealed:
        return None
    return str(games.Record(folds.setup_of(attempt), folds.actions_of(attempt), attempt.rules))


def _moment(attempt: Attempt, step: int, reason: str) -> Moment:
    table = attempt.table
    explained = words_under_title(table.game, table.mission, table.players, table.options)
    return Moment(table.pk, attempt.number, step, mission_words=explained, reason=reason)


def _hidden(state: State) -> dict[str, str]:
    sites = zip(state.box.board.sites, state.sites, strict=True)
    return {space: site.tile for space, site in sites if site.tile and not site.face_up}


@lru_cache(maxsize=REMEMBERED)
def moments_of(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[State, ...]:
    """Every moment of a race, the fresh deal first."""
    dealt = cast(State, games.deal(setup))
    return tuple(accumulate(actions, lambda state, action: state.apply(action), initial=dealt))


@lru_cache(maxsize=REMEMBERED)
def stories_of(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[DiveStory, ...]:
    """The dives of a race, looked back at."""
    return dives_of(moments_of(setup, actions))


@lru_cache(maxsize=REMEMBERED)
def happened_in(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[Happened, ...]:
    """The actions of a race, each with its turn and what was said after it."""
    return tuple(
        Happened(
            before.round_number,
            before.turn,
            after.log[-1].seat,
            after.log[-1].text,
            tuple((sentence.code, sentence.params) for sentence in after.told),
        )
        for before, after in pairwise(moments_of(setup, actions))
    )
