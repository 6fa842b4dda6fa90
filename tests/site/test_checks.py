"""System checks before the site starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection

from games.deep_blue import component_sets


def test_a_wrong_components_file_is_refused_before_the_site_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "box.toml").write_text('name = "box"\n\n[market]\nprice = 3\n', encoding="utf-8")
    monkeypatch.setenv(component_sets.ENVIRONMENT, str(tmp_path / "box.toml"))
    component_sets.other_sets.cache_clear()
    told = [message for message in run_checks() if message.id == "logbook.E001"]
    assert [message.msg for message in told] == ["box.toml, line 1: “gems” is missing or has the wrong format."]


def test_nothing_is_said_without_such_a_file() -> None:
    component_sets.other_sets.cache_clear()
    assert not [message for message in run_checks() if message.id == "logbook.E001"]


@pytest.mark.slow
@pytest.mark.django_db
def test_migrate_refuses_a_database_that_its_migrations_did_not_make() -> None:
    assert not run_checks(databases=["default"], tags=[Tags.database])
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE logbook_siteidentity RENAME COLUMN push_key TO signing_key")
    try:
        told = run_checks(databases=["default"], tags=[Tags.database])
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE logbook_siteidentity RENAME COLUMN signing_key TO push_key")
    assert [message.id for message in told] == ["logbook.E002"]
    assert "logbook_siteidentity.push_key" in told[0].msg
