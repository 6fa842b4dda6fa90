"""Model of deal access: who has seen what of a challenge's deals before it was over.

Rows are added and never deleted. A director can take back a row that shuts a player out of a deal; the row stays.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Stage
from logbook.crews.models.guests import Guest
from logbook.people.models.players import Player
from logbook.tables.models import Table


class DealAccessQuerySet(models.QuerySet["DealAccess"]):
    """Queries of deal access."""

    def in_force(self) -> DealAccessQuerySet:
        """The rows that no director has taken back."""
        return self.filter(taken_back_at=None)


class DealAccess(models.Model):
    """A person's access to a deal: attempt `attempt` of a stage, the same cards for every crew.

    `table` is the table, if there was one, and `seat` the seat of a single hand. At a real table the person may be a
    guest of the crew; then `player` is the signed-in player there, if any.
    """

    class How(models.TextChoices):
        DEALT = "dealt", _("was dealt a hand")
        PRINTED = "printed", _("printed the sheets")
        HANDED_OUT = "handed-out", _("started the attempt at a real table")
        SEAT_PAGE = "seat-page", _("opened a seat page")
        HANDED_AGAIN = "again", _("got a new link to a seat page")
        SAT = "sat", _("played at a real table")
        REPORTED = "reported", _("reported the result")
        GAVE_UP = "gave-up", _("gave up the deal")
        REPLAY = "replay", _("watched a replay")
        OPENED = "opened", _("saw all the cards")
        DIRECTOR = "director", _("viewed the deal as an organizer")
        TYPED = "typed", _("entered the deal from a real table")

    OF_A_HAND = (How.DEALT, How.HANDED_OUT, How.PRINTED, How.SEAT_PAGE, How.SAT)
    """Access to a hand binds the player to this crew in the challenge; each kind needs the player's own click."""
    OF_ALL = (How.GAVE_UP, How.DIRECTOR)
    """Access to all hands shuts the player out of the deal."""

    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="deal_accesses")
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, blank=True, related_name="deal_accesses")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="deal_accesses")
    attempt = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="deal_accesses")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    how = models.CharField(max_length=10, choices=How)
    at = models.DateTimeField(default=timezone.now)
    taken_back_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)

    objects = DealAccessQuerySet.as_manager()

    class Meta:
        verbose_name = _("access log entry")
        verbose_name_plural = _("access log entries")
        ordering = ("pk",)
        indexes = [models.Index(fields=("stage", "attempt", "player"), name="access_to_a_deal")]

    def __str__(self) -> str:
        return f"{self.guest or self.player or '?'}: {self.how}, stage {self.stage_id}, attempt {self.attempt}"
