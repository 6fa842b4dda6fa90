"""Deep Sea in the logbook: the epilogue continues, options count where they matter, secret numbers stay secret."""

from __future__ import annotations

import logging
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

import games
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.boards import BoardEntry
from logbook.leaderboards.selectors.pages import Cursor
from logbook.people.models.players import Player
from logbook.replays.services import analyses
from logbook.site.services import integrity
from logbook.tables import event_replay
from logbook.tables.missions import mission_after
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, tables
from tests.conftest import PASSWORD, SignedIn
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME, pages
from tests.tables.attempts_scenes import act_on, open_table, started, state_of, verify, waited_for

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SECRET = "tasks=T91 real-time=600"


# The logbook continues


@pytest.mark.parametrize(
    ("game", "mission", "following"),
    [
        ("deep-sea", "31", "32"),
        ("deep-sea", "32", "33"),
        ("deep-sea", "33", "34"),
        ("deep-sea", "41", "42"),
        ("deep-sea", "difficulty=9", None),
        ("planet-nine", "49", "50"),
        ("planet-nine", "50", None),
    ],
)
def test_what_follows(game: str, mission: str, following: str | None) -> None:
    assert mission_after(Table(game=game, mission=mission)) == following


def test_the_epilogue_is_dealt_like_any_mission(alice: Player) -> None:
    table = open_table(alice, game="deep-sea", mission="32", bots=2)
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    following = tables.open_next_table(table_id=table.pk, player=alice)
    following.refresh_from_db()
    attempt = following.attempts.get()
    assert (following.mission, following.state) == ("33", Table.State.PLAYING)
    assert state_of(attempt).view(None)["phase"] == "selecting"
    verify(attempt)


# With the clock or without


@pytest.mark.parametrize(
    ("mission", "before", "clock", "following"),
    [
        ("13", "", "with", ""),
        ("13", "", "without", "untimed"),
        ("13", "untimed", "", "untimed"),
        ("14", "untimed", "with", ""),
        ("15", "", "", ""),
        ("25", "", "without", "untimed"),
        ("16", "untimed", "with", "untimed"),  # Mission 17 has no clock; the choice carries over.
        ("17", "", "without", ""),
    ],
)
def test_the_crew_chooses_the_clock_with_the_next_mission(
    mission: str, before: str, clock: str, following: str, alice: Player, signed_in: SignedIn
) -> None:
    table = won_table(alice, mission, before)
    response = signed_in(alice).post(reverse("table-next", args=(table.pk,)), {"clock": clock} if clock else {})
    assert response.status_code == 303
    attempt = Table.objects.get(follows=table).attempts.get()
    assert (attempt.table.options, attempt.options) == (following, following)


@pytest.mark.parametrize(
    ("mission", "options", "buttons"),
    [
        ("13", "", [("with", True), ("without", False)]),
        ("13", "untimed", [("with", False), ("without", True)]),
        ("17", "", []),
        ("16", "", []),
    ],
)
def test_the_choice_is_offered_where_a_clock_comes(
    mission: str, options: str, buttons: list[tuple[str, bool]], alice: Player, signed_in: SignedIn
) -> None:
    table = won_table(alice, mission, options)
    shown = " ".join(signed_in(alice).get(reverse("table", args=(table.pk,))).text.split())
    found = re.findall(r'<button( class="button--primary")? name="clock" value="(\w+)">', shown)
    assert [(clock, bool(primary)) for primary, clock in found] == buttons
    assert (re.search(r"Next mission ?</button>", shown) is not None) == (not buttons)


def won_table(player: Player, mission: str, options: str) -> Table:
    """A table with two bots whose mission counts as won, and whose last attempt is over."""
    table = open_table(player, game="deep-sea", mission=mission, bots=2, options=options)
    started(table, player)
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON)
    return table


# What boards say


@pytest.mark.parametrize(("mission", "said"), [("14", True), ("17", False), ("real-time=90 value-gap=9", True)])
def test_a_board_says_without_the_clock_where_there_is_one(mission: str, said: bool) -> None:
    run = Run(game="deep-sea", mission=mission, players=3, options="untimed")
    assert bool(BoardEntry(1, "Aurora", mine=False, cursor=Cursor(2, 1), run=run).options) == said


# A secret number


def noted(table: Table, player: Player) -> tuple[Attempt, int]:
    """An attempt after a secret prediction, and the player who made it."""
    attempt = started(table, player)
    while state_of(attempt).view(None)["phase"] != "predicting":
        act_on(table, attempt)
    owner, _text = waited_for(attempt)
    table.refresh_from_db()
    person = table.seats.get(number=owner).player
    attempts.act(table_id=table.pk, player=person, text="predict T91 3", seen=table.version)
    table.refresh_from_db()
    return attempt, owner


def told_with(number: int, client: Client, table: Table, *, rooms: bool = True) -> list[str]:
    """All responses for the reader's browser, with this number as the prediction."""
    table.refresh_from_db()
    Event.objects.filter(text__startswith="predict").update(text=f"predict T91 {number}")
    shown = pages(client, table, rooms=rooms)
    seen = {"seen": max(0, table.version - 2)}
    news = client.get(reverse("table-round", args=(table.pk,)), seen, headers={"HX-Request": "true"})
    return [without_the_clock(text) for text in [*shown, CHANGES_EVERY_TIME.sub("", news.text)]]


def without_the_clock(text: str) -> str:
    return re.sub(r'<p id="clock".*?</p>', "", text, flags=re.DOTALL)


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga, game="deep-sea", mission=SECRET)


def test_nobody_else_can_tell_which_number_was_noted(
    table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    attempt, owner = noted(table, alice)
    for moment in range(40):
        table.refresh_from_db()
        for seat, player in enumerate((alice, bob, olga)) if moment % 9 == 0 else ():
            shown = [told_with(number, signed_in(player), table) for number in (3, 13)]
            assert (shown[0] == shown[1]) == (seat != owner)
        if act_on(table, attempt).over:
            break


def test_note_stays_its_owners_once_the_attempt_is_over(
    table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    attempt, owner = noted(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    analyses.analyse(attempt_id=attempt.pk)  # Otherwise the first reader would trigger the analysis for the next.
    for seat, player in enumerate((alice, bob, olga)):
        shown = [told_with(number, signed_in(player), table, rooms=False) for number in (3, 13)]
        assert (shown[0] == shown[1]) == (seat != owner)


@pytest.mark.parametrize("page", ["replay", "replay-as-played"])
def test_replay_of_an_attempt_that_is_over_shows_the_note_to_everyone(
    page: str, table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    """So a room, which shows the same moments, tells no one more than the replay."""
    attempt, _owner = noted(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    step = attempt.events.get(text__startswith="predict").sequence
    address = reverse(page, args=(attempt.pk,))
    for player in (alice, bob, olga):
        shown = [told_at(number, signed_in(player), f"{address}?step={step}") for number in (3, 13)]
        assert shown == ["announces 3 tricks", "announces 13 tricks"]


def told_at(number: int, client: Client, address: str) -> str:
    """What this page says was announced, with this number as the prediction."""
    Event.objects.filter(text__startswith="predict").update(text=f"predict T91 {number}")
    found = re.search(r"announces \d+ tricks", client.get(address).text)
    return found[0] if found else "nothing"


def test_the_reason_of_the_end_says_both_numbers(table: Table, alice: Player) -> None:
    """The number is hidden until the end, as the task says; releases before 0.3 stored the reason without it."""
    attempt, _owner = noted(table, alice)
    while not act_on(table, attempt).over:
        pass
    attempt.refresh_from_db()
    assert attempt.tricks == 13
    assert (attempt.reason_code, attempt.reason_params["needed"]) == ("prediction-missed", 3)
    assert integrity.differences(attempt) == []
    attempt.reason_code = "secret-prediction-missed"
    assert integrity.differences(attempt) == ["reason_params"]
    del attempt.reason_params["needed"]
    assert integrity.differences(attempt) == []


def test_no_record_and_no_admin_shows_it_while_it_runs(table: Table, alice: Player, signed_in: SignedIn) -> None:
    attempt, _owner = noted(table, alice)
    for name in ("replay", "record"):
        assert signed_in(alice).get(reverse(name, args=(attempt.pk,))).status_code == 404
    User.objects.create_superuser("root", password=PASSWORD)
    admin = Client()
    admin.login(username="root", password=PASSWORD)
    event = Event.objects.get(text__startswith="predict")
    for address in ("/admin/logbook/event/", f"/admin/logbook/event/{event.pk}/change/"):
        response = admin.get(address)
        assert response.status_code == 200
        assert "predict" not in response.text


def test_no_log_line_tells_it(table: Table, alice: Player, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        attempt, _owner = noted(table, alice)
        act_on(table, attempt)
    lines = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    assert "predict" not in " ".join(lines)


def test_the_replay_tells_it_to_those_who_may_see_the_cards(
    table: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    attempt, _owner = noted(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    for player in (alice, bob):
        record = signed_in(player).get(reverse("record", args=(attempt.pk,))).text
        assert "predict T91 3" in record
        assert games.Record.parse(record).replay().log == event_replay.state_of(attempt).log
