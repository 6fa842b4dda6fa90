"""Sheets and phone pages: each shows a seat its own cards, and no other seat's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.selectors import deal_access as selectors
from logbook.challenges.selectors import sheets
from logbook.challenges.services import challenges, handouts
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.challenges.real_tables_scenes import hand_out, tell
from tests.challenges.scenes import NOON, make
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CARD = re.compile(r'data-card="(\w\d)"')


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def opened(club: Club, olga: Player, *missions: str, players: int = 3) -> Challenge:
    challenge = make(club, olga, missions=list(missions), players=players)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


def hand(attempt: Attempt, seat: int) -> set[str]:
    return set(event_replay.state_of(attempt).view(seat)["hand"])


def open_cards(attempt: Attempt) -> set[str]:
    told = sheets.open_table(attempt)
    return {task.text for task in told.tasks} | set(told.robot_row)


# --- phones


def page_of(attempt: Attempt, seat: int) -> str:
    """The address of the page that a seat was handed."""
    return reverse("seat-page", args=(SeatHandout.objects.get(attempt=attempt, seat=seat, ended_at=None).token,))


@pytest.mark.parametrize(("mission", "players"), [("4", 3), ("20", 3), ("8", 2), ("deep-sea 5", 2), ("deep-sea 20", 4)])
def test_the_page_of_a_seat_tells_its_own_cards_and_what_lies_open(
    mission: str, players: int, club: Club, olga: Player, crew: Crew, alice: Player, client: Client
) -> None:
    attempt = hand_out(opened(club, olga, mission, players=players), crew, alice)
    for seat in range(players):
        page = client.post(page_of(attempt, seat), follow=True)
        assert page.status_code == 200
        assert set(CARD.findall(page.text)) - open_cards(attempt) == hand(attempt, seat) - open_cards(attempt)
        assert hand(attempt, seat) <= set(CARD.findall(page.text))
        assert attempt.seed not in page.text
        assert Deal.objects.get(attempt=1).seed not in page.text


def test_it_is_kept_nowhere_and_found_by_no_search(
    running: Challenge, crew: Crew, alice: Player, client: Client
) -> None:
    attempt = hand_out(running, crew, alice)
    for page in (client.get(page_of(attempt, 0)), client.post(page_of(attempt, 0), follow=True)):
        assert "no-store" in page.headers["Cache-Control"]
        assert "noindex" in page.headers["X-Robots-Tag"]
        assert '<meta name="robots" content="noindex' in page.text
        assert page.headers["Referrer-Policy"] == "same-origin"
    assert "<details class" in page.text
    assert "<details open" not in page.text


def test_its_link_cannot_be_guessed_and_ends_with_the_attempt(
    running: Challenge, crew: Crew, alice: Player, client: Client
) -> None:
    attempt = hand_out(running, crew, alice)
    token = SeatHandout.objects.get(attempt=attempt, seat=0).token
    for wrong in (token[:-1], f"{attempt.pk}-0", "x", "." * 9):
        assert client.get(reverse("seat-page", args=(wrong,))).status_code == 404
        assert client.post(reverse("seat-page", args=(wrong,))).status_code == 404
    address = page_of(attempt, 0)
    client.post(address)
    tell(attempt, alice, success=False)
    for over in (client.get(address), client.post(address)):
        assert (over.status_code, "This attempt is over" in over.text) == (410, True)
        assert not CARD.findall(over.text)
    following = hand_out(running, crew, alice)
    assert client.get(address).status_code == 410
    assert page_of(following, 0) != address


def test_looking_at_the_link_tells_no_card_and_is_no_look(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, signed_in: SignedIn, client: Client
) -> None:
    attempt = hand_out(running, crew, alice)
    before = DealAccess.objects.count()
    for reader in (client, signed_in(charlie), signed_in(alice)):
        for _time in (1, 2):
            page = reader.get(page_of(attempt, 1))
            assert page.status_code == 200
            assert "Seat 2 of attempt 1, for Ben" in page.text
            assert not set(CARD.findall(page.text))
    assert DealAccess.objects.count() == before
    assert SeatHandout.objects.get(attempt=attempt, seat=1).opened_at is None
    hand_out(running, rivals, charlie, s0=charlie)


def test_it_belongs_to_the_first_browser_that_presses(running: Challenge, crew: Crew, alice: Player) -> None:
    attempt = hand_out(running, crew, alice)
    address, first, second = page_of(attempt, 0), Client(), Client()
    assert set(CARD.findall(first.post(address, follow=True).text)) >= hand(attempt, 0)
    assert set(CARD.findall(first.get(address).text)) >= hand(attempt, 0)
    for refused in (second.get(address), second.post(address)):
        assert (refused.status_code, "opened on another device" in refused.text) == (403, True)
        assert not set(CARD.findall(refused.text))
    cookie = next(iter(first.cookies.values()))
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    handout = SeatHandout.objects.get(attempt=attempt, seat=0)
    assert cookie.value not in (handout.secret_hash, handout.token)
    second.cookies[cookie.key] = handout.secret_hash
    assert second.get(address).status_code == 403
    second.cookies[cookie.key] = ""
    assert second.get(address).status_code == 403
    assert DealAccess.objects.filter(how="seat-page").count() == 1


def test_a_members_page_opens_for_that_member_alone(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn, client: Client
) -> None:
    attempt = hand_out(running, crew, alice, s1=bob)
    address = page_of(attempt, 1)
    for refused in (client.get(address), client.post(address)):
        assert (refused.status_code, "Sign in as Bob" in refused.text) == (403, True)
        assert reverse("account_login") in refused.text
    for refused in (signed_in(alice).get(address), signed_in(alice).post(address)):
        assert (refused.status_code, "This page is for Bob only." in refused.text) == (403, True)
    assert not DealAccess.objects.filter(player=bob).exists()
    mine = signed_in(bob)
    assert set(CARD.findall(mine.post(address, follow=True).text)) >= hand(attempt, 1)
    assert set(CARD.findall(signed_in(bob).get(address).text)) >= hand(attempt, 1)
    assert list(DealAccess.objects.filter(player=bob).values_list("how", "seat")) == [("seat-page", 1)]


def test_a_player_who_is_out_of_the_crew_opens_no_page_of_theirs(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice, s0=bob)
    address = page_of(attempt, 0)
    crews.remove_member(crew=crew, player=bob, by=alice)
    for answer in (signed_in(bob).get(address), signed_in(bob).post(address, follow=True)):
        assert answer.status_code == 403
        assert "Only members of the crew can sit at this table." in answer.text
        assert not CARD.search(answer.text)
    assert not DealAccess.objects.filter(player=bob).exists()


def test_who_presses_is_written_down_under_the_name_it_was_handed_to(
    running: Challenge, crew: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn, client: Client
) -> None:
    attempt = hand_out(running, crew, alice, s1=bob)
    for seat, reader in ((0, signed_in(charlie)), (1, signed_in(bob)), (2, client)):
        for _time in range(5):
            reader.post(page_of(attempt, seat))
            reader.get(page_of(attempt, seat))
    told = DealAccess.objects.filter(how="seat-page").values_list("player__name", "guest__name", "seat", "attempt")
    assert set(told) == {("Charlie", "Ann", 0, 1), ("Bob", None, 1, 1), (None, "Cleo", 2, 1)}
    assert len(told) == 3
    lines = selectors.access_rows(selectors.for_ledger(DealAccess.objects.filter(how="seat-page")))
    assert {line.who for line in lines} == {"Ann, on Charlie’s device", "Bob", "Cleo"}


def test_a_page_goes_to_the_same_person_again_with_a_note(
    running: Challenge, crew: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice, s1=bob)
    ann = SeatHandout.objects.get(attempt=attempt, seat=0).guest
    assert ann is not None
    old, phone, other, crewmate = page_of(attempt, 0), Client(), Client(), signed_in(bob)
    phone.post(old)
    hand_again = reverse("seat-hand", args=(attempt.table_id, 1, 0))
    assert signed_in(charlie).post(hand_again, {"seat_0": f"g{ann.pk}"}).status_code == 404
    for wrong, sentence in (
        ({"name_0": "Zoe"}, "Ann has already opened this seat page"),
        ({"seat_0": f"p{bob.pk}"}, "Ann has already opened this seat page"),
        ({}, "Choose who sits here."),
    ):
        refused = crewmate.post(hand_again, wrong)
        assert refused.status_code in {409, 422}
        assert sentence in refused.text
    assert phone.get(old).status_code == 200
    for _time in (1, 2):
        assert crewmate.post(hand_again, {"seat_0": f"g{ann.pk}"}).status_code == 303
    for browser in (phone, other):
        ended = browser.get(old)
        assert (
            ended.status_code,
            "This link has been replaced by a new one. Ask your crew for it." in ended.text,
            CARD.findall(ended.text),
        ) == (410, True, [])
        assert browser.post(old).status_code == 410
    assert set(CARD.findall(other.post(page_of(attempt, 0), follow=True).text)) >= hand(attempt, 0)
    told = DealAccess.objects.filter(guest=ann).order_by("pk").values_list("how", "seat")
    assert list(told) == [("seat-page", 0), ("again", 0)]


def test_a_page_that_nobody_has_opened_is_handed_to_another_person(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice, s1=bob)
    client, hand_over = signed_in(alice), reverse("seat-hand", args=(attempt.table_id, 1, 0))
    twice = client.post(hand_over, {"seat_0": f"p{bob.pk}"})
    assert (twice.status_code, "Each person can take only one seat." in twice.text) == (422, True)
    assert client.post(hand_over, {"seat_0": f"p{alice.pk}"}).status_code == 303
    assert SeatHandout.objects.get(attempt=attempt, seat=0, ended_at=None).player == alice
    assert client.post(reverse("seat-hand", args=(attempt.table_id, 1, 9)), {"name_9": "Zoe"}).status_code == 404
    for _time in range(handouts.MOST_A_SEAT - 2):
        assert client.post(hand_over, {"seat_0": f"p{alice.pk}"}).status_code == 303
    often = client.post(hand_over, {"seat_0": f"p{alice.pk}"})
    assert (often.status_code, "20 links" in often.text) == (429, True)
    assert DealAccess.objects.filter(how="again").count() == 1


def test_who_had_the_deal_elsewhere_opens_no_page(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    rivals.members.create(player=bob)
    client = signed_in(bob)
    first = hand_out(running, crew, alice, s0=bob)
    second = hand_out(running, rivals, charlie, s1=bob)
    assert client.post(page_of(first, 0), follow=True).status_code == 200
    page = client.post(page_of(second, 1))
    assert (page.status_code, CARD.findall(page.text)) == (409, [])
    guests_page = client.post(page_of(second, 0))
    assert (guests_page.status_code, CARD.findall(guests_page.text)) == (409, [])
    assert client.get(reverse("real-table", args=(second.table_id, 1))).status_code == 409
    assert list(DealAccess.objects.filter(player=bob).values_list("table__crew", flat=True)) == [crew.pk]


# --- paper


def test_printing_is_asked_for_and_written_down(
    running: Challenge, crew: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice)
    client, place = signed_in(alice), (attempt.table_id, 1)
    asked = client.get(reverse("real-table", args=place))
    assert "The sheets show every hand." in asked.text
    assert not hand(attempt, 0) & set(CARD.findall(asked.text))
    assert client.get(reverse("sheets", args=place)).headers["Location"] == reverse("real-table", args=place)
    assert client.post(reverse("sheets-open", args=place)).status_code == 422
    assert not DealAccess.objects.exclude(how="handed-out").exists()
    assert client.post(reverse("sheets-open", args=place), {"sure": "yes"}).status_code == 302
    accesses = DealAccess.objects.order_by("pk").values_list("player__name", "how")
    assert list(accesses) == [("Alice", "handed-out"), ("Alice", "printed")]
    assert client.get(reverse("sheets", args=place)).status_code == 200
    assert signed_in(bob).get(reverse("sheets", args=place)).status_code == 302
    for name in ("real-table", "sheets"):
        assert signed_in(charlie).get(reverse(name, args=place)).status_code == 404


@pytest.mark.parametrize(("mission", "players"), [("4", 3), ("27", 4), ("8", 2), ("deep-sea 5", 2), ("deep-sea 14", 5)])
def test_each_sheet_shows_its_seat_alone(
    mission: str, players: int, club: Club, olga: Player, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(opened(club, olga, mission, players=players), crew, alice)
    client, place = signed_in(alice), (attempt.table_id, 1)
    client.post(reverse("sheets-open", args=place), {"sure": "yes"})
    text = client.get(reverse("sheets", args=place)).text
    middle, *folded = text.split("<article")[1:]
    assert set(CARD.findall(middle)) == {
        text for text in open_cards(attempt) if re.fullmatch(r"\w\d", text) and text[0] != "T"
    }
    seats = folded[-players:]
    for seat, sheet in enumerate(seats):
        outside, inside = sheet.split('class="sheet__fold"')
        assert not CARD.findall(outside)
        assert set(CARD.findall(inside)) == hand(attempt, seat)
        assert f"Seat {seat + 1}" in outside
    sealed = [set(CARD.findall(sheet)) for sheet in folded[:-players]]
    every = [hand(attempt, seat) for seat in range(players)]
    if players == 2:
        robot = sealed.pop()
        assert len(robot) == 7
        assert not robot & (
            every[0] | every[1] | open_cards(attempt) - {task.text for task in sheets.open_table(attempt).tasks}
        )
    down = sheets.open_table(attempt).face_down
    assert [len(tasks) for tasks in sealed] == ([down] if down else [])


def test_the_sheets_are_gone_with_the_attempt(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice)
    client, place = signed_in(alice), (attempt.table_id, 1)
    client.post(reverse("sheets-open", args=place), {"sure": "yes"})
    tell(attempt, alice, success=False)
    for name in ("real-table", "sheets"):
        assert client.get(reverse(name, args=place)).status_code == 404


def test_every_mission_has_sheets(club: Club, olga: Player, crew: Crew, alice: Player, running: Challenge) -> None:
    """No mission deals what the sheets cannot tell: the cards on them are the whole deck."""
    attempt = hand_out(running, crew, alice)
    for game, last in (("planet-nine", 50), ("deep-sea", 32)):
        for mission in range(1, last + 1):
            for players in (2, 4):
                attempt.table.game, attempt.table.mission, attempt.table.players = game, str(mission), players
                told = sheets.sheets_of(attempt)
                cards = [card for seat in told.seats for suit in seat.suits for card in suit]
                assert len({*cards, *told.robot_down, *told.open.robot_row}) == 40
                assert len(told.tasks_down) == told.open.face_down
