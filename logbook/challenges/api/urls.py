"""URLs of the API of challenges."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.challenges.api import deal_views, real_table_views, ruling_views, views

urlpatterns = [
    *under(
        "",
        ("seats/<str:token>/", real_table_views.SeatDetailView, "seat"),
    ),
    *under(
        "tables/<number:table_id>/",
        ("attempts/<number:number>/real-table/", real_table_views.RealTableDetailView, "table-real-table"),
        ("attempts/<number:number>/seats/<number:seat>/hand/", real_table_views.SeatHandView, "table-seat-hand"),
        ("attempts/<number:number>/sheets/", real_table_views.SheetsView, "table-sheets"),
        ("attempts/<number:number>/report/", real_table_views.ReportView, "table-report"),
    ),
    *under(
        "challenges/",
        ("", views.ChallengeListView, "challenges"),
    ),
    *under(
        "challenges/<number:challenge>/",
        ("", views.ChallengeDetailView, "challenge"),
        ("retry/", views.ChallengeRetryView, "challenge-retry"),
        ("standings/", views.ChallengeStandingsView, "challenge-standings"),
        ("seed-contributions/", views.ChallengeSeedView, "challenge-seed-contributions"),
        ("seal/", views.ChallengeSealView, "challenge-seal"),
        ("stream/", views.challenge_stream, "challenge-stream"),
        ("play/", views.ChallengePlayView, "challenge-play"),
        ("real-table/", real_table_views.RealTableHandOutView, "challenge-real-table"),
        ("rulings/", ruling_views.RulingListView, "challenge-rulings"),
        ("rulings/<number:ruling>/take-back/", ruling_views.RulingTakeBackView, "challenge-ruling-take-back"),
        ("accesses/", deal_views.DealAccessListView, "challenge-accesses"),
        ("deals/<number:stage>/<number:attempt>/", deal_views.DealDetailView, "challenge-deal"),
        (
            "deals/<number:stage>/<number:attempt>/certificate/",
            deal_views.DealCertificateView,
            "challenge-certificate",
        ),
        ("blocking-accesses/", ruling_views.BlockingAccessListView, "challenge-blocking-accesses"),
    ),
]
