"""A crew's people: claims, substitutes, merges and splits, anonymised members."""

from __future__ import annotations

import json
import time
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from logbook.campaigns.exceptions import ImpossibleEntry
from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange, MissionLog
from logbook.campaigns.selectors import entries as entry_services
from logbook.campaigns.selectors import other_crews
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries, entry_form, photos
from logbook.campaigns.services.entries import Attendee
from logbook.campaigns.services.entry_form import EntryForm
from logbook.crews.exceptions import (
    ClaimAnswered,
    ClaimantPresent,
    CrewGone,
    GuestAlreadyClaimed,
    MergeEnded,
    NotAFounder,
    NotYourCrew,
    OwnClaim,
    SameCrew,
    SplitIncomplete,
)
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim
from logbook.crews.models.notes import CrewNote
from logbook.crews.services import anonymise, crews, guests, merge
from logbook.exchange.selectors import crews as exchange_crews
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.tables.models import Seat, Table

DAY = date(2026, 3, 7)


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")


@pytest.fixture
def zoe(crew: Crew) -> Guest:
    return guests.ensure_guest(crew=crew, name="Zoe")


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def add(campaign: Campaign, by: Player, *there: Attendee, mission: str = "1", **told: Any) -> LogEntry:
    said: dict[str, Any] = {"won": False, "played_on": DAY, "attendance": there or [Attendee(by)]} | told
    return entries.add_entry(campaign=campaign, by=by, key=uuid4(), mission=mission, **said)


def exported(crew: Crew) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(exchange_crews.crew_json(crew, [])))
    return found


# --- guests who claim their history


def test_a_guest_claims_their_history_and_another_member_confirms(
    campaign: Campaign, zoe: Guest, alice: Player, bob: Player
) -> None:
    entry = add(campaign, alice, Attendee(alice), Attendee(guest=zoe))
    claim = guests.claim_guest(guest=zoe, player=bob)
    assert guests.claim_guest(guest=zoe, player=bob) == claim
    with pytest.raises(OwnClaim):
        guests.grant_claim(claim=claim, by=bob)
    for _twice in range(2):
        guests.grant_claim(claim=claim, by=alice)
    zoe.refresh_from_db()
    assert zoe.claimed_by == bob
    assert "Bob" in entry_services.attendance_by_entry([entry.pk])[entry.pk]
    assert CrewNote.objects.get().kind == "claimed"
    with pytest.raises(GuestAlreadyClaimed):
        guests.claim_guest(guest=zoe, player=alice)


def test_a_claim_is_declined_or_taken_back(campaign: Campaign, zoe: Guest, alice: Player, bob: Player) -> None:
    add(campaign, alice, Attendee(alice), Attendee(guest=zoe))
    claim = guests.claim_guest(guest=zoe, player=bob)
    for _twice in range(2):
        guests.decline_claim(claim=claim, by=alice)
    with pytest.raises(ClaimAnswered):
        guests.grant_claim(claim=claim, by=alice)
    again = guests.claim_guest(guest=zoe, player=bob)
    guests.grant_claim(claim=again, by=alice)
    with pytest.raises(ClaimAnswered):
        guests.decline_claim(claim=again, by=alice)
    for _twice in range(2):
        guests.take_back_claim(claim=again, by=bob)
    zoe.refresh_from_db()
    assert zoe.claimed_by is None
    assert list(CrewNote.objects.order_by("pk").values_list("kind", flat=True)) == ["claimed", "unclaimed"]


def test_who_sat_beside_the_guest_was_not_the_guest(
    campaign: Campaign, zoe: Guest, alice: Player, bob: Player, charlie: Player
) -> None:
    add(campaign, alice, Attendee(bob), Attendee(guest=zoe))
    with pytest.raises(ClaimantPresent):
        guests.claim_guest(guest=zoe, player=bob)
    with pytest.raises(NotYourCrew):
        guests.claim_guest(guest=zoe, player=charlie)


def test_one_of_two_who_claim_a_guest_is_declined(
    campaign: Campaign, zoe: Guest, crew: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    crews.join_crew(crew=crew, player=charlie)
    one, other = (guests.claim_guest(guest=zoe, player=player) for player in (bob, charlie))
    guests.grant_claim(claim=one, by=charlie)
    other.refresh_from_db()
    assert other.state == GuestClaim.State.DECLINED


# --- substitutes


def test_a_substitute_comes_by_a_link_and_reads_nothing(
    campaign: Campaign, crew: Crew, alice: Player, charlie: Player
) -> None:
    link = invitations.create_invitation(by=alice, crew=crew, as_substitute=True)
    assert invitations.create_invitation(by=alice, crew=crew) != link
    for _twice in range(2):
        invitations.accept_invitation(invite=link, player=charlie)
    assert not crew.members.filter(player=charlie).exists()
    assert "Charlie" in [one.name for one in entry_services.people_of(crew)]
    form = EntryForm(mission="1", won=False, played_on=DAY, present=(f"p{alice.pk}", f"p{charlie.pk}"))
    entry = entry_form.add_entry_from_form(campaign=campaign, by=alice, key=uuid4(), form=form)
    assert entry.attendances.get(player=charlie).substitute
    assert not entry.attendances.get(player=alice).substitute
    guests.end_substitute(crew=crew, player=charlie, by=charlie)
    with pytest.raises(ImpossibleEntry):
        add(campaign, alice, Attendee(charlie))
    assert entry.attendances.filter(player=charlie).exists()


# --- two crews become one


@pytest.fixture
def borealis(charlie: Player) -> Crew:
    return crews.create_crew(player=charlie, name="Borealis")


def joined(crew: Crew, by: Player, into: Crew, founder: Player) -> Crew:
    return merge.accept_merge(proposal=merge.propose_merge(crew=crew, by=by), into=into, by=founder)


def test_a_crew_becomes_part_of_another(
    campaign: Campaign, crew: Crew, borealis: Crew, zoe: Guest, alice: Player, bob: Player, charlie: Player
) -> None:
    link = invitations.create_invitation(by=alice, crew=crew)
    first = add(campaign, alice, Attendee(alice, captain=True), Attendee(guest=zoe, substitute=True), distress=True)
    entries.correct_entry(entry_id=first.pk, by=bob, note="so close", attendance=[Attendee(alice), Attendee(guest=zoe)])
    entries.remove_entry(entry_id=add(campaign, bob).pk, by=bob)
    add(campaign, bob, won=True)
    proposal = merge.propose_merge(crew=crew, by=alice)
    assert merge.propose_merge(crew=crew, by=alice) == proposal
    for _twice in range(2):
        merge.accept_merge(proposal=proposal, into=borealis, by=charlie)
    copied = Campaign.objects.get(crew=borealis)
    assert (copied.copied_from, copied.opened_at, copied.closed_at) == (campaign, campaign.opened_at, None)
    assert told(copied) == told(campaign)
    assert set(borealis.members.filter(left_at=None).values_list("player__name", flat=True)) == {
        "Alice",
        "Bob",
        "Charlie",
    }
    crew.refresh_from_db()
    campaign.refresh_from_db()
    assert (crew.became, crew.members.filter(left_at=crew.became_at).count()) == (borealis, 2)
    assert campaign.closed_at == crew.became_at
    link.refresh_from_db()
    assert not link.is_open
    assert Guest.objects.get(crew=borealis).name == "Zoe"
    change = LogEntryChange.objects.filter(entry__campaign=copied).earliest("pk")
    assert change.before["attendance"][1]["guest"] == Guest.objects.get(crew=borealis).pk
    assert [note.kind for note in borealis.notes.all()] == ["took-in"]


def told(campaign: Campaign) -> list[tuple[Any, ...]]:
    rows = campaign.entries.order_by("pk").prefetch_related("attendances__player", "attendances__guest", "changes")
    return [
        (
            *(row.mission, row.won, row.distress, row.key, row.note, row.players, row.logged_by_id, row.logged_at),
            row.removed_at,
            [(str(one.player or one.guest), one.captain, one.substitute) for one in row.attendances.all()],
            [(change.by_id, change.at, sorted(change.after)) for change in row.changes.all()],
        )
        for row in rows
    ]


def test_copies_count_once_in_the_world(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, charlie: Player
) -> None:
    add(campaign, alice, won=True)
    joined(crew, alice, borealis, charlie)
    assert list(MissionLog.objects.order_by("pk").values_list("original", "won", "attempts")) == [
        (True, True, 1),
        (False, True, 1),
    ]
    assert other_crews._all_counts("planet-nine")["1"] == [[1, 1]]
    before = list(MissionLog.objects.order_by("pk").values())
    campaign_services.recompute_all_missions()
    assert list(MissionLog.objects.order_by("pk").values()) == before


def test_only_founders_join_crews_and_each_once(
    crew: Crew, borealis: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    with pytest.raises(NotAFounder):
        merge.propose_merge(crew=crew, by=bob)
    proposal = merge.propose_merge(crew=crew, by=alice)
    with pytest.raises(SameCrew):
        merge.accept_merge(proposal=proposal, into=crew, by=alice)
    with pytest.raises(NotAFounder):
        merge.accept_merge(proposal=proposal, into=borealis, by=olga)
    merge.decline_merge(proposal=proposal, by=charlie)
    with pytest.raises(MergeEnded):
        merge.accept_merge(proposal=proposal, into=borealis, by=charlie)
    again = merge.propose_merge(crew=crew, by=alice)
    assert again != proposal
    merge.take_back_merge(crew=crew, by=alice)
    with pytest.raises(MergeEnded):
        merge.accept_merge(proposal=again, into=borealis, by=charlie)
    joined(crew, alice, borealis, charlie)
    with pytest.raises(CrewGone):
        crews.join_crew(crew=crew, player=olga)
    with pytest.raises(NotAFounder):  # The crew has no members left.
        merge.propose_merge(crew=crew, by=alice)


def test_guests_of_one_name_stay_apart_if_their_history_is_somebodys(
    campaign: Campaign, crew: Crew, borealis: Crew, zoe: Guest, alice: Player, bob: Player, charlie: Player
) -> None:
    gus = guests.ensure_guest(crew=crew, name="Gus")
    add(campaign, alice, Attendee(guest=zoe), Attendee(guest=gus))
    Guest.objects.filter(pk=zoe.pk).update(claimed_by=bob)
    guests.ensure_guest(crew=borealis, name="zoe")
    guests.ensure_guest(crew=borealis, name="gus")
    joined(crew, alice, borealis, charlie)
    found = dict(Guest.objects.filter(crew=borealis).values_list("name", "claimed_by__name"))
    assert found == {"zoe": None, "gus": None, "Zoe (Aurora)": "Bob"}


def test_large_histories_are_copied_in_few_queries(
    campaign: Campaign, crew: Crew, borealis: Crew, zoe: Guest, alice: Player, bob: Player, charlie: Player
) -> None:
    queries = []
    for size in (1_000, 5_000):
        more = size - campaign.entries.count()
        made = LogEntry.objects.bulk_create(
            LogEntry(campaign=campaign, mission=str(n % 50 + 1), won=n % 3 == 0, played_on=DAY, logged_by=alice)
            for n in range(more)
        )
        Attendance.objects.bulk_create(
            Attendance(entry=entry, player=player, guest=guest)
            for entry in made
            for player, guest in ((alice, None), (bob, None), (charlie, None), (None, zoe))
        )
        Campaign.objects.filter(copied_from=campaign).delete()
        begun = time.process_time()
        with CaptureQueriesContext(
            connection,
        ) as captured:
            merge.split_crew(crew=crew, by=alice, key=uuid4(), name="Cygnus", members=[], campaigns=[campaign.pk])
        took = time.process_time() - begun
        queries.append(len(captured))
    assert Attendance.objects.filter(entry__campaign__copied_from=campaign).count() == 20_000
    assert queries[0] == queries[1] < 40
    assert took < 5


# --- a crew parts


def test_some_found_a_crew_of_their_own_once(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    add(campaign, alice, won=True)
    kept = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Summer")
    key = uuid4()
    told_to: dict[str, Any] = {"members": [alice.pk], "campaigns": [campaign.pk]}
    for _twice in range(2):
        made = merge.split_crew(crew=crew, by=bob, key=key, name="Cygnus", **told_to)
    assert Crew.objects.filter(name="Cygnus").count() == 1
    assert set(made.members.values_list("player__name", "role")) == {("Bob", "founder"), ("Alice", "member")}
    assert [one.copied_from for one in made.campaigns.all()] == [campaign]
    assert crew.members.filter(left_at=None).count() == 2
    assert kept.copies.count() == 0
    with pytest.raises(NotYourCrew):
        merge.split_crew(crew=crew, by=charlie, key=uuid4(), name="X", **told_to)
    for wrong in ({"members": [charlie.pk]}, {"campaigns": [campaign.pk + 99]}, {"name": " "}):
        with pytest.raises(SplitIncomplete):
            merge.split_crew(crew=crew, by=bob, key=uuid4(), **({"name": "X"} | told_to | wrong))
    assert Crew.objects.count() == 2


# --- a name is taken away


def test_who_takes_their_name_away_is_somebody_in_everything(
    campaign: Campaign, crew: Crew, zoe: Guest, alice: Player, bob: Player
) -> None:
    entry = add(campaign, bob, Attendee(bob, captain=True), Attendee(alice))
    entries.correct_entry(entry_id=entry.pk, by=bob, attendance=[Attendee(bob), Attendee(alice, captain=True)])
    add(campaign, alice, Attendee(guest=zoe), Attendee(alice))
    campaign_services.open_campaign(crew=crew, by=bob, game="deep-sea", name="Summer")
    guests.grant_claim(claim=guests.claim_guest(guest=zoe, player=bob), by=alice)
    table = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew, opened_by=bob)
    Seat.objects.create(table=table, number=0, player=bob)
    assert "Bob" in json.dumps(exported(crew))
    people = [row["player"] for row in LogEntryChange.objects.get().before["attendance"]]
    assert bob.pk in people
    for _twice in range(2):
        anonymise.anonymise_member(crew=crew, player=bob)
    out = json.dumps(exported(crew)) + "".join(exchange_crews.crew_table(crew, "en"))
    assert "Bob" not in out
    assert "Zoe" not in out
    assert "Alice" in out
    assert sorted(Attendance.objects.values_list("player__name", flat=True), key=str) == ["Alice", "Alice", None, None]
    assert bob.pk not in [row["player"] for row in LogEntryChange.objects.get().before["attendance"]]
    assert not CrewMember.objects.filter(player=bob).exists()
    assert [note.kind for note in crew.notes.all()][:1] == ["name-taken"]
    assert CrewNote.objects.filter(crew=crew, kind="name-taken").count() == 1
    assert not CrewNote.objects.filter(by=bob).exists()
    assert not Invite.objects.filter(created_by=bob).exists()


def test_copies_forget_the_name_too_but_where_the_person_still_is(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    add(campaign, bob, Attendee(bob), Attendee(alice))
    made = merge.split_crew(crew=crew, by=alice, key=uuid4(), name="Cygnus", members=[], campaigns=[campaign.pk])
    mine = merge.split_crew(crew=crew, by=bob, key=uuid4(), name="Draco", members=[], campaigns=[campaign.pk])
    anonymise.anonymise_member(crew=crew, player=bob)
    assert "Bob" not in json.dumps(exported(made))
    assert "Bob" in json.dumps(exported(mine))


@pytest.mark.parametrize("too", [True, False])
def test_photos_stay_unless_they_are_taken_along(
    campaign: Campaign,
    crew: Crew,
    alice: Player,
    bob: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    too: bool,
) -> None:
    names = {who: default_storage.save(f"photos/{who.name}.jpg", ContentFile(b"x")) for who in (alice, bob)}
    for who, name in names.items():
        add(campaign, who, photo=name)
    with django_capture_on_commit_callbacks(execute=True):
        anonymise.anonymise_member(crew=crew, player=bob, photos=too)
    assert default_storage.exists(names[bob]) is not too
    assert default_storage.exists(names[alice])
    assert LogEntry.objects.exclude(photo="").count() == (1 if too else 2)


def test_a_photo_that_a_copy_shows_stays(
    campaign: Campaign,
    crew: Crew,
    alice: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    name = default_storage.save("photos/one.jpg", ContentFile(b"x"))
    entry = add(campaign, alice, photo=name)
    merge.split_crew(crew=crew, by=alice, key=uuid4(), name="Cygnus", members=[], campaigns=[campaign.pk])
    for gone in (False, True):
        with django_capture_on_commit_callbacks(execute=True):
            LogEntry.objects.filter(pk=entry.pk).update(photo="")
            if gone:
                LogEntry.objects.update(photo="")
            photos.drop_photo(name)
        assert default_storage.exists(name) is not gone
