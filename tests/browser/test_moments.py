"""The script in every page names a moment as the server does, in both languages."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from logbook.lib.time_zones import near_moment_text
from tests.browser.conftest import Visit

ZONE = ZoneInfo("Europe/Berlin")
TIMES = (time(0), time(0, 30), time(12), time(12, 15), time(20), time(23, 59))
DAYS = (-200, -2, -1, 0, 1, 2, 6, 7, 8, 200)
NAME = """moments => moments.map((moment) => {
    const time = Object.assign(document.createElement("time"), { dateTime: moment });
    time.dataset.moment = "";
    const part = document.createElement("div");
    part.append(time);
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: part } }));
    return time.textContent;
})"""


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("fr-FR", "fr")])
def test_script_and_server_name_a_moment_alike(visit: Visit, locale: str, language: str) -> None:
    page = visit("/rules/", locale=locale, timezone_id=str(ZONE))
    today = timezone.now().astimezone(ZONE).date()
    moments = [datetime.combine(today + timedelta(days=day), clock, ZONE) for day in DAYS for clock in TIMES]
    told = page.evaluate(NAME, [moment.isoformat() for moment in moments])
    with timezone.override(ZONE), translation.override(language):
        assert told == [near_moment_text(moment) for moment in moments]
