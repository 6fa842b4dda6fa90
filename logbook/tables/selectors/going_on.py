"""Selectors of the ways on from a table after an attempt: where the others are, who asks for a seat, other missions."""

from __future__ import annotations

from dataclasses import replace

from logbook.people.models.players import Player
from logbook.rounds.view.end import After, MovedOn, SeatAsked
from logbook.tables.contest import contest_of
from logbook.tables.kinds import kind_of
from logbook.tables.missions import mission_after
from logbook.tables.models import SeatRequest, Table


def with_ways_on(table: Table, player: Player, after: After) -> After:
    """Return the next steps with those that lead to another table, for a player who sits here."""
    if table.state == Table.State.PLAYING:
        return after
    if (moved_on := moved_on_to(table, player)) is not None:
        return replace(after, moved_on=moved_on, may_go_on=False)
    won = table.state == Table.State.WON
    return replace(
        after,
        asked=asked_at(table) if table.is_free else (),
        may_choose=table.is_free and kind_of(table.game).is_numbered,
        mission=(mission_after(table) if won else None) or table.mission,
        players=table.players,
    )


def moved_on_to(table: Table, player: Player | None) -> MovedOn | None:
    """Return the table that follows this one, where the player has a seat; None without one."""
    following = (
        Table.objects.filter(follows=table, seats__player=player) if player is not None else Table.objects.none()
    )
    new = following.select_related("opened_by").first()
    if new is None:
        return None
    other = new.opened_by is not None and new.opened_by != player
    return MovedOn(new.pk, new.opened_by.name if other and new.opened_by else "", new.mission)


def asked_at(table: Table) -> tuple[SeatAsked, ...]:
    """Return the players who ask for a seat at a table, the first one first."""
    if not contest_of(table).may_invite(table):
        return ()
    requests = SeatRequest.objects.filter(table=table).select_related("player").order_by("pk")
    return tuple(SeatAsked(one.player_id, one.player.name) for one in requests)


def seat_found(table: Table, player: Player | None) -> int | None:
    """Return the table where the player now sits: this one, or one that follows it; None where there is none."""
    now: Table | None = table
    while player is not None and now is not None:
        if now.seats.filter(player=player).exists():
            return now.pk
        now = Table.objects.filter(follows=now).first()
    return None


def has_asked(table: Table, player: Player | None) -> bool:
    """Return whether the player asks for a seat here, or at a table that follows this one."""
    now: Table | None = table
    while player is not None and now is not None:
        if SeatRequest.objects.filter(table=now, player=player).exists():
            return True
        now = Table.objects.filter(follows=now).first()
    return False
