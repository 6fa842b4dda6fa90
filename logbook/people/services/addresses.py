"""Services of an account's email addresses: ask, confirm, tell the addresses of before, take a change back, expire.

An address owns nothing until its owner has confirmed it. What a borrowed session changes, the owner can take back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from logbook.people.exceptions import AddressTaken, UnconfirmedAccount
from logbook.people.models.addresses import AddressChange, PendingAddress
from logbook.people.models.players import Player
from logbook.people.services import players

CONFIRM_WITHIN: Final = timedelta(days=3)
TAKE_BACK_WITHIN: Final = timedelta(days=7)
UNCONFIRMED_ACCOUNTS_END_AFTER: Final = timedelta(days=7)
MOST_PENDING: Final = 3
_NEW, _BACK = "logbook.people.new-address", "logbook.people.addresses-back"


def ask_for_address(*, user: User, email: str) -> PendingAddress:
    """Note that the player wants to add this address. A newer request takes the place of the oldest of three.

    Raises UnconfirmedAccount where the address that the account was opened with is not confirmed: its owner may be
    another person.
    """
    if is_unconfirmed(user):
        raise UnconfirmedAccount
    with transaction.atomic():
        pending, _made = PendingAddress.objects.update_or_create(
            user=user, email=email.lower(), defaults={"asked_at": timezone.now()}
        )
        others = PendingAddress.objects.filter(user=user).order_by("-asked_at")[MOST_PENDING:]
        PendingAddress.objects.filter(pk__in=[one.pk for one in others]).delete()
    return pending


def is_unconfirmed(user: User) -> bool:
    """Return whether the account's owner has not confirmed the address that it was opened with."""
    found: bool = EmailAddress.objects.filter(user=user, primary=True, verified=False).exists()
    return found


def drop_pending(*, user: User, pk: int) -> None:
    """Forget that the player wants to add this address."""
    PendingAddress.objects.filter(user=user, pk=pk).delete()


def address_token(pending: PendingAddress) -> str:
    """Return the text of the link that confirms the address."""
    return signing.dumps(pending.pk, salt=_NEW)


def pending_by_token(token: str) -> PendingAddress | None:
    """Return the address of this link, or None if the link has ended."""
    rows = PendingAddress.objects.filter(asked_at__gt=timezone.now() - CONFIRM_WITHIN).select_related("user")
    return rows.filter(pk=_loaded(token, _NEW, CONFIRM_WITHIN)).first()


def confirm_address(*, pending: PendingAddress) -> AddressChange:
    """Give the account this address, and return the change. Raises AddressTaken if another account has it."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=pending.user_id)
        if accounts_with(pending.email).exclude(pk=user.pk).exists():
            raise AddressTaken(email=pending.email)
        change = note_change(user=user, before=addresses_of(user))
        EmailAddress.objects.update_or_create(user=user, email=pending.email, defaults={"verified": True})
        pending.delete()
    return change


def accounts_with(email: str) -> QuerySet[User]:
    """Return the accounts that own this address: confirmed, or as the one that they signed up with."""
    rows = EmailAddress.objects.filter(user=OuterRef("pk"), email=email.lower())
    return User.objects.filter(Exists(rows.filter(verified=True)) | Exists(rows.filter(primary=True)))


def addresses_of(user: User) -> list[str]:
    """Return the addresses that the account owns, the primary one first."""
    rows = EmailAddress.objects.filter(user=user).filter(Q(verified=True) | Q(primary=True))
    return list(rows.order_by("-primary", "pk").values_list("email", flat=True))


def note_change(*, user: User, before: Sequence[str]) -> AddressChange:
    """Store the addresses that the account had before its addresses changed."""
    return AddressChange.objects.create(user=user, before=list(before))


def change_token(change: AddressChange) -> str:
    """Return the text of the link that takes the change back."""
    return signing.dumps(change.pk, salt=_BACK)


def change_by_token(token: str) -> AddressChange | None:
    """Return the change of this link, or None if the link has ended or the change was taken back."""
    rows = AddressChange.objects.filter(made_at__gt=timezone.now() - TAKE_BACK_WITHIN).select_related("user")
    return rows.filter(pk=_loaded(token, _BACK, TAKE_BACK_WITHIN)).first()


def take_back(*, change: AddressChange) -> str:
    """Give the account its addresses of before and no others, and end its password; return the primary address.

    Later changes are taken back as well. Without a password all browsers are signed out. An address that another
    account has confirmed since then stays there. Raises AddressTaken if that is true of all.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=change.user_id)
        others = EmailAddress.objects.exclude(user=user).filter(verified=True, email__in=change.before)
        taken = set(others.values_list("email", flat=True))
        free = [email for email in change.before if email not in taken]
        if not free:
            raise AddressTaken(email=change.before[0])
        primary = str(free[0])
        _leave_only(user, free)
        user.set_unusable_password()
        user.email = primary
        user.save(update_fields=["password", "email"])
        AddressChange.objects.filter(user=user, made_at__gte=change.made_at).delete()
    return primary


def end_new_addresses(*, user: User) -> None:
    """After a reset of the password, leave the addresses that were confirmed a week ago, and the one signed up with."""
    changes = AddressChange.objects.filter(user=user, made_at__gt=timezone.now() - TAKE_BACK_WITHIN)
    oldest = changes.order_by("made_at", "pk").first()
    PendingAddress.objects.filter(user=user).delete()
    rows = EmailAddress.objects.filter(user=user)
    kept = [email for email in (oldest.before if oldest else ()) if rows.filter(email=email).exists()]
    if kept:
        _leave_only(user, kept)
        User.objects.filter(pk=user.pk).update(email=kept[0])
    changes.delete()
    rows.filter(primary=False, verified=False).delete()
    _confirm_what_was_signed_up_with(user)


def _confirm_what_was_signed_up_with(user: User) -> None:
    """The link of a reset was sent to the unconfirmed address: its owner takes the account over, whoever opened it."""
    rows = EmailAddress.objects.filter(user=user)
    if rows.filter(primary=True, verified=False).update(verified=True):
        rows.filter(primary=False).delete()
        players.note_confirmation(user=user)


def is_new(*, user: User, email: str) -> bool:
    """Return whether the account has had this address for less than a week, beside others that it had before.

    Such an address cannot reset the password yet.
    """
    if addresses_of(user) == [email.lower()]:
        return False
    changes = AddressChange.objects.filter(user=user, made_at__gt=timezone.now() - TAKE_BACK_WITHIN)
    return any(email.lower() not in change.before for change in changes if change.before)


def expire(*, mandatory: bool) -> None:
    """Delete links that have ended, and accounts that never confirmed an address and were never signed in to."""
    now = timezone.now()
    PendingAddress.objects.filter(asked_at__lte=now - CONFIRM_WITHIN).delete()
    EmailAddress.objects.filter(primary=False, verified=False).delete()  # Of a version before 0.3.0.
    AddressChange.objects.filter(made_at__lte=now - TAKE_BACK_WITHIN).delete()
    if mandatory:
        rows = EmailAddress.objects.filter(user=OuterRef("pk"))
        unused = User.objects.filter(last_login=None, date_joined__lte=now - UNCONFIRMED_ACCOUNTS_END_AFTER)
        unused = unused.filter(Exists(rows), ~Exists(rows.filter(verified=True)))
        Player.objects.filter(user__in=unused).delete()
        unused.delete()


def _leave_only(user: User, emails: Sequence[str]) -> None:
    rows = EmailAddress.objects.filter(user=user)
    rows.exclude(email__in=emails).delete()
    rows.update(primary=False)
    for number, email in enumerate(emails):
        rows.get_or_create(user=user, email=email, defaults={"verified": True})
        rows.filter(email=email).update(primary=number == 0)


def _loaded(token: str, salt: str, within: timedelta) -> int:
    """Return the key that the token holds; 0, which no row has, for one that is wrong or has ended."""
    try:
        return int(signing.loads(token, salt=salt, max_age=within))
    except (signing.BadSignature, ValueError, TypeError):
        return 0
