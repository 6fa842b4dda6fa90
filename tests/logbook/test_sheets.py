"""Sheets and phone pages: each tells its seat its own cards, and nobody anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from logbook import folds
from logbook.models import Attempt, Challenge, Club, Crew, Deal, Look, Player
from logbook.selectors import sheets
from logbook.services import challenges
from tests.conftest import SignedIn
from tests.logbook.challenges import NOON, make
from tests.logbook.test_real_tables import hand_out, tell

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CARD = re.compile(r'data-card="(\w\d)"')


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def opened(club: Club, olga: Player, *missions: str, players: int = 3) -> Challenge:
    challenge = make(club, olga, missions=list(missions), players=players)
    challenges.challenge_prepare(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


def hand(attempt: Attempt, seat: int) -> set[str]:
    return set(folds.state_of(attempt).view(seat)["hand"])


def open_cards(attempt: Attempt) -> set[str]:
    told = sheets.open_table(attempt)
    return {task.text for task in told.tasks} | set(told.robot_row)


# --- phones


@pytest.mark.parametrize(("mission", "players"), [("4", 3), ("20", 3), ("8", 2), ("deep-sea 5", 2), ("deep-sea 20", 4)])
def test_the_page_of_a_seat_tells_its_own_cards_and_what_lies_open(
    mission: str, players: int, club: Club, olga: Player, crew: Crew, alice: Player, signed_in: SignedIn, client: Client
) -> None:
    attempt = hand_out(opened(club, olga, mission, players=players), crew, alice)
    for seat in range(players):
        page = client.get(reverse("seat-page", args=(sheets.seat_token(attempt, seat),)))
        assert page.status_code == 200
        assert set(CARD.findall(page.text)) - open_cards(attempt) == hand(attempt, seat) - open_cards(attempt)
        assert hand(attempt, seat) <= set(CARD.findall(page.text))
        assert attempt.seed not in page.text
        assert Deal.objects.get(attempt=1).seed not in page.text


def test_it_is_kept_nowhere_and_found_by_no_search(
    running: Challenge, crew: Crew, alice: Player, client: Client
) -> None:
    attempt = hand_out(running, crew, alice)
    page = client.get(reverse("seat-page", args=(sheets.seat_token(attempt, 0),)))
    assert "no-store" in page.headers["Cache-Control"]
    assert "noindex" in page.headers["X-Robots-Tag"]
    assert '<meta name="robots" content="noindex' in page.text
    assert "<details class" in page.text
    assert "<details open" not in page.text


def test_its_link_cannot_be_guessed_and_ends_with_the_attempt(
    running: Challenge, crew: Crew, alice: Player, client: Client
) -> None:
    attempt = hand_out(running, crew, alice)
    token = sheets.seat_token(attempt, 0)
    other = token.replace("-0", "-1", 1)
    for wrong in (other, token[:-1], f"{attempt.pk}-0", "x", "." * 9):
        assert client.get(reverse("seat-page", args=(wrong,))).status_code == 404
    tell(attempt, alice, success=False)
    over = client.get(reverse("seat-page", args=(token,)))
    assert (over.status_code, "This attempt is over" in over.text) == (410, True)
    assert not CARD.findall(over.text)
    following = hand_out(running, crew, alice)
    assert client.get(reverse("seat-page", args=(token,))).status_code == 410
    assert sheets.seat_token(following, 0) != token


def test_who_opens_it_is_written_down(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn, client: Client
) -> None:
    attempt = hand_out(running, crew, alice)
    for seat, reader in ((0, signed_in(alice)), (1, signed_in(bob)), (1, signed_in(bob)), (2, client)):
        reader.get(reverse("seat-page", args=(sheets.seat_token(attempt, seat),)))
    told = Look.objects.filter(how="seat-page").order_by("pk").values_list("player__name", "seat", "attempt")
    assert list(told) == [("Alice", 0, 1), ("Bob", 1, 1), (None, 2, 1)]


def test_who_had_the_deal_elsewhere_opens_no_page(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    rivals.members.create(player=bob)
    client = signed_in(bob)
    first, second = hand_out(running, crew, alice), hand_out(running, rivals, charlie)
    assert client.get(reverse("seat-page", args=(sheets.seat_token(first, 0),))).status_code == 200
    page = client.get(reverse("seat-page", args=(sheets.seat_token(second, 1),)))
    assert (page.status_code, CARD.findall(page.text)) == (409, [])
    assert client.get(reverse("paper", args=(second.table_id, 1))).status_code == 409


# --- paper


def test_printing_is_asked_for_and_written_down(
    running: Challenge, crew: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(running, crew, alice)
    client, place = signed_in(alice), (attempt.table_id, 1)
    asked = client.get(reverse("paper", args=place))
    assert "Whoever prints has all hands before their eyes" in asked.text
    assert not hand(attempt, 0) & set(CARD.findall(asked.text))
    assert client.get(reverse("sheets", args=place)).headers["Location"] == reverse("paper", args=place)
    assert client.post(reverse("paper-open", args=place)).status_code == 422
    assert not Look.objects.exists()
    assert client.post(reverse("paper-open", args=place), {"sure": "yes"}).status_code == 302
    assert list(Look.objects.values_list("player__name", "how")) == [("Alice", "printed")]
    assert client.get(reverse("sheets", args=place)).status_code == 200
    assert signed_in(bob).get(reverse("sheets", args=place)).status_code == 302
    for name in ("paper", "sheets"):
        assert signed_in(charlie).get(reverse(name, args=place)).status_code == 404


@pytest.mark.parametrize(("mission", "players"), [("4", 3), ("27", 4), ("8", 2), ("deep-sea 5", 2), ("deep-sea 14", 5)])
def test_each_sheet_shows_its_seat_alone(
    mission: str, players: int, club: Club, olga: Player, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    attempt = hand_out(opened(club, olga, mission, players=players), crew, alice)
    client, place = signed_in(alice), (attempt.table_id, 1)
    client.post(reverse("paper-open", args=place), {"sure": "yes"})
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
    client.post(reverse("paper-open", args=place), {"sure": "yes"})
    tell(attempt, alice, success=False)
    for name in ("paper", "sheets"):
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
