"""Every page's address. No namespace; a name is the page's noun."""

from django.urls import path

from logbook.views import clubs, crews, home, invites, people

urlpatterns = [
    path("", home.home, name="home"),
    path("profile/", people.profile, name="profile"),
    path("join/<str:token>/", invites.invite, name="invite"),
    path("links/<int:pk>/end/", invites.invite_revoke, name="invite-revoke"),
    path("crews/", crews.crew_list, name="crew-list"),
    path("crews/new/", crews.crew_new, name="crew-new"),
    path("crews/<slug:slug>/", crews.crew, name="crew"),
    path("crews/<slug:slug>/invite/", crews.crew_invite, name="crew-invite"),
    path("crews/<slug:slug>/leave/", crews.crew_leave, name="crew-leave"),
    path("clubs/", clubs.club_list, name="club-list"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/invite/", clubs.club_invite, name="club-invite"),
    path("clubs/<slug:slug>/leave/", clubs.club_leave, name="club-leave"),
    path("clubs/<slug:slug>/role/", clubs.club_role, name="club-role"),
    path("clubs/<slug:slug>/crews/", clubs.club_crew_join, name="club-crew-join"),
    path("clubs/<slug:slug>/crews/<slug:crew_slug>/leave/", clubs.club_crew_leave, name="club-crew-leave"),
]
