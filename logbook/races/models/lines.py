"""Models of races on travellers: what a worker reads out of the races' records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.tables.models import Attempt


class RaceLine(models.Model):
    """The line of an ended race on its deal's traveller: a projection of its record that can be rebuilt at any time.

    `points` and `margin` are those of the person who raced alone, or of the best person; both are null for a race that
    was given up. `turns` has the fields of a `RaceTurn` for each turn; it is null where the record cannot say. A race
    is `by_people` as a `TravellerLine` is.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="race_line")
    seat = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(null=True)
    margin = models.IntegerField(null=True)
    turns = models.JSONField(null=True)
    by_people = models.BooleanField(null=True)

    class Meta:
        verbose_name = _("line of a race")
        verbose_name_plural = _("lines of races")
        ordering = ("attempt",)

    def __str__(self) -> str:
        # No turns here: logs and the admin show this text.
        return f"Line of race {self.attempt_id}"

    @property
    def race_turns(self) -> tuple[RaceTurn, ...]:
        """The turns in order; none where the record cannot say."""
        return tuple(RaceTurn(*fields) for fields in self.turns or ())


@dataclass(frozen=True, slots=True)
class RaceTurn:
    """A turn of a race: where the boats went, where the player dived, the gems that lay there, and the points.

    `points` are what each seat gained in the turn: others may join a dive. `step` is the number of actions at its end.
    """

    round: int
    seat: int
    step: int
    moved: Sequence[str]
    dived: str
    gems: Sequence[str]
    points: Sequence[int]
