"""Announcements: a number told over Redis to all readers of a table, a challenge or an import, and nothing else.

A lost announcement costs seconds (the page also polls), never a move. The readers' side is `event_streams`.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Final

import redis
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from logbook.lib.redis_clients import client, live_address

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
TABLE, CHALLENGE, IMPORT, ROOM = "table", "challenge", "import", "room"
TALK: Final = "talk"
"""The channel of a table's talk; its numbers say only that there is something new."""
MESSAGES: Final = "messages"
"""The channel of a player whose messages have changed; its numbers say nothing."""
ACCESS: Final = "access"
"""The one channel of players whose access may have changed; a number there is a player."""


def channel_of(pk: int, kind: str = TABLE) -> str:
    """Return the channel of the numbers of a table, or of a challenge."""
    return f"{kind}:{pk}"


def announce(pk: int, number: int, *, kind: str = TABLE) -> None:
    """Announce the number of a table, or of a challenge, to all its readers. Never raises."""
    try:
        _publisher(live_address(pk)).publish(channel_of(pk, kind), number)
    except redis.RedisError as error:
        logger.warning("%s %s is at %s, but its readers were not told: %s", kind, pk, number, type(error).__name__)


def announce_messages(player_ids: Iterable[int]) -> None:
    """Announce on commit that the messages of these players have changed, in one command a server. Never raises."""
    keys = sorted(set(player_ids))
    if keys:
        transaction.on_commit(partial(_announce_messages, keys))


def _announce_messages(player_ids: Sequence[int]) -> None:
    by_address = defaultdict[str, list[int]](list)
    for player_id in player_ids:
        by_address[live_address(player_id)].append(player_id)
    for address, own in by_address.items():
        try:
            with _publisher(address).pipeline(transaction=False) as commands:
                for player_id in own:
                    commands.publish(channel_of(player_id, MESSAGES), 0)
                commands.execute()
        except redis.RedisError as error:
            logger.warning("%s players were not told of their messages: %s", len(own), type(error).__name__)


def announce_access(player_id: int) -> None:
    """Announce on commit that this player's access or session may have changed: open streams check it at once."""
    transaction.on_commit(partial(announce, 0, player_id, kind=ACCESS))


@cache
def _publisher(address: str) -> redis.Redis:
    return client(
        address,
        socket_connect_timeout=PATIENCE_SECONDS,
        socket_timeout=PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 1),  # in case Redis was restarted; an announcement blocks no longer
    )
