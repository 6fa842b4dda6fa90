"""Models of typed deals: a round at a real table, and the hands that its players typed in."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.crew.robot import ROBOT_SEAT
from logbook.campaigns.models import Campaign
from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.rounds.text import robot_name
from logbook.tables.models import Table

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH: Final = 10
KEPT: Final = timedelta(days=30)
ROUND_TAKES: Final = timedelta(minutes=90)
"""The time after the last hand at which a round counts as over, even if its players do not say so."""


def new_code() -> str:
    """Return a code that is short enough to type, and too long to guess."""
    return "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))


def until() -> datetime:
    """Return the moment at which a deal made now is deleted."""
    return timezone.now() + KEPT


class TypedDeal(models.Model):
    """A round at a real table. `code` is its address, and everyone who has it may type in a hand.

    `tasks` are the tasks' names in the order drawn, and `owners` the seats that took them; both are words, and empty
    until typed in. A `device` is a hash of a browser's key: `over_asked_by` asked to end the round, and another one
    agreed at `over_at`. `answer` is filled step by step by workers: `steps` counts the stored steps, `tries` the starts
    of the next one, and `busy_until` keeps other workers from repeating it. `won` is the crew's own result, None until
    a player says it. Equal rounds have the same `fingerprint`, "" before the answer is asked for. `friends_code` is the
    address at which friends play the deal without seeing it, None until a player makes one.
    """

    class State(models.TextChoices):
        ENTERING = "entering", gettext_lazy("hands are typed in")
        WAITING = "waiting", gettext_lazy("waiting for an answer")
        DONE = "done", gettext_lazy("answered")
        FAILED = "failed", gettext_lazy("no answer")

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    tasks = models.CharField(max_length=200, blank=True, editable=False)
    owners = models.CharField(max_length=80, blank=True, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.SET_NULL, null=True, blank=True, related_name="typed_deals")
    begun_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="typed_deals")
    over_asked_by = models.CharField(max_length=64, blank=True, editable=False)
    over_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.ENTERING)
    answer = models.JSONField(default=dict, editable=False)
    steps = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    busy_until = models.DateTimeField(null=True, blank=True)
    won = models.BooleanField(null=True, blank=True)
    distress = models.BooleanField(default=False, db_default=False)
    fingerprint = models.CharField(max_length=64, blank=True, default="", db_default="", db_index=True, editable=False)
    friends_code = models.CharField(max_length=20, unique=True, null=True, blank=True, editable=False)
    moved_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(default=until, db_index=True)

    class Meta:
        verbose_name = gettext_lazy("typed deal")
        verbose_name_plural = gettext_lazy("typed deals")
        ordering = ("-pk",)

    def __str__(self) -> str:
        # No code and no cards: logs and the admin show this text.
        return f"typed deal {self.pk}"

    @property
    def seats(self) -> int:
        """The number of seats: with two players, the robot has the third one."""
        return max(self.players, ROBOT_SEAT + 1)

    @property
    def hands_needed(self) -> int:
        """The number of hands that must be typed in: the last one follows from them."""
        return self.seats - 1

    def is_robot(self, seat: int) -> bool:
        """Return whether the robot has this seat."""
        return self.players == ROBOT_SEAT and seat == ROBOT_SEAT

    @property
    def result(self) -> str:
        """A word for the crew's result, in the id of forms that start from it: a corrected result replaces them."""
        won = {None: "open", True: "won", False: "lost"}[self.won]
        return f"{won}-signal" if self.distress else won

    @property
    def is_waiting(self) -> bool:
        """True while a worker still has work to do."""
        return self.state == self.State.WAITING


class TypedHand(models.Model):
    """The hand of a seat, as its player typed it in. The site shows it to no one until the round is over.

    The robot's cards are in the order of its columns, first those that lie open, then those that they cover.
    """

    deal = models.ForeignKey(TypedDeal, on_delete=models.CASCADE, related_name="hands")
    seat = models.PositiveSmallIntegerField()
    name = NameField(max_length=40, blank=True)
    cards = models.CharField(max_length=60, editable=False)
    device = models.CharField(max_length=64, editable=False)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="typed_hands")
    typed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = gettext_lazy("typed hand")
        verbose_name_plural = gettext_lazy("typed hands")
        ordering = ("deal", "seat")
        constraints = (models.UniqueConstraint(fields=("deal", "seat"), name="one_typed_hand_a_seat"),)

    def __str__(self) -> str:
        # No cards: logs and the admin show this text.
        return f"hand {self.seat} of typed deal {self.deal_id}"

    @property
    def label(self) -> str:
        """The player's name, or the seat's number; the robot's name."""
        return self.name or label_of(self.deal, self.seat)


class TypedTable(models.Model):
    """A table at which the deal is played online: again by those who know it, or `sealed` by friends who do not."""

    deal = models.ForeignKey(TypedDeal, on_delete=models.CASCADE, related_name="tables")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="typed")
    sealed = models.BooleanField(default=False)

    class Meta:
        verbose_name = gettext_lazy("table of a typed deal")
        verbose_name_plural = gettext_lazy("tables of typed deals")
        ordering = ("deal", "pk")

    def __str__(self) -> str:
        return f"table {self.table_id} of typed deal {self.deal_id}"


def label_of(deal: TypedDeal, seat: int) -> str:
    """Return the name of a seat whose player gave none."""
    return robot_name(deal.game) if deal.is_robot(seat) else _("Player %(number)s") % {"number": seat + 1}
