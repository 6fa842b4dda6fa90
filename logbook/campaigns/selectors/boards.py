"""Selectors of campaign boards: whole logbooks of a game at a number of players, in keyset pages.

A board names crews and figures. People are never shown, and only a crew's own members learn which logbook it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

import games
from logbook.campaigns.models import Campaign, CampaignStanding
from logbook.leaderboards.selectors.pages import Cursor, Leaders
from logbook.rounds import text
from logbook.tables.kinds import games_won

PAGE: Final = 25
Kind = CampaignStanding.Kind
PLAYERS: Final = (2, 3, 4, 5)


def games_with_boards() -> tuple[str, ...]:
    """Return the games whose logbooks have boards."""
    return games_won()


def has_boards(game: str, players: int) -> bool:
    """Return whether the logbooks of this game have a board at this number of players."""
    return game in games_with_boards() and players in PLAYERS


@dataclass(frozen=True, slots=True)
class LogbookEntry:
    """A logbook on a campaign board."""

    rank: int
    name: str
    """The crew's."""
    mine: bool
    campaign: int | None
    """Its key, if the reader may open the logbook."""
    missions_won: int
    mean: float
    clean_missions: int
    streak: int
    ironman: int
    first_at: datetime
    cursor: Cursor


@dataclass(frozen=True, slots=True)
class CampaignBoard:
    """A page of a campaign board."""

    game: str
    title: str
    players: int
    kind: Kind
    printed: int
    """The number of missions in the printed logbook."""
    entries: tuple[LogbookEntry, ...]
    logbooks: int
    """The number of rows on all pages."""
    before: Cursor | None
    """The cursor of the previous page; None on the first page."""
    after: Cursor | None

    @property
    def leaders(self) -> Leaders | None:
        """The leaders, on the first page."""
        return Leaders.of(self.entries, self.before)


@dataclass(frozen=True, slots=True)
class LogbookPlace:
    """The place of a logbook on one board."""

    kind: Kind
    game: str
    players: int
    rank: int | None
    """None where it has no place: nothing is won yet, or the same people have an earlier logbook."""
    logbooks: int
    is_first: bool


def campaign_board(
    game: str,
    players: int,
    kind: Kind,
    *,
    readable: QuerySet[Campaign],
    own: QuerySet[Campaign],
    after: Cursor | None = None,
    before: Cursor | None = None,
) -> CampaignBoard:
    """Return a page of a board. `readable` are the logbooks that the reader may open, `own` their crews'."""
    board = _ranked(game, players, kind)
    rows = _page(board, after, before)
    more, page_rows = len(rows) > PAGE, rows[:PAGE] if before is None else rows[-PAGE:]
    entries = _entries(board, page_rows, readable, own)
    return CampaignBoard(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        players=players,
        kind=kind,
        printed=len(games.GAMES[game].missions),
        entries=entries,
        logbooks=board.count(),
        before=entries[0].cursor if entries and (more if before is not None else after is not None) else None,
        after=entries[-1].cursor if entries and (more or before is not None) else None,
    )


def board_rows(game: str, players: int, kind: Kind) -> Iterator[tuple[int, CampaignStanding]]:
    """Yield all rows of a board, each with its rank, as they are read."""
    rank, last = 0, None
    rows = _ranked(game, players, kind).select_related("campaign__crew").order_by("rank_key", "campaign_id")
    for number, row in enumerate(rows.iterator(chunk_size=2_000), start=1):
        rank, last = (rank if row.rank_key == last else number), row.rank_key
        yield rank, row


def places_of(campaign: Campaign) -> tuple[LogbookPlace, ...]:
    """Return the places of a logbook: on the board of what was dealt here, and of what was written by hand."""
    return tuple(_place(row) for row in campaign.standings.order_by("-kind"))


def _place(row: CampaignStanding) -> LogbookPlace:
    board = _ranked(row.game, row.players, Kind(row.kind))
    is_ranked = bool(row.is_first) and row.missions_won > 0
    rank = board.filter(rank_key__lt=row.rank_key).count() + 1 if is_ranked else None
    return LogbookPlace(Kind(row.kind), row.game, row.players, rank, board.count(), row.is_first is not False)


def _ranked(game: str, players: int, kind: Kind) -> QuerySet[CampaignStanding]:
    """Return the rows of a board: the first logbooks of the same people in which a mission was won."""
    # A value beside `is_first` would keep a prepared statement from the partial index.
    return CampaignStanding.objects.filter(
        game=game, kind=kind, players=players, is_first=True, rank_key__lt=0
    ).order_by()


def _page(board: QuerySet[CampaignStanding], after: Cursor | None, before: Cursor | None) -> list[CampaignStanding]:
    """Return the page's rows and one more, in the board's order."""
    rows = board.select_related("campaign__crew").order_by("rank_key", "campaign_id")
    if before is not None:
        key, campaign = before
        beyond = Q(rank_key__lt=key) | Q(rank_key=key, campaign__lt=campaign)
        return list(rows.filter(beyond, rank_key__lte=key).reverse()[: PAGE + 1])[::-1]
    if after is not None:
        key, campaign = after
        beyond = Q(rank_key__gt=key) | Q(rank_key=key, campaign__gt=campaign)
        rows = rows.filter(beyond, rank_key__gte=key)
    return list(rows[: PAGE + 1])


def _entries(
    board: QuerySet[CampaignStanding],
    rows: Sequence[CampaignStanding],
    readable: QuerySet[Campaign],
    own: QuerySet[Campaign],
) -> tuple[LogbookEntry, ...]:
    shown = [row.campaign_id for row in rows]
    may_open = set(readable.filter(pk__in=shown).values_list("pk", flat=True))
    mine = set(own.filter(pk__in=shown).values_list("pk", flat=True))
    return tuple(
        LogbookEntry(
            rank=rank,
            name=row.campaign.crew.name,
            mine=row.campaign_id in mine,
            campaign=row.campaign_id if row.campaign_id in may_open else None,
            missions_won=row.missions_won,
            mean=row.mean,
            clean_missions=row.clean_missions,
            streak=row.streak,
            ironman=row.ironman,
            first_at=row.first_at,
            cursor=Cursor(row.rank_key, row.campaign_id),
        )
        for row, rank in zip(rows, _ranks(board, rows), strict=True)
    )


def _ranks(board: QuerySet[CampaignStanding], rows: Sequence[CampaignStanding]) -> list[int]:
    """Return the rank of each row of a page. Equal rows share theirs, also with rows of the page before."""
    if not rows:
        return []
    first = rows[0]
    ahead = board.filter(rank_key__lt=first.rank_key).count()
    level = board.filter(rank_key=first.rank_key, campaign__lt=first.campaign_id).count()
    ranks = [ahead + 1]
    for number, (row, previous) in enumerate(zip(rows[1:], rows, strict=False), start=ahead + level + 2):
        ranks.append(ranks[-1] if row.rank_key == previous.rank_key else number)
    return ranks
