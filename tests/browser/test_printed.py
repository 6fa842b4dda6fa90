"""A logbook's PDF: the page says that it is on its way, and opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from logbook.campaigns import tasks
from logbook.campaigns.services import campaigns, entries
from logbook.crews.models.crews import Crew
from logbook.lib import queue
from logbook.people.models.players import Player
from tests.browser.conftest import Visit


def test_the_page_opens_the_file_once_a_worker_has_drawn_it(
    visit: Visit, crew: Crew, alice: Player, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    entries.add_entry(campaign=campaign, by=alice, key=uuid4(), mission="1", won=True, played_on=timezone.localdate())
    queued: list[tuple[Any, ...]] = []
    monkeypatch.setattr(queue, "send", lambda _task, *given, **_how: queued.append(given))
    page = visit(f"/campaigns/{campaign.pk}/", player=alice)
    page.get_by_role("link", name="PDF (A5)").click()
    expect(page.get_by_text("We’re preparing the logbook.")).to_be_visible()
    with page.expect_download() as told:
        tasks.draw_logbook(*queued[0])
    assert told.value.suggested_filename == "winter-a5.pdf"
    assert Path(told.value.path()).read_bytes().startswith(b"%PDF-")
