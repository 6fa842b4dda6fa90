"""Seeded challenges: the same sealed deals for every crew of a club."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .crews import Crew
from .people import Player


def new_base_seed() -> str:
    """256 random bits, in hexadecimal."""
    return secrets.token_hex(32)


class Challenge(models.Model):
    """A window in which crews play sealed deals.

    `base_seed` is a secret until the window has closed, because the dealer is open source; `seed_hash`
    (its SHA-256) is public from the start, so that everybody can check the deals afterwards.
    """

    class State(models.TextChoices):
        PREPARING = "preparing", _("preparing")
        SCHEDULED = "scheduled", _("scheduled")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    class Policy(models.TextChoices):
        UNTIL_SUCCESS = "until-success", _("until success")
        SINGLE = "single", _("one attempt")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="challenges")
    title = models.CharField(_("title"), max_length=80)
    players = models.PositiveSmallIntegerField(_("players"))
    options = models.CharField(_("options"), max_length=80, blank=True)
    policy = models.CharField(_("attempts"), max_length=20, choices=Policy, default=Policy.UNTIL_SUCCESS)
    max_attempts = models.PositiveSmallIntegerField(_("most attempts a stage"), default=10)
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"))
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    base_seed = models.CharField(max_length=64, default=new_base_seed, editable=False)
    seed_hash = models.CharField(max_length=64, editable=False)
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ("-opens_at", "-pk")
        constraints = [
            models.CheckConstraint(condition=Q(closes_at__gt=F("opens_at")), name="challenge_closes_after_it_opens"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def attempts_allowed(self) -> int:
        """How many attempts at each stage the policy allows."""
        return 1 if self.policy == self.Policy.SINGLE else self.max_attempts


class Stage(models.Model):
    """One mission of a challenge; stage `s` has the base seed `base + "/" + s`."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    game = models.SlugField(max_length=20)
    mission = models.CharField(max_length=200)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ("challenge", "number")
        constraints = [models.UniqueConstraint(fields=("challenge", "number"), name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"{self.challenge}, stage {self.number}"


class Deal(models.Model):
    """The prepared deal of attempt `attempt` of a stage: its seed is known to work for this mission."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="deals")
    attempt = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=100)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ("stage", "attempt")
        constraints = [models.UniqueConstraint(fields=("stage", "attempt"), name="one_deal_an_attempt")]

    def __str__(self) -> str:
        return f"{self.stage}, attempt {self.attempt}"


class Standing(models.Model):
    """A crew's line in a challenge's standings: a projection, rewritten whole from the results."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="standings")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="standings")
    rank = models.PositiveIntegerField()
    stages_won = models.PositiveSmallIntegerField()
    score = models.PositiveIntegerField()
    attempts = models.PositiveIntegerField()
    distress = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ("challenge", "rank", "crew__name")
        constraints = [models.UniqueConstraint(fields=("challenge", "crew"), name="one_standing_a_crew")]

    def __str__(self) -> str:
        return f"{self.rank}. {self.crew}"
