"""All former attacks against a running site: each fails."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.faults.attacks import accounts, attempts, crowds, scene, seats
from tests.faults.attacks.attempts import Attack
from tests.faults.kills_scenes import database_url
from tests.faults.processes import ROOT, Site, environment

SERVED = {
    "PYTHONPATH": str(ROOT / "tests" / "faults" / "silent_hosts"),
    "SITE_ADDRESS": "https://crewsite.example",
    "TRUSTED_PROXY_COUNT": "1",
}
"""Behind a proxy, under an address of its own, with push services that do not answer."""

pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Start the processes on the test database; clean up at the end."""
    from django.core.management import call_command

    folder = tmp_path_factory.mktemp("attacked")
    with django_db_blocker.unblock():
        site = Site(environment(database_url(), folder) | SERVED, folder, webs=1, workers=1, outgoing=True)
        site.start_all()
        # In development, mails are printed by the worker that sends them.
        os.environ[accounts.MAIL_LOG] = str(folder / "worker0.log")
        try:
            site.wait_ready()
            yield site
        finally:
            del os.environ[accounts.MAIL_LOG]
            site.stop()
            call_command("flush", interactive=False, verbosity=0)


@pytest.mark.django_db
def test_other_processes_can_reach_the_database() -> None:
    """This test also creates the database when the file is run alone."""
    assert "memory" not in database_url()


ALL = (*attempts.ATTACKS, *crowds.ATTACKS, *accounts.ATTACKS, *seats.ATTACKS)


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: attack.__name__)
def test_the_attack_fails(attack: Attack, site: Site) -> None:
    assert attack(f"http://127.0.0.1:{site.ports[0]}", scene.build(attack.__name__)) == []
