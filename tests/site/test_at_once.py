"""Simultaneous requests: one is first, the others are refused with a reason, and nothing is done twice.

They run again on PostgreSQL, where two transactions really overlap: `interleaved` starts the second while the first has
written and not yet committed. SQLite serializes writes, with the same results.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.utils import timezone

import games
from logbook.challenges import tasks
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import challenges, lifecycle, rulings
from logbook.clubs.models import Club, ClubMember
from logbook.clubs.services import mailed_invitations
from logbook.crews.models.crews import Crew
from logbook.lib.exceptions import Refusal
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.seasons.models.seasons import Series
from logbook.seasons.services import series
from logbook.tables.models import Event, Table
from logbook.tables.services import attempts, bots, deals, tables
from tests.challenges.scenes import make
from tests.conftest import person
from tests.site.at_once_scenes import kinds
from tests.tables.attempts_scenes import open_table, started, state_of, verify, waited_for
from tests.tables.bots_scenes import all_bots
from tests.tables.clock_scenes import backdated
from tests.tables.scenes import AT_ONCE as FROM_THE_DEAL_ON

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

AT_ONCE = 6


def all_at_once(do: Callable[[int], object]) -> list[object]:
    """Return each caller's result: a value, or the error that refused it."""
    ready = Barrier(AT_ONCE)

    def one(number: int) -> object:
        ready.wait()
        try:
            return do(number)
        except (Refusal, games.GameError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga)


def _act(table: Table, player: Player | None, text: str, _n: int) -> attempts.ActionResult:
    return attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)


def test_a_click_is_done_once(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    for _ in range(5):
        seat, text = waited_for(attempt)
        player = table.seats.get(number=seat).player
        answers = all_at_once(partial(_act, table, player, text))
        assert kinds(answers) == ["ActionResult", *["Stale"] * (AT_ONCE - 1)]
        table.refresh_from_db()
        verify(attempt)
    assert Event.objects.count() == 5


def test_an_attempt_is_dealt_once(table: Table, alice: Player) -> None:
    seen = table.version
    answers = all_at_once(lambda _n: deals.start_attempt(table_id=table.pk, player=alice, seen=seen))
    assert kinds(answers) == ["ActionResult", *["Stale"] * (AT_ONCE - 1)]
    assert table.attempts.count() == 1


def test_a_repeated_call_of_the_bots_acts_once(alice: Player) -> None:
    table = open_table(alice, bots=3)
    attempt = started(table, alice)
    all_bots(table)
    for _ in range(10):
        table.refresh_from_db()
        if state_of(attempt).outcome:
            break
        before = Event.objects.count()
        all_at_once(partial(_bot_step, attempt.pk, table.version))
        assert Event.objects.count() == before + 1
    verify(attempt)


def _bot_step(attempt_id: int, seen: int, _n: int) -> attempts.ActionResult | None:
    return bots.play_bot_step(attempt_id=attempt_id, seen=seen)


def test_the_last_seat_is_taken_once(alice: Player) -> None:
    table = open_table(alice, count=2)
    guests = [Player.objects.create(name=f"Guest {number}") for number in range(AT_ONCE)]
    answers = all_at_once(lambda number: tables.take_seat(table=table, player=guests[number]))
    assert kinds(answers) == ["Seat", *["TableFull"] * (AT_ONCE - 1)]


def test_the_next_mission_is_opened_once(table: Table, alice: Player) -> None:
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    answers = all_at_once(lambda _n: tables.open_next_table(table_id=table.pk, player=alice))
    assert kinds(answers) == ["Table"] * AT_ONCE
    assert Table.objects.count() == 2


def test_the_time_is_up_once(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga, game="deep-sea", mission=FROM_THE_DEAL_ON)
    attempt = started(table, alice)
    seat, text = waited_for(attempt)
    backdated(table)
    late = partial(_act, table, table.seats.get(number=seat).player, text)
    doors: list[Callable[[int], object]] = [lambda _n: attempts.time_out_attempt(table_id=table.pk), late]
    answers = all_at_once(lambda number: doors[number % 2](number))
    answered = Counter(kinds(answers))
    assert answered["ActionResult"] <= 1, "an action may have ended it before"
    assert answered["ActionResult"] + answered["NoneType"] == 3
    assert answered["TimeUp"] + answered["Stale"] == 3
    assert list(Event.objects.values_list("seat", "text")) == [(0, "timeout")]
    verify(attempt)


def test_a_challenge_is_prepared_and_opened_once_with_a_table_a_stage(
    club: Club, crew: Crew, olga: Player, alice: Player
) -> None:
    now = timezone.now()
    challenge = make(club, olga, opens_at=now - timedelta(hours=1), closes_at=now + timedelta(hours=1))
    Challenge.objects.filter(pk=challenge.pk).update(state="preparing")
    Deal.objects.all().delete()
    all_at_once(lambda _n: tasks.prepare_challenge.delay(challenge.pk))
    challenge.refresh_from_db()
    assert (challenge.state, Deal.objects.count()) == ("open", 6)
    stage = challenge.stages.get(number=1)
    answers = all_at_once(
        lambda _n: challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=alice)
    )
    assert kinds(answers) == ["Table"] * AT_ONCE
    assert Table.objects.count() == 1


@pytest.fixture
def weekly(club: Club, olga: Player) -> Series:
    """Return a series with two weeks to announce."""
    today = timezone.localdate()
    season = series.create_season(
        club=club, by=olga, name="S", starts_on=today, ends_on=today + timedelta(days=20), best_n=1
    )
    return series.create_series(
        season=season,
        by=olga,
        title="Weekly",
        weekday=today.weekday(),
        hour=23,
        minute=59,
        time_zone="UTC",
        window_hours=100,
        game="planet-nine",
        rotation=[["1"]],
        players=3,
        policy="single",
        playouts=0,
        announced_days=9,
        contribution_hours=9,
    )


def test_beats_at_the_same_moment_announce_a_week_once(weekly: Series) -> None:
    answers = all_at_once(lambda _n: series.announce_due_weeks())
    assert all(isinstance(answer, int) for answer in answers)
    assert list(Challenge.objects.order_by("pk").values_list("occurrence", flat=True)) == [0, 1]


def test_one_of_equal_decisions_is_made(club: Club, olga: Player) -> None:
    opens_at = timezone.now() + timedelta(hours=1)
    challenge = make(club, olga, playouts=0, opens_at=opens_at, closes_at=opens_at + timedelta(hours=1))
    decision = rulings.Decision(challenge, olga, "because")
    answers = all_at_once(lambda _n: lifecycle.cancel_challenge(decision))
    assert kinds(answers) == ["ChallengeOver"] * (AT_ONCE - 1) + ["Ruling"]
    assert Ruling.objects.count() == 1


# --- overlapping transactions


HELD = 0.5
"""Seconds that the first transaction stays open after its write: the second must reach the same row meanwhile."""


def interleaved(do: Callable[[int], object]) -> list[object]:
    """Return the results of two callers; the second starts after the first one's write, before its commit."""
    has_done, second_ended = threading.Event(), threading.Event()

    def first() -> object:
        try:
            with transaction.atomic():
                answer = do(0)
                has_done.set()
                # With row locks the second cannot end before this one; then this wait times out.
                second_ended.wait(HELD)
            return answer
        except (Refusal, games.GameError) as error:
            return error
        finally:
            has_done.set()
            connection.close()

    def second() -> object:
        has_done.wait()
        try:
            return do(1)
        except (Refusal, games.GameError) as error:
            return error
        finally:
            second_ended.set()
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return [future.result() for future in [pool.submit(first), pool.submit(second)]]


def mailed_invitation(club: Club, by: Player) -> Invite:
    mailed_invitations.mail_invitations(club=club, by=by, addresses=["dora@example.org"])
    return Invite.objects.get(mail_to="dora@example.org")


def test_a_mailed_invitation_lets_in_one_of_many(club: Club, olga: Player) -> None:
    invite = mailed_invitation(club, olga)
    people = [person(f"Zoe{number}") for number in range(AT_ONCE)]
    answers = all_at_once(
        lambda number: invitations.accept_invitation(invite=Invite.objects.get(pk=invite.pk), player=people[number])
    )
    assert kinds(answers) == ["InvitationEnded"] * (AT_ONCE - 1) + ["NoneType"]
    assert ClubMember.objects.filter(club=club, player__in=people).count() == 1


def test_a_used_mailed_invitation_says_that_it_has_ended(club: Club, olga: Player) -> None:
    """Both players have opened its page before: neither copy of the row is marked as used."""
    invite = mailed_invitation(club, olga)
    copies, people = [Invite.objects.get(pk=invite.pk) for _ in range(2)], [person("Zoe"), person("Zac")]
    answers = interleaved(lambda number: invitations.accept_invitation(invite=copies[number], player=people[number]))
    assert [type(answer).__name__ for answer in answers] == ["NoneType", "InvitationEnded"]
    assert [club.members.filter(player=one).exists() for one in people] == [True, False]


def test_one_of_two_who_mail_an_invitation_does(club: Club, olga: Player) -> None:
    invite = Invite.objects.create(club=club, created_by=olga, mail_to="dora@example.org")
    claimed = interleaved(lambda _n: mailed_invitations.claim_invitation(invite.pk))
    assert [type(answer).__name__ for answer in claimed] == ["Invite", "NoneType"]
    assert Invite.objects.get(pk=invite.pk).tries == 1


def test_one_of_two_who_invite_the_same_address_does(club: Club, olga: Player) -> None:
    made = interleaved(
        lambda _n: mailed_invitations.mail_invitations(club=club, by=olga, addresses=["dora@example.org"])
    )
    assert made == [1, 0]
    assert Invite.objects.count() == 1


def test_second_beat_finds_the_week_decided(weekly: Series) -> None:
    answers = interleaved(lambda _n: series.announce_due_weeks())
    assert all(isinstance(answer, int) for answer in answers)
    assert list(Challenge.objects.order_by("pk").values_list("occurrence", flat=True)) == [0, 1]
    weekly.refresh_from_db()
    assert weekly.next_week == 2


@pytest.mark.parametrize("number", [None, 1])
def test_one_of_two_who_sit_down_on_the_last_seat_does(alice: Player, number: int | None) -> None:
    table = open_table(alice, count=2)
    guests = [Player.objects.create(name=name) for name in ("Zoe", "Zac")]
    answers = interleaved(lambda n: tables.take_seat(table=table, player=guests[n], number=number))
    assert [type(answer).__name__ for answer in answers] == ["Seat", "TableFull" if number is None else "SeatTaken"]
    assert [seat.player for seat in table.seats.order_by("number")] == [alice, guests[0]]


def test_a_seat_is_not_taken_while_a_bot_is_put_there(alice: Player) -> None:
    table = open_table(alice, count=2)
    zoe = Player.objects.create(name="Zoe")

    def sit(number: int) -> object:
        if number:
            return tables.take_seat(table=table, player=zoe)
        tables.put_bot(table_id=table.pk, by=alice, number=1, bot="random")
        return None

    assert [type(answer).__name__ for answer in interleaved(sit)] == ["NoneType", "TableFull"]
    assert table.seats.get(number=1).bot == "random"


def test_a_player_does_not_sit_on_two_seats(alice: Player) -> None:
    table = open_table(alice, count=3)
    zoe = Player.objects.create(name="Zoe")
    interleaved(lambda n: tables.take_seat(table=table, player=zoe, number=n + 1))
    assert table.seats.filter(player=zoe).count() == 1
