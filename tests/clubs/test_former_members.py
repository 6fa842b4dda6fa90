"""Former members are strangers: on every page and link, in lists, mails and copied tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.test import Client
from django.urls import reverse

from logbook.api.throttles import AddressThrottle, CallerThrottle
from logbook.campaigns import access as logbooks
from logbook.campaigns.access import campaign_for, campaigns_of, entry_for
from logbook.campaigns.selectors import entries
from logbook.campaigns.services import entry_form
from logbook.campaigns.services.entries import Attendee
from logbook.challenges.access.challenges import challenge_for, challenges_of
from logbook.challenges.access.deals import stage_for
from logbook.challenges.access.real_tables import crew_table_for
from logbook.challenges.access.replays import replay_for
from logbook.challenges.exceptions import PlayedOnline
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors import sheets
from logbook.challenges.services import challenges, reports
from logbook.clubs.access import (
    acquaintances_of,
    club_for,
    clubs_of,
    entered_crew_for,
    is_inside,
    member_of_club_for,
    own_invite_for,
    readable_club_for,
)
from logbook.clubs.models import Club
from logbook.clubs.selectors import clubs as club_pages
from logbook.clubs.services import clubs, news
from logbook.crews.access import crew_for, crews_of, founded_crew_member_for, readable_crew_for
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.selectors import crews as crew_pages
from logbook.crews.selectors import members as crews_people
from logbook.crews.services import crews
from logbook.exchange.access import files, imports
from logbook.exchange.models import Import
from logbook.lib.exceptions import Refusal
from logbook.notifications.models import ClubEvent, OutboxMail
from logbook.notifications.services import digests, mails, outbox
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.seasons.access import season_for
from logbook.seasons.models.seasons import Season
from logbook.tables.access import table_for, tables_of
from logbook.tables.models import Table
from logbook.tables.services import tables as table_services
from tests import wide
from tests.challenges.scenes import HOUR, NOON
from tests.clubs.ways_out import (
    OUT_OF_THE_CLUB,
    OUT_OF_THE_CREW,
    alice_there,
    is_removed_from_the_club,
    leaves,
    merges,
    stays,
    the_crew_is_taken_out,
)
from tests.conftest import SignedIn, person
from tests.notifications.scenes import choose
from tests.site import world as stage
from tests.site.permissions_scenes import answered
from tests.site.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Go = Callable[[World, Player], object]


@pytest.fixture
def zoe(crew: Crew) -> Player:
    """She is in the crew, and by that in the club."""
    zoe = person("Zoe")
    CrewMember.objects.create(crew=crew, player=zoe)
    return zoe


@pytest.fixture
def world(crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player, zoe: Player) -> World:
    with time_machine.travel(NOON + HOUR, tick=False):
        return stage.build(crew, club, running, alice, bob, guest)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON + HOUR, tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here one asks for more within a minute than programs may."""
    for throttle in (CallerThrottle, AddressThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"caller": "9999999/min", "address": "9999999/min"})


# --- pages

FORMER = {"crew-name"}
"""A former member of a crew may still be anonymised in it."""


def walked(world: World, browser: Client, only: Collection[str] = ()) -> dict[str, int]:
    """What every page and operation answers, by its name; or only those that are named."""
    named = [(name, blanks) for name, blanks in stage.patterns() if not only or name in only]
    filled = {name: {key: world.fill(name, key) for key in blanks} for name, blanks in named}
    return {name: answered(browser, "GET", reverse(name, kwargs=filled[name])) for name, _blanks in named}


def differing(one: dict[str, int], other: dict[str, int]) -> set[str]:
    return {name for name in one if one[name] != other[name]}


def walked_after(world: World, browser: Client, go: Go, player: Player, only: Collection[str] = ()) -> dict[str, int]:
    """What is answered once they have gone, which is then taken back."""
    with transaction.atomic():
        go(world, player)
        found = walked(world, browser, only)
        transaction.set_rollback(True)
    return found


@pytest.mark.once
def test_who_is_no_longer_a_member_is_answered_like_a_stranger(
    world: World, zoe: Player, charlie: Player, signed_in: SignedIn
) -> None:
    """At every address of the site; once gone by the first way, by the others where members were answered otherwise."""
    stranger, browser = walked(world, signed_in(charlie)), signed_in(zoe)
    before = walked(world, browser)
    inside = differing(before, stranger)
    assert {"crew", "campaign", "club", "challenge", "table", "season", "api-crew", "api-campaign"} <= inside
    for go in OUT_OF_THE_CREW:
        only = () if go is leaves or wide.WIDE else inside
        assert differing(walked_after(world, browser, go, zoe, only), stranger) <= FORMER, go
    of_the_club: tuple[Go, ...] = (is_removed_from_the_club, the_crew_is_taken_out)
    for turn in of_the_club:
        now = walked_after(world, browser, turn, zoe, () if wide.WIDE else inside)
        assert {"club", "challenge", "season", "api-club", "api-challenge"} <= differing(now, before)
        assert not [name for name in differing(now, before) if now[name] != stranger[name]], turn
        assert now["crew"] == now["campaign"] == now["api-crew"] == 200


# --- doors


Reader = Callable[[Player, World], object]


def _waiting(world: World) -> Table:
    """The crew's table at the challenge's second stage, where no player sits."""
    table = Table.objects.create(
        game="planet-nine", mission="4", players=3, crew=world.crew, stage=world.challenge.stages.get(number=2)
    )
    table_services.create_seats(table, [])
    return table


def _second_club(player: Player) -> Club:
    return clubs.create_club(player=player, name="Day Watch")


def _play(player: Player, world: World) -> object:
    second = world.challenge.stages.get(number=2)
    return challenges.open_challenge_table(challenge=world.challenge, stage=second, crew=world.crew, player=player)


def _done(do: Callable[..., object], **given: object) -> bool:
    """True where it is not refused."""
    do(**given)
    return True


def _may_report(player: Player, world: World) -> bool:
    """Whether they are told what is wrong with the report, and not that it is none of theirs."""
    try:
        reports.ensure_report_possible(table_id=world.played.pk, number=1, player=player)
    except PlayedOnline:
        return True
    return False


OF_THE_CREW: dict[str, Reader] = {
    "crews_of": lambda p, w: crews_of(p).contains(w.crew),
    "crew_for": lambda p, w: crew_for(p, w.crew.slug),
    "readable_crew_for": lambda p, w: readable_crew_for(p, w.crew.slug),
    "campaigns_of": lambda p, w: campaigns_of(p).contains(w.campaign),
    "readable_campaigns_of": lambda p, w: logbooks.readable_campaigns_of(p).contains(w.campaign),
    "campaign_for": lambda p, w: campaign_for(p, w.campaign.pk),
    "line_for": lambda p, w: entry_for(p, w.campaign.pk, w.line.pk),
    "tables_of": lambda p, w: tables_of(p).contains(w.free),
    "table_for": lambda p, w: table_for(p, w.free.pk),
    "table_for at the challenge": lambda p, w: table_for(p, w.played.pk),
    "crew_table_for": lambda p, w: crew_table_for(p, w.played.pk),
    "imports_of": lambda p, w: imports.imports_of(p).exists(),
    "import_for": lambda p, w: imports.import_for(p, Import.objects.get().pk),
    "own_invite_for": lambda p, w: own_invite_for(p, invitations.create_invitation(by=alice_there(), crew=w.crew).pk),
    "entered_crew_for": lambda p, w: entered_crew_for(p, w.club, w.crew.slug),
    "acquaintances_of": lambda p, w: acquaintances_of(p).contains(alice_there()),
    "is an acquaintance": lambda p, w: acquaintances_of(alice_there()).contains(p),
    "files": lambda p, w: w.crew.pk in files.reader_of(p, w.club).own,
    "own of the club's page": lambda p, w: [c for c in club_pages.club_page(w.club, p).crews if c.mine],
    "crews_listed": lambda p, w: crew_pages.crew_list(p).contains(w.crew),
    "the crew's page": lambda p, w: [m for m in crew_pages.crew_page(w.crew).members if m.player == p],
    "people_of a line": lambda p, w: [one for one in entries.people_of(w.crew) if one.name == p.name],
    "members_of for a real table": lambda p, w: sheets.members_of(w.crew.pk).contains(p),
    "members_to_go": lambda p, w: p in crews_people.members_to_go(w.crew, besides=alice_there()),
    "here_today": lambda p, w: entry_form.current_attendees(w.crew, [Attendee(p)]),
    "somebody_named": lambda p, w: entry_form.resolve_attendee(w.crew, p.name).player,
    "founded_crew_member_for": lambda p, w: founded_crew_member_for(alice_there(), w.crew.slug, p.pk),
    "is_member": lambda p, w: crews.is_member(w.crew, p),
    "table_open": lambda p, w: table_services.open_table(
        player=p, game="planet-nine", mission="1", players=3, crew=w.crew
    ),
    "seat_take at the challenge": lambda p, w: table_services.take_seat(table=_waiting(w), player=p),
    "seat_put": lambda p, w: table_services.put_in_seat(table_id=w.free.pk, by=alice_there(), player=p, number=3),
    "bot_put": lambda p, w: _done(table_services.put_bot, table_id=w.free.pk, by=p, number=3, bot="random"),
    "crew_enter": lambda p, w: _done(clubs.enter_crew, club=_second_club(p), crew=w.crew, player=p),
    "crew_withdraw": lambda p, w: _done(clubs.withdraw_crew, club=w.club, crew=w.crew, player=p),
    "challenge_play": _play,
    "report": _may_report,
}

OF_THE_CLUB: dict[str, Reader] = {
    "clubs_of": lambda p, w: clubs_of(p).contains(w.club),
    "club_for": lambda p, w: club_for(p, w.club.slug),
    "readable_club_for": lambda p, w: readable_club_for(p, w.club.slug),
    "is_inside": lambda p, w: is_inside(p, w.club),
    "challenges_of": lambda p, w: challenges_of(p).contains(w.challenge),
    "challenge_for": lambda p, w: challenge_for(p, w.challenge.pk),
    "season_for": lambda p, w: season_for(p, Season.objects.get().pk),
    "stage_for": lambda p, w: stage_for(p, w.challenge.pk, 1),
    "member_of_club_for": lambda p, w: member_of_club_for(p, w.club, alice_there().pk),
    "is one of member_of_club_for": lambda p, w: member_of_club_for(alice_there(), w.club, p.pk),
    "knows the organizer": lambda p, w: acquaintances_of(p).contains(Player.objects.get(name="Olga")),
    "the organizer knows": lambda p, w: acquaintances_of(Player.objects.get(name="Olga")).contains(p),
    "players of the club": lambda p, w: w.club.players().contains(p),
    "audience_of": lambda p, w: outbox.audience_of(w.club).contains(p),
    "clubs_weekly": lambda p, w: w.club in outbox.clubs_weekly(p),
    "challenge_play": _play,
}


def open_ones(readers: dict[str, Reader], player: Player, world: World) -> set[str]:
    """The doors that let the player in, and the lists on which they are."""
    return {name for name, ask in readers.items() if _lets_in(ask, player, world)}


def _lets_in(ask: Reader, player: Player, world: World) -> bool:
    with transaction.atomic():
        try:
            found = bool(ask(player, world))
        except (Http404, PermissionDenied, Refusal):
            found = False
        transaction.set_rollback(True)
    return found


def test_members_are_let_in_everywhere(world: World, zoe: Player) -> None:
    assert open_ones(OF_THE_CREW, zoe, world) == set(OF_THE_CREW)
    assert open_ones(OF_THE_CLUB, zoe, world) == set(OF_THE_CLUB)


@pytest.mark.parametrize("go", OUT_OF_THE_CREW)
def test_no_door_of_the_crew_lets_a_former_member_in(world: World, zoe: Player, go: Go) -> None:
    go(world, zoe)
    assert open_ones(OF_THE_CREW, zoe, world) == set()


READ_STILL = {"readable_crew_for", "readable_campaigns_of", "campaign_for", "line_for"}
"""Members of a merged crew can still read its pages."""
COMES_ALONG = {"acquaintances_of", "is an acquaintance", "tables_of", "table_for", "seat_put", "bot_put"}
"""Its people meet in the other crew, to which its free tables went."""


def test_a_crew_that_merged_is_read_and_no_more(world: World, zoe: Player) -> None:
    merges(world, zoe)
    assert open_ones(OF_THE_CREW, zoe, world) == READ_STILL | COMES_ALONG


@pytest.mark.parametrize("go", OUT_OF_THE_CLUB)
def test_no_door_of_the_club_lets_in_who_no_longer_plays_there(world: World, zoe: Player, go: Go) -> None:
    go(world, zoe)
    assert open_ones(OF_THE_CLUB, zoe, world) == set()


@pytest.mark.parametrize("go", [is_removed_from_the_club, the_crew_is_taken_out])
def test_who_no_longer_plays_in_the_club_is_still_in_the_crew(world: World, zoe: Player, go: Go) -> None:
    go(world, zoe)
    shut = {"challenge_play", "entered_crew_for", "crew_withdraw", "own of the club's page"}
    shut |= {"table_for at the challenge", "crew_table_for", "seat_take at the challenge"}
    assert set(OF_THE_CREW) - open_ones(OF_THE_CREW, zoe, world) <= shut
    assert "challenge_play" not in open_ones(OF_THE_CREW, zoe, world)


@pytest.mark.parametrize("go", OUT_OF_THE_CREW)
def test_a_former_member_no_longer_sees_a_table_they_reached_first(world: World, zoe: Player, go: Go) -> None:
    Table.objects.filter(pk=world.played.pk).update(opened_by=zoe)
    assert table_for(zoe, world.played.pk) == world.played
    go(world, zoe)
    with pytest.raises(Http404):
        table_for(zoe, world.played.pk)


@pytest.mark.parametrize("go", OUT_OF_THE_CREW)
def test_no_replay_of_the_crew_opens_to_a_former_member(world: World, zoe: Player, go: Go) -> None:
    Table.objects.filter(pk=world.played.pk).update(stage=None)
    assert replay_for(zoe, world.attempt.pk) == world.attempt
    assert files.opened_to(zoe, [world.crew]) == {world.attempt.pk}
    go(world, zoe)
    assert not files.opened_to(zoe, [world.crew])
    with pytest.raises(Http404):
        replay_for(zoe, world.attempt.pk)


# --- mails


@pytest.mark.parametrize("go", [stays, *OUT_OF_THE_CLUB])
def test_no_mail_of_the_club_goes_to_who_no_longer_plays_there(world: World, zoe: Player, olga: Player, go: Go) -> None:
    choose(zoe, world.club, "each")
    ClubEvent.objects.all().delete()
    news.write_news(club=world.club, by=olga, title="We meet", text="x")
    outbox.challenge_changed(world.challenge.pk, "closing")
    go(world, zoe)
    for pk in ClubEvent.objects.filter(challenge=world.challenge, kind="closing").values_list("pk", flat=True):
        outbox.fan_out_event(club_event_id=pk)
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get(kind="news").pk)
    for pk in OutboxMail.objects.values_list("pk", flat=True):
        mails.send_outbox_mail(outbox_mail_id=pk)
    assert len([letter for letter in mail.outbox if letter.to == ["zoe@example.org"]]) == (2 if go is stays else 0)


@pytest.mark.parametrize("go", [stays, *OUT_OF_THE_CLUB])
def test_no_digest_is_written_for_who_no_longer_plays_in_a_club(
    world: World, zoe: Player, olga: Player, go: Go, clock: time_machine.Traveller
) -> None:
    news.write_news(club=world.club, by=olga, title="We meet", text="x")
    go(world, zoe)
    clock.move_to(datetime(2026, 11, 23, 8, tzinfo=UTC) + HOUR)
    digests.write_digests()
    assert OutboxMail.objects.filter(player=zoe, event="digest").exists() == (go is stays)
    assert OutboxMail.objects.filter(player=olga, event="digest").exists()


# --- copied tables


def next_one(table: Table, by: Player) -> Table:
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    return table_services.open_next_table(table_id=table.pk, player=by)


@pytest.mark.parametrize("go", [*OUT_OF_THE_CREW, merges, is_removed_from_the_club, stays])
def test_the_next_table_keeps_no_seat_for_a_former_member(
    world: World, alice: Player, guest: Player, zoe: Player, go: Go
) -> None:
    """Guests, who never were members, and substitutes come along."""
    table = world.free
    table_services.take_seat(table=table, player=zoe)
    table_services.put_bot(table_id=table.pk, by=alice, number=3, bot="random")
    go(world, zoe)
    made = next_one(Table.objects.get(pk=table.pk), alice)
    gone = go in OUT_OF_THE_CREW
    kept = [seat.player or seat.bot for seat in made.seats.order_by("number")]
    assert kept == [alice, guest, "" if gone else zoe, "random"]
    assert made.attempts.exists() is not gone, "it is dealt once all seats are filled"
    assert tables_of(zoe).contains(made) is not gone


def test_a_table_of_no_crew_keeps_all_its_seats(world: World, alice: Player, zoe: Player) -> None:
    table = table_services.open_table(player=alice, game="planet-nine", mission="1", players=3)
    table_services.take_seat(table=table, player=zoe)
    table_services.put_bot(table_id=table.pk, by=alice, number=2, bot="random")
    leaves(world, zoe)
    assert next_one(table, alice).seats.get(number=1).player == zoe


def test_who_came_back_keeps_the_seat(world: World, alice: Player, zoe: Player) -> None:
    table_services.take_seat(table=world.free, player=zoe)
    leaves(world, zoe)
    crews.join_crew(crew=world.crew, player=zoe)
    assert next_one(world.free, alice).seats.get(number=2).player == zoe
