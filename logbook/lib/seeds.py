"""Base seeds: what nobody can guess, and every deal of a table or a challenge follows from."""

from __future__ import annotations

import secrets


def new_base_seed() -> str:
    """256 random bits, in hexadecimal."""
    return secrets.token_hex(32)
