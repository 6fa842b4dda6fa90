"""URLs of the pages of crews. A URL's name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.crews.views import crews, people

urlpatterns = [
    path("crews/", crews.crew_list, name="crew-list"),
    path("crews/new/", crews.crew_new, name="crew-new"),
    path("crews/<slug:slug>/", crews.crew, name="crew"),
    path("crews/<slug:slug>/invite/", crews.crew_invite, name="crew-invite"),
    path("crews/<slug:slug>/leave/", crews.crew_leave, name="crew-leave"),
    path("crews/<slug:slug>/settings/", crews.crew_settings, name="crew-settings"),
    path("crews/<slug:slug>/name/", crews.crew_name, name="crew-name"),
    path("crews/<slug:slug>/people/", people.people, name="crew-people"),
    path("crews/<slug:slug>/members/<int:player>/remove/", crews.member_remove, name="crew-member-remove"),
    path("crews/<slug:slug>/people/guests/<int:guest>/claim/", people.guest_claim, name="crew-guest-claim"),
    path("crews/<slug:slug>/people/claims/<int:claim>/<slug:what>/", people.claim_answer, name="crew-claim"),
    path("crews/<slug:slug>/people/substitutes/", people.substitute_invite, name="crew-substitutes"),
    path(
        "crews/<slug:slug>/people/substitutes/<int:player>/end/",
        people.substitute_end,
        name="crew-substitute-end",
    ),
    path("crews/<slug:slug>/split/", people.split, name="crew-split"),
    path("crews/<slug:slug>/merge/<slug:what>/", people.merge_proposal, name="crew-merge-propose"),
    path("merges/<str:token>/", people.merge_answer, name="crew-merge"),
]
