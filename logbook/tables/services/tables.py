"""Services of tables and seats: open, take, put, leave, clear, and go on to the next mission."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

import games
from games.bots import bots_of
from logbook.clubs.exceptions import NotYours
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services.crews import is_member
from logbook.lib.exceptions import Refusal
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.tables.campaign import Campaign
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import (
    NextInChallenge,
    NoNextAfterCustom,
    NoNextMission,
    NoSuchSeat,
    NotInCrew,
    NotSeated,
    NotWon,
    OtherBot,
    PeopleOnly,
    SeatsFixed,
    SeatTaken,
    TableFull,
    TooManyTables,
    UnknownBot,
)
from logbook.tables.kinds import kind_of
from logbook.tables.missions import mission_after, options_with_clock, usually_allows_stand_ins
from logbook.tables.models import Seat, Table
from logbook.tables.selectors.seats import seats_move
from logbook.tables.services import deals
from logbook.tables.services.attempts import bump_version, lock_table, seat_of
from logbook.tables.services.occupants import give_seat
from logbook.tables.signals import table_filled

MOST_OPEN: Final = 60
STILL_AFTER: Final = timedelta(days=7)
"""A player has at most this many open tables with a move in this time."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table."""

    stand_ins: bool | None = None
    """Whether bots may play for players who are away; None leaves it to the mission."""
    pace: str = Table.Pace.RELAXED
    bot_speed: str = Table.BotSpeed.NORMAL
    watching: str = Table.Watching.CREW
    helped: bool = False
    """It is practice with help."""
    deal: str = ""
    """The deal of a real table, written out. It is known, so that the table is for practice."""


USUAL_SETTINGS: Final = TableSettings()


@transaction.atomic
def open_table(
    *,
    player: Player,
    game: str,
    mission: str,
    players: int,
    options: str = "",
    crew: Crew | None = None,
    campaign: Campaign | None = None,
    settings: TableSettings = USUAL_SETTINGS,
) -> Table:
    """Open a table, the opener in the first seat; the campaign records its attempts.

    Raises UnknownSetup, NotInCrew, TooManyTables, and what forbids the mission in the campaign.
    """
    games.deal(games.Setup(game, mission, players, options=tuple(options.split()), deal=settings.deal or None))
    if crew is not None and not is_member(crew, player):
        raise NotInCrew
    mission = games.GAMES[game].mission_text(mission)
    if campaign is not None:
        campaign.ensure_takes(crew=crew, game=game, mission=mission)
    ensure_may_open(player)
    usual = usually_allows_stand_ins(game, mission, players)
    table = Table.objects.create(
        game=game,
        mission=mission,
        campaign_id=campaign.key if campaign is not None else None,
        players=players,
        options=" ".join(options.split()),
        crew=crew,
        opened_by=player,
        stand_ins=settings.stand_ins if settings.stand_ins is not None else usual,
        pace=settings.pace,
        bot_speed=settings.bot_speed,
        watching=settings.watching,
        practice=settings.helped or bool(settings.deal),
        helped=settings.helped,
        deal=settings.deal,
    )
    create_seats(table, [player])
    return table


def ensure_may_open(player: Player) -> None:
    """Raise TooManyTables; a table without a move for a week does not count."""
    Player.objects.select_for_update().get(pk=player.pk)  # Two requests at once must not open one too many.
    lately = Table.objects.filter(opened_by=player, stage=None, moved_at__gt=timezone.now() - STILL_AFTER)
    if lately.exclude(state__in=(Table.State.WON, Table.State.ENDED)).count() >= MOST_OPEN:
        raise TooManyTables(most=MOST_OPEN)


def create_seats(table: Table, players: Iterable[Player], *, bot: str = "") -> None:
    """Create the table's seats, with these people in the first ones, and this bot in the others."""
    players_by_seat = [*players, *[None] * table.players][: table.players]
    Seat.objects.bulk_create(
        Seat(table=table, number=n, player=player, bot="" if player else bot)
        for n, player in enumerate(players_by_seat)
    )


def take_seat(*, table: Table, player: Player, number: int | None = None) -> Seat:
    """Seat the player: at this seat, or at the first free one. A seated player moves, or stays.

    The caller checks access to the table: by its link, or by its crew.
    """
    with transaction.atomic():
        table = lock_table(table.pk)
        return _sit(table, player, number)


def put_in_seat(*, table_id: int, by: Player | None, player: Player, number: int) -> Seat:
    """Seat another member of the crew. Raises NotInCrew, and what `take_seat` raises."""
    with transaction.atomic():
        table = lock_table(table_id)
        _check_may_arrange(table, by)
        if table.crew is None or not is_member(table.crew, player):
            raise NotInCrew
        return _sit(table, player, number)


def leave_seat(*, table_id: int, player: Player | None) -> None:
    """Free the player's seat. Idempotent."""
    with transaction.atomic():
        table = lock_table(table_id)
        seat = table.seats.filter(player=player).first() if player else None
        if seat is not None:
            _check_seats_move(table)
            _fill(table, seat)


def clear_seat(*, table_id: int, by: Player | None, number: int) -> None:
    """Empty a bot's seat, or the player's own; the table's opener may empty any, which ends the table’s link.

    Raises NotYours.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        _check_may_arrange(table, by)
        seat = _seat(table, number)
        if seat.player_id is not None and by is not None and by.pk not in (seat.player_id, table.opened_by_id):
            raise NotYours
        if seat.player_id is not None and by is not None and by.pk != seat.player_id:
            # The removed player has the link; the others get a new one.
            Invite.objects.filter(table=table, revoked_at=None).update(revoked_at=timezone.now())
        _fill(table, seat)


def put_bot(*, table_id: int, by: Player | None, number: int, bot: str) -> None:
    """Put a bot in a free seat (or in another bot's). Raises UnknownBot, OtherBot, PeopleOnly, SeatTaken."""
    with transaction.atomic():
        table = lock_table(table_id)
        if bot not in bots_of(table.game):
            raise UnknownBot
        allowed = contest_of(table).bots(table)
        if bot not in allowed:
            raise OtherBot if allowed else PeopleOnly
        _check_may_arrange(table, by)
        seat = _seat(table, number)
        if seat.player_id is not None:
            raise SeatTaken
        if seat.bot != bot:
            _fill(table, seat, bot=bot)


def fill_with_bots(*, table_id: int, by: Player | None, bot: str) -> None:
    """Put this bot in every free seat. Idempotent. Raises what `put_bot` raises."""
    with transaction.atomic():
        table = lock_table(table_id)
        for seat in table.seats.filter(player=None, bot="").order_by("number"):
            put_bot(table_id=table_id, by=by, number=seat.number, bot=bot)


def open_next_table(*, table_id: int, player: Player | None, timed: bool | None = None) -> Table:
    """Open a new table for the logbook's next mission with the same seats, dealt at once if all are filled.

    `timed` is for a mission in real time: with its clock or without, or (None) as at this table. A second call returns
    the same table.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        seat_of(table, player)
        existing = Table.objects.filter(follows=table).first()
        return existing or _next_table(table, player, timed)


def go_on(table: Table, new: Table) -> None:
    """Take along who asks for a seat, and tell the others' pages of the new table."""
    table.seat_requests.update(table=new)
    bump_version(table)


def _next_table(table: Table, player: Player | None, timed: bool | None) -> Table:
    mission = mission_after(table)
    if mission is None:
        raise _why_none(table)
    if table.state != kind_of(table.game).done_state:
        raise NotWon
    new = Table.objects.create(
        game=table.game,
        mission=mission,
        players=table.players,
        options=options_with_clock(table, timed),
        crew=table.crew,
        campaign=table.campaign,
        follows=table,
        opened_by=player,
        stand_ins=table.stand_ins and usually_allows_stand_ins(table.game, mission, table.players),
        pace=table.pace,
        bot_speed=table.bot_speed,
        watching=table.watching,
        practice=table.helped,
        helped=table.helped,
    )
    _seats_copy(table, new)
    go_on(table, new)
    if not new.seats.filter(player=None, bot="").exists():
        deals.start_attempt(table_id=new.pk, player=player)
    return new


def _seats_copy(table: Table, new: Table) -> None:
    """Return the same seats, without players who have left the crew. Guests and substitutes come along."""
    seats = list(table.seats.order_by("number"))
    former = gone_from(table.crew, [seat.player_id for seat in seats]) if table.crew else set()
    Seat.objects.bulk_create(
        Seat(
            table=new,
            number=seat.number,
            player_id=None if seat.player_id in former else seat.player_id,
            bot=seat.bot,
            stand_in="" if seat.player_id in former else seat.stand_in,
        )
        for seat in seats
    )


def gone_from(crew: Crew, players: Iterable[int | None]) -> set[int]:
    """Return the players who were in the crew, or in one merged into it, and are neither member nor substitute now."""
    were = CrewMember.objects.filter(player__in=[one for one in players if one is not None])
    members = were.filter(crew=crew, left_at=None).values("player")
    sit_in = crew.substitutes.values("player")
    were = were.filter(crew__in=_crews_in(crew)).exclude(player__in=members).exclude(player__in=sit_in)
    return set(were.values_list("player", flat=True))


def _crews_in(crew: Crew) -> set[int]:
    """Return the crew, and those merged into it over any number of merges."""
    crews_so_far = fresh = {crew.pk}
    while fresh:
        fresh = set(Crew.objects.filter(became__in=fresh).values_list("pk", flat=True)) - crews_so_far
        crews_so_far = crews_so_far | fresh
    return crews_so_far


def _why_none(table: Table) -> Refusal:
    if not table.played_for.goes_on:
        return NextInChallenge()
    last = table.mission.isdecimal() or not kind_of(table.game).has_custom_missions
    return NoNextMission() if last else NoNextAfterCustom()


def _sit(table: Table, player: Player, number: int | None) -> Seat:
    mine = table.seats.filter(player=player).first()
    if mine is not None and number in (None, mine.number):
        return mine
    _check_may_sit(table, player)
    seat = _free_seat(table) if number is None else _seat(table, number)
    if seat.player_id is not None:
        raise SeatTaken
    if mine is not None:
        give_seat(mine)
    return _fill(table, seat, player=player)


def _free_seat(table: Table) -> Seat:
    seat = table.seats.filter(player=None, bot="").order_by("number").first()
    if seat is None:
        raise TableFull
    return seat


def _seat(table: Table, number: int) -> Seat:
    seat = table.seats.filter(number=number).first()
    if seat is None:
        raise NoSuchSeat
    return seat


def _fill(table: Table, seat: Seat, *, player: Player | None = None, bot: str = "") -> Seat:
    give_seat(seat, player=player, bot=bot)
    bump_version(table)
    if (
        player is not None
        and table.state == Table.State.GATHERING
        and not table.seats.filter(player=None, bot="").exists()
    ):
        table_filled.send(Table, table=table, player=player)
    return seat


def _check_seats_move(table: Table) -> None:
    if not seats_move(table, list(table.seats.all())):
        raise SeatsFixed


def _check_may_arrange(table: Table, by: Player | None) -> None:
    """Require a seat at the table, or membership of its crew."""
    seated = by is not None and table.seats.filter(player=by).exists()
    if not seated and (by is None or table.crew is None or not is_member(table.crew, by)):
        raise NotSeated
    _check_seats_move(table)


def _check_may_sit(table: Table, player: Player) -> None:
    _check_seats_move(table)
    contest_of(table).ensure_may_sit(table, player)
