"""URLs of typed deals. The deal's own address is short: people read it out across a table."""

from __future__ import annotations

from django.urls import path

from logbook.typed_deals import views

urlpatterns = [
    path("could-we-have-won/", views.typed_deal_new, name="typed-deal-new"),
    path("won/<slug:code>/", views.typed_deal, name="typed-deal"),
    path("won/<slug:code>/hand/<int:seat>/", views.typed_hand, name="typed-hand"),
    path("won/<slug:code>/tasks/", views.typed_tasks, name="typed-tasks"),
    path("won/<slug:code>/over/", views.typed_over, name="typed-over"),
    path("won/<slug:code>/result/", views.typed_result, name="typed-result"),
    path("won/<slug:code>/line/", views.typed_line, name="typed-line"),
    path("won/<slug:code>/log/", views.typed_log, name="typed-log"),
    path("won/<slug:code>/play/", views.typed_play, name="typed-play"),
    path("won/<slug:code>/friends/", views.typed_friends, name="typed-friends"),
    path("same-deal/<slug:code>/", views.friends_deal, name="friends-deal"),
]
