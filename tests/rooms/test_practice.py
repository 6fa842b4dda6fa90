"""Playing on from a room: the moment is dealt as a practice table to those who are there, and counts nowhere."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from logbook.leaderboards import tasks as leaderboards
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.where_lost import where_lost
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.rooms.exceptions import AlreadyPractising, MomentGone, NoSeatLeft, RoundDecided
from logbook.rooms.models import Room
from logbook.rooms.presence import people_here, place_of
from logbook.rooms.services import practice, rooms
from logbook.site.selectors import front_page, player_page
from logbook.site.services import integrity
from logbook.tables import event_replay, presence
from logbook.tables.access import players_open_to
from logbook.tables.counting import Counts, PlayedFor
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.selectors.played_missions import mission_maps, next_mission
from logbook.tables.services import attempt_counts, attempts, deals
from tests.conftest import SignedIn
from tests.rooms.scenes import at, fourth_trick, lead, lost, step

pytestmark = pytest.mark.django_db


def enter(attempt: Attempt, *people: Player) -> None:
    """These people have the room's page in sight."""
    for player in people:
        presence.note_beat(place_of(attempt), player.pk)


def play_on(attempt: Attempt, by: Player, step: int | None = None, *, in_variation: bool = False) -> Attempt:
    """Deal the moment, and return the attempt of the practice table."""
    number = fourth_trick(attempt) if step is None else step
    table = practice.play_on_from_here(attempt=attempt, by=by, step=number, in_variation=in_variation)
    return Attempt.objects.select_related("table").get(table=table)


def people(table: Table) -> list[str]:
    return [seat.player.name if seat.player else seat.bot for seat in table.seats.order_by("number")]


# --- the table


def test_moment_is_dealt_to_those_who_sat_there_and_are_here(attempt: Attempt, alice: Player, bob: Player) -> None:
    enter(attempt, alice, bob)
    moment = fourth_trick(attempt)
    practised = play_on(attempt, bob)
    assert people(practised.table)[:2] == ["Alice", "Bob"]
    assert (practised.state, practised.length, practised.copied, practised.seed) == ("playing", moment, moment, "")
    played, again = event_replay.moments_of(attempt)[moment], event_replay.state_of(practised)
    views = [
        [{**state.view(seat).as_dict(), "setup": ""} for seat in range(attempt.table.players)]
        for state in (played, again)
    ]
    assert views[0] == views[1]
    assert not Event.objects.filter(attempt=practised).exclude(player=None, bot_version=0).exists()
    assert integrity.differences(practised) == []


def test_bots_get_the_seats_of_those_who_are_away(attempt: Attempt, alice: Player, bob: Player) -> None:
    practised = play_on(attempt, bob)
    seats = people(practised.table)
    assert seats[1] == "Bob"
    assert "Alice" not in seats
    assert all(seats)


def test_others_who_are_here_get_the_seats_left(attempt: Attempt, alice: Player, charlie: Player) -> None:
    rooms.mark_card(attempt=attempt, by=charlie, card=min(rooms.dealt_cards(attempt)))
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)  # Now everyone may see it.
    enter(attempt, alice, charlie)
    assert people(play_on(attempt, alice).table)[:2] == ["Alice", "Charlie"]


def test_person_who_may_no_longer_see_the_replay_gets_no_seat(attempt: Attempt, alice: Player, charlie: Player) -> None:
    rooms.mark_card(attempt=attempt, by=charlie, card=min(rooms.dealt_cards(attempt)))
    enter(attempt, alice, charlie)
    assert "Charlie" not in people(play_on(attempt, alice).table)


def test_moment_of_a_what_if_is_dealt(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    alices = signed_in(alice)
    lead(alices, attempt)
    moment = fourth_trick(attempt)
    step(alices, attempt, moment)
    state = event_replay.moments_of(attempt)[moment]
    played = event_replay.actions_of(attempt)[moment].text
    other = next(
        one.text
        for one in state.legal_actions(min(state.waiting_on))
        if one.text.startswith("play ") and one.text != played
    )
    rooms.play(attempt=attempt, by=alice, text=other)
    practised = play_on(attempt, alice, moment + 1, in_variation=True)
    assert event_replay.actions_of(practised)[-1].text == other


def test_moment_with_exchanged_cards_is_dealt_with_them(attempt: Attempt, alice: Player, bob: Player) -> None:
    rooms.take_lead(attempt=attempt, by=alice)
    hands = [event_replay.moments_of(attempt)[0].view(seat).as_dict()["hand"] for seat in (0, 1)]
    first, second = next(
        (str(one), str(other))
        for one in hands[0]
        for other in hands[1]
        if str(one)[0] == str(other)[0] and "4" not in f"{one}{other}"
    )
    rooms.go_to(attempt=attempt, by=alice, step=0)
    rooms.swap(attempt=attempt, by=alice, cards=(first, second))
    enter(attempt, bob)
    practised = play_on(attempt, alice, 0, in_variation=True)
    fresh = event_replay.moments_of(practised)[0]
    assert second in map(str, fresh.view(0).as_dict()["hand"])
    assert first in map(str, fresh.view(1).as_dict()["hand"])


def test_practice_is_played_to_its_end_and_leads_back(
    attempt: Attempt, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    enter(attempt, bob)
    alices = signed_in(alice)
    answer = alices.post(at(attempt, "room-practice"), {"step": fourth_trick(attempt)}, follow=True)
    practised = Attempt.objects.get(origin=attempt)
    assert answer.redirect_chain == [(reverse("table", args=(practised.table_id,)), 302)]
    assert "Practice: a moment of a replay, dealt again. It counts nowhere." in answer.text
    assert "deal of the day" not in answer.text
    assert signed_in(bob).get(at(attempt, "room-practice"))["Location"] == reverse("table", args=(practised.table_id,))
    attempts.abandon_attempt(table_id=practised.table_id, player=alice, seen=practised.table.version)
    table = alices.get(reverse("table", args=(practised.table_id,))).text
    assert f'href="{at(attempt)}">Back to the room</a>' in table
    assert reverse("table-retry", args=(practised.table_id,)) not in table
    assert "Next mission" not in table
    assert alices.get(at(practised, "replay")).status_code == 200
    assert alices.get(at(practised)).status_code == 200
    assert signed_in(charlie).get(at(practised, "replay")).status_code == 404
    with pytest.raises(Exception, match="This practice round is over"):
        deals.start_attempt(table_id=practised.table_id, player=alice)


def test_won_practice_stays_with_those_who_sat_there(
    attempt: Attempt, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    practised = play_on(attempt, alice)
    Attempt.objects.filter(pk=practised.pk).update(state=Attempt.State.SUCCESS)
    assert signed_in(alice).get(at(practised, "replay")).status_code == 200
    assert signed_in(charlie).get(at(practised, "replay")).status_code == 404


def test_practice_from_a_solo_attempt_leads_back_to_its_replay(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    attempt.sittings.filter(player=bob).delete()
    practised = play_on(attempt, alice)
    attempts.abandon_attempt(table_id=practised.table_id, player=alice, seen=practised.table.version)
    table = signed_in(alice).get(reverse("table", args=(practised.table_id,))).text
    assert f'href="{at(attempt)}">Back to the replay</a>' in table


# --- it counts nowhere


def test_practice_counts_nowhere(attempt: Attempt, alice: Player, bob: Player) -> None:
    before, following = mission_maps(alice), next_mission(alice)
    practised = play_on(attempt, alice)
    assert practised.table.played_for is PlayedFor.PRACTICE
    assert practised.counts == Counts.NOTHING
    assert list(attempt_counts.wrong_attempts()) == []
    Attempt.objects.filter(pk=practised.pk).update(state=Attempt.State.SUCCESS)
    leaderboards.recompute_results(practised.table_id)
    assert not Result.objects.filter(table=practised.table).exists()
    assert not Run.objects.filter(attempt=practised).exists()
    assert mission_maps(alice) == before
    assert next_mission(alice) == following
    assert practised not in front_page._public_wins()
    assert practised not in player_page._rounds(alice, alice)
    Attempt.objects.filter(pk=practised.pk).update(state=Attempt.State.FAILURE)
    Analysis.objects.update_or_create(attempt=practised, defaults={"solver": 1, "lost_in": 4})
    assert where_lost("planet-nine", "1").not_won == 0
    Table.objects.filter(pk=practised.table_id).update(practice=False)
    assert where_lost("planet-nine", "1").not_won == 1
    assert (practised.table.crew, practised.table.campaign, practised.table.stage) == (None, None, None)


def test_practice_makes_no_acquaintances(attempt: Attempt, alice: Player, bob: Player, charlie: Player) -> None:
    """Another person may have dealt the table to both."""
    for player in (alice, bob, charlie):
        Player.objects.filter(pk=player.pk).update(page_audience=Player.Audience.KNOWN)
    known = players_open_to(charlie).filter(pk=alice.pk)
    assert not known.exists()
    rooms.mark_card(attempt=attempt, by=charlie, card=min(rooms.dealt_cards(attempt)))
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    enter(attempt, charlie)
    assert "Charlie" in people(play_on(attempt, alice).table)
    assert not known.exists()


# --- bad input


def test_second_press_finds_the_table_of_the_first(attempt: Attempt, alice: Player, bob: Player) -> None:
    enter(attempt, alice, bob)
    assert play_on(attempt, alice) == play_on(attempt, bob) == play_on(attempt, alice)
    assert Table.objects.filter(practice=True).count() == 1


def test_person_at_a_practice_table_stays_there(attempt: Attempt, alice: Player, bob: Player) -> None:
    enter(attempt, alice, bob)
    first = play_on(attempt, alice)
    with pytest.raises(AlreadyPractising, match="You’re still playing on from another moment of this replay"):
        play_on(attempt, bob, 3)
    assert list(Attempt.objects.filter(origin=attempt)) == [first]


def test_person_who_comes_later_plays_with_bots(attempt: Attempt, alice: Player, bob: Player) -> None:
    enter(attempt, alice)
    play_on(attempt, alice)
    assert "Alice" not in people(play_on(attempt, bob).table)


def test_full_practice_table_is_refused(attempt: Attempt, alice: Player, bob: Player, charlie: Player) -> None:
    full = attempt.sittings.count() == attempt.table.players
    for seat in attempt.table.seats.filter(player=None) if not full else ():
        stranger = Player.objects.create(name=f"P{seat.number}")
        attempt.sittings.create(number=seat.number, player=stranger)
        enter(attempt, stranger)
        attempt.table.seats.filter(pk=seat.pk).update(player=stranger, bot="")
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    enter(attempt, alice, bob, charlie)
    with pytest.raises(NoSeatLeft, match="Every seat belongs to a player who is here"):
        play_on(attempt, charlie)
    assert not Table.objects.filter(practice=True).exists()


@pytest.mark.parametrize("beyond", [0, 1, 10_000])
def test_decided_round_is_not_dealt(beyond: int, alice: Player, bob: Player) -> None:
    attempt = lost(alice, bob)
    with pytest.raises(RoundDecided, match="The round is over at this moment"):
        play_on(attempt, alice, attempt.length + beyond)


def test_what_if_that_the_room_has_left_is_not_dealt(attempt: Attempt, alice: Player) -> None:
    with pytest.raises(MomentGone, match="The room has left this what-if"):
        play_on(attempt, alice, 3, in_variation=True)


@pytest.mark.parametrize("number", ["", "two", "-1"])
def test_unreadable_moment_is_refused(number: str, attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    answer = signed_in(alice).post(at(attempt, "room-practice"), {"step": number})
    assert answer.status_code == 400
    assert "We couldn’t read that." in answer.text


def test_visitor_signs_in_to_play_on(attempt: Attempt, client: Client) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    answer = client.post(at(attempt, "room-practice"), {"step": 3})
    assert answer.status_code == 403
    assert "Sign in to play on from here." in answer.text
    answer = client.get(at(attempt, "room-practice"))
    assert answer.status_code == 403
    assert "You have no seat at this practice table." in answer.text


# --- who is here


def test_members_are_listed_by_name_and_others_by_number(
    attempt: Attempt, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    enter(attempt, alice, bob, charlie)
    page = signed_in(alice).get(at(attempt, "room-here")).text
    assert "Here now: Alice, Bob and 1 other" in page
    assert "Charlie" not in page
    rooms.take_lead(attempt=attempt, by=charlie)
    assert "Here now: Alice, Bob and Charlie" in signed_in(alice).get(at(attempt)).text


@pytest.mark.usefixtures("no_redis")
def test_no_one_is_listed_without_redis(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    assert "Here now" not in signed_in(alice).get(at(attempt)).text
    assert people_here(attempt).known == ()


def test_room_tells_who_plays_on(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    bobs = signed_in(bob)
    assert "Go to my practice table" not in bobs.get(at(attempt)).text
    practised = play_on(attempt, alice)
    number = Room.objects.get().number
    assert "Playing on from a moment of this replay: Alice and Bob." in bobs.get(at(attempt)).text
    attempts.abandon_attempt(table_id=practised.table_id, player=alice, seen=practised.table.version)
    assert Room.objects.get().number == number + 1
    assert "Go to my practice table" not in bobs.get(at(attempt)).text
