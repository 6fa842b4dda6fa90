"""Signals of the deals of the day. The subjects above subscribe in their `receivers.py`."""

from __future__ import annotations

from django.dispatch import Signal

day_closing = Signal()
"""A deal closes in half a day (`deal`). Sent once."""
day_counted = Signal()
"""The places of a deal are known for the first time (`deal`). Sent inside the transaction that counts it."""
