"""Adapter of accounts (django-allauth): sign-up and sign-in claim the guest of the session."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar, Final

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed, email_removed, password_reset
from allauth.core import context as allauth_context
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib import quotas
from logbook.lib.mail import site_address
from logbook.people import quotas as people_quotas
from logbook.people.models.addresses import AddressChange, PendingAddress
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY, address_of, guest_of, language_of
from logbook.people.services import account_mails, addresses, players

APP: Final = "allauth.account"
MANDATORY: Final = "mandatory"
TOO_OFTEN: Final = "too_many_login_attempts"
TOO_OFTEN_FOR_ALL: Final = "too_many_login_attempts_in_all"
ASKED_FOR: Final = frozenset(
    f"account/email/{kind}"
    for kind in (
        "password_reset_key",
        "email_confirmation",
        "email_confirmation_signup",
        "unknown_account",
        "account_already_exists",
        "address_confirm",
    )
)
"""Mails that a visitor can have sent to any address. Warnings to an owner are not among them, and have no limit."""
TOLD_AGAIN_SECONDS: Final = 24 * 60 * 60
DEVICE_COOKIE: Final = "device"
DEVICE_SALT: Final = "logbook.people.known-device"
DEVICE_KEPT_SECONDS: Final = 365 * 24 * 60 * 60
MOST_ACCOUNTS_OF_A_DEVICE: Final = 5
"""A family shares one."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The site's answers to django-allauth."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        TOO_OFTEN: _("Too many wrong passwords. Wait five minutes, then try again."),
        TOO_OFTEN_FOR_ALL: _(
            "Too many wrong passwords for this account. Wait an hour, or reset the password by email."
        ),
    }

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Save the new account and create its player."""
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            # An unconfirmed address opens nothing yet: until the sign-in the guest stays a guest.
            guest = None if app_settings.EMAIL_VERIFICATION == MANDATORY else guest_of(session=request.session)
            player = players.open_player(user=saved, name=form.cleaned_data.get("name", ""), guest=guest)
            # The player signs up in this language; mails use it from now on.
            players.set_language(player=player, language=translation.get_language())
        return saved

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send mail in the account owner's language, whatever the request's language. A worker sends it."""
        receiver = sha256(email.casefold().encode()).hexdigest()
        if template_prefix in ASKED_FOR and not quotas.is_taken(people_quotas.MAILS, receiver):
            return  # Without a word: a refusal would tell whether there is an account.
        player = Player.objects.filter(user=context.get("user")).first() if context.get("user") else None
        request = allauth_context.request
        context_of_mail = {"request": request, "email": email, "site": settings.SITE_ADDRESS}
        with translation.override(language_of(player) or translation.get_language()):
            mail = self.render_mail(template_prefix, email, context_of_mail | _with_site_address(context, request))
        account_mails.post_account_mail(to=email, subject=str(mail.subject), body=str(mail.body))

    # --- wrong passwords

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a visitor with too many wrong passwords: from this address at this account, or in total.

        The limits of an address alone and of an account alone are much higher (ACCOUNT_RATE_LIMITS): five tries of a
        stranger do not lock a player out of their account.
        """
        user = self._user_of(credentials)
        if user is not None and _is_known_device(request, user):
            self._count_at_known_devices(request, user)
            return
        pair = self._pair(request, **credentials)
        together = ratelimit.consume(request, app=APP, action=pair, config={pair: settings.WRONG_PASSWORDS_TOGETHER})
        if not together:
            raise self.validation_error(TOO_OFTEN)
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            self._refuse_the_account(request, **credentials)
            raise
        self._login_failed_rl_usage.usage += together.usage  # A correct password is taken back from all counts.

    def _count_at_known_devices(self, request: HttpRequest, user: User) -> None:
        """Give the account's own devices tries of their own, all together: strangers' tries do not lock them out."""
        action = "login_failed_at_known_devices"
        limit = {action: settings.WRONG_PASSWORDS_TOGETHER.replace("/ip", "/key")}
        usage = ratelimit.consume(request, app=APP, action=action, config=limit, key=str(user.pk))
        if not usage:
            raise self.validation_error(TOO_OFTEN)
        self._login_failed_rl_usage = usage  # A correct password is taken back from the count.

    def _user_of(self, credentials: dict[str, Any]) -> User | None:
        login = credentials.get("email") or credentials.get("username") or ""
        return User.objects.filter(Q(email__iexact=login) | Q(username=login)).first() if login else None

    def post_login(self, request: HttpRequest, user: User, **given: Any) -> HttpResponse:
        """Answer a sign-in, and remember the device."""
        response: HttpResponse = super().post_login(request, user, **given)
        _remember_device(request, response, user)
        return response

    def _refuse_the_account(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse the sign-in, and warn the owner, if it is the account that had too many tries."""
        key = self._get_login_attempts_cache_key(request, **credentials)
        alone = {"login_failed": settings.WRONG_PASSWORDS_OF_AN_ACCOUNT}
        if not ratelimit.consume(request, app=APP, action="login_failed", config=alone, key=key, dry_run=True):
            self._owner_tell(credentials.get("email") or credentials.get("username") or "")
            raise ValidationError(str(self.error_messages[TOO_OFTEN_FOR_ALL]), code=TOO_OFTEN)

    def _owner_tell(self, login: str) -> None:
        player = Player.objects.filter(Q(user__email__iexact=login) | Q(user__username=login)).first()
        to = address_of(player) if player else ""
        if player and to and cache.add(f"wrong-passwords/{player.pk}", 1, TOLD_AGAIN_SECONDS):
            self.send_mail("account/email/many_wrong_passwords", to, {"user": player.user})

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Reset the count of tries: a player with a new password starts with all of them."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        pair = self._pair(request, **credentials)
        ratelimit.clear(request, app=APP, action=pair, config={pair: settings.WRONG_PASSWORDS_TOGETHER})

    def _pair(self, request: HttpRequest, **credentials: Any) -> str:
        login = self._get_login_attempts_cache_key(request, **credentials)
        return f"login_failed_here:{sha256(login.encode()).hexdigest()}"


def listen() -> None:
    """Claim the guest at every sign-in, by any path; note when an account confirms its address."""
    user_logged_in.connect(_signed_in, dispatch_uid="logbook.claim_guest")
    email_confirmed.connect(_address_confirmed, dispatch_uid="logbook.address_confirmed")
    email_removed.connect(_address_removed, dispatch_uid="logbook.address_removed")
    email_changed.connect(_primary_changed, dispatch_uid="logbook.primary_changed")
    password_reset.connect(_password_reset, dispatch_uid="logbook.password_reset")


def _with_site_address(context: dict[str, Any], request: HttpRequest | None) -> dict[str, Any]:
    """Return the context with links under the site's own address: the request's host may be anybody's."""
    asked = request.build_absolute_uri("/") if request is not None else ""
    links = {
        key: value for key, value in context.items() if asked and isinstance(value, str) and value.startswith(asked)
    }
    return context | {key: site_address(f"/{value.removeprefix(asked)}") for key, value in links.items()}


def mail_confirmation(pending: PendingAddress) -> None:
    """Mail the link that adds the address to the account."""
    url = site_address(reverse("address-confirm", args=[addresses.address_token(pending)]))
    context = {"user": pending.user, "activate_url": url}
    AccountAdapter().send_mail("account/email/address_confirm", pending.email, context)


def tell_of_change(change: AddressChange) -> None:
    """Mail each address of before that the account's addresses have changed, with a link that takes it back."""
    url = site_address(reverse("addresses-take-back", args=[addresses.change_token(change)]))
    context = {"user": change.user, "now": ", ".join(addresses.addresses_of(change.user)), "back_url": url}
    for email in change.before:
        AccountAdapter().send_mail("account/email/addresses_changed", email, context)


def _address_removed(user: User, email_address: EmailAddress, **_kwargs: Any) -> None:
    if email_address.verified:
        before = [*addresses.addresses_of(user), email_address.email]
        tell_of_change(addresses.note_change(user=user, before=before))


def _primary_changed(user: User, from_email_address: EmailAddress | None, **_kwargs: Any) -> None:
    if from_email_address is not None:
        now = addresses.addresses_of(user)
        before = sorted(now, key=lambda email: email != from_email_address.email)
        tell_of_change(addresses.note_change(user=user, before=before))


def _password_reset(user: User, **_kwargs: Any) -> None:
    addresses.end_new_addresses(user=user)


def _address_confirmed(email_address: EmailAddress, **_kwargs: Any) -> None:
    players.note_confirmation(user=email_address.user)


def _signed_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    guest = guest_of(session=request.session)
    request.player = players.open_player(user=user, guest=guest)  # type: ignore[attr-defined]
    request.session.pop(GUEST_KEY, None)


# --- devices that have signed in
#
# Strangers' wrong passwords do not lock them out. A signed cookie names the account and its password's hash, so a new
# password forgets all devices. Source: OWASP, "Device cookies",
# https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.


def _remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have the browser keep that this account has signed in there."""
    others = {key: mark for key, mark in _device_marks(request).items() if key != str(user.pk)}
    marks = dict(list(others.items())[-MOST_ACCOUNTS_OF_A_DEVICE + 1 :]) | {str(user.pk): _device_mark_of(user)}
    response.set_cookie(
        DEVICE_COOKIE,
        signing.dumps(marks, salt=DEVICE_SALT),
        max_age=DEVICE_KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _is_known_device(request: HttpRequest, user: User) -> bool:
    """Return whether the account has signed in there since its last new password."""
    return _device_marks(request).get(str(user.pk)) == _device_mark_of(user)


def _device_mark_of(user: User) -> str:
    return user.get_session_auth_hash()[:16]


def _device_marks(request: HttpRequest) -> dict[str, Any]:
    try:
        marks = signing.loads(request.COOKIES.get(DEVICE_COOKIE, ""), salt=DEVICE_SALT, max_age=DEVICE_KEPT_SECONDS)
    except signing.BadSignature:
        return {}
    return marks if isinstance(marks, dict) else {}
