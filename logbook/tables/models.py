"""Models of tables, seats, attempts and events."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.lib.seeds import new_base_seed
from logbook.people.models.players import Player
from logbook.tables.counting import Counts, PlayedFor

LONGEST_ACTION = 400
"""Characters of an action: a race may be paid for with every card of a hand."""


class Table(models.Model):
    """Seats at one mission; attempt `k` is dealt from `base_seed + "/" + k` (or the challenge's prepared deal).

    `version` is the announced number: it grows by one with each change at the table, over all attempts, so that a
    page's number identifies one moment of the table. `campaign` is the one whose logbook records the attempts of a free
    table. `soloist` is the player who plays alone with bots, where a challenge gives every player a table of their own.
    `deadline` is the end of the running attempt's time while its clock runs. `watching` says who may watch a running
    attempt; without a crew, "its crew" is the players and who opened it. A `daily` table without a stage plays a closed
    deal of a day. A `practice` one plays on from a moment, has the `deal` of a real table, or help (`helped`).
    """

    class State(models.TextChoices):
        GATHERING = "gathering", _("waiting for players")
        PLAYING = "playing", _("in progress")
        BETWEEN = "between", _("ready to deal")
        WON = "won", _("won")
        ENDED = "ended", _("ended")

    class Pace(models.TextChoices):
        LIVE = "live", _("live: one minute per decision")
        RELAXED = "relaxed", _("relaxed: no clock")
        HOURS = "8h", _("turn-based: 8 hours per decision")
        DAY = "1d", _("turn-based: a day per decision")
        DAYS = "3d", _("turn-based: three days per decision")

    class BotSpeed(models.TextChoices):
        SLOW = "slow", _("slow")
        NORMAL = "normal", _("normal")
        FAST = "fast", _("fast")

    class Watching(models.TextChoices):
        PLAYERS = "players", _("its players only")
        CREW = "crew", _("its crew")
        CLUB = "club", _("its crew and the crew’s clubs")
        LINK = "link", _("everyone with the link")
        EVERYONE = "everyone", _("everyone: it’s listed under “Now playing”")

    OPEN_STATES: ClassVar = (State.GATHERING, State.PLAYING, State.BETWEEN)
    TURN_HOURS: ClassVar = {Pace.HOURS: 8, Pace.DAY: 24, Pace.DAYS: 72}
    """The hours of a turn-based decision."""

    game = models.SlugField(max_length=20)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    options = models.CharField(max_length=80, blank=True)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.RELAXED)
    bot_speed = models.CharField(max_length=8, choices=BotSpeed, default=BotSpeed.NORMAL)
    crew = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="tables")
    stage = models.ForeignKey("logbook.Stage", on_delete=models.CASCADE, null=True, blank=True, related_name="tables")
    campaign = models.ForeignKey(
        "logbook.Campaign", on_delete=models.SET_NULL, null=True, blank=True, related_name="tables"
    )
    follows = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by")
    opened_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="opened_tables")
    soloist = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="own_tables", editable=False
    )
    base_seed = models.CharField(max_length=100, default=new_base_seed, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.GATHERING)
    distress = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True, editable=False)
    daily = models.BooleanField(default=False, editable=False)
    practice = models.BooleanField(default=False, db_default=False, editable=False)
    helped = models.BooleanField(default=False, db_default=False, editable=False)
    deal = models.TextField(blank=True, default="", db_default="", editable=False)
    stand_ins = models.BooleanField(_("stand-ins allowed"), default=True)
    watching = models.CharField(max_length=8, choices=Watching, default=Watching.CREW, db_default=Watching.CREW)
    talk_number = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    watchers_talk_number = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("-moved_at", "-pk")
        constraints = [
            UniqueConstraint(
                fields=("stage", "crew"),
                condition=Q(stage__isnull=False, soloist__isnull=True),
                name="one_table_a_crew_and_stage",
            ),
            UniqueConstraint(
                fields=("stage", "soloist"),
                condition=Q(stage__isnull=False, soloist__isnull=False),
                name="one_table_a_soloist_and_stage",
            ),
        ]
        indexes = [
            models.Index(fields=("deadline",), condition=Q(deadline__isnull=False), name="tables_against_the_clock"),
            models.Index(fields=("game", "mission", "id"), name="tables_by_mission"),
            models.Index(
                fields=("stage",),
                condition=Q(stage__isnull=False, state__in=("gathering", "playing", "between")),
                name="tables_open_at_stages",
            ),
            models.Index(
                fields=("-moved_at", "-id"),
                condition=Q(watching="everyone", state="playing"),
                name="tables_now_playing",
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.pk}: {self.game} {self.mission}"

    @property
    def played_for(self) -> PlayedFor:
        """The purpose of the table: nothing but itself, a challenge, a deal of the day, or practice."""
        return PlayedFor((self.stage_id is not None, self.daily, self.practice, self.helped))

    @property
    def is_free(self) -> bool:
        """True if it is played for nothing but itself."""
        return self.played_for is PlayedFor.FREE

    @property
    def turn_seconds(self) -> int | None:
        """The seconds of a turn-based decision; None at another pace."""
        hours = self.TURN_HOURS.get(Table.Pace(self.pace))
        return None if hours is None else hours * 3600

    @property
    def seconds_left(self) -> float | None:
        """The seconds left on the clock, by the server's time; None while no clock runs."""
        if self.deadline is None:
            return None
        return max(0.0, (self.deadline - timezone.now()).total_seconds())

    @property
    def time_is_up(self) -> bool:
        """True once the running attempt has lost to its clock, stored or not."""
        return self.deadline is not None and timezone.now() >= self.deadline


class Seat(models.Model):
    """A seat at a table: a player's, a bot's (by its slug), or empty.

    `stand_in` is the slug of the bot that plays for the player while they are away. `agreed` are the seats whose
    players want a stand-in here, until all have agreed. In turn-based games, `decides_by` is the end of the player's
    time while the table waits for them, and `remind_at` its middle, until they are reminded. `awaited_since` is
    the beginning of that time; at another pace, the moment at which the player last came back to the seat (see
    `services.absence`).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats")
    bot = models.SlugField(max_length=20, blank=True)
    stand_in = models.SlugField(max_length=20, blank=True)
    agreed = models.JSONField(default=list, blank=True, editable=False)
    awaited_since = models.DateTimeField(null=True, blank=True, editable=False)
    remind_at = models.DateTimeField(null=True, blank=True, editable=False)
    decides_by = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("table", "number")
        constraints = [
            UniqueConstraint(fields=("table", "number"), name="one_seat_a_number"),
            UniqueConstraint(fields=("table", "player"), condition=Q(player__isnull=False), name="one_seat_a_player"),
            models.CheckConstraint(condition=Q(player__isnull=True) | Q(bot=""), name="a_person_or_a_bot"),
        ]
        indexes = [
            models.Index(fields=("decides_by",), condition=Q(decides_by__isnull=False), name="seats_by_turn_clock"),
            models.Index(fields=("remind_at",), condition=Q(remind_at__isnull=False), name="seats_to_remind"),
        ]

    def __str__(self) -> str:
        return f"Seat {self.number} of table {self.table_id}"

    @property
    def acting_bot(self) -> str:
        """The slug of the bot that decides at this seat: its own or a stand-in. Empty for a player or no one."""
        return self.bot or self.stand_in


class SeatRequest(models.Model):
    """A player who came by a table's link when every seat was taken, and has asked for one."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seat_requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seat_requests")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("request for a seat")
        verbose_name_plural = _("requests for seats")
        ordering = ("table", "pk")
        constraints = [UniqueConstraint(fields=("table", "player"), name="one_seat_request_a_player")]

    def __str__(self) -> str:
        return f"{self.player} asks for a seat at table {self.table_id}"


class Attempt(models.Model):
    """One deal played at a table. `length` is its number of events; the columns below it are a projection.

    It is `mixed` once a stand-in has decided anything in it. What it `counts` for follows from this and other facts by
    `tables.counting`; null: a site of a version without it has dealt the cards, and it is not counted yet. One with the
    place "table" is played at a real table: it has no events, and ends with the report of `reported_by`. A race is
    neither won nor lost by the table: it is finished, with `scores` by seat.

    `declines` says for each seat before which trick at last its player will not signal; only that player is shown it.
    In turn-based games, the table waits until `signals_until` for those who could signal before trick `signals_asked`.
    The seat in `undone_by` has undone its action after the last event. An `unwatched` attempt shows its players alone;
    others show their cards at the end to those who might watch at the deal (`watching`). An attempt that goes on from a
    moment of another one, its `origin`, has its `deal` written out in place of a seed: its first `copied` events were
    played there, or in a what-if, and are no one's.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("in progress")
        SUCCESS = "success", _("success")
        FAILURE = "failure", _("failure")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    class Place(models.TextChoices):
        ONLINE = "online", _("online")
        TABLE = "table", _("at a real table")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=100, editable=False)
    deal = models.TextField(blank=True, default="", db_default="", editable=False)
    origin = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, editable=False, related_name="practices")
    copied = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    options = models.CharField(max_length=500, blank=True)
    rules = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    place = models.CharField(max_length=10, choices=Place, default=Place.ONLINE)
    length = models.PositiveIntegerField(default=0)
    waiting_on = models.JSONField(default=list)
    phase = models.CharField(max_length=20, blank=True)
    tricks = models.PositiveSmallIntegerField(default=0)
    distress = models.BooleanField(default=False)
    reason_code = models.CharField(max_length=60, blank=True)
    reason_params = models.JSONField(default=dict, blank=True)
    scores = models.JSONField(null=True, blank=True)
    mixed = models.BooleanField(default=False)
    counts = models.SmallIntegerField(choices=Counts, null=True, editable=False)
    declines = models.JSONField(default=dict, blank=True, editable=False)
    signals_until = models.DateTimeField(null=True, blank=True, editable=False)
    signals_asked = models.PositiveSmallIntegerField(default=0, editable=False)
    undone_by = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    unwatched = models.BooleanField(default=False, db_default=False, editable=False)
    watching = models.CharField(max_length=8, default="crew", db_default="crew", editable=False)
    reported_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ("table", "number")
        constraints = [
            UniqueConstraint(fields=("table", "number"), name="one_attempt_a_number"),
            UniqueConstraint(fields=("table",), condition=Q(state="playing"), name="one_running_attempt_a_table"),
        ]
        indexes = [
            models.Index(fields=("state", "started_at"), name="attempts_running"),
            models.Index(fields=("table",), condition=Q(counts=None), name="attempts_undecided"),
        ]

    def __str__(self) -> str:
        return f"Attempt {self.number} at table {self.table_id}"

    @property
    def is_at_a_real_table(self) -> bool:
        """True where the cards are on paper, and no action can be taken online."""
        return self.place == self.Place.TABLE

    @property
    def is_by_people(self) -> bool:
        """True if no bot had a seat and no stand-in decided. Travellers' lines keep it."""
        return not self.mixed and not any(seat.bot for seat in self.table.seats.all())

    @property
    def is_public(self) -> bool:
        """True once every visitor may see the cards: a free table's, won or raced, or a closed challenge's.

        Neither deal can be played again, and both stand on a leaderboard. Practice is for those who sat there.
        """
        stage = self.table.stage
        if self.state == self.State.PLAYING or self.table.practice:
            return False
        if stage is None:
            return self.state in (self.State.SUCCESS, self.State.FINISHED)
        return stage.challenge.is_over

    @property
    def is_unsealed(self) -> bool:
        """True once it is over and its cards cannot be dealt any more.

        Only then may its analysis be shown. A player who lost a challenge's deal may see its cards before, but the
        winning line stays locked for every reader until the window has closed.
        """
        stage = self.table.stage
        if self.state == self.State.PLAYING:
            return False
        return stage is None or stage.challenge.is_over


class Event(models.Model):
    """One action of an attempt, as its record line; the sequence counts from 1 without a gap.

    `by_stand_in` marks the decision of a bot that played for the seat's player. `bot_version` is the version of the
    seat's own bot that decided, so that the record can be checked after bots have changed; 0 for people, stand-ins, and
    actions from before versions were noted.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=LONGEST_ACTION)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    by_stand_in = models.BooleanField(default=False)
    bot_version = models.PositiveSmallIntegerField(default=0, db_default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("attempt", "sequence")
        constraints = [UniqueConstraint(fields=("attempt", "sequence"), name="one_event_a_sequence")]

    def __str__(self) -> str:
        # No action here: logs and the admin show this text.
        return f"Event {self.sequence} of attempt {self.attempt_id}"


class PreparedCard(models.Model):
    """The card that a player will play if this suit is led: visible to them alone, and deleted with their next card."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="prepared_cards")
    seat = models.PositiveSmallIntegerField()
    led = models.CharField(max_length=1)
    card = models.CharField(max_length=2)

    class Meta:
        verbose_name = _("prepared card")
        verbose_name_plural = _("prepared cards")
        constraints = [UniqueConstraint(fields=("attempt", "seat", "led"), name="one_prepared_card_a_suit_led")]

    def __str__(self) -> str:
        # No card here: logs and the admin show this text.
        return f"Prepared card at seat {self.seat} of attempt {self.attempt_id}"


class Sitting(models.Model):
    """A person's seat in an attempt: who sat there when the cards were dealt, or, at a real table, as the crew reports.

    A row without player and guest is of a person who removed their name. Seats of bots have no row.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="sittings")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="sittings")
    guest = models.ForeignKey("Guest", on_delete=models.SET_NULL, null=True, blank=True, related_name="sittings")

    class Meta:
        verbose_name = _("seat in an attempt")
        verbose_name_plural = _("seats in attempts")
        ordering = ("attempt", "number")
        constraints = [
            UniqueConstraint(fields=("attempt", "number"), name="one_sitting_a_seat"),
            UniqueConstraint(
                fields=("attempt", "player"), condition=Q(player__isnull=False), name="one_sitting_a_player"
            ),
            UniqueConstraint(fields=("attempt", "guest"), condition=Q(guest__isnull=False), name="one_sitting_a_guest"),
        ]

    def __str__(self) -> str:
        return f"Seat {self.number} of attempt {self.attempt_id}"
