"""The merge of a guest into a player: the guest hands over everything they hold at sign-in."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import ForeignObjectRel

from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.crews.models.crews import Crew
from logbook.people.handover import HANDED_OVER, STAYS
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.tables.models import Attempt, Sitting, Table
from tests.challenges.scenes import stage_of

pytestmark = pytest.mark.django_db


def keys_to_players() -> set[str]:
    """Every foreign key of ours to a player, as Model.field; those without a name on the other side too."""
    fields = Player._meta.get_fields(include_hidden=True)
    return {
        f"{field.related_model.__name__}.{field.field.name}"
        for field in fields
        if isinstance(field, ForeignObjectRel) and field.related_model in apps.get_app_config("logbook").get_models()
    }


def test_every_foreign_key_to_a_player_is_handed_over_or_says_why_not() -> None:
    assert keys_to_players() >= {"Seat.player", "Ruling.by"}
    assert keys_to_players() == HANDED_OVER.keys() | STAYS.keys()
    assert not HANDED_OVER.keys() & STAYS.keys()
    assert all(reason.endswith(".") for reason in STAYS.values())


@pytest.fixture
def entry(crew: Crew, alice: Player) -> LogEntry:
    campaign = Campaign.objects.create(crew=crew, game="planet-nine", name="First", opened_by=alice)
    return LogEntry.objects.create(campaign=campaign, key=uuid4(), mission="1", won=True, played_on=date(2026, 11, 1))


def ended_attempt() -> Attempt:
    table = Table.objects.create(game="planet-nine", mission="1", players=3)
    return table.attempts.create(number=1, seed="s/1", rules=1, state=Attempt.State.FAILURE)


def sign_in(guest: Player, player: Player) -> None:
    assert player.user is not None
    players.open_player(user=player.user, guest=guest)


def test_a_guest_who_signs_in_keeps_their_attendance(entry: LogEntry, guest: Player, alice: Player) -> None:
    attendance = Attendance.objects.create(entry=entry, player=guest, captain=True)
    sign_in(guest, alice)
    attendance.refresh_from_db()
    assert (attendance.player, attendance.captain) == (alice, True)


def test_a_player_attends_a_line_once_and_stays_its_captain(entry: LogEntry, guest: Player, alice: Player) -> None:
    Attendance.objects.create(entry=entry, player=alice)
    Attendance.objects.create(entry=entry, player=guest, captain=True)
    sign_in(guest, alice)
    assert [(one.player, one.captain) for one in entry.attendances.all()] == [(alice, True)]


def test_a_guest_who_signs_in_keeps_the_deals_they_looked_at(
    guest: Player, alice: Player, challenge: Challenge
) -> None:
    access = DealAccess.objects.create(
        player=guest, stage=stage_of(challenge), attempt=1, how=DealAccess.How.SEAT_PAGE, seat=0
    )
    sign_in(guest, alice)
    access.refresh_from_db()
    assert access.player == alice


def test_a_player_sits_on_one_seat_of_an_attempt(guest: Player, alice: Player) -> None:
    first, second = (ended_attempt() for _ in range(2))
    Sitting.objects.create(attempt=first, number=0, player=alice)
    twice = Sitting.objects.create(attempt=first, number=1, player=guest)
    alone = Sitting.objects.create(attempt=second, number=1, player=guest)
    sign_in(guest, alice)
    twice.refresh_from_db()
    alone.refresh_from_db()
    assert (twice.player, alone.player) == (None, alice)


def test_a_guest_who_signs_in_keeps_the_seats_whose_pages_they_opened(guest: Player, alice: Player) -> None:
    handout = SeatHandout.objects.create(attempt=ended_attempt(), seat=0, opened_by=guest)
    sign_in(guest, alice)
    handout.refresh_from_db()
    assert handout.opened_by == alice
