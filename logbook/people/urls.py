"""URLs of the pages of people. A URL's name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.people.views import addresses, invitations, profile, quiet_times, tokens, undo

urlpatterns = [
    path("profile/", profile.profile, name="profile"),
    path("guest/name/", profile.guest_name, name="guest-name"),
    path("language/", profile.language, name="language"),
    path("profile/page/", profile.profile_page, name="profile-page"),
    path("profile/quiet-times/", quiet_times.quiet_times_page, name="profile-quiet-times"),
    path("profile/holidays/<int:pk>/remove/", quiet_times.holiday_remove, name="profile-holiday-remove"),
    path("profile/tokens/", tokens.token_list, name="profile-tokens"),
    path("profile/keys/end/", tokens.keys_end, name="profile-keys-end"),
    path("profile/tokens/<int:pk>/revoke/", tokens.token_revoke, name="profile-token-revoke"),
    path("accounts/addresses/<int:pk>/drop/", addresses.address_drop, name="address-drop"),
    path("accounts/addresses/confirm/<str:token>/", addresses.address_confirm, name="address-confirm"),
    path("accounts/addresses/back/<str:token>/", addresses.addresses_take_back, name="addresses-take-back"),
    path("undo/", undo.undo, name="undo"),
    path("join/<str:token>/", invitations.invite, name="invite"),
    path("join/<str:token>/ask/", invitations.invite_ask, name="invite-ask"),
    path("links/<int:pk>/end/", invitations.invite_revoke, name="invite-revoke"),
]
