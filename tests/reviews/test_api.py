"""Comments in the API: the same rules as on pages."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.reviews.models import Comment
from logbook.tables.models import Attempt, Table
from tests.api.world import Program
from tests.reviews.scenes import finished

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_comment_is_written_listed_edited_and_deleted(alice: Player, bob: Player, olga: Player) -> None:
    attempt, one, other = finished(alice, bob, olga), Program(alice, "write"), Program(bob, "read")
    here = f"attempts/{attempt.pk}/comments/"
    last = one("post", here, {"step": attempt.length, "text": "What a pity"}, status=201)
    made = one("post", here, {"step": 2, "text": "Why not\u200b the nine?"}, status=201)
    assert (made["text"], made["author"], made["is_own"]) == ("Why not the nine?", "Alice", True)
    listed = other("get", here)["results"]
    assert [(comment["id"], comment["is_own"]) for comment in listed] == [(made["id"], False), (last["id"], False)]
    there = f"{here}{made['id']}/"
    edited = one("put", there, {"text": "Why not the eight?"})
    assert (edited["text"], edited["edited_at"] is not None) == ("Why not the eight?", True)
    one("delete", there, status=204)
    one("delete", there, status=404)
    assert [comment["id"] for comment in other("get", here)["results"]] == [last["id"]]


def test_wrong_input_is_refused_by_its_sentence(alice: Player, bob: Player, olga: Player) -> None:
    attempt, program = finished(alice, bob, olga), Program(alice, "write")
    here = f"attempts/{attempt.pk}/comments/"
    assert program("post", here, {"step": 1, "text": "x" * 501}, status=422)["code"] == "invalid"
    assert program("post", here, {"step": attempt.length + 1, "text": "Hm"}, status=422)["code"] == "no-such-moment"
    program("post", here, {"step": -1, "text": "Hm"}, status=422)
    program("post", here, {"text": "Hm"}, status=422)
    comment = program("post", here, {"step": 1, "text": "Hm"}, status=201)
    with time_machine.travel(timezone.now() + timedelta(minutes=11), tick=False):
        assert program("put", f"{here}{comment['id']}/", {"text": "H"}, status=409)["code"] == "too-late-to-edit"
    assert Comment.objects.get().text == "Hm"


def test_a_key_writes_one_comment(alice: Player, bob: Player, olga: Player) -> None:
    attempt, program, key = finished(alice, bob, olga), Program(alice, "write"), str(uuid4())
    url, body = f"/api/v1/attempts/{attempt.pk}/comments/", {"step": 1, "text": "Once"}
    for _time in range(2):
        headers = {**program.headers, "Idempotency-Key": key}
        assert program.client.post(url, body, content_type="application/json", headers=headers).status_code == 201
    assert Comment.objects.count() == 1


def test_others_neither_read_nor_change(alice: Player, bob: Player, olga: Player, charlie: Player) -> None:
    attempt, author = finished(alice, bob, olga), Program(alice, "write")
    here = f"attempts/{attempt.pk}/comments/"
    there = f"{here}{author('post', here, {'step': 1, 'text': 'Hm'}, status=201)['id']}/"
    stranger, reader = Program(charlie, "write"), Program(bob, "write")
    stranger("get", here, status=404)
    stranger("post", here, {"step": 1, "text": "Hm"}, status=404)
    for program, status in ((stranger, 404), (reader, 403)):
        program("put", there, {"text": "Mine"}, status=status)
        program("delete", there, status=status)
        program("put", f"{there}removal/", {"reason": "Mine"}, status=status)
    Program(bob, "read")("post", here, {"step": 1, "text": "Hm"}, status=403)
    assert Comment.objects.get().text == "Hm"


def test_author_deletes_without_the_replay(alice: Player, bob: Player, olga: Player, charlie: Player) -> None:
    attempt, author = finished(alice, bob, olga), Program(charlie, "write")
    Attempt.objects.update(state="success")
    here = f"attempts/{attempt.pk}/comments/"
    there = f"{here}{author('post', here, {'step': 1, 'text': 'Hm'}, status=201)['id']}/"
    Attempt.objects.update(state="failure")
    author("put", there, {"text": "H"}, status=404)
    author("delete", there, status=204)
    assert not Comment.objects.exists()


def test_founder_removes_with_a_reason(alice: Player, bob: Player, olga: Player, crew: Crew) -> None:
    attempt, author, founder = finished(bob, alice, olga), Program(bob, "write"), Program(alice, "write")
    Table.objects.update(crew=crew)
    here = f"attempts/{attempt.pk}/comments/"
    there = f"{here}{author('post', here, {'step': 1, 'text': 'Rude words'}, status=201)['id']}/"
    assert founder("put", f"{there}removal/", {"reason": " "}, status=422)["code"] == "invalid"
    removed = founder("put", f"{there}removal/", {"reason": "Rude"})
    assert (removed["text"], removed["reason"], removed["removed_at"] is not None) == ("", "Rude", True)
    assert author("put", there, {"text": "Again"}, status=409)["code"] == "comment-removed"
