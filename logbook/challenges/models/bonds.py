"""What still binds a person to a challenge when neither a crew's members nor a club's crews tell of it any more."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player


class Bond(models.Model):
    """A person was in a crew that could play a challenge: until that crew can no more, others' cards stay locked.

    Written when the row goes by which that was known: the crew is taken out of the club, or the person takes their
    name away. No page shows it.
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
