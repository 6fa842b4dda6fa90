"""Models of notifications: club events, messages, outbox mails, webhooks, calendars and push messages.

A `ClubEvent` is written once. Everything that is sent because of it is first stored as a row (`OutboxMail`,
`Delivery`, `PushMessage`), unique by recipient and subject, so that lost or repeated tasks neither lose nor repeat a
message.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import Club, ClubCrewRemoval, ClubRemoval, News
from logbook.lib.web_push import LONGEST_ADDRESS, LONGEST_KEY
from logbook.people.models.invitations import new_token
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table


class ClubEvent(models.Model):
    """An event of a club, stored once: about a challenge or news. `spread_at` is set once it was fanned out.

    `ruling` is the organizers' ruling on the challenge, if the event is one.
    """

    class Kind(models.TextChoices):
        ANNOUNCED = "announced", _("a challenge is announced")
        OPENED = "opened", _("a challenge opens")
        CLOSING = "closing", _("a challenge closes soon")
        RESULTS = "results", _("results are in")
        CANCELLED = "cancelled", _("a challenge is cancelled")
        RULED = "ruled", _("a challenge is paused, resumed or extended, or a crew starts late")
        NEWS = "news", _("news")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_events")
    kind = models.CharField(max_length=10, choices=Kind)
    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, null=True, related_name="club_events")
    news = models.ForeignKey(News, on_delete=models.CASCADE, null=True, related_name="club_events")
    ruling = models.OneToOneField(Ruling, on_delete=models.CASCADE, null=True, related_name="club_event")
    at = models.DateTimeField()
    spread_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("challenge", "kind"),
                condition=Q(challenge__isnull=False, ruling__isnull=True),
                name="a_challenge_happens_once",
            ),
            models.UniqueConstraint(fields=("news",), condition=Q(news__isnull=False), name="news_happen_once"),
            models.CheckConstraint(
                condition=Q(challenge__isnull=False, news__isnull=True) | Q(challenge__isnull=True, news__isnull=False),
                name="event_of_one_thing",
            ),
        ]
        indexes = [
            models.Index(fields=("club", "at"), name="events_of_a_club"),
            models.Index(fields=("at",), condition=Q(spread_at=None), name="events_to_fan_out"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.challenge or self.news}"


class NotificationChoice(models.Model):
    """A person's choice of notifications from one club. Without a row: the weekly digest."""

    class How(models.TextChoices):
        OFF = "off", _("nothing")
        EACH = "each", _("an email for each event")
        WEEKLY = "weekly", _("weekly digest")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notification_choices")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notification_choices")
    how = models.CharField(max_length=10, choices=How)

    class Meta:
        verbose_name = _("email setting")
        verbose_name_plural = _("email settings")
        constraints = [models.UniqueConstraint(fields=("player", "club"), name="one_choice_a_club")]

    def __str__(self) -> str:
        return f"{self.player} hears from {self.club}: {self.how}"


class MessageKind(models.TextChoices):
    """The kinds of messages to a person about tables, challenges and clubs."""

    YOUR_TURN = "your-turn", _("It’s my turn")
    NUDGED = "nudged", _("A player nudges me")
    TABLE_FULL = "table-full", _("My table is full")
    STOOD_IN = "stood-in", _("A bot decides for me")
    SEAT_ASKED = "seat-asked", _("A player asks me for a seat")
    SEAT_GIVEN = "seat-given", _("I get the seat that I asked for")
    ATTEMPT_OVER = "attempt-over", _("One of my attempts is over")
    TALK_SAID = "talk-said", _("A player writes at my table while I’m away")
    TALK_REPORTED = "talk-reported", _("A line of talk that I moderate is reported")
    CHALLENGE_OPENS = "challenge-opens", _("A challenge opens")
    CHALLENGE_CLOSES = "challenge-closes", _("A challenge closes soon, and I’m not done")
    CHALLENGE_DONE = "challenge-done", _("A challenge’s results are in")
    RESULT_RULED = "result-ruled", _("An organizer changes one of my crew’s results")
    REMOVED = "removed", _("A club removes me or my crew")
    DAY_CLOSES = "day-closes", _("My deal-of-the-day streak is about to end")
    DAY_COUNTED = "day-counted", _("The rankings for a deal of the day are in")


class MessageChoice(models.Model):
    """A person's choice for messages of one kind. Without a row: as usual (`notifications.services.choices`)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="message_choices")
    kind = models.CharField(max_length=16, choices=MessageKind)
    page = models.BooleanField(_("on the site"))
    push = models.BooleanField(_("notification"))
    mail = models.BooleanField(_("email"))

    class Meta:
        verbose_name = _("message setting")
        verbose_name_plural = _("message settings")
        constraints = [models.UniqueConstraint(fields=("player", "kind"), name="one_choice_a_kind")]

    def __str__(self) -> str:
        return f"{self.player} gets {self.kind}"


class Message(models.Model):
    """A message to a person about a table, a challenge or a club. `subject` names its topic, as `turn:7:12`.

    A message about a removal is deleted with it, when an organizer readmits the crew or the player.
    The list on the site holds those with `on_page`, for 30 days; the others only record that the person was told.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=16, choices=MessageKind)
    subject = models.CharField(max_length=60)
    on_page = models.BooleanField(default=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, null=True, related_name="+")
    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, null=True, related_name="+")
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, null=True, related_name="+")
    removal = models.ForeignKey(ClubRemoval, on_delete=models.CASCADE, null=True, related_name="+")
    crew_removal = models.ForeignKey(ClubCrewRemoval, on_delete=models.CASCADE, null=True, related_name="+")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("-at", "-pk")
        constraints = [models.UniqueConstraint(fields=("player", "subject"), name="one_message_a_subject")]
        indexes = [
            models.Index(fields=("player",), condition=Q(on_page=True, read_at=None), name="unread_messages"),
            models.Index(fields=("player", "-at"), name="messages_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} to {self.player}"


class OutboxMail(models.Model):
    """One mail to one person: a row of the outbox. `subject` names its topic, as `club-event:7` or `week:2026-11-16`.

    Exactly one row per person, event and subject. `claimed_until` keeps two workers from sending it; `sent_at` marks it
    as done; `note` is the reason why it was not sent.
    """

    class Event(models.TextChoices):
        CLUB_EVENT = "club-event", _("club event")
        DIGEST = "digest", _("weekly digest")
        WEBHOOK_OFF = "webhook-off", _("a webhook was turned off")
        JOIN_REQUESTED = "join-asked", _("someone wants to join")
        UNPREPARED = "unprepared", _("a challenge couldn’t be prepared")
        YOUR_TURN = "your-turn", _("your turn at a table")
        NUDGED = "nudged", _("a nudge at a table")
        MESSAGE = "message", _("a message")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    event = models.CharField(max_length=12, choices=Event)
    subject = models.CharField(max_length=60)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    club_event = models.ForeignKey(ClubEvent, on_delete=models.CASCADE, null=True, blank=True, related_name="notices")
    since = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=("player", "event", "subject"), name="one_notice_of_a_thing")]
        indexes = [models.Index(fields=("created_at",), condition=Q(sent_at=None), name="notices_to_send")]

    def __str__(self) -> str:
        return f"{self.event} {self.subject} to {self.player}"


class CalendarLink(models.Model):
    """A secret calendar address of one club, or of all the person's clubs. The address alone grants read access."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="calendar_links")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="calendar_links")
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")
        constraints = [
            models.UniqueConstraint(
                fields=("player", "club"), condition=Q(club__isnull=False), name="one_calendar_link_a_club"
            ),
            models.UniqueConstraint(
                fields=("player",), condition=Q(club__isnull=True), name="one_calendar_link_for_all"
            ),
        ]

    def __str__(self) -> str:
        return f"Calendar of {self.club or 'all clubs'} for {self.player}"


class CalendarEntry(models.Model):
    """The last published state of a challenge in calendars: programs need a number that grows with each change."""

    challenge = models.OneToOneField(Challenge, on_delete=models.CASCADE, related_name="calendar_entry")
    stands = models.CharField(max_length=64)
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("calendar entry")
        verbose_name_plural = _("calendar entries")

    def __str__(self) -> str:
        return f"{self.challenge}, version {self.sequence}"


class Webhook(models.Model):
    """An external address (such as a Discord channel's) that receives a club's events, and the site's deals of the day.

    `kinds` says which of them, as in `KINDS`.
    """

    DAILY: Final = "daily"
    KINDS: Final = (*ClubEvent.Kind.choices, (DAILY, _("a deal of the day opens, or its results are in")))

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    kinds = models.JSONField(default=list)
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    failures = models.PositiveSmallIntegerField(default=0)
    disabled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=("club", "url"), name="one_webhook_an_address")]

    def __str__(self) -> str:
        # The address is a secret: it alone lets its holder post there.
        return f"Webhook {self.pk} of {self.club}"

    @property
    def shown(self) -> str:
        """Return the address without its secret part: the host and the last characters."""
        host = urlsplit(self.url).hostname or ""
        return f"{host}/…{self.url[-4:]}"

    @property
    def kind_words(self) -> list[str]:
        """Return the labels of the events that it receives."""
        labels = dict(self.KINDS)
        return [str(labels[kind]) for kind in self.kinds]


class Delivery(models.Model):
    """One message to a webhook; without a club event it is a test."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    club_event = models.ForeignKey(
        ClubEvent, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    """The time of the next try; while a worker sends, the time at which its claim lapses."""
    tries = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(
                fields=("webhook", "club_event"),
                condition=Q(club_event__isnull=False),
                name="one_delivery_an_event",
            ),
        ]
        indexes = [models.Index(fields=("due_at",), condition=Q(state="waiting"), name="deliveries_to_make")]

    def __str__(self) -> str:
        return f"Delivery {self.pk}, {self.state}"

    @property
    def is_test(self) -> bool:
        """Return whether an organizer sent it to test the webhook."""
        return self.club_event_id is None


class PushSubscription(models.Model):
    """A browser that shows a person notifications: its address at a push service, and the keys to encrypt them with.

    `failures` counts the messages in a row that did not arrive.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(_("address"), max_length=LONGEST_ADDRESS, unique=True)
    public_key = models.CharField(max_length=LONGEST_KEY)
    secret = models.CharField(max_length=LONGEST_KEY)
    device = models.CharField(_("device"), max_length=60, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("device with notifications")
        verbose_name_plural = _("devices with notifications")
        ordering = ("pk",)

    def __str__(self) -> str:
        # The address is a secret, like a webhook's.
        return f"Device {self.pk} of {self.player}"

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the address, by which a browser recognizes its own."""
        return sha256(self.endpoint.encode()).hexdigest()


class PushMessage(models.Model):
    """One message to one device. `subject` names its topic, as `turn:7:12`; a subject is sent to a device once."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn at a table")
        NUDGED = "nudged", _("a nudge at a table")
        HALF_TIME = "half-time", _("half the time for a turn is up")
        MESSAGE = "message", _("another message")
        TEST = "test", _("test")

    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.CharField(max_length=60)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    """The time of the next try; while a worker sends, the time at which its claim lapses."""
    tries = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("push message")
        verbose_name_plural = _("push messages")
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=("subscription", "subject"), name="one_push_message_a_subject")]
        indexes = [models.Index(fields=("due_at",), condition=Q(ended_at=None), name="push_messages_to_send")]

    def __str__(self) -> str:
        return f"{self.kind} to device {self.subscription_id}"
