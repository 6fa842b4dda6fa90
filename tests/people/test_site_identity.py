"""The site's identity: derived keys outlast a change of SECRET_KEY, and another database is another site."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.core.management import call_command
from django.db import connections
from django.db.models import DateTimeField
from django.test import Client
from pytest_django import Settings

from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange.models import Import
from logbook.exchange.selectors import clubs as exchange_clubs
from logbook.exchange.selectors import crews as exchange_crews
from logbook.notifications.services import mails
from logbook.notifications.tasks import send_overlooked_notifications
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.models.site_identity import SiteIdentity
from logbook.site.services import backup_rows
from tests.exchange.files import bring
from tests.exchange.scenes import by_default, everything, exported
from tests.site.backups_scenes import empty

pytestmark = pytest.mark.django_db


@pytest.fixture
def logbook(
    crew: Crew, club: Club, alice: Player, bob: Player, charlie: Player, settings: Settings, tmp_path: Path
) -> Crew:
    """A crew of a club, with everything in its logbook, and times as a clock tells them."""
    settings.MEDIA_ROOT = tmp_path / "media"
    made = everything(crew, alice, bob, charlie)
    _odd_times()
    return made


def _odd_times() -> None:
    for model in backup_rows.backed_up_models():
        for field in model._meta.get_fields():
            if isinstance(field, DateTimeField):
                for pk, at in model._base_manager.exclude(**{field.name: None}).values_list("pk", field.name):
                    model._base_manager.filter(pk=pk).update(**{field.name: at.replace(microsecond=123_457)})


def rows() -> dict[str, list[dict[str, Any]]]:
    return {
        backup_rows.label_of(model): list(model._base_manager.order_by("pk").values())
        for model in backup_rows.backed_up_models()
    }


def files(crew: Crew, club: Club, alice: Player) -> list[bytes]:
    crew, club, alice = Crew.objects.get(pk=crew.pk), Club.objects.get(pk=club.pk), Player.objects.get(pk=alice.pk)
    reader = exchange_clubs.Reader(frozenset({crew.pk}), lambda _challenge: True, is_member=True)
    return [
        exported(crew, alice).encode(),
        b"".join(exchange_crews.crew_zip(crew, (), "en")),
        "".join(exchange_clubs.club_json(club, reader)).encode(),
    ]


def restored(path: Path, settings: Settings) -> None:
    """The backup fills the empty database of a site that has another SECRET_KEY and an identity of its own."""
    empty()
    settings.SECRET_KEY = "the secret of another machine"
    site_identity.forget()
    site_identity.derive("made before the restore")
    call_command("restore", path)


def test_a_restored_site_is_the_same_to_the_last_byte(
    logbook: Crew, club: Club, alice: Player, settings: Settings, tmp_path: Path
) -> None:
    before, out = rows(), files(logbook, club, alice)
    stop = mails.stop_address(alice, club).split("/")[-2]
    call_command("backup", tmp_path / "a.tar.gz")
    restored(tmp_path / "a.tar.gz", settings)
    assert rows() == before
    assert files(logbook, club, alice) == out
    assert mails.stop_read(stop) == (alice.pk, club.pk)


def test_a_restored_site_knows_its_own_files(logbook: Crew, alice: Player, settings: Settings, tmp_path: Path) -> None:
    out = exported(logbook, alice)
    call_command("backup", tmp_path / "a.tar.gz")
    restored(tmp_path / "a.tar.gz", settings)
    kinds = (Attendance, Campaign, Guest, LogEntry, Player)
    counts = [kind._base_manager.count() for kind in kinds]
    job = by_default(bring(logbook, Player.objects.get(pk=alice.pk), out.encode(), "aurora.json"))
    assert Import.objects.get(pk=job.pk).state == Import.State.DONE
    assert [kind._base_manager.count() for kind in kinds] == counts


def test_another_label_or_other_parts_give_other_bytes() -> None:
    asked = [
        ("a",),
        ("a", "b"),
        ("ab",),
        ("a", "bc"),
        ("ab", "c"),
        ("b", "a"),
        ("a", 1),
        ("a", 11),
        ("a", 1, 1),
        ("a", ""),
    ]
    assert len({site_identity.derive(str(parts[0]), *parts[1:]) for parts in asked}) == len(asked)
    assert site_identity.derive("a", "b") == site_identity.derive("a", b"b")
    assert len(site_identity.derive("a")) == 32


def test_another_site_derives_other_keys(settings: Settings) -> None:
    ours = site_identity.derive("a"), site_identity.export_key("crew", 1)
    settings.SECRET_KEY = "changed"
    assert (site_identity.derive("a"), site_identity.export_key("crew", 1)) == ours
    SiteIdentity.objects.update(secret="ab" * 32)
    Client().get("/healthz/")  # The cache ends with the request.
    assert site_identity.derive("a") != ours[0]
    assert site_identity.export_key("crew", 1) != ours[1]
    SiteIdentity.objects.update(secret="cd" * 32)
    theirs = site_identity.derive("a")
    send_overlooked_notifications.apply()
    SiteIdentity.objects.update(secret="ef" * 32)
    send_overlooked_notifications.apply()
    assert site_identity.derive("a") != theirs


def test_it_is_made_with_the_database_and_at_need() -> None:
    assert SiteIdentity.objects.count() == 1
    secret = SiteIdentity.objects.get().secret
    call_command("migrate", verbosity=0)
    assert SiteIdentity.objects.get().secret == secret
    SiteIdentity.objects.all().delete()
    made = site_identity.derive("a")
    site_identity.forget()
    assert site_identity.derive("a") == made
    assert len(bytes.fromhex(SiteIdentity.objects.get().secret)) == 32


@pytest.mark.django_db(transaction=True)
def test_two_who_need_it_at_once_get_the_same() -> None:
    SiteIdentity.objects.all().delete()
    ready = threading.Barrier(4)

    def ask(_number: int) -> bytes:
        site_identity.forget()
        ready.wait()
        try:
            return site_identity.derive("a")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(ask, range(4)))) == 1


def test_links_of_mails_sent_before_still_end_them(alice: Player) -> None:
    old = signing.dumps([alice.pk, None], salt=mails.UNSUBSCRIBE)
    assert mails.stop_read(old) == (alice.pk, None)
    assert mails.stop_read(signing.dumps([alice.pk, None], salt="another")) is None


def test_the_secret_is_in_no_file_that_goes_out(logbook: Crew, club: Club, alice: Player) -> None:
    secret = SiteIdentity.objects.get().secret
    assert not [one for one in files(logbook, club, alice) if secret.encode() in one]
    assert secret not in str(SiteIdentity.objects.get())
    assert secret not in repr(SiteIdentity.objects.get())
    assert secret not in json.dumps(str(vars(site_identity)))
