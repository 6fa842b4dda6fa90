"""Model of bonds: a former member of a crew that can still play a challenge."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player


class Bond(models.Model):
    """A player was in a crew that can play a challenge: until it cannot, other crews' cards stay locked for them.

    Written when the row that shows the membership is deleted: the crew leaves the club, or the player is anonymised. No
    page shows it.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bonds")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="bonds")
    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="bonds")

    class Meta:
        verbose_name = _("bond to a challenge")
        verbose_name_plural = _("bonds to challenges")
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(fields=("player", "challenge", "crew"), name="one_bond_a_person_and_crew"),
        ]

    def __str__(self) -> str:
        return f"Player {self.player_id} by crew {self.crew_id}, challenge {self.challenge_id}"
