"""Little portraits of players: one of six faces in one of eight colours, drawn from the name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from zlib import crc32

from django.utils.html import format_html
from django.utils.safestring import SafeString

FACES: Final = 6
"""The symbols `face-0` to `face-5` of the sprite."""
COLOURS: Final = 8


@lru_cache(maxsize=4096)
def portrait(name: str) -> SafeString:
    """Return the portrait of a player of this name, decorative: the name stands beside it."""
    drawn = crc32(name.encode())
    return format_html(
        '<svg class="portrait portrait--{}" viewBox="0 0 24 24" aria-hidden="true"><use href="#face-{}"/></svg>',
        drawn // FACES % COLOURS,
        drawn % FACES,
    )
