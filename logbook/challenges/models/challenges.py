"""Models of challenges, their stages, deals, candidates and standings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db import models
from django.db.models import F, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.challenges import policies
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.lib.names import NameField
from logbook.lib.seeds import new_base_seed
from logbook.people.models.players import Player
from logbook.tables.kinds import MISSIONS, RACES, Kind, kind_coded

LATE = timedelta(minutes=2)
"""Longer than a tick of the beat that opens challenges."""


class Challenge(models.Model):
    """A window in which crews play sealed deals, each proven to be winnable and of the chosen `difficulty`.

    Sealed as `games/commit_reveal.py` describes: `commitment` binds the site to its `secret` and to the `facts` from
    the start; until `contributions_until` members contribute words; both together make the `base_seed`. Secret and
    seed stay hidden until the challenge is over, because the dealer is open source.

    A challenge of races (with `rivals`) is not won together, so its deals are not proven: their seeds are `base/s/k`.
    Against bots every player has a table of their own at each stage, with this `bot` on the other seats.
    """

    class State(models.TextChoices):
        COLLECTING_SEEDS = "collecting", _("collecting randomness")
        PREPARING = "preparing", _("preparing")
        SCHEDULED = "scheduled", _("scheduled")
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("couldn’t be prepared")

    OVER = (State.CLOSED, State.CANCELLED)

    class Rivals(models.TextChoices):
        BOTS = "bots", _("solo, against the same bots")
        CREW = "crew", _("crew members against each other")

    class Difficulty(models.TextChoices):
        ANY = "any", _("any")
        VERY_EASY = "very-easy", _("very easy")
        EASY = "easy", _("easy")
        MEDIUM = "medium", _("medium")
        HARD = "hard", _("hard")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="challenges")
    title = NameField(_("title"), max_length=80)
    players = models.PositiveSmallIntegerField(_("players"))
    options = models.CharField(_("options"), max_length=80, blank=True)
    policy = models.CharField(_("attempts"), max_length=20, choices=policies.choices, default=policies.DEFAULT)
    max_attempts = models.PositiveSmallIntegerField(_("maximum attempts per stage"), default=10)
    difficulty = models.CharField(_("difficulty"), max_length=10, choices=Difficulty, default=Difficulty.ANY)
    playouts = models.PositiveSmallIntegerField(_("bot games per deal"), default=20)
    rivals = models.CharField(_("opponents"), max_length=10, choices=Rivals, blank=True)
    bot = models.SlugField(max_length=20, blank=True)
    stand_ins = models.BooleanField(_("stand-ins allowed"), default=False)
    closes_when_done = models.BooleanField(_("closes once every crew is done"), default=False, db_default=False)
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"))
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    facts = models.JSONField(default=list, editable=False)
    secret = models.CharField(max_length=64, default=new_base_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    contributions_until = models.DateTimeField(_("randomness accepted until"), null=True, blank=True)
    entry_until = models.DateTimeField(_("crews can start until"), null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    series = models.ForeignKey("Series", on_delete=models.SET_NULL, null=True, blank=True, related_name="challenges")
    occurrence = models.PositiveSmallIntegerField(_("week of its series, from 0"), null=True, blank=True)
    base_seed = models.CharField(max_length=64, blank=True, editable=False)
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ("-opens_at", "-pk")
        constraints = [
            models.CheckConstraint(condition=Q(closes_at__gt=F("opens_at")), name="challenge_closes_after_it_opens"),
            models.UniqueConstraint(
                fields=("series", "occurrence"), condition=Q(series__isnull=False), name="one_challenge_an_occurrence"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def kind(self) -> Kind:
        """The kind of its games: its stages are all of one."""
        return kind_coded(RACES if self.rivals else MISSIONS)

    @property
    def is_daily(self) -> bool:
        """True for a deal of the day: a challenge of the club that the site runs itself."""
        return self.club.run_by_site

    @property
    def has_bots(self) -> bool:
        """True if bots may fill seats: in races of a crew, only its people race each other."""
        return self.rivals != self.Rivals.CREW

    @property
    def is_solo(self) -> bool:
        """True where every player races at a table of their own."""
        return self.rivals == self.Rivals.BOTS

    @property
    def scoring_policy(self) -> policies.Policy:
        """The scoring policy."""
        return policies.POLICIES[self.policy]

    @property
    def attempts_allowed(self) -> int:
        """The number of attempts at each stage that the policy allows."""
        return self.scoring_policy.attempts_allowed(self.max_attempts)

    @property
    def policy_explained(self) -> str:
        """The scoring policy in a sentence."""
        return self.scoring_policy.explained(self.attempts_allowed)

    @property
    def may_be_entered(self) -> bool:
        """True while a crew that has not begun may do so without a ruling."""
        return self.entry_until is None or timezone.now() < self.entry_until

    @property
    def is_over(self) -> bool:
        """True once its cards cannot be dealt any more: then everything about it may be public."""
        return self.state in self.OVER

    @property
    def is_being_counted(self) -> bool:
        """True from its close until its results are complete; until then the winners stay hidden."""
        return self.is_over and self.counted_at is None

    @property
    def accepts_contributions(self) -> bool:
        """True while members may contribute words to its seed."""
        until = self.contributions_until if self.state == self.State.COLLECTING_SEEDS else None
        return until is not None and timezone.now() < until

    @property
    def opened_late(self) -> bool:
        """True where it opened noticeably after the announced time."""
        return self.opened_at is not None and self.opened_at - self.opens_at > LATE

    @property
    def is_late(self) -> bool:
        """True while its deals are still being prepared after the announced opening."""
        unready = self.state in (self.State.COLLECTING_SEEDS, self.State.PREPARING)
        return unready and self.opens_at <= timezone.now()

    @property
    def is_opening(self) -> bool:
        """True while a page follows it: its deals are being prepared, or it opens at any moment."""
        is_due = self.state == self.State.SCHEDULED and self.opens_at <= timezone.now()
        return is_due or self.state == self.State.PREPARING


def of_kinds(holds: Callable[[Kind], bool], path: str = "") -> Q:
    """Return the condition of challenges for whose kind this holds; `path` leads to the challenge."""
    missions, races = holds(kind_coded(MISSIONS)), holds(kind_coded(RACES))
    of_missions = Q(**{f"{path}rivals": ""})
    if missions == races:
        return Q() if missions else Q(pk__in=())
    return of_missions if missions else ~of_missions


def is_daily(path: str = "") -> Q:
    """Return the condition of deals of the day; `path` leads to the challenge."""
    return Q(**{f"{path}club__run_by_site": True})


def none_running(challenge: str) -> Q:
    """Return the condition of rows without a challenge, or whose challenge is over; the path `challenge` leads there.

    Only then may everybody see what was played: nobody can be dealt the same cards any more.
    """
    return Q(**{f"{challenge}__isnull": True}) | Q(**{f"{challenge}__state__in": Challenge.OVER})


def is_solo(path: str = "") -> Q:
    """Return the condition of challenges in which every player has a table of their own."""
    return Q(**{f"{path}rivals": Challenge.Rivals.BOTS})


class SeedContribution(models.Model):
    """Words that a member contributed to the seed: public at once and final, as is the name the member had then."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="seed_contributions")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    name = NameField(max_length=40)
    words = models.CharField(_("words"), max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("added randomness")
        verbose_name_plural = _("added randomness")
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(
                fields=("challenge", "player"), condition=Q(player__isnull=False), name="one_contribution_a_member"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.words}"


class Stage(models.Model):
    """One mission of a challenge; the base seed of stage `s` is `base + "/" + s`."""

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
    """The deal of attempt `attempt` of a stage: its first winnable candidate of the chosen difficulty.

    `seed` is empty until a candidate is picked. During preparation, `steps` counts the stored steps, like a table's
    number; `starts` counts those of the next step, and `busy_until` keeps other workers from repeating it.
    """

    class State(models.TextChoices):
        PREPARING = "preparing", _("preparing")
        READY = "ready", _("ready")
        IMPOSSIBLE = "impossible", _("no winnable candidate")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="deals")
    attempt = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=100, blank=True, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    most_candidates = models.PositiveSmallIntegerField(default=40)
    steps = models.PositiveIntegerField(default=0)
    starts = models.PositiveSmallIntegerField(default=0)
    busy_until = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ("stage", "attempt")
        constraints = [models.UniqueConstraint(fields=("stage", "attempt"), name="one_deal_an_attempt")]

    def __str__(self) -> str:
        return f"{self.stage}, attempt {self.attempt}"

    @property
    def is_daily(self) -> bool:
        """True for a deal of the day."""
        return self.stage.challenge.is_daily

    @property
    def is_daily_alone(self) -> bool:
        """True for the deal of the day that players play alone; the second stage is for crews."""
        return self.is_daily and self.stage.number == 1


def progress_number(challenge_id: int) -> int:
    """Return the announced number of a challenge's preparation: it grows with every step, and once more at the end."""
    steps = Deal.objects.filter(stage__challenge=challenge_id).aggregate(steps=Sum("steps"))["steps"] or 0
    return int(steps) + Challenge.objects.filter(pk=challenge_id).exclude(state=Challenge.State.PREPARING).count()


class Candidate(models.Model):
    """A seed tried for a deal: the solver's verdict, the bots' win rate, and the reason of a rejection.

    The certificate shows how to win. It is as secret as the seed until the challenge has closed.
    """

    class Reason(models.TextChoices):
        LOST = "lost", _("unwinnable")
        UNKNOWN = "unknown", _("undecided")
        TOO_EASY = "too-easy", _("too easy")
        TOO_HARD = "too-hard", _("too hard")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="candidates")
    number = models.PositiveSmallIntegerField()
    certificate = models.JSONField(null=True, blank=True, editable=False)
    random_share = models.FloatField(_("win rate of random play"), null=True, blank=True)
    playouts = models.PositiveSmallIntegerField(_("bot games"), default=0)
    rated_by = models.CharField(_("rated by"), max_length=30, blank=True)
    """The bot that played these games, and its version: `careful 2`. Empty before versions were stored."""
    wins = models.PositiveSmallIntegerField(_("won by bots"), default=0)
    rejected = models.CharField(max_length=10, choices=Reason, blank=True)
    picked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("candidate")
        verbose_name_plural = _("candidates")
        ordering = ("deal", "number")
        constraints = [
            models.UniqueConstraint(fields=("deal", "number"), name="one_candidate_a_number"),
            models.UniqueConstraint(fields=("deal",), condition=Q(picked=True), name="one_candidate_is_picked"),
        ]

    def __str__(self) -> str:
        # No seed and no winning line here: logs and the admin show this text.
        return f"{self.deal}, candidate {self.number}"


class Standing(models.Model):
    """A crew's row in a challenge's standings: a projection, rewritten as a whole from the results."""

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
