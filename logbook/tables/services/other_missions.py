"""Services of going on to any mission after an attempt, with the same people."""

from __future__ import annotations

from django.db import transaction

from logbook.people.models.players import Player
from logbook.tables.campaign import Campaign
from logbook.tables.exceptions import AttemptFirst, NextInChallenge, TooFewSeats
from logbook.tables.missions import UNTIMED
from logbook.tables.models import Seat, Table
from logbook.tables.services.attempts import lock_table, seat_of
from logbook.tables.services.tables import TableSettings, go_on, gone_from, open_table

CAN_GO_ON = (Table.State.BETWEEN, Table.State.WON, Table.State.ENDED)


@transaction.atomic
def open_other_table(
    *, table_id: int, player: Player | None, mission: str, players: int, campaign: Campaign | None = None
) -> Table:
    """Open a table of another mission for the same people, undealt: there they change seats and bots first.

    A second call returns the same table, as does one after another player has gone on. Raises NotSeated,
    NextInChallenge, AttemptFirst, TooFewSeats, UnknownSetup, TooManyTables, and what forbids the mission in the
    campaign.
    """
    table = lock_table(table_id)
    opener = seat_of(table, player).player
    if not table.is_free:
        raise NextInChallenge
    if table.state not in CAN_GO_ON or opener is None:
        raise AttemptFirst
    if (existing := Table.objects.filter(follows=table).first()) is not None:
        return existing
    people = table.seats.filter(player__isnull=False).count()
    if people > players:
        raise TooFewSeats(people=people)
    settings = TableSettings(table.stand_ins, table.pace, table.bot_speed, table.watching)
    new = open_table(
        player=opener, game=table.game, mission=mission, players=players, options=_options_for(table, players),
        crew=table.crew, campaign=campaign, settings=settings,
    )  # fmt: skip
    Table.objects.filter(pk=new.pk).update(follows=table)
    _seat_again(table, new)
    go_on(table, new)
    return new


def _options_for(table: Table, players: int) -> str:
    """Return the table's options without those of another number of players."""
    return table.options if players == table.players else " ".join(w for w in table.options.split() if w == UNTIMED)


def _seat_again(table: Table, new: Table) -> None:
    """Seat the same people, then the bots, as far as there are seats."""
    seats = sorted(table.seats.all(), key=lambda seat: (seat.player_id is None, not seat.bot, seat.number))
    former = gone_from(table.crew, [seat.player_id for seat in seats]) if table.crew else set()
    stay = [seat for seat in seats if seat.player_id not in former or seat.player_id is None]
    new.seats.all().delete()
    rows = [(seat.player_id, seat.bot) for seat in stay[: new.players]]
    rows += [(None, "")] * (new.players - len(rows))
    Seat.objects.bulk_create(
        Seat(table=new, number=number, player_id=player, bot=bot) for number, (player, bot) in enumerate(rows)
    )
