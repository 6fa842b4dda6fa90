"""Whether a typed deal is one that someone can still play: then it gets no answer until that is over.

Two deals are alike if renaming colours and moving round the table leaves all but a few cards in the same hands: the
answer to one would then tell much of the other. Trumps are compared by rank, so that the game does not matter either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from django.db.models import Q
from django.utils import timezone

import games
from games.crew.cards import COLOURS
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services.deal_access import record_deal_access
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.missions import options_of
from logbook.tables.models import Attempt, Table
from logbook.tables.services.tables import STILL_AFTER
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import setups

REMEMBERED: Final = 4096
ALIKE: Final = 32
"""The cards in the same hands from which on two deals are alike. Of 1,500 deals by chance none shared more than 27."""
Hands = tuple[int, ...]
"""Hands as sets of cards: a bit for each."""


def renamings_of(hands: Sequence[Sequence[str]]) -> list[Hands]:
    """Return the hands with their colours renamed in every way."""
    return [_as_sets(hands, colours) for colours in permutations(range(len(COLOURS)))]


def are_alike(renamings: Iterable[Hands], other: Hands) -> bool:
    """Return whether hands, in all their renamings, are nearly these, from whatever seat."""
    return any(_shared(hands, other) >= ALIKE for hands in renamings)


def _shared(hands: Hands, other: Hands) -> int:
    """Return how many cards lie in the same hands in the best order of seats; 0 where it is clearly too few."""
    shared = [[(one & two).bit_count() for two in other] for one in hands]
    if sum(map(max, shared)) < ALIKE:
        return 0
    return max(sum(map(list.__getitem__, shared, order)) for order in permutations(range(len(other))))


def _as_sets(hands: Sequence[Sequence[str]], colours: Sequence[int]) -> Hands:
    return tuple(sum(1 << _place(card, colours) for card in hand) for hand in hands)


def _place(card: str, colours: Sequence[int]) -> int:
    suit = COLOURS.find(card[0])
    return 9 * (colours[suit] if suit >= 0 else len(COLOURS)) + int(card[1]) - 1


def is_still_playable(deal: TypedDeal) -> bool:
    """Return whether the hands of the deal can still be played somewhere; note it as access of those who typed it."""
    ours = renamings_of(list(setups.whole_hands(deal).values()))
    playable = _challenge_deals(deal.players)
    stages = [(stage, number) for stage, number, setup in playable if are_alike(ours, _hands_of(setup))]
    for stage, number in stages:
        for player in _people_of(deal):
            record_deal_access(player=player, stage=stage, attempt=number, how=DealAccess.How.TYPED)
    return bool(stages) or any(are_alike(ours, _hands_of(setup)) for setup in _running_setups(deal.players))


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
    """Yield the deals of tables where a round is on, or will deal a typed deal, but for tables that everyone has left.

    Left out are tables of a crew that plays its own deal again: its players have seen the cards.
    """
    lately = timezone.now() - STILL_AFTER
    playing = Attempt.objects.filter(state=Attempt.State.PLAYING, table__players=players, table__game__in=_games())
    playing = playing.filter(Q(table__stage__isnull=False) | Q(table__moved_at__gt=lately))
    for attempt in playing.exclude(table__typed__sealed=False).select_related("table"):
        yield event_replay.setup_of(attempt)
    waiting = Table.objects.filter(state=Table.State.GATHERING, players=players, moved_at__gt=lately)
    for table in waiting.exclude(deal="").exclude(typed__sealed=False):
        yield games.Setup(table.game, table.mission, players, options=tuple(table.options.split()), deal=table.deal)


def _games() -> list[str]:
    return [game for game in games.GAMES if kind_of(game).has_tricks]


@lru_cache(maxsize=REMEMBERED)
def _hands_of(setup: games.Setup) -> Hands:
    return _as_sets(list(setups.hands_in(games.deal(setup)).values()), range(len(COLOURS)))
