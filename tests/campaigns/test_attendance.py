"""Attendance by chip, name and tally: former members, substitutes, and claimed guests."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from logbook.campaigns.exceptions import ImpossibleEntry
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors import entries as entry_services
from logbook.campaigns.services import entries, entry_form
from logbook.campaigns.services.entries import Attendee
from logbook.campaigns.services.entry_form import EntryForm
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest, Substitute
from logbook.crews.services import crews, guests
from logbook.people.models.players import Player
from tests.campaigns.scenes import add, campaign, filled, media
from tests.conftest import SignedIn

__all__ = ["campaign", "media"]

DAY = date(2026, 3, 7)


@pytest.fixture
def gus(crew: Crew, campaign: Campaign, alice: Player, bob: Player) -> Guest:
    """A guest whom Bob claims."""
    guest = guests.ensure_guest(crew=crew, name="Gus")
    add(campaign, alice, attendance=[Attendee(alice), Attendee(guest=guest)])
    guests.grant_claim(claim=guests.claim_guest(guest=guest, player=bob), by=alice)
    guest.refresh_from_db()
    return guest


def tally(campaign: Campaign, by: Player) -> LogEntry:
    return entry_form.add_failure(campaign=campaign, by=by, key=uuid4(), mission="1", played_on=DAY)


def written(campaign: Campaign, by: Player, **told: Any) -> LogEntry:
    form = EntryForm(mission="1", won=False, played_on=DAY, **told)
    return entry_form.add_entry_from_form(campaign=campaign, by=by, key=uuid4(), form=form)


def there(entry: LogEntry) -> list[tuple[str | None, str | None, bool]]:
    rows = entry.attendances.order_by("pk")
    return list(rows.values_list("player__name", "guest__name", "substitute"))


# --- the tally


def test_a_tally_leaves_out_who_is_not_here_any_more(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    """A former member, a former substitute, and a player outside the crew who sat there online."""
    for player in (charlie, olga):
        Substitute.objects.create(crew=crew, player=player)
    add(campaign, alice, attendance=[Attendee(who) for who in (alice, bob)] + [Attendee(charlie, substitute=True)])
    crews.leave_crew(crew=crew, player=bob)
    assert there(tally(campaign, alice)) == [("Alice", None, False), ("Charlie", None, True)]
    guests.end_substitute(crew=crew, player=charlie, by=alice)
    last = tally(campaign, alice)
    assert (there(last), last.players) == ([("Alice", None, False)], None)
    seats = [Attendee(alice, captain=True), Attendee(charlie, substitute=True)]
    add(campaign, alice, attendance=seats, source=LogEntry.Source.ONLINE, players=2)
    assert there(tally(campaign, alice)) == [("Alice", None, False)]
    blank = entry_services.blank_entry_form(campaign, alice, "1").initial
    assert blank["present"] == [f"p{alice.pk}"], "as the form has it"


def test_a_tally_keeps_how_many_played_where_everybody_is_here(campaign: Campaign, alice: Player, bob: Player) -> None:
    add(campaign, alice, players=4, attendance=[Attendee(alice), Attendee(bob)])
    assert tally(campaign, bob).players == 4


# --- claimed guests


def test_a_claimed_guest_and_who_claimed_them_are_there_once(
    campaign: Campaign, gus: Guest, alice: Player, bob: Player
) -> None:
    with pytest.raises(ImpossibleEntry, match="Each person can only be listed once"):
        add(campaign, alice, attendance=[Attendee(bob), Attendee(guest=gus)])
    for told in (
        {"present": (f"p{bob.pk}", f"g{gus.pk}")},
        {"present": (f"g{gus.pk}",)},
        {"guest": "gus"},
        {"present": (f"p{bob.pk}",), "guest": "GUS"},
    ):
        assert there(written(campaign, alice, **told)) == [("Bob", None, False)]
    assert there(tally(campaign, alice)) == [("Bob", None, False)]


def test_a_members_name_is_the_member(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    Substitute.objects.create(crew=crew, player=charlie)
    entry = written(campaign, alice, present=(f"p{alice.pk}",), guest=" alice ")
    assert (there(entry), entry.players) == ([("Alice", None, False)], None)
    assert there(written(campaign, alice, present=(f"p{alice.pk}",), guest="Bob"))[1] == ("Bob", None, False)
    assert there(written(campaign, alice, guest="charlie")) == [("Charlie", None, True)]
    assert not Guest.objects.exists()
    crews.leave_crew(crew=crew, player=bob)
    assert there(written(campaign, alice, guest="Bob")) == [(None, "Bob", False)], "no one here has this name any more"


def test_a_correction_shows_one_chip_a_person_and_keeps_the_guest(
    campaign: Campaign, gus: Guest, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    """So that this attempt follows if the claim is withdrawn."""
    entry = LogEntry.objects.get()
    chips = entry_services.entry_form_of(entry, alice)
    assert [person.name for person in chips.people] == ["Alice", "Bob"]
    assert chips.initial["present"] == [f"p{alice.pk}", f"p{bob.pk}"]
    told = filled(present=[f"p{alice.pk}", f"p{bob.pk}"], note="corrected", seen="0")
    answer = signed_in(alice).post(reverse("campaign-entry", args=[campaign.pk, entry.pk]), told)
    assert answer.status_code == 303
    entry.refresh_from_db()
    assert (entry.note, there(entry)) == ("corrected", [("Alice", None, False), (None, "Gus", False)])
    assert "attendance" not in entry.changes.get().after
    entries.correct_entry(entry_id=entry.pk, by=alice, note="again")
