"""The project: what it reads from the environment, and what every answer carries."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from crewsite import environment
from crewsite.asgi_handler import Application
from tests.settings_scenes import ROOT, settings_of, variables_named

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("text", "value"), [("1", True), ("yes", True), ("On", True), ("0", False), ("", False)])
def test_a_flag_is_on_or_off(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("SOMETHING", text)
    assert environment.flag("SOMETHING", default=not value) is value


def test_a_flag_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="write 1 or 0"):
        environment.flag("SOMETHING")


def test_numbers_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING", "a, b,,c ")
    assert environment.words("SOMETHING") == ["a", "b", "c"]
    assert environment.number("NOTHING", 0.8) == 0.8
    with pytest.raises(ImproperlyConfigured, match="write a number"):
        environment.number("SOMETHING", 1)


def test_a_site_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING", " , ")
    with pytest.raises(ImproperlyConfigured, match="SOMETHING names no host; write one"):
        environment.hosts("SOMETHING", "localhost")


def test_one_of_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.one_of("NOTHING", ["en", "fr"]) == "en"
    monkeypatch.setenv("SOMETHING", "fr")
    assert environment.one_of("SOMETHING", ["en", "fr"]) == "fr"
    with pytest.raises(ImproperlyConfigured, match="write en or de"):
        environment.one_of("SOMETHING", ["en", "de"])


WRONG = {
    "ALLOWED_HOSTS": "https://crew.example.org",
    "API_RATE_CALLER": "often",
    "BOT_PAUSE_SECONDS": "nan",
    "CSRF_TRUSTED_ORIGINS": "crew.example.org",
    "DATABASE_URL": "postgres://crew:s/cr@t:x@host/name",
    "DATABASE_REPLICA_URL": "sqlite:////folder/s/cr@t",
    "EMAIL_VERIFICATION": "perhaps",
    "LOG_LEVEL": "loud",
    "REDIS_URL": "localhost:6379",
    "BROKER_REDIS_URL": "redis+sentinel://one:26379",
    "LIVE_REDIS_URLS": "redis://one/0, redis://two/0",
    "CACHE_REDIS_URL": "memcached://one",
    "SEPARATE_QUEUES": "bots, mails",
    "SITE_ADDRESS": "crew.example.org",
    "STATIC_URL": "https://cdn.example.org/static",
    "STORAGE_BUCKET": "photos/of crews",
    "STORAGE_ENDPOINT": "https://key:s/cr@t@s3.example.org",
    "TIME_ZONE": "Paris",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_in_one_sentence_at_the_start(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the first request that needs it, and without a password that stands in it."""
    for known, value in {"CREWSITE_VAR": str(tmp_path), "SECRET_KEY": "x", name: WRONG[name]}.items():
        monkeypatch.setenv(known, value)
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} [^;]+; write .+\.$") as told:
        runpy.run_path(str(ROOT / "crewsite" / "settings.py"))
    assert "s/cr@t" not in str(told.value)


def test_replica_needs_a_primary_of_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"DATABASE_URL": f"sqlite:///{tmp_path}/site", "DATABASE_REPLICA_URL": "postgres://crew:s/cr@host/name"}
    for known, value in {"CREWSITE_VAR": str(tmp_path), "SECRET_KEY": "x", **told}.items():
        monkeypatch.setenv(known, value)
    with pytest.raises(ImproperlyConfigured):
        runpy.run_path(str(ROOT / "crewsite" / "settings.py"))
    monkeypatch.setenv("DATABASE_REPLICA_URL", "postgres://crew:secret@host/name")
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_REPLICA_URL names a replica, .+; write both like"):
        runpy.run_path(str(ROOT / "crewsite" / "settings.py"))


def test_site_without_a_replica_has_no_router(tmp_path: Path) -> None:
    said = "list(s.DATABASES), hasattr(s, 'DATABASE_ROUTERS'), 'crewsite.replica_requests.routed' in s.MIDDLEWARE"
    one, two = "postgres://crew@one/name", "postgres://crew@two/name"
    assert settings_of(tmp_path, said, DATABASE_URL=one) == "['default'] False False"
    named = settings_of(tmp_path, said, DATABASE_URL=one, DATABASE_REPLICA_URL=two)
    assert named == "['default', 'replica'] True True"


def test_mysql_is_none_of_the_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://crew@host/name")
    with pytest.raises(ImproperlyConfigured, match="write it like postgres://"):
        environment.database("DATABASE_URL", "")


def test_development_keeps_the_secret_it_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY")
    first = environment.secret_key(debug=True, kept_in=tmp_path / "var")
    assert len(first) > 50
    assert environment.secret_key(debug=True, kept_in=tmp_path / "var") == first
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0


def test_a_real_site_needs_its_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        environment.secret_key(debug=False, kept_in=tmp_path)


def test_a_command_says_it_and_nothing_else() -> None:
    command, known = [sys.executable, "manage.py", "check"], {"PATH": os.environ["PATH"], "DEBUG": "0"}
    done = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "SECRET_KEY is not set. Set it, or set DEBUG=1 for development.\n")


def test_a_real_site_is_secure_unless_told(tmp_path: Path) -> None:
    said = "s.DEBUG, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, '*' in s.ALLOWED_HOSTS"
    assert settings_of(tmp_path, said) == "False True True True False"
    assert settings_of(tmp_path, said, HTTPS="0") == "False False False False False"


def test_the_database_is_sqlite_or_what_is_named(tmp_path: Path) -> None:
    options = "s.DATABASES['default']['OPTIONS']"
    assert (
        settings_of(tmp_path, f"{options}['transaction_mode'], 'WAL' in {options}['init_command']") == "IMMEDIATE True"
    )
    named = settings_of(tmp_path, "s.DATABASES['default']['ENGINE']", DATABASE_URL="postgres://a@localhost/b")
    assert named == "crewsite.postgresql"


def test_every_answer_carries_the_policy(db: None) -> None:
    for path in ("/", "/static/logbook/crewsite.css", "/nothing/"):
        heads = Client().get(path).headers
        assert "default-src 'self'" in heads["Content-Security-Policy"]
        assert "camera=(), geolocation=()" in heads["Permissions-Policy"]


def test_static_files_of_a_cdn_keep_their_hashes(tmp_path: Path) -> None:
    """The policy, the hashed names and the origins that may read them follow one line."""
    known = {"PATH": os.environ["PATH"], "CREWSITE_VAR": str(tmp_path), "SECRET_KEY": "x", "HTTPS": "0"}
    known |= {"STATIC_URL": "https://cdn.example.org/crew/", "DJANGO_SETTINGS_MODULE": "crewsite.settings"}
    collected = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collected, cwd=ROOT, env=known, check=True, capture_output=True)
    program = (
        "import django; django.setup(); from django.templatetags.static import static\n"
        "from crewsite.middleware import policy; from django.test import Client; import urllib.parse\n"
        "address = static('logbook/crewsite.css'); print(address); print(policy())\n"
        "answer = Client(SERVER_NAME='localhost').get(urllib.parse.urlsplit(address).path)\n"
        "print(answer.status_code, answer['Access-Control-Allow-Origin'], answer['Cache-Control'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=known, capture_output=True, text=True, check=True
    )
    address, said, answer = done.stdout.splitlines()
    assert re.fullmatch(r"https://cdn\.example\.org/crew/logbook/crewsite\.[0-9a-f]{12}\.css", address)
    assert said.startswith("default-src 'self' https://cdn.example.org; ")
    assert "img-src 'self' https://cdn.example.org data:;" in said
    assert "form-action 'self';" in said
    assert answer == "200 * max-age=315360000, public, immutable"


def test_bucket_without_its_packages_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"bucket_name": "crewsite-photos", "access_key": "key", "secret_key": "secret"}
    assert environment.object_storage(**options | {"bucket_name": ""}) is None
    assert environment.object_storage(**options) is not None
    with pytest.raises(ImproperlyConfigured, match=r"^STORAGE_KEY_ID and STORAGE_SECRET belong together; .+\.$"):
        environment.object_storage(**options | {"secret_key": None})
    monkeypatch.setattr(environment, "find_spec", lambda name: None if name == "storages" else name)
    with pytest.raises(ImproperlyConfigured, match=r"^STORAGE_BUCKET needs packages .+ -r requirements-s3\.txt\.$"):
        environment.object_storage(**options)


@pytest.mark.parametrize("path", ["/nothing/", "/missions/planet-nine/99/"])
def test_strangers_see_our_own_page_in_development_too(path: str, db: None, settings: Settings) -> None:
    settings.DEBUG = True
    page = Client().get(path)
    assert page.status_code == 404
    assert "Page not found" in page.text
    assert "URLconf" not in page.text


def test_everything_is_logged_once(tmp_path: Path) -> None:
    """In one form, the web server's lines too; and those that would name paths not at all."""
    program = (
        "import django, logging.config, uvicorn.config as server; logging.config.dictConfig(server.LOGGING_CONFIG)\n"
        "django.setup(); logging.getLogger('django.request').warning('Not Found')\n"
        "logging.getLogger('uvicorn.error').warning('Bad'); print(logging.getLogger('uvicorn.access').hasHandlers())"
    )
    known = {"PATH": os.environ["PATH"], "CREWSITE_VAR": str(tmp_path), "DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=known | {"DJANGO_SETTINGS_MODULE": "crewsite.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "WARNING django.request: Not Found\nWARNING uvicorn.error: Bad\n"
    assert done.stdout == "False\n", "a web server without readers of its logs"


def test_workers_log_from_the_level_that_is_asked_for(tmp_path: Path) -> None:
    program = (
        "import django, logging; from crewsite.celery import app; django.setup(); app.log.setup(loglevel='ERROR')\n"
        "print(logging.getLogger('logbook').getEffectiveLevel(), logging.getLogger('celery.beat').getEffectiveLevel())"
    )
    known = {"PATH": os.environ["PATH"], "CREWSITE_VAR": str(tmp_path), "DEBUG": "1", "LOG_LEVEL": "DEBUG"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=known, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(logging.DEBUG), str(logging.WARNING)]


def test_static_files_through_asgi() -> None:
    sent = asyncio.run(_ask("/static/logbook/crewsite.css"))
    body = b"".join(message.get("body", b"") for message in sent)
    assert sent[0]["status"] == 200
    assert body == (ROOT / "logbook" / "static" / "logbook" / "crewsite.css").read_bytes()


async def _ask(path: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    asked = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if asked.is_set():
            await asyncio.sleep(60)
        asked.set()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"testserver")]}
    await Application()(scope, receive, send)
    return sent


def test_static_files_are_cached_and_cut(db: None) -> None:
    client, path = Client(), "/static/logbook/crewsite.css"
    page = client.get(path)
    known = {"if-none-match": page.headers["ETag"]}
    assert client.get(path, headers=known).status_code == 304
    piece = client.get(path, headers={"range": "bytes=0-9"})
    assert (piece.status_code, piece.content) == (206, page.content[:10])
    head = client.head(path)
    assert (head.content, head.headers["Content-Length"]) == (b"", str(len(page.content)))


def test_the_locks_name_hashes_and_no_addresses() -> None:
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-s3.txt"):
        text = (ROOT / name).read_text()
        packages = [line for line in text.splitlines() if line and line[0] not in " #"]
        assert all(line.endswith("\\") for line in packages)
        assert not [word for word in ("://", "--index", "--extra-index", "--find-links") if word in text]


def test_a_real_site_passes_djangos_own_checks() -> None:
    environment = os.environ | {
        "ALLOWED_HOSTS": "crew.example.org",
        "DEBUG": "0",
        "DJANGO_SETTINGS_MODULE": "crewsite.settings",
        "HTTPS": "1",
        "SECRET_KEY": "".join(chr(33 + (7 * number) % 90) for number in range(60)),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_every_setting_is_in_the_table() -> None:
    lines = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8").splitlines()
    names = set(re.findall(r"`([A-Z_]+)`", "\n".join(line.split("|")[1] for line in lines if line.startswith("|"))))
    assert variables_named() - names == {"CELERY_EAGER"}, "which is for tests alone"


def test_bots_and_deals_may_have_queues_of_their_own(tmp_path: Path) -> None:
    names = ("tables.tasks.play_bots", "tables.tasks.decide_for_player", "challenges.tasks.prepare_deal")
    queues = ", ".join(f"s.CELERY_TASK_ROUTES['logbook.{name}']['queue']" for name in names)
    told = f"{queues}, *(queue.name for queue in s.CELERY_TASK_QUEUES)"
    always = "analyses {}celery {}mails outgoing thoughts"
    assert settings_of(tmp_path, told) == f"celery celery celery {always.format('', '')}"
    assert settings_of(tmp_path, told, SEPARATE_QUEUES="bots") == f"bots bots celery {always.format('bots ', '')}"
    both = f"bots bots deals {always.format('bots ', 'deals ')}"
    assert settings_of(tmp_path, told, SEPARATE_QUEUES="bots,deals") == both


def test_mails_wait_for_no_host_that_a_user_chooses() -> None:
    routes: dict[str, Any] = dict(settings.CELERY_TASK_ROUTES)
    mails = {name for name, route in routes.items() if route.get("queue") == "mails"}
    assert mails == {
        "logbook.people.tasks.send_account_mail",
        "logbook.clubs.tasks.send_invitation",
        "logbook.notifications.tasks.send_outbox_mail",
    }


@pytest.mark.parametrize("path", ["/healthz/", "/readyz/"])
def test_machines_ask_by_an_address_and_without_https(path: str, db: None, settings: Settings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = [".crew.example.org"], True
    client = Client(SERVER_NAME="10.0.0.7")
    assert client.get(path).status_code == 200
    assert client.get("/rules/").status_code == 400
    assert client.get("/rules/", headers={"host": "crew.example.org"}).status_code == 301


def test_make_run_starts_a_real_site_with_all_it_needs() -> None:
    made = subprocess.run(
        ["make", "--dry-run", "run"],
        cwd=ROOT,
        env=os.environ | {"DEBUG": "0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    steps = ("manage.py migrate", "manage.py collectstatic", "demo --if-empty", "honcho start")
    assert sorted(steps, key=made.index) == list(steps)
