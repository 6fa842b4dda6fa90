"""Throttling of wrong passwords: one count over all processes, and one clear sentence of refusal."""

from __future__ import annotations

import re
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from crewsite import caches
from logbook.people.models.players import Player
from tests.browser.conftest import free_port
from tests.conftest import PASSWORD
from tests.notifications.scenes import letters

pytestmark = [pytest.mark.once, pytest.mark.slow]

WRONG = {"login": "alice@example.org", "password": "nonsense"}


def shared(place: str) -> caches.Shared:
    """What another process has: a cache of its own at the same place."""
    return caches.Shared(place, {"OPTIONS": {"socket_connect_timeout": 1}})


def tried(client: Client, times: int, **headers: str) -> list[Any]:
    """So many wrong passwords, and what is answered."""
    return [client.post(reverse("account_login"), WRONG, headers=headers) for _number in range(times)]


# --- one count


def test_two_processes_see_one_count(redis_url: str) -> None:
    one, other = shared(redis_url), shared(redis_url)
    assert one.add("tries", [1.5, 2.5], 60)
    assert not other.add("tries", [], 60)
    assert other.get("tries") == [1.5, 2.5]
    other.set("tries", [3.5], 60)
    assert one.get("tries") == [3.5]
    assert one.touch("tries", 60)
    assert one.delete("tries")
    assert other.get("tries", "none") == "none"


def test_two_web_processes_refuse_together(settings: Settings, alice: Player) -> None:
    """Four tries here and one there are five: the next is refused wherever it comes."""
    first = [answer.status_code for answer in tried(Client(), 4)]
    settings.CACHES = {"default": dict(settings.CACHES["default"])}  # Another process starts with an empty memory.
    assert first + [answer.status_code for answer in tried(Client(), 2)] == [422] * 5 + [429]


def test_what_lies_in_redis_runs_no_code() -> None:
    assert caches.Json.loads(caches.Json.dumps([1.25, 2])) == [1.25, 2]
    with pytest.raises(ValueError, match=r"^"):
        caches.Json.loads(b"cposix\nsystem\n(S'true'\ntR.")


@pytest.mark.parametrize("value", [{1: 2}, {"a": (1, 2)}, (1,), {1}, Counter("a"), [b"a"], float("nan"), object()])
def test_what_json_would_change_is_not_kept(value: object, redis_url: str) -> None:
    """Neither in Redis nor, while there is none, by the process itself: who tries it sees it at once."""
    for cache in (shared(redis_url), shared("redis://127.0.0.1:1/0")):
        for keep in (cache.set, cache.add, cache.get_or_set):
            with pytest.raises(TypeError, match="The cache keeps JSON"):
                keep("anything", value, 60)


@pytest.mark.parametrize("value", [0, 1.5, "a", "", True, None, [], {}, [[1, 2.5], {"a": [None, "b"]}]])
def test_what_is_kept_comes_back_as_it_was(value: object, redis_url: str) -> None:
    shared(redis_url).set("kept", value, 60)
    assert shared(redis_url).get("kept", "nothing") == value


def test_each_process_counts_alone_without_redis_and_does_not_wait(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    alone = shared(f"redis://127.0.0.1:{free_port()}/0")
    alone.set("tries", [1.5], 60)
    assert alone.get("tries") == [1.5]
    assert len(caplog.records) == 1, "asked once, then left alone for a while"
    monkeypatch.setattr(caches, "AWAY_SECONDS", 0.0)
    alone._away_until.clear()
    alone.get("tries")
    alone.get("tries")
    assert len(caplog.records) == 3
    alone.clear()
    assert alone.get("tries") is None


def test_forgetting_the_counts_leaves_the_queue(redis_url: str) -> None:
    """The queue of the workers lies in the same Redis."""
    shared(redis_url).set("waiting", 1, 60)
    shared(redis_url).clear()
    assert shared(redis_url).get("waiting") == 1


# --- what is said


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Too many wrong passwords. Wait five minutes, then try again."),
        ("fr", "Trop de mots de passe erronés. Attendez cinq minutes, puis réessayez."),
    ],
)
def test_a_wrong_password_many_times_is_refused_in_one_sentence(alice: Player, language: str, sentence: str) -> None:
    client, before = Client(), time.monotonic()
    answers = tried(client, 6, **{"accept-language": language})
    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    assert sentence in answers[-1].text
    right = client.post(reverse("account_login"), WRONG | {"password": PASSWORD})
    assert right.status_code == 429, "the refusal does not tell whether this one was right"
    assert time.monotonic() - before < 60


def elsewhere(number: int) -> str:
    """An address without requests so far."""
    return f"198.18.{number // 250}.{number % 250 + 1}"


def test_the_owner_still_gets_in_from_another_address(alice: Player) -> None:
    """Five wrong passwords lock out who wrote them, not whom they were for."""
    tried(Client(REMOTE_ADDR=elsewhere(0)), 6)
    right = WRONG | {"password": PASSWORD}
    assert Client(REMOTE_ADDR=elsewhere(0)).post(reverse("account_login"), right).status_code == 429
    assert Client(REMOTE_ADDR=elsewhere(1)).post(reverse("account_login"), right).status_code == 302


def tried_from_everywhere(times: int, login: str = "alice@example.org") -> list[Any]:
    return [
        Client(REMOTE_ADDR=elsewhere(number)).post(reverse("account_login"), WRONG | {"login": login})
        for number in range(times)
    ]


def test_an_account_is_slowed_after_a_hundred_and_warned_once(alice: Player) -> None:
    answers = tried_from_everywhere(103)
    assert [answer.status_code for answer in answers] == [422] * 100 + [429] * 3
    assert "Too many wrong passwords for this account." in answers[-1].text
    right = Client(REMOTE_ADDR=elsewhere(200)).post(reverse("account_login"), WRONG | {"password": PASSWORD})
    assert right.status_code == 429
    assert [(one.to, one.subject) for one in letters()] == [
        (["alice@example.org"], "Many failed attempts to sign in to your account")
    ]
    assert "/accounts/password/reset/" in letters()[0].body


def test_device_that_has_signed_in_before_is_spared(alice: Player, bob: Player) -> None:
    own = Client(REMOTE_ADDR=elsewhere(201))
    own.post(reverse("account_login"), WRONG | {"password": PASSWORD})
    own.post(reverse("account_logout"))
    tried_from_everywhere(103)
    assert own.post(reverse("account_login"), WRONG | {"password": PASSWORD}).status_code == 302
    others = Client(REMOTE_ADDR=elsewhere(202))
    others.post(reverse("account_login"), {"login": "bob@example.org", "password": PASSWORD})
    others.post(reverse("account_logout"))
    assert others.post(reverse("account_login"), WRONG | {"password": PASSWORD}).status_code == 429


def test_known_devices_have_five_tries_together(alice: Player) -> None:
    own = Client(REMOTE_ADDR=elsewhere(203))
    own.post(reverse("account_login"), WRONG | {"password": PASSWORD})
    own.post(reverse("account_logout"))
    assert [answer.status_code for answer in tried(own, 7)] == [422] * 5 + [429] * 2


def test_new_password_forgets_the_devices(alice: Player) -> None:
    own = Client(REMOTE_ADDR=elsewhere(204))
    own.post(reverse("account_login"), WRONG | {"password": PASSWORD})
    own.post(reverse("account_logout"))
    assert alice.user is not None
    alice.user.set_password("another long enough password")
    alice.user.save()
    tried_from_everywhere(103)
    again = own.post(reverse("account_login"), WRONG | {"password": "another long enough password"})
    assert again.status_code == 429


def test_an_hour_later_the_account_is_open_again(alice: Player) -> None:
    with time_machine.travel("2026-11-21 12:00Z") as clock:
        tried_from_everywhere(101)
        clock.shift(timedelta(minutes=61))
        right = Client(REMOTE_ADDR=elsewhere(0)).post(reverse("account_login"), WRONG | {"password": PASSWORD})
    assert right.status_code == 302


def test_an_unknown_address_is_slowed_alike_and_nobody_is_warned(db: None) -> None:
    answers = tried_from_everywhere(101, "nobody@example.org")
    assert [answer.status_code for answer in answers] == [422] * 100 + [429]
    assert letters() == []


def test_an_address_that_nobody_has_confirmed_is_not_written_to(alice: Player) -> None:
    EmailAddress.objects.create(user=alice.user, email="alice@example.org", verified=False, primary=True)
    tried_from_everywhere(101)
    assert letters() == []


def test_a_new_password_gives_all_tries_back(alice: Player) -> None:
    client = Client()
    tried(client, 6)
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = re.findall(r"http://localhost(/accounts/password\S+)", str(letters()[0].body))[0]
    address = client.get(link).headers["Location"]
    client.post(address, {"password1": "a quite different one", "password2": "a quite different one"})
    right = WRONG | {"password": "a quite different one"}
    assert Client().post(reverse("account_login"), right).status_code == 302


def test_what_was_right_is_no_try(alice: Player) -> None:
    for _number in range(7):
        assert Client().post(reverse("account_login"), WRONG | {"password": PASSWORD}).status_code == 302
    assert [answer.status_code for answer in tried(Client(), 6)] == [422] * 5 + [429]


def test_somebody_else_still_gets_in(alice: Player, bob: Player) -> None:
    tried(Client(), 6)
    right = Client().post(reverse("account_login"), {"login": "bob@example.org", "password": PASSWORD})
    assert right.status_code == 302


def test_the_admins_door_is_no_other_way_in(db: None) -> None:
    User.objects.create_superuser("root", "root@example.org", PASSWORD)
    address, client = reverse("admin:login"), Client()
    wrong = [client.post(address, {"username": "root", "password": f"guess {number}"}) for number in range(6)]
    assert wrong[0].status_code != 429
    assert wrong[-1].status_code == 429
    assert "Too many wrong passwords" in wrong[-1].text
    assert client.post(address, {"username": "root", "password": PASSWORD}).status_code == 429


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Too many attempts in a short time. Wait a few minutes, then try again."),
        ("fr", "Trop d’essais en peu de temps. Attendez quelques minutes, puis réessayez."),
    ],
)
def test_mails_to_somebody_are_asked_for_a_few_times_only(alice: Player, language: str, sentence: str) -> None:
    address, heads = reverse("account_reset_password"), {"accept-language": language}
    answers = [Client().post(address, {"email": "alice@example.org"}, headers=heads) for _number in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert sentence in answers[-1].text


def test_the_real_site_counts_there(tmp_path: Path) -> None:
    from tests.settings_scenes import settings_of

    said = "s.CACHES['default']['BACKEND'], s.CACHES['default']['LOCATION']"
    told = settings_of(tmp_path, said, REDIS_URL="redis://elsewhere:6379/3")
    assert told == "crewsite.caches.Shared redis://elsewhere:6379/3"
