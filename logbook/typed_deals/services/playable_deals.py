"""Whether a typed deal is one that someone can still play: then it gets no answer until that is over.

Two deals are the same here if one becomes the other by renaming colours and by moving round the table: the answer to
one would be the answer to the other. Trumps are compared by rank, so that the game does not matter either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

import games
from games.crew.cards import COLOURS
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services.deal_access import record_deal_access
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.missions import options_of
from logbook.tables.models import Attempt
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import setups

REMEMBERED: Final = 4096
Key = tuple[tuple[str, ...], ...]


def hands_key(hands: Iterable[Sequence[str]]) -> Key:
    """Return a key that equal deals share, in any colours and from any seat."""
    plain = [[card if card[0] in COLOURS else f"~{card[1]}" for card in hand] for hand in hands]
    return min(_renamed(plain, dict(zip(COLOURS, colours, strict=True))) for colours in permutations(COLOURS))


def _renamed(hands: Sequence[Sequence[str]], colours: dict[str, str]) -> Key:
    return tuple(sorted(tuple(sorted(colours.get(card[0], "~") + card[1] for card in hand)) for hand in hands))


def is_still_playable(deal: TypedDeal) -> bool:
    """Return whether the hands of the deal can still be played somewhere; note it as access of those who typed it."""
    key = hands_key(setups.whole_hands(deal).values())
    stages = [(stage, number) for stage, number, setup in _challenge_deals(deal.players) if _key_of(setup) == key]
    for stage, number in stages:
        for player in _people_of(deal):
            record_deal_access(player=player, stage=stage, attempt=number, how=DealAccess.How.TYPED)
    return bool(stages) or any(_key_of(setup) == key for setup in _running_setups(deal.players))


def _people_of(deal: TypedDeal) -> list[Player]:
    typed = [hand.player for hand in deal.hands.select_related("player")]
    return list({player.pk: player for player in (deal.begun_by, *typed) if player is not None}.values())


def _challenge_deals(players: int) -> Iterator[tuple[Stage, int, games.Setup]]:
    """Yield the deals of challenges that are not over, the deals of the day among them."""
    deals = Deal.objects.filter(stage__challenge__players=players, stage__game__in=_games()).exclude(seed="")
    deals = deals.exclude(stage__challenge__state__in=Challenge.OVER).select_related("stage__challenge")
    for deal in deals:
        stage = deal.stage
        options = options_of(stage.game, stage.challenge.options)
        yield stage, deal.attempt, games.Setup(stage.game, stage.mission, players, deal.seed, options)


def _running_setups(players: int) -> Iterator[games.Setup]:
    playing = Attempt.objects.filter(state=Attempt.State.PLAYING, table__players=players, table__game__in=_games())
    for attempt in playing.select_related("table"):
        yield event_replay.setup_of(attempt)


def _games() -> list[str]:
    return [game for game in games.GAMES if kind_of(game).has_tricks]


@lru_cache(maxsize=REMEMBERED)
def _key_of(setup: games.Setup) -> Key:
    state = games.deal(setup)
    return hands_key([state.view(seat)["hand"] for seat in range(setup.players)])
