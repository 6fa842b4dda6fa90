"""Talk in the API: the same rules as on pages."""

from __future__ import annotations

import pytest

from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.talk import moderation
from tests.api.world import Program
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_talk_is_written_and_listed(alice: Player, bob: Player, olga: Player) -> None:
    table, one, other = open_table(alice, bob, bots=1), Program(alice, "play"), Program(bob, "read")
    here = f"tables/{table.pk}/talk/"
    made = one("post", here, {"text": "Shall\u200b we?"}, status=201)
    assert (made["words"], made["author"], made["is_own"], made["phrase"]) == ("Shall we?", "Alice", True, "")
    started(table, alice)
    one("post", here, {"phrase": "good-luck"}, status=201)
    listed = other("get", here)["results"]
    assert [(line["words"], line["is_own"]) for line in listed] == [("Good luck!", False), ("Shall we?", False)]
    moderation.mute(player=bob, muted=alice)
    assert other("get", here)["results"] == []
    Program(olga, "read")("get", here, status=404)


def test_wrong_talk_is_refused_by_its_code(alice: Player, bob: Player) -> None:
    table, program = open_table(alice, bob, bots=1), Program(alice, "play")
    here = f"tables/{table.pk}/talk/"
    assert program("post", here, {"text": "x" * 301}, status=422)["code"] == "invalid"
    program("post", here, {}, status=422)
    program("post", here, {"phrase": "blue-7"}, status=422)
    program("post", here, {"phrase": "hello", "text": "And more"}, status=400)
    started(table, alice)
    assert program("post", here, {"text": "Hm"}, status=409)["code"] == "phrases-during-play"
    program("post", here, {"phrase": "hello"}, status=201)
    assert program("post", here, {"phrase": "hello"}, status=429)["code"] == "phrase-too-soon"


def test_watchers_talk_is_listed_to_players_after_the_end(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, bots=1)
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    started(table, alice)
    here = f"tables/{table.pk}/talk/"
    Program(olga, "play")("post", here, {"text": "The nine"}, status=201)
    assert Program(olga, "read")("get", here)["results"][0]["audience"] == "watchers"
    assert Program(alice, "read")("get", here)["results"] == []
