"""Metrics of play, for the site's operator."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge

ACTIONS: Final = Counter("crewsite_actions", "Actions written down by this process", ("game", "by"))
STREAMS: Final = Gauge("crewsite_live_streams", "Readers who listen now")
