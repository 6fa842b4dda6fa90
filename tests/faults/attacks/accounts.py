"""Attacks on accounts through their addresses. Each returns its successes; an empty list if the site holds."""

from __future__ import annotations

import os
from pathlib import Path

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User

from logbook.people.models.addresses import PendingAddress
from logbook.people.models.players import Player
from logbook.people.services import addresses
from tests.faults.attacks.attempts import Attack
from tests.faults.attacks.browser import Browser
from tests.faults.attacks.scene import Scene
from tests.faults.fixtures import session_of
from tests.faults.processes import waited_until

PAGE, AGAIN = "/accounts/email/", "/accounts/reauthenticate/"
RESET = "/accounts/password/reset/"
MAIL_LOG = "MAIL_LOG"
"""The environment variable that names the file to which a site for development prints its mails."""
FORGED = "reset-links.example:8080"
PASSWORD = "long enough for anybody"


def a_borrowed_session_changes_no_address(site: str, scene: Scene) -> list[str]:
    """Add an address, make it the primary one and remove the owner's, in a browser that the owner left open."""
    bob = _account(scene, "bob")
    EmailAddress.objects.create(user=bob, email=f"second-{scene.club}@example.org", verified=True)
    before = addresses.addresses_of(bob)
    browser = Browser(site, scene.sessions["bob"])
    browser.post(PAGE, at=PAGE, action_add="", email=f"mallory-too-{scene.club}@example.org")
    for action in ("action_primary", "action_remove"):
        browser.post(PAGE, at=PAGE, email=before[1], **{action: ""})
    found = [] if addresses.addresses_of(bob) == before else ["a borrowed session changed the addresses"]
    return found + (["it added an address"] if PendingAddress.objects.filter(user=bob).exists() else [])


def a_parked_address_takes_nothing(site: str, scene: Scene) -> list[str]:
    """Park a victim's address on an account, and see the victim's own sign-up and reset end there."""
    victim, mallory = f"victim-{scene.club}@example.org", _account(scene, "mallory")
    browser = Browser(site, scene.sessions["mallory"])
    browser.post(AGAIN, at=AGAIN, password=PASSWORD)
    browser.post(PAGE, at=PAGE, action_add="", email=victim)
    if not PendingAddress.objects.filter(user=mallory, email=victim).exists():
        return ["the scene is wrong: the address was not parked"]
    found = ["the parked address owns the account"] if addresses.accounts_with(victim).exists() else []
    form = {"name": "Vic", "email": victim, "password1": PASSWORD}
    Browser(site).post("/accounts/signup/", at="/accounts/signup/", **form)
    owners = User.objects.filter(email=victim).exclude(pk=mallory.pk)
    return found if owners.exists() else [*found, "the victim cannot sign up"]


def a_forged_host_gets_into_no_mail(site: str, scene: Scene) -> list[str]:
    """Ask for the reset of somebody's password under another host; the link in the mail leads to the site."""
    log, bob = Path(os.environ.get(MAIL_LOG, "")), _account(scene, "bob")
    if not log.is_file():
        return [f"the scene is wrong: {MAIL_LOG} names no file of mails"]
    Browser(site, host=FORGED).post(RESET, at=RESET, email=bob.email)
    if not waited_until(lambda: f"To: {bob.email}" in log.read_text(errors="replace"), within=15):
        return ["the scene is wrong: no mail was sent"]
    return ["the forged host is in the mail"] if FORGED in log.read_text(errors="replace") else []


def _account(scene: Scene, name: str) -> User:
    """Return the account of this session's player, with a password that leaves its session open."""
    user = User.objects.get(username=f"{name}-{scene.club}")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    hasher = PBKDF2PasswordHasher()  # The site's: the tests have one that is quicker.
    user.password = hasher.encode(PASSWORD, hasher.salt())
    user.save()
    scene.sessions[name] = session_of(Player.objects.get(user=user))
    return user


ATTACKS: tuple[Attack, ...] = (
    a_borrowed_session_changes_no_address,
    a_parked_address_takes_nothing,
    a_forged_host_gets_into_no_mail,
)
