"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.challenges.api import deal_views, real_table_views, ruling_views, streams, views

urlpatterns = [
    *under(
        "",
        ("seats/<str:token>/", real_table_views.SeatOne, "seat"),
    ),
    *under(
        "tables/<number:table_id>/",
        ("attempts/<number:number>/paper/", real_table_views.PaperOne, "table-paper"),
        ("attempts/<number:number>/seats/<number:seat>/hand/", real_table_views.SeatHand, "table-seat-hand"),
        ("attempts/<number:number>/sheets/", real_table_views.PaperSheets, "table-sheets"),
        ("attempts/<number:number>/report/", real_table_views.PaperReport, "table-report"),
    ),
    *under(
        "challenges/",
        ("", views.ChallengeList, "challenges"),
    ),
    *under(
        "challenges/<number:challenge>/",
        ("", views.ChallengeOne, "challenge"),
        ("retry/", views.ChallengeRetry, "challenge-retry"),
        ("standings/", views.ChallengeStandings, "challenge-standings"),
        ("stir/", views.ChallengeStir, "challenge-stir"),
        ("seal/", views.ChallengeSeal, "challenge-seal"),
        ("stream/", streams.challenge_stream, "challenge-stream"),
        ("play/", views.ChallengePlay, "challenge-play"),
        ("paper/", real_table_views.PaperHandOut, "challenge-paper"),
        ("rulings/", ruling_views.RulingList, "challenge-rulings"),
        ("rulings/<number:ruling>/back/", ruling_views.RulingBack, "challenge-ruling-back"),
        ("looks/", deal_views.LookList, "challenge-looks"),
        ("deals/<number:stage>/<number:attempt>/", deal_views.DealOne, "challenge-deal"),
        ("deals/<number:stage>/<number:attempt>/certificate/", deal_views.DealCertificate, "challenge-certificate"),
        ("shut-out/", ruling_views.ShutOutList, "challenge-shut-out"),
    ),
]
