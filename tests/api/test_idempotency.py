"""`Idempotency-Key`: a program that lost a response repeats its request, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier, Event
from typing import Any, Final
from zlib import decompress

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.client import encode_multipart
from django.utils import timezone

from logbook.api.schema_views import schema
from logbook.clubs.models import Club
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew
from logbook.exchange import services as exchange_services
from logbook.exchange.models import Import
from logbook.lib import safe_http
from logbook.notifications.tasks import send_due_digests
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import idempotency
from logbook.site.services.backup_rows import backed_up_models
from tests.api.world import bearer
from tests.conftest import SignedIn
from tests.exchange.files import HEADER

pytestmark = pytest.mark.django_db

CLUBS: Final = "/api/v1/clubs/"
TWINS: Final = {"name": "Twins"}
JSON: Final = "application/json"


@pytest.fixture
def program(alice: Player) -> dict[str, str]:
    return bearer(alice)


def sent(program: dict[str, str], key: str, body: Any = TWINS, address: str = CLUBS, **more: Any) -> HttpResponse:
    client = Client(raise_request_exception=False)
    return client.post(address, body, JSON, headers={**program, "idempotency-key": key}, **more)  # type: ignore[return-value]


def problem(answer: Any) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"].count(".") in (1, 2)
    return answer.status_code, answer.json()["code"]


def test_what_is_sent_twice_is_done_once_and_answered_alike(program: dict[str, str]) -> None:
    first, second = (sent(program, "a") for _ in range(2))
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert first.status_code == 201
    assert first["Content-Type"] == second["Content-Type"] == JSON
    assert first["Cache-Control"] == second["Cache-Control"]
    assert (first.get("Idempotent-Replayed"), second["Idempotent-Replayed"]) == (None, "true")
    assert Club.objects.filter(name="Twins").count() == 1


def test_two_keys_or_none_are_two_wishes(program: dict[str, str], bob: Player) -> None:
    for key in ("a", "b"):
        assert sent(program, key).status_code == 201
    client = Client()
    assert client.post(CLUBS, TWINS, JSON, headers=program).status_code == 201
    assert sent(bearer(bob), "a").get("Idempotent-Replayed") is None, "another person's key is another key"
    assert Club.objects.filter(name="Twins").count() == 4


def test_a_key_is_one_requests(program: dict[str, str]) -> None:
    sent(program, "a")
    assert problem(sent(program, "a", {"name": "Triplets"})) == (422, "key-reused")
    assert problem(sent(program, "a", address="/api/v1/crews/")) == (422, "key-reused")
    assert problem(sent(program, "a", address=f"{CLUBS}?x=1")) == (400, "parameter-unknown")
    assert (Club.objects.count(), Crew.objects.count()) == (1, 0)


@pytest.mark.once
@pytest.mark.parametrize("key", ["", "two words", "x" * 65, "clé", "a\tb"])
def test_what_is_no_key_is_said_to_be_none(key: str, program: dict[str, str]) -> None:
    assert problem(sent(program, key)) == (400, "malformed-key")
    assert not Club.objects.exists()


def test_refusals_are_answers_and_nothing_may_be_told_without_a_body(program: dict[str, str], club: Club) -> None:
    first, second = (sent(program, "a", {"name": ""}) for _ in range(2))
    assert problem(first) == problem(second) == (422, "invalid")
    assert second["Idempotent-Replayed"] == "true"
    mails = {"addresses": ["zoe@example.org"]}
    for _ in range(2):
        answer = sent(program, "b", mails, f"{CLUBS}{club.slug}/invitations/mail/")
        assert (answer.status_code, answer.content, answer.get("Content-Type")) == (204, b"", None)
    assert Invite.objects.count() == 1


def test_who_may_not_may_perhaps_the_next_time(alice: Player, program: dict[str, str], club: Club, bob: Player) -> None:
    assert sent(bearer(alice, "read"), "a").status_code == 403
    guest = Player.objects.create(name="Gus")
    idempotency.store_answer(
        idempotency.claim_answer_slot(player=guest, key="a", fingerprint="x"), status=403, body="", headers={}
    )
    assert not IdempotencyRecord.objects.exists()
    assert sent(program, "a").status_code == 201


@contextmanager
def crash(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, error: Exception) -> Iterator[None]:
    """Run the function, then raise an error."""
    whole = getattr(module, name)

    def half(*args: Any, **kwargs: Any) -> Any:
        whole(*args, **kwargs)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(module, name, half)
        yield


@pytest.mark.parametrize("error", [RuntimeError("broken"), OperationalError("gone")])
def test_a_crash_after_the_effect_leaves_neither_it_nor_the_key(
    error: Exception, program: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with crash(monkeypatch, clubs, "create_club", error):
        assert sent(program, "a").status_code in (500, 503)
    assert not Club.objects.exists()
    assert not IdempotencyRecord.objects.exists()
    assert sent(program, "a").status_code == 201


def test_a_crash_before_the_answer_is_kept_leaves_neither(
    program: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("logbook.api.idempotency.store_answer", dies)
        assert sent(program, "a").status_code == 500
    assert (Club.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_thing(program: dict[str, str]) -> None:
    ready = Barrier(2)

    def one(_number: int) -> HttpResponse:
        ready.wait()
        try:
            return sent(program, "a")
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(one, range(2))
    assert first.content == second.content
    assert sorted([first.get("Idempotent-Replayed", ""), second.get("Idempotent-Replayed", "")]) == ["", "true"]
    assert Club.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_second_waits_while_the_first_is_at_it(program: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on, whole = Event(), Event(), clubs.create_club

    def slowly(**words: Any) -> Any:
        inside.set()
        assert go_on.wait(10)
        return whole(**words)

    def one() -> HttpResponse:
        try:
            return sent(program, "a")
        finally:
            connection.close()

    monkeypatch.setattr(clubs, "create_club", slowly)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(one)
        assert inside.wait(10)
        second = pool.submit(one)
        with pytest.raises(TimeoutError):
            second.result(timeout=0.3)
        go_on.set()
        assert (first.result().status_code, second.result()["Idempotent-Replayed"]) == (201, "true")
    assert Club.objects.count() == 1


def test_a_day_later_the_key_is_a_new_one(program: dict[str, str]) -> None:
    sent(program, "a")
    for hours, clubs_then in ((23, 1), (25, 2)):
        with time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False):
            assert sent(program, "a").status_code == 201
        assert Club.objects.count() == clubs_then
    assert IdempotencyRecord.objects.count() == 1


def test_what_was_answered_long_ago_is_forgotten(program: dict[str, str]) -> None:
    sent(program, "a")
    send_due_digests()
    assert IdempotencyRecord.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        send_due_digests()
    assert not IdempotencyRecord.objects.exists()
    assert IdempotencyRecord not in backed_up_models(), "what single people were told is in no backup"


def test_a_file_is_compared_too(program: dict[str, str], crew: Crew) -> None:
    """The boundary of a form differs each time it is sent; its content does not."""
    address = f"/api/v1/crews/{crew.slug}/imports/"

    def bring(rows: str, boundary: str) -> HttpResponse:
        form = encode_multipart(boundary, {"file": SimpleUploadedFile("rows.csv", rows.encode())})
        kind = f"multipart/form-data; boundary={boundary}"
        return Client().post(address, form, kind, headers={**program, "idempotency-key": "a"})  # type: ignore[return-value]

    row = "1,2024-03-01,won,no,3,Alice; Zoe,\n"
    first, second = bring(HEADER + row, "one"), bring(HEADER + row, "two")
    assert (first.status_code, second["Idempotent-Replayed"]) == (201, "true")
    assert problem(bring(HEADER + row * 2, "one")) == (422, "key-reused")
    assert decompress(Import.objects.get().body or b"") == (HEADER + row).encode()


@pytest.mark.django_db(transaction=True)
def test_what_takes_long_or_is_refused_is_done_before_anybody_waits(
    program: dict[str, str], crew: Crew, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file, or a refusal, must not hold the database lock, which on SQLite is global."""
    asked: list[tuple[str, bool]] = []

    def checked(url: str) -> None:
        asked.append((url, connection.in_atomic_block))
        raise safe_http.NotHttps

    monkeypatch.setattr(safe_http, "ensure_form", checked)
    hook, address = {"url": "https://hooks.example.org/1", "kinds": ["news"]}, f"{CLUBS}{club.slug}/webhooks/"
    first, second = (sent(program, "a", hook, address) for _ in range(2))
    assert first.status_code == 422
    assert (first.content, second["Idempotent-Replayed"]) == (second.content, "true"), "a refusal is an answer too"
    assert asked == [(hook["url"], False)], "the same answer again takes no second check"

    def taken(file: Any, name: str, **how: bool) -> exchange_services.UploadedImport:
        asked.append((name, connection.in_atomic_block))
        return whole(file, name, **how)

    whole = exchange_services.accept_file
    monkeypatch.setattr(exchange_services, "accept_file", taken)
    form = {"file": SimpleUploadedFile("rows.csv", f"{HEADER}1,2024-03-01,won,no,3,Alice; Zoe,\n".encode())}
    answer = Client().post(f"/api/v1/crews/{crew.slug}/imports/", form, headers={**program, "idempotency-key": "b"})
    assert (answer.status_code, asked[1:]) == (201, [("rows.csv", False)])


def test_strangers_have_nothing_checked(
    bob: Player, charlie: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_http, "ensure_form", lambda url: pytest.fail(f"{url} was checked"))
    hook, address = {"url": "https://hooks.example.org/1", "kinds": ["news"]}, f"{CLUBS}{club.slug}/webhooks/"
    assert [sent(bearer(player), "a", hook, address).status_code for player in (bob, charlie)] == [403, 404]


def test_a_browsers_session_has_keys_too(alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    answers = [browser.post(CLUBS, TWINS, JSON, headers={"idempotency-key": "a"}) for _ in range(2)]
    assert answers[1]["Idempotent-Replayed"] == "true"
    form = browser.post(CLUBS, TWINS, headers={"idempotency-key": "b"})
    assert problem(form) == (415, "media-type-unknown")


@pytest.mark.once
def test_every_post_is_described_and_tells_no_one_time_secret() -> None:
    """A readable response may be stored for a day. Any other response with a token must not be: decide."""
    found, told = schema(), set()
    for path in found["paths"].values():
        if posted := path.get("post"):
            assert "Idempotency-Key" in {one["name"] for one in posted["parameters"]}
            shapes = str([one for code, one in posted["responses"].items() if code < "300"])
            told |= {name for name in found["components"]["schemas"] if f"/{name}'" in shapes}
    words = ("token", "secret", "key", "address", "password")
    bearing = {name for name in told if not {*words}.isdisjoint(found["components"]["schemas"][name]["properties"])}
    # The caller makes an entry's key; GET returns links again, and a seal is public. Only a caller without a name
    # gets a seat's secret, and those responses are not stored.
    assert bearing <= {"Invitation", "Merge", "Entry", "Seal", "SeatLink", "SeatPage"}, bearing
