"""Signals of clubs. The subjects above subscribe in their `receivers.py`.

Each signal is sent by a service inside its transaction: a receiver that raises undoes it all.
"""

from __future__ import annotations

from django.dispatch import Signal

member_leaving = Signal()
"""A player is about to be out of a club (`club`, `player`). Sent before the club's row is locked: a receiver locks its
own rows first, and may return a function, which is called once the player is out and returns
the seats that the player held."""

member_returning = Signal()
"""A player's removal from a club is about to be undone (`club`, `player`, `seats`: those they held). Sent before the
club's row is locked, like `member_leaving`; a function it returns is called once the player is in."""

crew_withdrawing = Signal()
"""A crew is about to be out of a club (`club`, `crew`). Sent while its entry still exists."""

member_removed = Signal()
"""An organizer has removed a player from a club (`removal`, a ClubRemoval)."""

crew_removed = Signal()
"""An organizer has removed a crew from a club (`removal`, a ClubCrewRemoval)."""

join_requested = Signal()
"""A player asks to join a club (`request`, a JoinRequest)."""

news_posted = Signal()
"""An organizer has posted news (`news`)."""
