"""Models of the deal of the day: the days, and what players made of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from logbook.challenges.models.challenges import Challenge
from logbook.daily import schedule
from logbook.people.models.players import Player
from logbook.rounds import text as texts
from logbook.tables.kinds import kind_of
from logbook.tables.models import Table

MOST_TRIES: Final = 6
"""The first attempt, which ranks, and five more."""
LAST_START: Final = timedelta(hours=1)
"""No first attempt begins so shortly before the close."""


class DailyDeal(models.Model):
    """A deal of a day in one game: a challenge of the site's own, with a stage for players alone and one for crews.

    Each game has two a day: one that gets harder from Monday to Sunday, and an `easy` one, which careful bots win.
    A race lasts a week; its `date` is the Monday, and it has no easy one. `challenge` is empty where it could not be
    made. `plays`, `wins` and `places` count the first attempts of players alone, once the day is counted: all, those
    that won, and those with a place.
    """

    ALONE: Final = 1
    CREWS: Final = 2
    """The numbers of the two stages."""

    date = models.DateField()
    game = models.SlugField(max_length=20)
    easy = models.BooleanField(default=False, db_default=False)
    challenge = models.OneToOneField(Challenge, on_delete=models.CASCADE, related_name="daily_deal")
    closing_announced_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    plays = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    places = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = gettext_lazy("deal of the day")
        verbose_name_plural = gettext_lazy("deals of the day")
        ordering = ("-date", "game")

    def __str__(self) -> str:
        return f"{self.slug} {self.date}"

    @property
    def slug(self) -> str:
        """The game in an address; of an easy deal with its ending."""
        return schedule.slug_of(self.game, easy=self.easy)

    @property
    def name(self) -> str:
        """The game's name, and whether this is its easy deal."""
        game = texts.game_name(self.game)
        return _("%(game)s, easy") % {"game": game} if self.easy else game

    @property
    def is_for_a_week(self) -> bool:
        """True for the race of a week."""
        return kind_of(self.game).deals_last_a_week

    @property
    def is_over(self) -> bool:
        """True once its cards cannot be dealt any more: then everything about it is public."""
        return self.challenge.is_over

    @property
    def is_open(self) -> bool:
        """True while it is played."""
        challenge = self.challenge
        return challenge.state == Challenge.State.OPEN and challenge.opens_at <= timezone.now() < challenge.closes_at

    @property
    def has_opened(self) -> bool:
        """True from the opening on; the site closes a deal some seconds late."""
        return self.challenge.opened_at is not None

    @property
    def starts_until(self) -> datetime:
        """The last moment at which a first attempt begins."""
        return self.challenge.closes_at - LAST_START

    @property
    def may_start(self) -> bool:
        """True while a first attempt may begin."""
        return self.is_open and timezone.now() < self.starts_until

    @property
    def is_missing(self) -> bool:
        """True where it could not be prepared, so that nobody misses it."""
        return self.challenge.state in (Challenge.State.FAILED, Challenge.State.CANCELLED)


class DailyResult(models.Model):
    """A table's result at a deal of the day: its tries, and the first attempt, which ranks.

    `people` sat there (1 is a player alone). `tries` holds a row for each attempt that is over: tasks done, of how
    many, how it ended, and of a race the points. `solved_on` is the try that won. `rank_key` orders first attempts,
    the best one lowest; it is null until the first attempt is over. `place` is for accounts (`is_placed` says for
    which); `percentile` is the share of the others in the field who did worse, in percent. Both are null until the
    day is counted. `in_field` says whether the result counts there for others: one guest of an address does, by
    `guest_mark`, which names an address for one deal alone. `by_program` marks attempts that a program played by the
    API; they have a board of their own.
    """

    deal = models.ForeignKey(DailyDeal, on_delete=models.CASCADE, related_name="results")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="daily_result")
    people = models.PositiveSmallIntegerField()
    by_program = models.BooleanField(default=False)
    tries = models.JSONField(default=list)
    solved_on = models.PositiveSmallIntegerField(null=True)
    won_first = models.BooleanField(default=False)
    rank_key = models.IntegerField(null=True)
    is_placed = models.BooleanField(default=False)
    place = models.PositiveIntegerField(null=True)
    percentile = models.PositiveSmallIntegerField(null=True)
    in_field = models.BooleanField(default=True, db_default=True)
    guest_mark = models.CharField(max_length=64, default="", db_default="", blank=True, editable=False)

    class Meta:
        verbose_name = gettext_lazy("result of a deal of the day")
        verbose_name_plural = gettext_lazy("results of deals of the day")
        ordering = ("deal", "pk")
        indexes = [
            models.Index(
                fields=("deal", "people", "by_program", "rank_key", "id"),
                condition=Q(rank_key__isnull=False),
                name="daily_results_in_order",
            ),
            models.Index(
                fields=("deal", "people", "by_program", "place", "id"),
                condition=Q(place__isnull=False),
                name="daily_places",
            ),
        ]

    def __str__(self) -> str:
        # No result here: logs and the admin show this text.
        return f"Table {self.table_id} at {self.deal}"

    @property
    def is_alone(self) -> bool:
        """True for a player alone with bots."""
        return self.people == 1

    @property
    def first_is_over(self) -> bool:
        """True once the first attempt is over."""
        return bool(self.tries)


class DailySeat(models.Model):
    """A player of a result. A player plays each deal once alone and once in a crew."""

    result = models.ForeignKey(DailyResult, on_delete=models.CASCADE, related_name="seats")
    deal = models.ForeignKey(DailyDeal, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="daily_seats")
    alone = models.BooleanField()

    class Meta:
        verbose_name = gettext_lazy("player of a deal of the day")
        verbose_name_plural = gettext_lazy("players of deals of the day")
        ordering = ("result", "pk")
        constraints = [
            models.UniqueConstraint(fields=("deal", "player", "alone"), name="one_daily_result_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.deal}"
