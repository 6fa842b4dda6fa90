"""One person has one visible identity: names that look alike are one, and namesakes are told apart."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors.entries import people_of
from logbook.campaigns.services.campaigns import open_campaign
from logbook.campaigns.services.entry_form import resolve_attendee
from logbook.challenges.forms.sitters import SeatsForm
from logbook.challenges.services.sitters import sitter_of
from logbook.clubs.models import Club, ClubMember
from logbook.crews.exceptions import Namesakes
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest
from logbook.crews.selectors.namesakes import Person, labels_of, labels_of_sitters
from logbook.crews.services.guests import ensure_guest
from logbook.exchange.exceptions import PersonMissing
from logbook.exchange.models import Import
from logbook.exchange.selectors.club_imports import club_import
from logbook.exchange.selectors.imports import import_page
from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.tables.services import tables
from tests.conftest import SignedIn
from tests.exchange.exports_clubs_scenes import bring as bring_club
from tests.exchange.exports_clubs_scenes import exported
from tests.exchange.files import HEADER, bring, confirm, name_columns

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")


@pytest.fixture
def second_alice(crew: Crew) -> Player:
    """Another Alice, who writes herself otherwise, and has been here since May 2024."""
    player = Player.objects.create(name="ALICE")
    CrewMember.objects.create(crew=crew, player=player)
    CrewMember.objects.filter(player=player).update(joined_at=datetime(2024, 5, 3, tzinfo=UTC))
    return player


# --- labels


def test_namesakes_are_told_apart_and_others_keep_their_names() -> None:
    may, june = datetime(2026, 5, 3, 12, tzinfo=UTC), datetime(2026, 6, 3, 12, tzinfo=UTC)
    people = [
        Person("p1", "Ana", may),
        Person("p2", "ANA", may),
        Person("p3", "A\u0301na", june),
        Person("p4", "Ana", may),
        Person("p5", "Ana", june),
        Person("g1", "Ana", is_guest=True),
    ]
    assert labels_of(people, "p1") == {
        "p1": "Ana (you)",
        "p2": "ANA, since May 2026",
        "p3": "A\u0301na",
        "p4": "Ana, since May 2026",
        "p5": "Ana, since June 2026",
        "g1": "Ana (guest)",
    }
    twins = [Person("p1", "Ana", may), Person("p2", "Ana", may)]
    assert labels_of(twins, "") == {"p1": "Ana, since May 2026", "p2": "Ana, since May 2026 (2)"}


# --- the logbook


def test_the_form_of_an_entry_tells_namesakes_apart(
    crew: Crew, campaign: Campaign, alice: Player, bob: Player, second_alice: Player, signed_in: SignedIn
) -> None:
    labels = {one.key: one.name for one in people_of(crew, you=alice.pk)}
    assert labels == {
        f"p{alice.pk}": "Alice (you)",
        f"p{bob.pk}": "Bob",
        f"p{second_alice.pk}": "ALICE, since May 2024",
    }
    page = signed_in(alice).get(reverse("campaign-log", args=(campaign.pk,))).text
    assert "Alice (you)" in page
    assert "ALICE, since May 2024" in page


def test_a_written_name_of_two_is_asked_for(
    crew: Crew, campaign: Campaign, alice: Player, second_alice: Player, signed_in: SignedIn
) -> None:
    with pytest.raises(Namesakes):
        resolve_attendee(crew, "alice")
    with pytest.raises(Namesakes):
        sitter_of(crew, "Alice")
    posted = {"key": str(uuid4()), "mission": "1", "won": "yes", "played_on": "2026-11-01", "guest": "Alice"}
    answer = signed_in(alice).post(reverse("campaign-log", args=(campaign.pk,)), posted)
    assert answer.status_code == 422
    assert "Several people here are called Alice. Choose the right one from the list." in answer.text
    assert not LogEntry.objects.exists()


def test_one_name_in_two_normal_forms_is_one_person(crew: Crew, campaign: Campaign, alice: Player) -> None:
    zoe = ensure_guest(crew=crew, name="Zoe\u0301")
    assert ensure_guest(crew=crew, name="ZO\u00c9") == zoe
    assert ensure_guest(crew=crew, name="Z\u200do\u00e9") == zoe
    old = Guest.objects.create(crew=crew, name="Ren\u00e9")
    Guest.objects.filter(pk=old.pk).update(name="Rene\u0301")  # As it was stored before.
    assert ensure_guest(crew=crew, name="ren\u00e9") == old
    Player.objects.filter(pk=alice.pk).update(name="E\u0301lodie")
    assert resolve_attendee(crew, "\u00e9lodie").player == alice


def test_several_guests_are_entered_at_once(crew: Crew, campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("campaign-log", args=(campaign.pk,))
    posted = {"mission": "1", "won": "yes", "played_on": "2026-11-01", "present": [f"p{alice.pk}"]}
    assert client.post(address, posted | {"key": str(uuid4()), "guest": "Ole, Pia, Quim"}).status_code == 303
    entry = LogEntry.objects.get()
    assert (entry.players, entry.played_on) == (4, date(2026, 11, 1))
    assert sorted(Guest.objects.values_list("name", flat=True)) == ["Ole", "Pia", "Quim"]
    again = client.get(address).context["form"]
    assert len(again.initial["present"]) == 4
    refused = client.post(address, posted | {"key": str(uuid4()), "guest": f"Ole, {'x' * 41}"})
    assert (refused.status_code, "up to 40 characters" in refused.text) == (422, True)


# --- seats


def test_seats_tell_namesakes_apart(crew: Crew, alice: Player, bob: Player, second_alice: Player) -> None:
    people = [alice, bob, second_alice]
    form = SeatsForm(people=people, labels=labels_of_sitters(crew.pk, people, alice.pk), seats=[0])
    field = form.fields["seat_0"]
    assert [str(label) for _key, label in field.choices][1:] == [  # type: ignore[attr-defined]
        *("Alice (you)", "Bob", "ALICE, since May 2024")
    ]


# --- files that come in


def test_an_import_asks_which_namesake_it_is(
    crew: Crew, alice: Player, second_alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)
    content = f"{HEADER}1,2024-03-01,won,no,2,Alice; Zoe\u0301,\n2,2024-03-01,won,no,2,alice; Zo\u00e9,\n".encode()
    job = name_columns(bring(crew, alice, content, "rows.csv"))
    people = {one.name: one for one in import_page(job).people}
    assert set(people) == {"Alice", "Zo\u00e9"}, "one person each, however the name is written"
    assert (people["Alice"].suggestion, people["Alice"].hint) == ("", "Several people in this crew have this name.")
    labels = [option.label for option in people["Alice"].options]
    assert labels[0] == "Choose"
    assert {"Alice (you)", "ALICE, since May 2024"} < set(labels)
    with pytest.raises(PersonMissing):
        confirm(job)
    confirm(job, {"alice": f"player:{second_alice.pk}"})
    assert {one.player for entry in LogEntry.objects.all() for one in entry.attendances.exclude(player=None)} == {
        second_alice
    }


# --- lobbies


def test_the_lobby_tells_namesakes_of_the_crew_apart(
    crew: Crew, alice: Player, bob: Player, second_alice: Player, signed_in: SignedIn
) -> None:
    table = tables.open_table(player=bob, game="planet-nine", mission="4", players=3, crew=crew)
    page = signed_in(bob).get(reverse("table", args=(table.pk,))).text
    since = date_format(timezone.localtime(crew.members.get(player=alice).joined_at), "YEAR_MONTH_FORMAT")
    assert f'<option value="{alice.pk}">Alice, since {since}</option>' in page
    assert f'<option value="{second_alice.pk}">ALICE, since May 2024</option>' in page
    tables.take_seat(table=table, player=alice)
    page = signed_in(alice).get(reverse("table", args=(table.pk,))).text
    assert f'<option value="{second_alice.pk}">ALICE, since May 2024</option>' in page, "the other one has a seat"
    tables.leave_seat(table_id=table.pk, player=alice)
    page = signed_in(alice).get(reverse("table", args=(table.pk,))).text
    assert f'<option value="{alice.pk}">Alice (you)</option>' in page


def test_the_import_of_a_club_tells_namesakes_among_its_members_apart(
    club: Club, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    Player.objects.filter(pk=bob.pk).update(name="ALICE")
    for player, year in ((alice, 2024), (bob, 2025)):
        ClubMember.objects.filter(player=player).update(joined_at=datetime(year, 5, 3, tzinfo=UTC))
    job = bring_club(alice, exported(club, alice).encode())
    labels = {member.key: member.label for member in club_import(job).members}
    assert sorted(labels.values()) == ["ALICE, since May 2025", "Alice, since May 2024", "Olga"]
    assert ">Alice, since May 2024</option>" in signed_in(alice).get(reverse("import", args=(job.pk,))).text
    Import.objects.update(findings={**job.findings, "members": [one[:2] for one in job.findings["members"]]})
    job.refresh_from_db()
    assert {member.name for member in club_import(job).members} == {"ALICE", "Alice", "Olga"}, "read before an upgrade"
