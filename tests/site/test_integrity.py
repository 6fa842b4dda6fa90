"""Integrity checks: every stored round still leads to its stored result, and the check reports differences."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError
from django.test import Client

import games
from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.site import tasks
from logbook.site.models import IntegrityCheck
from logbook.site.services import integrity
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, deals, tables
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db
RECORDS = Path(__file__).parent.parent / "records"


def played(alice: Player, game: str, mission: str) -> Attempt:
    """Return an attempt with a few actions of bots."""
    table = tables.open_table(player=alice, game=game, mission=mission, players=3)
    Table.objects.filter(pk=table.pk).update(base_seed="for tests")  # This deal lasts longer than the test plays.
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)
    attempt = Attempt.objects.select_related("table").get(table=table)
    for number in range(6):
        state = event_replay.state_of(attempt)
        seat = min(state.waiting_on)
        text = bots_of(game)["random"].choose(state.view(seat), Random(number))
        assert text is not None
        seen = Table.objects.get(pk=table.pk).version
        if seat:
            attempts.act_as_bot(attempt_id=attempt.pk, seat=seat, text=text, seen=seen)
        else:
            attempts.act(table_id=table.pk, player=alice, text=text, seen=seen)
    return Attempt.objects.get(table=table)


@pytest.fixture
def rounds(alice: Player) -> list[Attempt]:
    return [
        played(alice, "planet-nine", "4"),
        played(alice, "deep-sea", "3"),
        played(alice, "deep-blue", "reefs-ahead"),
    ]


def test_all_rounds_lead_where_they_led(rounds: list[Attempt], client: Client) -> None:
    assert "No checks yet" in client.get("/integrity/").text
    tasks.replay_everything()
    check = IntegrityCheck.objects.get()
    assert (check.holds, check.attempts, check.wrong) == (True, 3, 0)
    assert check.actions == Event.objects.count() > 0
    assert (
        "3 attempts and races were replayed, and all results match the stored ones." in client.get("/integrity/").text
    )


@pytest.mark.parametrize(
    ("column", "value"), [("phase", "elsewhere"), ("waiting_on", [9]), ("tricks", 7), ("state", "success")]
)
def test_a_column_that_does_not_follow_is_found(
    column: str, value: object, rounds: list[Attempt], client: Client
) -> None:
    Attempt.objects.filter(pk=rounds[0].pk).update(**{column: value})
    said = io.StringIO()
    with pytest.raises(CommandError, match="1 of them wrong"):
        call_command("replay_all", stdout=said)
    assert f"Attempt {rounds[0].pk}: {column}" in said.getvalue()
    assert "In 1 of 3 attempts and races, the result doesn’t match" in client.get("/integrity/").text


def test_an_action_that_the_rules_forbid_is_found(rounds: list[Attempt]) -> None:
    Event.objects.filter(attempt=rounds[2]).order_by("sequence").first().delete()  # type: ignore[union-attr]
    assert integrity.replay_everything().differing == [{"attempt": rounds[2].pk, "columns": ["events"]}]


def test_a_round_of_rules_that_nobody_knows_any_more_is_found(rounds: list[Attempt]) -> None:
    """A change of the rules gets a new version number, and the old versions stay."""
    Attempt.objects.filter(pk=rounds[1].pk).update(rules=99)
    assert integrity.replay_everything().differing == [{"attempt": rounds[1].pk, "columns": ["rules"]}]


def test_every_version_of_the_rules_that_was_played_is_replayed() -> None:
    """A version without stored rounds fails here; one whose rounds are refused today fails where they are replayed."""
    stored = {(record.setup.game, record.rules) for record in map(games.Record.parse, _records())}
    assert stored == {(game.slug, version) for game in games.GAMES.values() for version in range(1, game.rules + 1)}


def _records() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in RECORDS.glob("*.txt")]


def test_a_round_that_is_taken_away_meanwhile_is_not_missed(
    rounds: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list(integrity._attempts())
    Table.objects.filter(pk=rounds[0].table_id).delete()
    monkeypatch.setattr(integrity, "_attempts", lambda: iter(read))
    assert integrity.replay_everything().holds


def test_a_round_that_was_given_up_is_right(rounds: list[Attempt], alice: Player) -> None:
    table = Table.objects.get(pk=rounds[1].table_id)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert integrity.replay_everything().holds


def test_the_site_says_whether_it_lives_and_is_ready(client: Client) -> None:
    assert client.get("/healthz/").json() == {"alive": True}
    answer = client.get("/readyz/")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "redis": False, "read_only": False})
    with patch("logbook.site.views.health.connection") as gone:
        gone.cursor.side_effect = DatabaseError
        answer = client.get("/readyz/")
    assert (answer.status_code, answer.json()["database"]) == (503, False)


def test_a_database_that_does_not_answer_is_no_fault_of_the_site(
    client: Client, monkeypatch: pytest.MonkeyPatch, alice: Player, signed_in: SignedIn
) -> None:
    def gone(*_arguments: object, **_named: object) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    browser = signed_in(alice)
    monkeypatch.setattr("logbook.tables.views.tables.tables_of", gone)
    monkeypatch.setattr("logbook.tables.api.views.tables_of", gone)
    for address in ("/tables/", "/api/v1/tables/"):
        answer = browser.get(address)
        assert answer.status_code == 503
        assert "your change may have been saved" in answer.content.decode()
