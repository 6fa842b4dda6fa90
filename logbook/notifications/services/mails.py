"""Services of outbox mails: their content, sending, and unsubscribe links."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import games
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.winners import winners_of
from logbook.clubs.models import Club, JoinRequest
from logbook.lib.mail import Mail, MailRefused, postpone, send_mail, site_address
from logbook.notifications import message_texts
from logbook.notifications.club_event_texts import club_event_text
from logbook.notifications.models import ClubEvent, Message, MessageKind, OutboxMail, Webhook
from logbook.notifications.services import choices, outbox, relevance, turns
from logbook.people.models.players import Player
from logbook.people.selectors import address_of
from logbook.people.services import site_identity
from logbook.people.services.quiet_times import quiet_times_of
from logbook.people.time_zones import time_zone_of
from logbook.rounds.text import mission_title, title_words
from logbook.tables.models import Table

UNSUBSCRIBE = "logbook.mails.stop"
"""The salt of the signed unsubscribe links."""
SHOWN_IN_A_DIGEST = 40
TABLES = "tables"
"""The topic of the mails about turns, in an unsubscribe link."""
DECISIONS = "decisions"
"""The topic of the mails about organizers' decisions, in an unsubscribe link."""

UNHURRIED = (
    OutboxMail.Event.DIGEST,
    OutboxMail.Event.WEBHOOK_OFF,
    OutboxMail.Event.JOIN_REQUESTED,
    OutboxMail.Event.UNPREPARED,
)
"""The mails that do not wait for the end of quiet times, because a person reads them when they read their mails."""


# --- outbox mails


def send_outbox_mail(*, outbox_mail_id: int) -> None:
    """Send a mail of the outbox, once. Idempotent; a failed mail is tried again later."""
    queued_mail = outbox.claim_outbox_mail(outbox_mail_id)
    if queued_mail is None or _is_held(queued_mail):
        return
    with timezone.override(time_zone_of(queued_mail.player)), translation.override(queued_mail.player.reads):
        mail = _mail_of(queued_mail)
        note = "" if mail else "nothing to send"
        try:
            if mail is not None:
                send_mail(mail)
        except MailRefused:
            note = "the address was refused"
        except OSError as error:  # SMTP errors included.
            if queued_mail.tries < outbox.MOST_TRIES:
                postpone(queued_mail, error)
                return
            note = "given up"
    OutboxMail.objects.filter(pk=queued_mail.pk).update(sent_at=timezone.now(), note=note)


def _is_held(queued_mail: OutboxMail) -> bool:
    """Hold the mail if its person has quiet times now; return whether it is held."""
    if queued_mail.event in UNHURRIED:
        return False
    now = timezone.now()
    end = quiet_times_of(queued_mail.player).end_of_quiet(now)
    if end > now:
        outbox.hold_outbox_mail(queued_mail, end)
    return end > now


def _mail_of(queued_mail: OutboxMail) -> Mail | None:
    """Return the mail with its current content; None without an address, or when there is nothing (any more) to say."""
    to = address_of(queued_mail.player)
    if not to:
        return None
    to_a_person = {
        OutboxMail.Event.DIGEST: _digest,
        OutboxMail.Event.CLUB_EVENT: _club_event_mail,
        OutboxMail.Event.YOUR_TURN: _turn_mail,
        OutboxMail.Event.NUDGED: _turn_mail,
        OutboxMail.Event.MESSAGE: _message_mail,
    }
    if write := to_a_person.get(OutboxMail.Event(queued_mail.event)):
        return write(queued_mail, to)
    if (
        queued_mail.club is None
        or not outbox.organizers_to_notify(queued_mail.club).filter(pk=queued_mail.player_id).exists()
    ):
        return None  # No longer an organizer, or unsubscribed.
    return _to_organizer(queued_mail, queued_mail.club, to)


def _to_organizer(queued_mail: OutboxMail, club: Club, to: str) -> Mail | None:
    if queued_mail.event == OutboxMail.Event.WEBHOOK_OFF:
        return _webhook_off(queued_mail, club, to)
    if queued_mail.event == OutboxMail.Event.JOIN_REQUESTED:
        return _join_request(queued_mail, club, to)
    return _unprepared(queued_mail, club, to)


def _club_event_mail(queued_mail: OutboxMail, to: str) -> Mail | None:
    events = ClubEvent.objects.select_related("club", "challenge__club", "news", "ruling__crew")
    club_event = events.prefetch_related("challenge__stages").filter(notices=queued_mail).first()
    if club_event is None or not outbox.is_current(club_event):
        return None
    if not outbox.recipients_of(club_event).filter(pk=queued_mail.player_id).exists():
        return None
    winners = winners_of([club_event.challenge_id]) if club_event.challenge_id else {}
    text = club_event_text(club_event, winners, whole=True)
    stop = stop_address(queued_mail.player, club_event.club)
    return Mail(
        to=to,
        subject=text.subject,
        template="notifications/mail/club_event",
        context={
            "club": club_event.club,
            "player": queued_mail.player,
            "message": text,
            "address": text.address,
            "stop": stop,
        },
        key=f"notice-{queued_mail.pk}",
        headers=_stop_headers(stop),
    )


def _digest(queued_mail: OutboxMail, to: str) -> Mail | None:
    clubs = outbox.clubs_weekly(queued_mail.player)
    club_events = ClubEvent.objects.filter(club__in=clubs, at__gt=queued_mail.since, at__lte=queued_mail.until)
    club_events = club_events.exclude(kind=ClubEvent.Kind.CLOSING).exclude(ruling__taken_back_at__isnull=False)
    club_events = club_events.exclude(news__deleted_at__isnull=False)
    club_events = club_events.select_related("club", "challenge__club", "news", "ruling__crew")
    # Only the latest event of a challenge is listed.
    last = {
        (one.challenge_id, one.news_id): one
        for one in club_events.prefetch_related("challenge__stages").order_by("at", "pk")
    }
    if not last:
        return None
    events_shown = sorted(last.values(), key=lambda one: one.at)[-SHOWN_IN_A_DIGEST:]
    winners = winners_of([one.challenge_id for one in events_shown if one.challenge_id])
    parts = [
        (club, [club_event_text(one, winners) for one in events_shown if one.club_id == club.pk]) for club in clubs
    ]
    stop = stop_address(queued_mail.player)
    return Mail(
        to=to,
        subject=_("Your clubs this week"),
        template="notifications/mail/digest",
        context={"player": queued_mail.player, "clubs": [part for part in parts if part[1]], "stop": stop},
        key=f"notice-{queued_mail.pk}",
        headers=_stop_headers(stop),
    )


def _turn_mail(queued_mail: OutboxMail, to: str) -> Mail | None:
    """Return the mail about all tables that wait for the person; None once none does, or mails are off."""
    player = queued_mail.player
    kind = MessageKind.NUDGED if queued_mail.event == OutboxMail.Event.NUDGED else MessageKind.YOUR_TURN
    tables = turns.tables_waiting_for(player) if choices.channels_of(player, kind).mail else []
    if not tables:
        return None
    stop = stop_address(player, TABLES)
    rows = [_table_row(table) for table in tables]
    return Mail(
        to=to,
        subject=_turn_subject(queued_mail, tables),
        template="notifications/mail/your_turn",
        context={"player": player, "rows": rows, "address": rows[0][2], "stop": stop},
        key=f"notice-{queued_mail.pk}",
        headers=_stop_headers(stop),
    )


def _message_mail(queued_mail: OutboxMail, to: str) -> Mail | None:
    """Return the mail about a message; None if it is overtaken, or no longer wanted by email."""
    rows = Message.objects.select_related(*message_texts.READ)
    message = rows.filter(pk=_number_in(queued_mail)).first()
    if message is None or not relevance.still_matters(message):
        return None
    if not choices.channels_of(queued_mail.player, MessageKind(message.kind)).mail:
        return None
    if message.ruling is not None and outbox.wants_no_mails(queued_mail.player, message.ruling.challenge.club_id):
        return None
    topic = DECISIONS if message.kind in choices.ABOUT_DECISIONS else TABLES
    text, stop = message_texts.message_text(message), stop_address(queued_mail.player, topic)
    context = {
        "player": queued_mail.player,
        "sentence": text.sentence,
        "address": site_address(text.path),
        "stop": stop,
        "about_table": topic == TABLES,
    }
    template, key = "notifications/mail/message", f"notice-{queued_mail.pk}"
    return Mail(to, text.title, template, context, key, headers=_stop_headers(stop))


def _table_row(table: Table) -> tuple[str, str, str]:
    """Return the mission, the game and the address of a table."""
    game = title_words(games.GAMES[table.game].title)
    return mission_title(table.mission), game, site_address(reverse("table", args=[table.pk]))


def _turn_subject(queued_mail: OutboxMail, tables: Sequence[Table]) -> str:
    if queued_mail.event == OutboxMail.Event.NUDGED:
        by = Player.objects.filter(pk=queued_mail.subject.split(":")[2]).first()
        if by is not None:
            return _("%(name)s nudged you: it’s your turn") % {"name": by.name}
    if len(tables) == 1:
        return _("Your turn: %(mission)s") % {"mission": mission_title(tables[0].mission)}
    return _("Your turn at %(number)s tables") % {"number": len(tables)}


def _webhook_off(queued_mail: OutboxMail, club: Club, to: str) -> Mail | None:
    webhook = Webhook.objects.filter(pk=_number_in(queued_mail)).exclude(disabled_at=None).first()
    if webhook is None or queued_mail.subject != outbox.subject_of_webhook(webhook):
        return None
    address = site_address(reverse("club-webhooks", args=[club.slug]))
    subject = _("%(club)s: a webhook has been turned off") % {"club": club}
    context = {"player": queued_mail.player, "club": club, "address": address}
    return Mail(to, subject, "notifications/mail/webhook_off", context, f"notice-{queued_mail.pk}")


def _join_request(queued_mail: OutboxMail, club: Club, to: str) -> Mail | None:
    requests = JoinRequest.objects.filter(state=JoinRequest.State.WAITING)
    request = requests.select_related("player").filter(pk=_number_in(queued_mail)).first()
    if request is None or queued_mail.subject != outbox.subject_of_request(request):
        return None
    address = site_address(reverse("club", args=[club.slug]))
    subject = _("%(club)s: %(name)s wants to join") % {"club": club, "name": request.player}
    context = {"player": queued_mail.player, "club": club, "request": request, "address": address}
    return Mail(to, subject, "notifications/mail/join_request", context, f"notice-{queued_mail.pk}")


def _unprepared(queued_mail: OutboxMail, club: Club, to: str) -> Mail | None:
    late = Q(state=Challenge.State.CANCELLED, opened_at=None)
    left_out = Challenge.objects.filter(late | Q(state=Challenge.State.FAILED))
    challenge = left_out.filter(pk=_number_in(queued_mail)).first()
    if challenge is None:
        return None
    address = site_address(reverse("challenge", args=[challenge.pk]))
    subject = _("%(club)s: %(challenge)s couldn’t be prepared") % {"club": club, "challenge": challenge}
    context = {"player": queued_mail.player, "club": club, "challenge": challenge, "address": address}
    return Mail(to, subject, "notifications/mail/unprepared", context, f"notice-{queued_mail.pk}")


def _number_in(queued_mail: OutboxMail) -> str:
    """Return the key in the mail's subject."""
    return queued_mail.subject.split(":")[1]


# --- unsubscribe links


def stop_address(player: Player, about: Club | str | None = None) -> str:
    """Return the signed link that ends the mails about a club, TABLES or DECISIONS, or the digests: no sign-in."""
    topic = about.pk if isinstance(about, Club) else about
    token = signing.dumps([player.pk, topic], key=_stop_key(), salt=UNSUBSCRIBE)
    return site_address(reverse("mail-stop", args=[token]))


def stop_read(token: str) -> tuple[int, int | str | None] | None:
    """Return the player and the club or topic (None: the digests) of an unsubscribe link; None if it is not valid."""
    try:
        player_id, topic = signing.loads(token, key=_stop_key(), salt=UNSUBSCRIBE, fallback_keys=_older_keys())
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return player_id, topic


def _stop_key() -> str:
    # The link in an old mail works as long as the site keeps its identity, also under another SECRET_KEY.
    return site_identity.derive(UNSUBSCRIBE).hex()


def _older_keys() -> list[str | bytes]:
    """Return the keys that signed unsubscribe links before the site had an identity."""
    return [*settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY]


def _stop_headers(stop: str) -> dict[str, str]:
    # A mail program's one click is a POST to the link (RFC 8058).
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
