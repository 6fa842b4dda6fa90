"""Models of travellers: what a worker reads out of the attempts' records for the pages of their deals."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Stage
from logbook.tables.models import Attempt

END: Final = ""
"""The move of lines that end."""


class TravellerLine(models.Model):
    """The line of an ended attempt on its deal's traveller: a projection of its record that can be rebuilt at any time.

    `tasks` are the tasks on the table at the end, each as `[task, owner's seat or null]`, by the engine's names;
    `signals` counts the cards signalled. Both are null where the record cannot say: at a real table, and for rules that
    this version of the site no longer has. `bots` is the number of seats of bots. A line is `by_people` if no bot had a
    seat and no stand-in decided; null, until it is written again, for a line of the version without this column.

    `moves` are the actions that changed the position, each as `[step, seat, text]`; `positions` the fresh deal's number
    and the one after each move (`Game.position_of`), eight bytes each. `is_placed` once the deal's `Position`s are
    built with the line. They leave it out if it `is_later`: its crew has an earlier attempt on the deal.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="traveller_line")
    tasks = models.JSONField(null=True)
    signals = models.PositiveSmallIntegerField(null=True)
    bots = models.PositiveSmallIntegerField()
    by_people = models.BooleanField(null=True)
    moves = models.JSONField(default=list)
    positions = models.BinaryField(default=bytes)
    is_placed = models.BooleanField(default=False)
    is_later = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("traveller line")
        verbose_name_plural = _("traveller lines")
        ordering = ("attempt",)
        indexes = [models.Index("attempt", condition=Q(is_placed=False), name="lines_to_place")]

    def __str__(self) -> str:
        # No cards here: logs and the admin show this text.
        return f"Line of attempt {self.attempt_id}"

    @property
    def position_numbers(self) -> tuple[int, ...]:
        """The positions as numbers."""
        return unpacked(self.positions)


def packed(numbers: Sequence[int]) -> bytes:
    """Return signed numbers of 64 bits as bytes."""
    return struct.pack(f"<{len(numbers)}q", *numbers)


def unpacked(positions: bytes | memoryview) -> tuple[int, ...]:
    """Return the numbers of these bytes."""
    return struct.unpack(f"<{len(positions) // 8}q", positions)


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch: lines that went on from a position with one move.

    `attempts` are the first of the lines. `to` is the next parting on the way, or None if a single line goes on alone
    to its end; `chain` are the moves until then, where the position is a parting itself.
    """

    lines: int
    won: int
    attempts: Sequence[int]
    to: int | None = None
    chain: Sequence[str] = ()


class Position(models.Model):
    """A position of a deal that more than one line went through, and how they went on.

    `number` is `Game.position_of`. `lines` counts one line a crew, and `won` those that won. `branches` has for each
    move, written `SEAT TEXT`, the fields of a `Branch`; the move "" is the end of lines. It `is_parting` where lines
    part, meet, begin or end: between two partings all lines go the same way. `is_start` marks the fresh deal. A deal's
    rows are rebuilt as a whole.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="positions")
    attempt = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    lines = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    is_parting = models.BooleanField()
    is_start = models.BooleanField()
    branches = models.JSONField()

    class Meta:
        verbose_name = _("position")
        verbose_name_plural = _("positions")
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(fields=("stage", "attempt", "number"), name="one_row_a_position"),
            models.UniqueConstraint(fields=("stage", "attempt"), condition=Q(is_start=True), name="one_start_a_deal"),
        ]

    def __str__(self) -> str:
        return f"Position of {self.stage_id}/{self.attempt}"

    @property
    def branches_by_move(self) -> dict[str, Branch]:
        """The branches by their moves, the one with most lines first."""
        branches = {move: Branch(*fields) for move, fields in self.branches.items()}
        return dict(sorted(branches.items(), key=lambda pair: (-pair[1].lines, -pair[1].won, pair[0])))
