"""Base seeds: unguessable, and the source of every deal of a table or a challenge."""

from __future__ import annotations

import secrets


def new_base_seed() -> str:
    """Return 256 random bits, in hexadecimal."""
    return secrets.token_hex(32)
