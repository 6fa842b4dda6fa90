"""URLs of the pages of clubs. A URL's name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.clubs.views import clubs, pages

urlpatterns = [
    path("clubs/", clubs.club_list, name="club-list"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/invite/", clubs.club_invite, name="club-invite"),
    path("clubs/<slug:slug>/leave/", clubs.club_leave, name="club-leave"),
    path("clubs/<slug:slug>/role/", clubs.club_role, name="club-role"),
    path("clubs/<slug:slug>/crews/", clubs.club_crew_join, name="club-crew-join"),
    path("clubs/<slug:slug>/crews/<slug:crew_slug>/leave/", clubs.club_crew_leave, name="club-crew-leave"),
    path("clubs/<slug:slug>/settings/", pages.club_settings, name="club-settings"),
    path("clubs/<slug:slug>/delete/", pages.club_delete, name="club-delete"),
    path("clubs/<slug:slug>/ask/", pages.club_ask, name="club-ask"),
    path("clubs/<slug:slug>/ask/withdraw/", pages.club_ask_withdraw, name="club-ask-withdraw"),
    path("clubs/<slug:slug>/requests/<int:pk>/", pages.club_answer, name="club-answer"),
    path("clubs/<slug:slug>/invite/mail/", pages.club_invite_mail, name="club-invite-mail"),
    path("clubs/<slug:slug>/news/", pages.news_list, name="club-news"),
    path("clubs/<slug:slug>/news/new/", pages.news_new, name="club-news-new"),
    path("clubs/<slug:slug>/news/<int:pk>/", pages.news_edit, name="club-news-edit"),
    path("clubs/<slug:slug>/news/<int:pk>/delete/", pages.news_delete, name="club-news-delete"),
    path("clubs/<slug:slug>/members/<int:pk>/", pages.member, name="club-member"),
    path("clubs/<slug:slug>/members/<int:pk>/remove/", pages.member_remove, name="club-member-remove"),
    path("clubs/<slug:slug>/removed/<slug:crew_slug>/crew-back/", pages.crew_let_back, name="club-crew-let-back"),
    path("clubs/<slug:slug>/removed/<int:pk>/back/", pages.member_let_back, name="club-let-back"),
    path("clubs/<slug:slug>/crews/<slug:crew_slug>/", pages.crew, name="club-crew"),
]
