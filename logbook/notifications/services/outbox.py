"""Services of club events and their fan-out: outbox mails for people, deliveries for webhooks.

Everything to send is in the database before anything is sent. Tasks only speed it up; the sweeps find lost work.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from logbook.challenges.completion import OVER, progress_of_crews
from logbook.challenges.models.challenges import Challenge, progress_number
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import Club, ClubMember, JoinRequest, News
from logbook.crews.models.crews import CrewMember
from logbook.daily.models import DailyDeal
from logbook.lib import leases, queue
from logbook.notifications.models import ClubEvent, Delivery, NotificationChoice, OutboxMail, Webhook
from logbook.notifications.services import messages
from logbook.people.models.players import Player
from logbook.tables.models import Table

Kind = ClubEvent.Kind
How = NotificationChoice.How
CLOSES_SOON = timedelta(hours=24)
UNSPREAD_AFTER = timedelta(seconds=60)
REMEMBERED = timedelta(days=14)
"""Events that an outage delayed for longer than this are no longer announced."""
FORGOTTEN_AFTER = timedelta(seconds=90)
MOST_A_SWEEP = 1000
"""The most rows per sweep: rows that merely wait in a long queue are not queued again and again."""
HELD_BACK: Final = Q(club_event__news__deleted_at__isnull=False)
"""Rows about deleted news: they wait, because the deletion can still be undone."""


# --- events


def challenge_changed(challenge_id: int, what: str) -> None:
    """Record that a challenge is announced, opened, over or cancelled (a `ClubEvent.Kind`), and fan it out.

    For readers it is over once it is counted; a deal of the day once its places are. Idempotent.
    """
    challenge = Challenge.objects.get(pk=challenge_id)
    if what != Kind.RESULTS or not _uncounted_days().filter(challenge=challenge).exists():
        _record_event(Kind(what), challenge.club_id, {"challenge_id": challenge_id})


def _uncounted_days() -> QuerySet[DailyDeal]:
    return DailyDeal.objects.filter(counted_at=None)


def news_written(news: News) -> None:
    """Record news, and fan them out."""
    _record_event(Kind.NEWS, news.club_id, {"news_id": news.pk})


def challenge_ruled(ruling: Ruling) -> None:
    """Record a ruling on the times or players of a challenge, and fan it out."""
    of = {"ruling_id": ruling.pk, "challenge_id": ruling.challenge_id}
    _record_event(Kind.RULED, ruling.challenge.club_id, of)


def reset_closing_reminder(challenge_id: int) -> None:
    """Delete the event of a challenge that closes soon: it now closes so much later that a new reminder is due."""
    ClubEvent.objects.filter(kind=Kind.CLOSING, challenge=challenge_id).delete()


def _record_event(kind: Kind, club_id: int, of: dict[str, int], *, at: datetime | None = None) -> None:
    rest = {"club_id": club_id, "at": at or timezone.now()}
    club_event, new = ClubEvent.objects.get_or_create(kind=kind, **of, defaults=rest)
    if new:
        queue.later("notifications.fan_out_event", club_event.pk)


def find_events() -> None:
    """Record the events that no service recorded: challenges that close soon, and events lost in a crash."""
    since = timezone.now() - REMEMBERED
    State = Challenge.State  # noqa: N806
    of_late = {
        Kind.ANNOUNCED: ("created_at", Challenge.objects.exclude(state=State.FAILED)),
        Kind.OPENED: ("opened_at", Challenge.objects.all()),
        Kind.RESULTS: (
            "counted_at",
            Challenge.objects.filter(state=State.CLOSED).exclude(daily_deal__in=_uncounted_days()),
        ),
        Kind.CANCELLED: ("closed_at", Challenge.objects.filter(state=State.CANCELLED)),
    }
    for kind, (column, challenges) in of_late.items():
        noted = ClubEvent.objects.filter(kind=kind, challenge__isnull=False).values("challenge")
        left_out = challenges.filter(**{f"{column}__gte": since}).exclude(pk__in=noted)
        for pk, club_id, at in left_out.values_list("pk", "club", column):
            _record_event(kind, club_id, {"challenge_id": pk}, at=at)
    for challenge in Challenge.objects.filter(state=State.FAILED, created_at__gte=since).select_related("club"):
        notify_challenge_unprepared(challenge)
    for challenge in _closing():
        _record_event(Kind.CLOSING, challenge.club_id, {"challenge_id": challenge.pk})


def _closing() -> list[Challenge]:
    """Return open challenges that close within a day; not one-day challenges, which need no reminder."""
    now = timezone.now()
    soon = Challenge.objects.filter(
        state=Challenge.State.OPEN, closes_at__gt=now, closes_at__lte=now + CLOSES_SOON
    ).exclude(club_events__kind=Kind.CLOSING)
    return [one for one in soon if one.opened_at and one.closes_at - one.opened_at > CLOSES_SOON]


# --- audience


def audience_of(club: Club) -> QuerySet[Player]:
    """Return the people with an account who belong to the club, or play in it with a crew."""
    return club.players().filter(user__isnull=False)


def _unfinished(challenge: Challenge) -> QuerySet[Player]:
    """Return the people in crews that have stages left to play, and in no crew that has finished.

    Where each person races at a table of their own: people who have not raced at each stage.
    """
    current = CrewMember.objects.filter(left_at=None, crew__club_entries__club=challenge.club_id)
    current = current.exclude(player__club_removals__club=challenge.club_id)
    if challenge.is_solo:
        return Player.objects.filter(pk__in=current.values("player")).exclude(pk__in=_raced_all(challenge))
    crews = set(current.values_list("crew", flat=True))
    through = list(filter(progress_of_crews([challenge], crews)[challenge.pk].is_through, crews))
    playing = current.exclude(crew__in=through).values("player")
    return Player.objects.filter(pk__in=playing).exclude(pk__in=current.filter(crew__in=through).values("player"))


def _raced_all(challenge: Challenge) -> QuerySet[Table, int | None]:
    """Return the people who have no race left at any stage."""
    over = Table.objects.filter(stage__challenge=challenge, soloist__isnull=False, state__in=OVER)
    by_person = over.order_by().values("soloist").annotate(stages=Count("stage", distinct=True))
    return by_person.filter(stages__gte=challenge.stages.count()).values_list("soloist", flat=True)


def recipients_of(club_event: ClubEvent) -> QuerySet[Player]:
    """Return the people to mail at once: those who chose a mail for each event, and whom the event concerns now."""
    return _concerned(club_event).filter(pk__in=_who_chose(How.EACH, club_event.club))


def _who_chose(how: How, club: Club) -> QuerySet[NotificationChoice, int]:
    return NotificationChoice.objects.filter(club=club, how=how).values_list("player", flat=True)


def _concerned(club_event: ClubEvent) -> QuerySet[Player]:
    """Return the people whom the event concerns now."""
    hearing = audience_of(club_event.club)
    if club_event.kind == Kind.CLOSING and club_event.challenge is not None:
        return hearing.filter(pk__in=_unfinished(club_event.challenge).values("pk"))
    return hearing


def wants_no_mails(player: Player, club_id: int) -> bool:
    """Return whether the person chose to get no emails about this club."""
    return NotificationChoice.objects.filter(player=player, club=club_id, how=How.OFF).exists()


def is_current(club_event: ClubEvent) -> bool:
    """Return whether the event still matters: a challenge that opened and closed during an outage is no news."""
    challenge = club_event.challenge
    if challenge is None:
        return not _is_held_back(club_event.news)
    if club_event.kind == Kind.ANNOUNCED:
        return not challenge.is_over and challenge.opens_at > timezone.now()
    if club_event.kind in (Kind.OPENED, Kind.CLOSING):
        return challenge.state == Challenge.State.OPEN
    if club_event.ruling is not None:
        paused = club_event.ruling.kind == Ruling.Kind.PAUSE
        overtaken = paused and challenge.state != Challenge.State.PAUSED
        return not challenge.is_over and not overtaken and club_event.ruling.is_in_force
    return True


def _is_held_back(news: News | None) -> bool:
    """Return whether the post is deleted: its messages wait, because the deletion can still be undone."""
    return news is not None and news.deleted_at is not None


# --- fan-out


@transaction.atomic
def fan_out_event(*, club_event_id: int) -> None:
    """Write an outbox mail for each person and a delivery for each webhook that wants the event. Idempotent."""
    events = ClubEvent.objects.select_for_update(of=("self",)).filter(spread_at=None)
    club_event = events.select_related("club", "challenge__club", "news", "ruling").filter(pk=club_event_id).first()
    if club_event is None or _is_held_back(club_event.news):
        return
    if is_current(club_event):
        _tell_members(club_event)
        _write_outbox_mails(club_event)
        _write_deliveries(club_event)
    club_event.spread_at = timezone.now()
    club_event.save(update_fields=["spread_at"])


def _tell_members(club_event: ClubEvent) -> None:
    if club_event.challenge is not None:
        members = _concerned(club_event).exclude(pk__in=_who_chose(How.OFF, club_event.club))
        messages.tell_members(club_event=club_event, challenge=club_event.challenge, players=list(members))


def _write_outbox_mails(club_event: ClubEvent) -> None:
    subject = f"club-event:{club_event.pk}"
    OutboxMail.objects.bulk_create(
        (
            OutboxMail(
                player=player,
                event=OutboxMail.Event.CLUB_EVENT,
                subject=subject,
                club=club_event.club,
                club_event=club_event,
            )
            for player in recipients_of(club_event)
        ),
        ignore_conflicts=True,
    )
    for pk in OutboxMail.objects.filter(club_event=club_event, sent_at=None).values_list("pk", flat=True):
        queue.later("notifications.send_outbox_mail", pk)


def _write_deliveries(club_event: ClubEvent) -> None:
    now = timezone.now()
    Delivery.objects.bulk_create(
        (Delivery(webhook=hook, club_event=club_event, due_at=now) for hook in _hooks_for(club_event)),
        ignore_conflicts=True,
    )
    for pk in Delivery.objects.filter(club_event=club_event).values_list("pk", flat=True):
        queue.later("notifications.deliver", pk)


def _hooks_for(club_event: ClubEvent) -> list[Webhook]:
    """Return the webhooks that want the event; the site's deals of the day go to those of every club."""
    hooks = Webhook.objects.filter(disabled_at=None)
    if club_event.challenge is None or not club_event.challenge.is_daily:
        return [hook for hook in hooks.filter(club=club_event.club) if club_event.kind in hook.kinds]
    of_day = club_event.kind in (Kind.OPENED, Kind.RESULTS)
    return [hook for hook in hooks if Webhook.DAILY in hook.kinds] if of_day else []


def unsent_events() -> list[int]:
    """Return the club events whose task was lost."""
    events = ClubEvent.objects.filter(spread_at=None, at__lte=timezone.now() - UNSPREAD_AFTER)
    events = events.filter(news__deleted_at=None)
    return list(events.order_by("pk").values_list("pk", flat=True))


def unsent_outbox_mails() -> list[int]:
    """Return the mails whose task was lost, or whose next try is due."""
    fresh = Q(claimed_until=None) & ~leases.before("created_at", timezone.now() - FORGOTTEN_AFTER)
    free = leases.is_expired("claimed_until", LONGEST_WAIT) & ~fresh
    # A mail that crashes its worker is not tried for ever.
    mails = OutboxMail.objects.filter(free, ~HELD_BACK, sent_at=None, tries__lte=MOST_TRIES)
    return list(mails.order_by("pk").values_list("pk", flat=True)[:MOST_A_SWEEP])


def notify_webhook_disabled(webhook: Webhook) -> None:
    """Mail the organizers that a webhook was switched off."""
    _organizers_tell(webhook.club, OutboxMail.Event.WEBHOOK_OFF, subject_of_webhook(webhook))


def subject_of_webhook(webhook: Webhook) -> str:
    """Return the subject of the mail about this switch-off; an earlier one has another subject."""
    off = webhook.disabled_at or timezone.now()
    return f"webhook:{webhook.pk}:{off:%Y%m%dT%H%M%S}"


def notify_join_request(request: JoinRequest) -> None:
    """Mail the organizers that a player asks to join the club."""
    _organizers_tell(request.club, OutboxMail.Event.JOIN_REQUESTED, subject_of_request(request))


def subject_of_request(request: JoinRequest) -> str:
    """Return the subject of the mail about this join request; an earlier request has another subject."""
    return f"join:{request.pk}:{request.asked_at:%Y%m%dT%H%M%S}"


def notify_challenge_unprepared(challenge: Challenge) -> None:
    """Mail the organizers that a challenge could not be prepared, or not in time; once for each failure."""
    subject = f"unprepared:{challenge.pk}:{progress_number(challenge.pk)}"
    _organizers_tell(challenge.club, OutboxMail.Event.UNPREPARED, subject)


def _organizers_tell(club: Club, event: OutboxMail.Event, subject: str) -> None:
    rows = (OutboxMail(player=player, event=event, subject=subject, club=club) for player in organizers_to_notify(club))
    OutboxMail.objects.bulk_create(rows, ignore_conflicts=True)
    for pk in OutboxMail.objects.filter(subject=subject, sent_at=None).values_list("pk", flat=True):
        queue.later("notifications.send_outbox_mail", pk)


def organizers_to_notify(club: Club) -> QuerySet[Player]:
    """Return the club's organizers who have an account and did not switch notifications off."""
    off = NotificationChoice.objects.filter(club=club, how=How.OFF).values("player")
    organizers = club.members.exclude(role=ClubMember.Role.MEMBER).values("player")
    return Player.objects.filter(pk__in=organizers, user__isnull=False).exclude(pk__in=off)


# --- choices


@transaction.atomic
def set_choices(*, player: Player, choices: dict[int, str]) -> None:
    """Store the person's choice of notifications for these clubs (by key)."""
    for club_id, how in choices.items():
        NotificationChoice.objects.update_or_create(player=player, club_id=club_id, defaults={"how": How(how)})


def clubs_weekly(player: Player) -> list[Club]:
    """Return the clubs of the person's digest."""
    mine = Club.objects.of(player)
    other = NotificationChoice.objects.filter(player=player).exclude(how=How.WEEKLY).values("club")
    return list(mine.exclude(pk__in=other).order_by("name", "pk"))


def stop_mails(*, player_id: int, club_id: int | None) -> list[str]:
    """Unsubscribe a person from a club's mails, or from digests; return the clubs' names. Idempotent."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        return []
    clubs: Iterable[Club] = clubs_weekly(player) if club_id is None else Club.objects.filter(pk=club_id)
    clubs = list(clubs)
    set_choices(player=player, choices={club.pk: How.OFF for club in clubs})
    return [club.name for club in clubs]


# --- claims and retention

RETENTION = timedelta(days=180)
"""The retention of sent mails: longer than any event is remembered, so that no mail is sent again."""


def delete_old_notifications() -> None:
    """Delete old mails, deliveries and events that nothing refers to any more."""
    before = timezone.now() - RETENTION
    OutboxMail.objects.filter(sent_at__lt=before).delete()
    Delivery.objects.filter(ended_at__lt=before).delete()


CLAIM = timedelta(minutes=10)
LONGEST_WAIT = timedelta(hours=6)
"""The duration of a claim: longer than a task may run."""
MOST_TRIES = 10


def claim_outbox_mail(outbox_mail_id: int) -> OutboxMail | None:
    """Claim a mail for sending; None if it is sent, or held back, or another worker has claimed it."""
    if OutboxMail.objects.filter(HELD_BACK, pk=outbox_mail_id).exists():
        return None
    now = timezone.now()
    free = OutboxMail.objects.filter(leases.is_expired("claimed_until", LONGEST_WAIT), pk=outbox_mail_id, sent_at=None)
    if not free.update(claimed_until=now + CLAIM, tries=F("tries") + 1):
        return None
    return OutboxMail.objects.select_related("player__user", "club").get(pk=outbox_mail_id)


def hold_outbox_mail(mail: OutboxMail, until: datetime) -> None:
    """Keep a claimed mail until this moment: the person has quiet times. Holding is no try."""
    longest = timezone.now() + LONGEST_WAIT
    OutboxMail.objects.filter(pk=mail.pk).update(claimed_until=min(until, longest), tries=mail.tries - 1)
