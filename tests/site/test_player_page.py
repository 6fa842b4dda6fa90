"""Home after a first win, the map of missions, and players' pages: each player chooses what others see."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from logbook.campaigns.models import LogEntry
from logbook.campaigns.selectors.attended_missions import attended_missions
from logbook.campaigns.services import campaigns, copies, entries
from logbook.campaigns.services.entries import Attendee
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.models.runs import Run
from logbook.people.models.players import ALL_SECTIONS, Player
from logbook.people.services import players
from logbook.tables.models import Attempt, Seat, Sitting, Table
from logbook.tables.selectors.played_missions import mission_maps, next_mission
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]
State = Attempt.State
minutes = count(1)


def played(player: Player, mission: str, state: str, *, game: str = "planet-nine", **table: object) -> Attempt:
    """An attempt of the player that ended, each later than the one before."""
    after = Table.State.WON if state == State.SUCCESS else Table.State.BETWEEN
    one = Table.objects.create(
        **{"game": game, "mission": mission, "players": 4, "opened_by": player, "state": after} | table
    )
    Seat.objects.create(table=one, number=0, player=player)
    ended = timezone.now() - timedelta(days=1) + timedelta(minutes=next(minutes))
    attempt = Attempt.objects.create(table=one, number=1, state=state, ended_at=ended, length=1, rules=1)
    Sitting.objects.create(attempt=attempt, number=0, player=player)
    return attempt


def open_stage() -> Stage:
    now = timezone.now()
    club = Club.objects.create(name="Orbit", slug="orbit")
    challenge = Challenge.objects.create(
        club=club, title="Week", state=Challenge.State.OPEN, opens_at=now, closes_at=now + timedelta(days=1), players=4
    )
    return Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="30")


# --- the mission to go on with


def test_there_is_nothing_to_go_on_with_before_the_first_attempt(alice: Player) -> None:
    assert next_mission(alice) is None


def test_next_mission_that_is_not_won_follows_a_win(alice: Player) -> None:
    played(alice, "2", State.SUCCESS)
    played(alice, "1", State.SUCCESS)
    following = next_mission(alice)
    assert following is not None
    assert (following.mission, following.is_retry, following.table) == ("3", False, None)


def test_same_mission_at_its_table_follows_a_loss(alice: Player) -> None:
    played(alice, "1", State.SUCCESS)
    lost = played(alice, "2", State.FAILURE)
    following = next_mission(alice)
    assert following is not None
    assert (following.mission, following.is_retry, following.table) == ("2", True, lost.table)


def test_challenges_and_the_end_of_the_book_lead_nowhere(alice: Player) -> None:
    played(alice, "30", State.SUCCESS, stage=open_stage())
    assert next_mission(alice) is None
    played(alice, "50", State.SUCCESS)
    assert next_mission(alice) is None


def test_home_says_go_on_and_one_press_deals_it(alice: Player, signed_in: SignedIn) -> None:
    played(alice, "1", State.SUCCESS)
    client = signed_in(alice)
    page = client.get("/").text
    assert "Continue with mission 2" in page
    answer = client.post(reverse("play-now"), {"game": "planet-nine", "mission": "2", "players": "4"})
    table = Table.objects.get(mission="2")
    assert answer.headers["Location"] == reverse("table", args=(table.pk,))
    assert table.state == Table.State.PLAYING
    assert reverse("table", args=(table.pk,)) in client.get("/").text


@pytest.mark.parametrize(
    "fields", [{"mission": "51"}, {"game": "chess", "mission": "1"}, {"game": "deep-blue", "mission": "1"}]
)
def test_a_mission_that_no_book_has_is_not_found(fields: dict[str, str], client: Client) -> None:
    assert client.post(reverse("play-now"), fields).status_code == 404
    assert not Player.objects.exists()


def test_a_lost_table_says_so_in_words(alice: Player, signed_in: SignedIn) -> None:
    played(alice, "2", State.FAILURE)
    page = " ".join(signed_in(alice).get("/").text.split())
    assert "1 attempt, not won yet" in page
    assert 'class="stamp' not in page


# --- the map


def test_the_map_shows_missions_won_lost_and_not_played(alice: Player, signed_in: SignedIn) -> None:
    played(alice, "1", State.FAILURE)
    played(alice, "1", State.SUCCESS)
    played(alice, "2", State.ABANDONED)
    (book,) = mission_maps(alice)
    first, second, third = book.marks[:3]
    assert (first.won, first.lost, first.attempts) == (True, False, 2)
    assert (second.won, second.lost, third.attempts) == (False, True, 0)
    assert (book.won, len(book.marks)) == (1, 50)
    assert "1 of 50 won" in signed_in(alice).get("/").text


# --- the logbooks


def logged(crew: Crew, player: Player, words: str, *, name: str = "Winter") -> list[LogEntry]:
    """An evening of the player and Bob at a real table, with `x` for a failure."""
    campaign = crew.campaigns.filter(name=name).first() or campaigns.open_campaign(
        crew=crew, by=player, game="planet-nine", name=name
    )
    people = [Attendee(member.player) for member in crew.members.select_related("player")]
    told: dict[str, Any] = {"campaign": campaign, "by": player, "played_on": timezone.localdate(), "attendance": people}
    return [
        entries.add_entry(key=uuid4(), mission=word.rstrip("x"), won=not word.endswith("x"), **told)
        for word in words.split()
    ]


def test_home_goes_on_from_what_was_won_at_real_tables(
    crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    logged(crew, alice, "1 2x 2 3")
    for player in (alice, bob):
        page = " ".join(signed_in(player).get("/").text.split())
        assert "Continue with mission 4" in page
        assert "3 of 50 won" in page
    (book,) = mission_maps(alice, logged=attended_missions(alice))
    assert [(mark.won, mark.attempts) for mark in book.marks[:4]] == [(True, 1), (True, 2), (True, 1), (False, 0)]
    assert "3 of 50 won" in " ".join(signed_in(alice).get(reverse("player", args=(alice.pk,))).text.split())


def test_what_was_won_by_hand_is_not_offered_after_a_win_online(crew: Crew, alice: Player) -> None:
    logged(crew, alice, "1 2 3x")
    played(alice, "1", State.SUCCESS)
    Attempt.objects.update(ended_at=timezone.now() + timedelta(minutes=1))
    following = next_mission(alice, attended_missions(alice))
    assert following is not None
    assert (following.mission, following.is_retry) == ("3", False)


def test_a_mission_lost_at_a_real_table_is_tried_again(crew: Crew, alice: Player) -> None:
    played(alice, "1", State.SUCCESS)
    logged(crew, alice, "1 2x")
    following = next_mission(alice, attended_missions(alice))
    assert following is not None
    assert (following.mission, following.is_retry) == ("2", True)


def test_an_attempt_counts_once_and_a_removed_or_foreign_one_never(
    crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    won, again, removed = logged(crew, alice, "1 1 2")
    LogEntry.objects.filter(pk=removed.pk).update(removed_at=timezone.now())
    online = played(alice, "3", State.SUCCESS)
    LogEntry.objects.filter(pk=again.pk).update(attempt=online)
    copies.copy_campaigns(campaigns=[won.campaign], into=rivals)
    logged(rivals, charlie, "1x", name="Spring")
    assert attended_missions(alice).played == {("planet-nine", "1"): (1, 1)}
    assert attended_missions(charlie).played == {("planet-nine", "1"): (1, 0)}


def test_the_logbooks_are_read_in_two_queries(
    crew: Crew, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    logged(crew, alice, "1 2 3 4")
    logged(crew, alice, "1 2 3 4", name="Summer")
    with django_assert_num_queries(2):
        attended_missions(alice)


# --- the page


def shares_a_crew(*members: Player) -> None:
    crew = Crew.objects.create(name="Aurora", slug="aurora")
    for player in members:
        CrewMember.objects.create(crew=crew, player=player)


def status(reader: Client, player: Player) -> int:
    return reader.get(reverse("player", args=(player.pk,))).status_code


def test_strangers_find_no_page_unless_the_player_wants_that(
    alice: Player, bob: Player, client: Client, signed_in: SignedIn
) -> None:
    assert [status(client, alice), status(signed_in(bob), alice), status(signed_in(alice), alice)] == [404, 404, 200]
    players.set_page(player=alice, audience="everyone", sections=["missions"])
    assert [status(client, alice), status(signed_in(bob), alice)] == [200, 200]


def test_those_who_share_a_crew_or_a_table_find_it(
    alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    shares_a_crew(alice, bob)
    table = played(alice, "1", State.SUCCESS).table
    Seat.objects.create(table=table, number=1, player=charlie)
    assert [status(signed_in(reader), alice) for reader in (bob, charlie)] == [200, 200]
    assert status(signed_in(bob), charlie) == 404
    players.set_page(player=alice, audience="nobody", sections=[])
    assert [status(signed_in(reader), alice) for reader in (bob, charlie, alice)] == [404, 404, 200]


def test_a_guest_has_no_page(guest: Player, alice: Player, signed_in: SignedIn) -> None:
    assert status(signed_in(alice), guest) == 404


def test_the_page_shows_only_what_the_player_chose(alice: Player, client: Client, signed_in: SignedIn) -> None:
    shares_a_crew(alice)
    won = played(alice, "1", State.SUCCESS)
    players.set_page(player=alice, audience="everyone", sections=ALL_SECTIONS.split())
    address = reverse("player", args=(alice.pk,))
    page = client.get(address).text
    for shown in ("1 of 50 won", "Aurora", "Streaks", reverse("replay", args=(won.pk,))):
        assert shown in page
    players.set_page(player=alice, audience="everyone", sections=["crews"])
    page = client.get(address).text
    assert "Aurora" in page
    for hidden in ("1 of 50 won", "Streaks", reverse("replay", args=(won.pk,))):
        assert hidden not in page
    assert "only you see this" in signed_in(alice).get(address).text


def test_an_open_challenge_stays_out_of_the_page(alice: Player, client: Client, signed_in: SignedIn) -> None:
    sealed = played(alice, "30", State.SUCCESS, stage=open_stage())
    lost = played(alice, "2", State.FAILURE)
    players.set_page(player=alice, audience="everyone", sections=ALL_SECTIONS.split())
    address = reverse("player", args=(alice.pk,))
    page = client.get(address).text
    assert "0 of 50 won" in page
    for attempt in (sealed, lost):
        assert reverse("replay", args=(attempt.pk,)) not in page, "its cards are not public"
    assert "1 of 50 won" in signed_in(alice).get(address).text
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert "1 of 50 won" in client.get(address).text


def test_the_profile_stores_the_choice(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert "Who sees my page" in client.get(reverse("profile")).text
    answer = client.post(reverse("profile-page"), {"audience": "everyone", "sections": ["crews", "rounds"]})
    assert answer.headers["Location"] == reverse("player", args=(alice.pk,))
    alice.refresh_from_db()
    assert (alice.page_audience, alice.page_sections) == ("everyone", "rounds crews")
    assert client.post(reverse("profile-page"), {"audience": "all"}).status_code >= 400
    alice.refresh_from_db()
    assert alice.page_audience == "everyone"


def test_names_link_to_pages_that_the_reader_may_open(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    shares_a_crew(alice, bob)
    link = f'href="{reverse("player", args=(alice.pk,))}"'
    assert link in signed_in(bob).get("/crews/aurora/").text
    players.set_page(player=alice, audience="nobody", sections=[])
    assert link not in signed_in(bob).get("/crews/aurora/").text


def test_names_lead_to_pages_in_a_lobby_and_on_a_leaderboard(
    alice: Player, bob: Player, client: Client, signed_in: SignedIn
) -> None:
    table = played(bob, "2", State.FAILURE).table
    Table.objects.filter(pk=table.pk).update(state=Table.State.GATHERING)
    Attempt.objects.filter(table=table).delete()
    Seat.objects.create(table=table, number=1, player=alice)
    link = f'href="{reverse("player", args=(alice.pk,))}"'
    lobby = reverse("table", args=(table.pk,))
    assert link in signed_in(bob).get(lobby).text
    won = played(alice, "1", State.SUCCESS)
    Run.objects.create(
        attempt=won, people=f"p{alice.pk}", game="planet-nine", mission="1", players=4, bots=0, won=True, attempts=1,
        distress=False, rank_key=2, place=Attempt.Place.ONLINE, finished_at=timezone.now(),
    )  # fmt: skip
    board = reverse("leaderboard", args=("planet-nine", "1")) + "?players=4"
    assert "Alice" in client.get(board).text
    assert link not in client.get(board).text, "a stranger could not open it"
    players.set_page(player=alice, audience="everyone", sections=[])
    assert link in client.get(board).text
    players.set_page(player=alice, audience="nobody", sections=[])
    assert link not in signed_in(bob).get(lobby).text
