"""Signals of challenges. The subjects above subscribe in their `receivers.py`.

A receiver runs at once, in the sender's transaction if there is one, subject after subject in their order.
"""

from __future__ import annotations

from django.dispatch import Signal

challenge_changed = Signal()
"""A challenge is announced, opened or cancelled, or its results are in (`challenge_id`, and `what`: "announced",
"opened", "cancelled" or "results")."""

challenge_unprepared = Signal()
"""A challenge could not be prepared, or not in time (`challenge`)."""

challenge_left_out = Signal()
"""A challenge was given up because its deals became ready after its window (`challenge`)."""

close_moved = Signal()
"""A challenge closes more than a day later than it would have (`challenge_id`)."""

challenge_ruled = Signal()
"""Organizers have decided when or by which crews a challenge can be played (`ruling`)."""

outcomes_changed = Signal()
"""By a ruling some tables come to something else (`challenge_id`, `tables`: their keys, in order; they are locked)."""

challenge_over = Signal()
"""A challenge is over and nothing runs in it any more: what it came to is to be counted (`challenge_id`). Sent again
until all is counted."""
