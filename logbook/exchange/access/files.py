"""Access to exports: what a person may see of crews and clubs."""

from __future__ import annotations

from collections.abc import Collection

from logbook.challenges.access.deals import has_finished
from logbook.challenges.access.replays import open_attempts
from logbook.clubs.models import Club
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.exchange.selectors.clubs import Reader
from logbook.people.models.players import Player
from logbook.tables.models import Attempt


def opened_to(player: Player, crews: Collection[Crew]) -> set[int]:
    """Return the attempts of these crews whose cards the person may see."""
    attempts = Attempt.objects.filter(table__crew__in=crews).select_related("table__stage__challenge")
    return set(open_attempts(player, list(attempts)))


def reader_of(player: Player, club: Club) -> Reader:
    """Return what the person may see of their club's export."""
    own = list(crews_of(player))
    return Reader(
        own=frozenset(crew.pk for crew in own),
        may_read=lambda challenge: has_finished(player, challenge),
        is_member=club.members.filter(player=player).exists(),
        visible_attempts=opened_to(player, own),
    )
