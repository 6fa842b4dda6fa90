"""Names of the browser and the system in a User-Agent header."""

from __future__ import annotations

from typing import Final

# The first that fits: each browser also names those that it descends from.
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Return the device in words, such as "Firefox, Android"; only what is known, so perhaps ""."""
    found = (next((name for mark, name in names if mark in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
