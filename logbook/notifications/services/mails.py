"""Services of outbox mails: their content, sending, and unsubscribe links."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.winners import winners_of
from logbook.clubs.models import Club, JoinRequest
from logbook.lib.mail import Mail, MailRefused, postpone, send_mail, site_address
from logbook.notifications.messages import text_of
from logbook.notifications.models import ClubEvent, OutboxMail, Webhook
from logbook.notifications.services import outbox
from logbook.people.models.players import Player
from logbook.people.selectors import address_of
from logbook.people.services import site_identity
from logbook.people.time_zones import time_zone_of

UNSUBSCRIBE = "logbook.mails.stop"
"""The salt of the signed unsubscribe links."""
SHOWN_IN_A_DIGEST = 40


# --- outbox mails


def send_outbox_mail(*, notice_id: int) -> None:
    """Send a mail of the outbox, once. Idempotent; a failed mail is tried again later."""
    notice = outbox.claim_outbox_mail(notice_id)
    if notice is None:
        return
    with timezone.override(time_zone_of(notice.player)), translation.override(notice.player.reads):
        letter = _letter_of(notice)
        note = "" if letter else "nothing to send"
        try:
            if letter is not None:
                send_mail(letter)
        except MailRefused:
            note = "the address was refused"
        except OSError as error:  # SMTP errors included.
            if notice.tries < outbox.MOST_TRIES:
                postpone(notice, error)
                return
            note = "given up"
    OutboxMail.objects.filter(pk=notice.pk).update(sent_at=timezone.now(), note=note)


def _letter_of(notice: OutboxMail) -> Mail | None:
    """Return the mail with its current content; None without an address, or when there is nothing (any more) to say."""
    to = address_of(notice.player)
    if not to:
        return None
    if notice.event == OutboxMail.Event.DIGEST:
        return _digest(notice, to)
    if notice.event == OutboxMail.Event.HAPPENING:
        return _happening(notice, to)
    if notice.club is None or not outbox.organizers_to_notify(notice.club).filter(pk=notice.player_id).exists():
        return None  # No longer an organizer, or unsubscribed.
    return _to_organizer(notice, notice.club, to)


def _to_organizer(notice: OutboxMail, club: Club, to: str) -> Mail | None:
    if notice.event == OutboxMail.Event.WEBHOOK_OFF:
        return _webhook_off(notice, club, to)
    if notice.event == OutboxMail.Event.JOIN_ASKED:
        return _join_asked(notice, club, to)
    return _unprepared(notice, club, to)


def _happening(notice: OutboxMail, to: str) -> Mail | None:
    found = ClubEvent.objects.select_related("club", "challenge", "news", "ruling__crew")
    happening = found.prefetch_related("challenge__stages").filter(notices=notice).first()
    if happening is None or not outbox.is_current(happening):
        return None
    if not outbox.recipients_of(happening).filter(pk=notice.player_id).exists():
        return None
    winners = winners_of([happening.challenge_id]) if happening.challenge_id else {}
    words = text_of(happening, winners, whole=True)
    stop = stop_address(notice.player, happening.club)
    return Mail(
        to=to,
        subject=f"{happening.club}: {words.title}",
        template="notifications/mail/happening",
        context={"club": happening.club, "player": notice.player, "words": words, "stop": stop},
        key=f"notice-{notice.pk}",
        headers=_stop_headers(stop),
    )


def _digest(notice: OutboxMail, to: str) -> Mail | None:
    clubs = outbox.clubs_weekly(notice.player)
    told = ClubEvent.objects.filter(club__in=clubs, at__gt=notice.since, at__lte=notice.until)
    told = told.exclude(kind=ClubEvent.Kind.CLOSING).exclude(ruling__taken_back_at__isnull=False)
    told = told.select_related("club", "challenge", "news", "ruling__crew")
    # Only the latest event of a challenge is listed.
    last = {
        (one.challenge_id, one.news_id): one for one in told.prefetch_related("challenge__stages").order_by("at", "pk")
    }
    if not last:
        return None
    shown = sorted(last.values(), key=lambda one: one.at)[-SHOWN_IN_A_DIGEST:]
    winners = winners_of([one.challenge_id for one in shown if one.challenge_id])
    parts = [(club, [text_of(one, winners) for one in shown if one.club_id == club.pk]) for club in clubs]
    stop = stop_address(notice.player)
    return Mail(
        to=to,
        subject=_("Your clubs this week"),
        template="notifications/mail/digest",
        context={"player": notice.player, "clubs": [part for part in parts if part[1]], "stop": stop},
        key=f"notice-{notice.pk}",
        headers=_stop_headers(stop),
    )


def _webhook_off(notice: OutboxMail, club: Club, to: str) -> Mail | None:
    webhook = Webhook.objects.filter(pk=_number_in(notice)).exclude(disabled_at=None).first()
    if webhook is None or notice.subject != outbox.subject_of_webhook(webhook):
        return None
    address = site_address(reverse("club-webhooks", args=[club.slug]))
    subject = _("%(club)s: a webhook is switched off") % {"club": club}
    context = {"player": notice.player, "club": club, "address": address}
    return Mail(to, subject, "notifications/mail/webhook_off", context, f"notice-{notice.pk}")


def _join_asked(notice: OutboxMail, club: Club, to: str) -> Mail | None:
    waiting = JoinRequest.objects.filter(state=JoinRequest.State.WAITING)
    request = waiting.select_related("player").filter(pk=_number_in(notice)).first()
    if request is None or notice.subject != outbox.subject_of_request(request):
        return None
    address = site_address(reverse("club", args=[club.slug]))
    subject = _("%(club)s: %(name)s asks to join") % {"club": club, "name": request.player}
    context = {"player": notice.player, "club": club, "request": request, "address": address}
    return Mail(to, subject, "notifications/mail/join_asked", context, f"notice-{notice.pk}")


def _unprepared(notice: OutboxMail, club: Club, to: str) -> Mail | None:
    late = Q(state=Challenge.State.CANCELLED, opened_at=None)
    left_out = Challenge.objects.filter(late | Q(state=Challenge.State.FAILED))
    challenge = left_out.filter(pk=_number_in(notice)).first()
    if challenge is None:
        return None
    address = site_address(reverse("challenge", args=[challenge.pk]))
    subject = _("%(club)s: %(challenge)s could not be prepared") % {"club": club, "challenge": challenge}
    context = {"player": notice.player, "club": club, "challenge": challenge, "address": address}
    return Mail(to, subject, "notifications/mail/unprepared", context, f"notice-{notice.pk}")


def _number_in(notice: OutboxMail) -> str:
    """Return the key in the mail's subject."""
    return notice.subject.split(":")[1]


# --- unsubscribe links


def stop_address(player: Player, club: Club | None = None) -> str:
    """Return the signed link that ends the mails about a club, or the digests, without signing in."""
    token = signing.dumps([player.pk, club.pk if club else None], key=_stop_key(), salt=UNSUBSCRIBE)
    return site_address(reverse("mail-stop", args=[token]))


def stop_read(token: str) -> tuple[int, int | None] | None:
    """Return the keys of player and club (None: the digests) in an unsubscribe link; None if it is not valid."""
    try:
        player_id, club_id = signing.loads(token, key=_stop_key(), salt=UNSUBSCRIBE, fallback_keys=_older_keys())
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return player_id, club_id


def _stop_key() -> str:
    # The link in an old mail works as long as the site keeps its identity, also under another SECRET_KEY.
    return site_identity.derive(UNSUBSCRIBE).hex()


def _older_keys() -> list[str | bytes]:
    """Return the keys that signed unsubscribe links before the site had an identity."""
    return [*settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY]


def _stop_headers(stop: str) -> dict[str, str]:
    # A mail program's one click is a POST to the link (RFC 8058).
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
