"""Signals of crews. The subjects above subscribe in their `receivers.py`.

Each signal is sent by a service inside its transaction: a receiver that raises undoes it all.
"""

from __future__ import annotations

from django.dispatch import Signal

member_leaving = Signal()
"""A player is about to leave (`crew`, `player`). Sent before the crew's row is locked: a receiver locks its own rows
first, and may return a function, which is called once the player is out and returns
the seats that the player held."""

member_returning = Signal()
"""A player's removal from a crew is about to be undone (`crew`, `player`, `seats`: those they held). Sent before the
crew's row is locked, like `member_leaving`; a function it returns is called once the player is in."""

guest_claiming = Signal()
"""A player is about to claim a guest (`guest`, `player`). A receiver may refuse by raising."""

guest_changed = Signal()
"""A guest has been recognized as a player, or is a guest again (`guest`)."""

member_forgotten = Signal()
"""A crew forgets a player and the guests that the player has claimed (`crew`, `player`, `guests`: their keys, `photos`:
whether the player's photos go too). Sent while memberships and guests still exist. A receiver returns True if its
subject knew the player in the crew.
"""

name_taken_away = Signal()
"""A former member was anonymised in a crew (`crew`, `player`, `photos`), and the crew has forgotten the name."""

crew_merged = Signal()
"""A crew has become part of another one (`crew`, `into`); its members are in the other one."""

crew_split = Signal()
"""Members of a crew have founded another one (`crew`, `made`), with copies of campaigns (`campaigns`: their keys)."""
