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
"""A challenge was cancelled because its deals became ready after its window (`challenge`)."""

close_moved = Signal()
"""The close of a challenge moved to more than a day later (`challenge_id`)."""

challenge_ruled = Signal()
"""A ruling changed when or by which crews a challenge can be played (`ruling`)."""

results_ruled = Signal()
"""A ruling, or its end, changed the results of crews or what they may still play (`ruling`; `crews`: their keys, in
order). Restoring a player concerns no crew, but the player alone."""

outcomes_changed = Signal()
"""A ruling changed the outcomes of tables (`challenge_id`, `tables`: their keys, in order; they are locked)."""

challenge_over = Signal()
"""A challenge is over without running attempts, so its results can be counted (`challenge_id`). Sent again until all is
counted.
"""
