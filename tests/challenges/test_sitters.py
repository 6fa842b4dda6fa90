"""People at a real table: one for each seat, known by name, and bound to the crew by their deal access."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.exceptions import CrewBusy, DealAlreadyKnown, ImpossibleReport, SeatsUnnamed
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services import deal_access, reports, rulings
from logbook.challenges.services.reports import Report
from logbook.challenges.services.sitters import PersonOrName
from logbook.clubs.models import Club
from logbook.crews.exceptions import GuestNameless
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.services import anonymise, crews, guests
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.tables.exceptions import NoSuchSeat, NotInCrew, PlaysElsewhere
from logbook.tables.models import Attempt
from tests.challenges.real_tables_scenes import hand_out, tell
from tests.challenges.scenes import NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=10), tick=False):
        yield


def test_each_seat_has_a_name_and_only_the_crew_is_named(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    stage = stage_of(running)

    def given(sitters: dict[int, PersonOrName]) -> None:
        reports.hand_out_attempt(challenge=running, stage=stage, crew=crew, player=alice, sitters=sitters)

    theirs = guests.ensure_guest(crew=rivals, name="Ann")
    refused: tuple[tuple[dict[int, PersonOrName], type[Refusal]], ...] = (
        ({}, SeatsUnnamed),
        ({0: "Ann", 1: bob}, SeatsUnnamed),
        ({0: "Ann", 1: bob, 3: alice}, NoSuchSeat),
        ({0: "Ann", 1: bob, 2: charlie}, NotInCrew),
        ({0: theirs, 1: bob, 2: alice}, NotInCrew),
        ({0: "Ann", 1: bob, 2: bob}, ImpossibleReport),
        ({0: "Ann", 1: "  ann ", 2: bob}, ImpossibleReport),
        ({0: "  ", 1: "Ben", 2: bob}, GuestNameless),
    )
    for wrong, error in refused:
        with pytest.raises(error):
            given(wrong)
    assert not Attempt.objects.exists()
    assert not running.stages.filter(tables__isnull=False).exists(), "a refusal changes nothing"
    assert not DealAccess.objects.exists()
    assert not crew.guests.exists()
    given({0: "Ann", 1: "bob", 2: alice})
    attempt = Attempt.objects.get()
    told = attempt.handouts.order_by("seat").values_list("player__name", "guest__name")
    assert list(told) == [(None, "Ann"), ("Bob", None), ("Alice", None)]
    few: tuple[dict[int, PersonOrName], ...] = ({}, {0: "Ann", 1: bob})
    for sitters in few:
        report = Report(success=True, sitters=sitters)
        with pytest.raises(SeatsUnnamed):
            reports.report_attempt(table_id=attempt.table_id, number=1, player=alice, report=report)


def test_a_guest_named_by_a_member_becomes_that_member(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    guest = guests.ensure_guest(crew=crew, name="Ann")
    Guest.objects.filter(pk=guest.pk).update(claimed_by=bob)
    guest.refresh_from_db()
    attempt = hand_out(running, crew, alice, s0=guest)
    assert attempt.handouts.get(seat=0).player == bob
    rivals.members.create(player=bob)
    tell(attempt, alice, success=False, sitters={0: guest})
    with pytest.raises(PlaysElsewhere, match="Bob"):
        table_of(running, rivals, bob, 2)


def test_what_a_guest_saw_binds_whoever_says_later_that_it_was_them(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    attempt = hand_out(running, crew, alice)
    tell(attempt, alice, success=False)
    table_of(running, rivals, charlie)
    Guest.objects.filter(name="Ann").update(claimed_by=charlie)
    with pytest.raises(PlaysElsewhere, match="Charlie"):
        hand_out(running, rivals, charlie, 2)
    anonymise.anonymise_member(crew=crew, player=charlie)
    assert not Guest.objects.filter(name="Ann").exists()
    with pytest.raises(PlaysElsewhere, match="Charlie"):
        hand_out(running, rivals, charlie, 2)


def test_one_attempt_at_a_time(running: Challenge, crew: Crew, alice: Player) -> None:
    first = hand_out(running, crew, alice)
    with pytest.raises(CrewBusy, match="stage 1"):
        hand_out(running, crew, alice, 2)
    tell(first, alice, success=False)
    online = table_of(running, crew, alice)
    deal(online, alice)
    with pytest.raises(CrewBusy, match="stage 1"):
        hand_out(running, crew, alice, 2)
    end(online, won=True)
    assert hand_out(running, crew, alice, 2).number == 1


def test_who_has_a_deal_given_out_plays_with_no_other_crew(
    running: Challenge, club: Club, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    """A throwaway crew that has every deal given out buys nothing for the real one."""
    burner = crews.create_crew(player=bob, name="Burner")
    club.entries.create(crew=burner)
    tell(hand_out(running, burner, bob), bob, success=False)
    for number in (1, 2):
        with pytest.raises(PlaysElsewhere, match="Bob"):
            table_of(running, crew, bob, number)
        with pytest.raises(PlaysElsewhere, match="Bob"):
            hand_out(running, crew, bob, number)
    theirs = hand_out(running, crew, alice)
    assert signed_in(bob).get(reverse("real-table", args=(theirs.table_id, 1))).status_code == 409
    with pytest.raises(DealAlreadyKnown, match="Bob"):
        tell(theirs, alice, sitters={0: bob})


def test_entries_that_were_merged_are_one_crew(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    for own, player in ((crew, alice), (rivals, charlie)):
        table = table_of(running, own, player)
        deal(table, player)
        end(table, won=False)
    rivals.members.create(player=alice)
    with pytest.raises(PlaysElsewhere, match="Alice"):
        table_of(running, rivals, alice, 2)
    decision = rulings.Decision(running, olga, "The same people.")
    rulings.merge_entries(decision, crew=crew, into=rivals, counts="better")
    deal_access.ensure_not_with_another_crew(table_of(running, rivals, charlie, 2), alice)
