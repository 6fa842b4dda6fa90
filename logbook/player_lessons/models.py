"""Models of lessons by players: a lesson, its steps, and who has taken it."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.tables.models import LONGEST_ACTION, Attempt

MOST_SIGNS: Final = 300
"""The most characters of a sentence."""
MOST_LETTERS: Final = 80
"""The most characters of a title."""


def new_key() -> str:
    """Return a random key of 128 bits."""
    return secrets.token_urlsafe(16)


class PlayerLesson(models.Model):
    """A lesson that a player has made of a finished attempt.

    `key` is its address. Without an attempt, the round has been deleted; without an author, their account has. `seat`
    is the learner's, and `language` that of the author's sentences. `ends` is the last sentence, "" for the usual one.
    `reason` is why an administrator or an organizer returned it, until it is proposed or shared again. `version` grows
    with each change.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        LINK = "link", _("shared by link")
        CLUB = "club", _("shared with a club")
        PROPOSED = "proposed", _("proposed")
        PUBLISHED = "published", _("published")

    key = models.CharField(max_length=24, unique=True, default=new_key, editable=False)
    author = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    attempt = models.ForeignKey(Attempt, on_delete=models.SET_NULL, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField()
    title = NameField(_("title"), max_length=MOST_LETTERS)
    language = models.CharField(_("language"), max_length=10)
    ends = NameField(_("last sentence"), max_length=MOST_SIGNS, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = NameField(_("reason"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("lesson by a player")
        verbose_name_plural = _("lessons by players")
        ordering = ("-changed_at", "-pk")
        indexes = [
            models.Index(
                fields=("state", "-changed_at"),
                condition=Q(state__in=("proposed", "published")),
                name="player_lessons_listed",
            )
        ]

    def __str__(self) -> str:
        return f"Lesson {self.pk} by a player"

    @property
    def is_editable(self) -> bool:
        """True while its author may change it: what is proposed or published stays as it was read."""
        return self.state not in (self.State.PROPOSED, self.State.PUBLISHED)


class LessonStep(models.Model):
    """A step: the moment after `moment` actions of the record, and what the author says there.

    Where the learner `acts`, `played` is the record's own action, `offered` are all that the learner may choose, and
    `right` those of them that lead on. `wrong_says` is what the author says to a wrong one; "" for what the solver has
    found: `judged` has, by action, whether the mission stays winnable after it, and in how many of a hundred simulated
    deals (null is unknown).
    """

    lesson = models.ForeignKey(PlayerLesson, on_delete=models.CASCADE, related_name="steps")
    moment = models.PositiveIntegerField()
    says = NameField(_("sentence"), max_length=MOST_SIGNS)
    acts = models.BooleanField(default=False)
    played = models.CharField(max_length=LONGEST_ACTION, blank=True)
    offered = models.JSONField(default=list)
    right = models.JSONField(default=list)
    wrong_says = NameField(_("sentence for wrong cards"), max_length=MOST_SIGNS, blank=True)
    judged = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("step of a lesson")
        verbose_name_plural = _("steps of lessons")
        ordering = ("lesson", "moment")
        constraints = [models.UniqueConstraint(fields=("lesson", "moment"), name="one_lesson_step_a_moment")]

    def __str__(self) -> str:
        # No card here: logs and the admin show this text.
        return f"Step at moment {self.moment} of lesson {self.lesson_id}"


class LessonLearner(models.Model):
    """A player, or a browser without one, that has begun a lesson by a player.

    `visitor` is the browser's own key, which its session keeps. `choices` has one action a step. `seconds` is the time
    taken until it was first finished, without longer pauses. `vote` is whether it helped; null without one.
    """

    lesson = models.ForeignKey(PlayerLesson, on_delete=models.CASCADE, related_name="learners")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    visitor = models.CharField(max_length=24, blank=True, editable=False)
    choices = models.JSONField(default=list, editable=False)
    seconds = models.PositiveIntegerField(default=0)
    begun_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    vote = models.BooleanField(null=True, blank=True)

    class Meta:
        verbose_name = _("learner of a lesson")
        verbose_name_plural = _("learners of lessons")
        ordering = ("lesson", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("lesson", "player"), condition=Q(player__isnull=False), name="one_lesson_row_a_player"
            ),
            models.UniqueConstraint(
                fields=("lesson", "visitor"), condition=Q(player__isnull=True), name="one_lesson_row_a_visitor"
            ),
        ]

    def __str__(self) -> str:
        return f"Learner {self.pk} of lesson {self.lesson_id}"


class LessonReport(models.Model):
    """A player's report of a lesson to the administrators, until one of them has decided."""

    lesson = models.ForeignKey(PlayerLesson, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    reason = NameField(_("reason"), max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("report of a lesson")
        verbose_name_plural = _("reports of lessons")
        ordering = ("-at", "-pk")
        constraints = [models.UniqueConstraint(fields=("lesson", "by"), name="one_lesson_report_a_player")]

    def __str__(self) -> str:
        return f"Report {self.pk} of lesson {self.lesson_id}"
