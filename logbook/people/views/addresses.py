"""Pages of email addresses: confirm one, and take a change back."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from allauth.account import views as account_views
from allauth.account.internal.flows import password_reset
from allauth.account.stages import EmailVerificationStage, LoginStageController
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from logbook.lib.exceptions import Refusal
from logbook.people import accounts
from logbook.people.forms.addresses import OwnPasswordForm
from logbook.people.services import addresses


class ConfirmEmail(account_views.ConfirmEmailView):  # type: ignore[misc]
    """Confirm the address of a new account. A browser that did not sign up gives the password too.

    Otherwise the owner of an address could confirm an account that a stranger opened with it, and whose password the
    stranger knows.
    """

    @cached_property
    def form(self) -> OwnPasswordForm | None:
        """The password, where this browser has not shown that it knows it."""
        user = self.object.email_address.user
        stage = LoginStageController.enter(self.request, EmailVerificationStage.key)
        knows = self.request.user.pk == user.pk or (stage and stage.login.user and stage.login.user.pk == user.pk)
        return None if knows else OwnPasswordForm(self.request, user, self.request.POST or None)

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm the address, or ask again for the password."""
        self.object = self.get_object()
        if self.form is not None and not self.form.is_valid():
            asked_again: HttpResponse = self.render_to_response(self.get_context_data(), status=422)
            return asked_again
        confirmed: HttpResponse = super().post(*args, **kwargs)
        return confirmed

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = self.form if self.object else None
        return {**super().get_context_data(**kwargs), "form": form}


@login_required
def address_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Give the account an address whose owner has opened this link."""
    pending = addresses.pending_by_token(token)
    if pending is None or pending.user_id != request.user.pk:
        return render(request, "account/address_confirm.html", status=404)
    if request.method != "POST":
        return render(request, "account/address_confirm.html", {"pending": pending})
    try:
        change = addresses.confirm_address(pending=pending)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("account_email")
    accounts.tell_of_change(change)
    messages.success(request, _("%(email)s now belongs to your account.") % {"email": pending.email})
    return redirect("account_email")


@login_required
def address_drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Forget an address that was not confirmed."""
    if request.method == "POST" and isinstance(request.user, User):
        addresses.drop_pending(user=request.user, pk=pk)
    return redirect("account_email")


def addresses_take_back(request: HttpRequest, token: str) -> HttpResponse:
    """Give an account its addresses of before, and mail the primary one a link that sets a new password."""
    change = addresses.change_by_token(token)
    if change is None:
        return render(request, "account/addresses_take_back.html", status=404)
    if request.method != "POST":
        return render(request, "account/addresses_take_back.html", {"change": change})
    try:
        email = addresses.take_back(change=change)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("account_login")
    password_reset.request_password_reset(request, email, [change.user], None)
    messages.success(request, _("Your earlier addresses are back. We’ve emailed you a link to set a new password."))
    return redirect("account_reset_password_done")
