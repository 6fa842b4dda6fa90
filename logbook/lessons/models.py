"""Model of help that fades: how far a player has come with each concept of counting."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from logbook.people.models.players import Player
from logbook.rounds.view.help import MARKED, NO_HELP
from logbook.rounds.view.questions import CERTAIN, TRUMPS, VOIDS, WINNERS
from logbook.tables.models import Attempt

IN_A_ROW: Final = 2
"""Right answers in a row that take the help one level on; wrong ones at the end of a round take it one back."""


class HelpLevel(models.Model):
    """A player's level of help with one concept, from 1 (everything is marked) to 4 (none). Without a row it is 1.

    `streak` counts the right answers in a row since the last step, or as a negative number the wrong ones. `attempt`
    and `trick` are the moment of the last question, `about` and `answer` its subject and the player's answer.
    """

    class Concept(models.TextChoices):
        VOIDS = VOIDS, _("Voids")
        TRUMPS = TRUMPS, _("Trumps")
        CERTAIN = CERTAIN, _("Known cards")
        WINNERS = WINNERS, _("Winning cards")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="help_levels")
    concept = models.CharField(max_length=10, choices=Concept)
    level = models.PositiveSmallIntegerField(default=MARKED)
    streak = models.SmallIntegerField(default=0)
    asked = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    attempt = models.ForeignKey(Attempt, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    trick = models.PositiveSmallIntegerField(default=0)
    about = models.CharField(max_length=20, blank=True)
    answer = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("level of help")
        verbose_name_plural = _("levels of help")
        ordering = ("player", "concept")
        constraints = [
            models.UniqueConstraint(fields=("player", "concept"), name="one_help_level_a_concept"),
            models.CheckConstraint(condition=Q(level__range=(MARKED, NO_HELP)), name="help_level_from_one_to_four"),
        ]

    def __str__(self) -> str:
        return f"{self.concept} of {self.player_id}: level {self.level}"

    def level_in(self, attempt_id: int | None) -> int:
        """Return the level in this attempt, or (None) in one to come.

        A round that ended with wrong answers takes the next one a step back.
        """
        steps_back = self.attempt_id != attempt_id and self.streak <= -IN_A_ROW
        return max(MARKED, self.level - steps_back)

    def was_answered(self, attempt_id: int, trick: int) -> bool:
        """Return whether the last question was about this trick of the attempt."""
        return (self.attempt_id, self.trick) == (attempt_id, trick)

    def count(self, attempt_id: int, *, is_right: bool) -> None:
        """Count an answer in this attempt: a second right one in a row takes the help a level on."""
        if self.level_in(attempt_id) != self.level:
            self.level, self.streak = self.level_in(attempt_id), 0
        self.asked += 1
        self.right += is_right
        self.streak = max(self.streak, 0) + 1 if is_right else min(self.streak, 0) - 1
        if self.streak == IN_A_ROW:
            self.level, self.streak = min(self.level + 1, NO_HELP), 0
