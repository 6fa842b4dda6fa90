"""What of crews and clubs goes out in somebody's files."""

from __future__ import annotations

from collections.abc import Collection

from logbook.access.clubs import crews_of
from logbook.access.deals import has_finished
from logbook.access.tables import open_attempts
from logbook.models import Attempt, Club, Crew, Player
from logbook.selectors.exported_clubs import Reader


def opened_to(player: Player, crews: Collection[Crew]) -> set[int]:
    """The attempts of these crews whose cards the person may see."""
    attempts = Attempt.objects.filter(table__crew__in=crews).select_related("table__stage__challenge")
    return set(open_attempts(player, list(attempts)))


def reader_of(player: Player, club: Club) -> Reader:
    """What of a club of theirs goes out to the person."""
    own = list(crews_of(player))
    return Reader(
        own=frozenset(crew.pk for crew in own),
        told=lambda challenge: has_finished(player, challenge),
        is_member=club.members.filter(player=player).exists(),
        opened=opened_to(player, own),
    )
