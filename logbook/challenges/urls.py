"""URLs of the pages of challenges. A URL's name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.challenges.views import certificates, challenges, deal_access, reports, rulings, seats, sheets

urlpatterns = [
    path("tables/<int:table_id>/attempts/<int:number>/", sheets.real_table, name="real-table"),
    path("tables/<int:table_id>/attempts/<int:number>/seats/<int:seat>/hand/", sheets.seat_hand, name="seat-hand"),
    path("tables/<int:table_id>/attempts/<int:number>/print/", sheets.sheets_open, name="sheets-open"),
    path("tables/<int:table_id>/attempts/<int:number>/sheets/", sheets.sheets, name="sheets"),
    path("tables/<int:table_id>/attempts/<int:number>/report/", reports.report, name="report"),
    path("seats/<str:token>/", seats.seat_page, name="seat-page"),
    path("challenges/", challenges.challenge_list, name="challenge-list"),
    path("challenges/<int:challenge_id>/", challenges.challenge, name="challenge"),
    path("challenges/<int:challenge_id>/play/", challenges.challenge_play, name="challenge-play"),
    path(
        "challenges/<int:challenge_id>/stages/<int:stage>/<slug:slug>/at-a-table/",
        reports.stage_at_table,
        name="stage-at-table",
    ),
    path("challenges/<int:challenge_id>/progress/", challenges.challenge_progress, name="challenge-progress"),
    path("challenges/<int:challenge_id>/stream/", challenges.challenge_stream, name="challenge-stream"),
    path(
        "challenges/<int:challenge_id>/seed-contributions/",
        challenges.challenge_contribute,
        name="challenge-seed-contributions",
    ),
    path("challenges/<int:challenge_id>/check/", challenges.challenge_check, name="challenge-check"),
    path("challenges/<int:challenge_id>/seal.json", challenges.challenge_seal, name="challenge-seal"),
    path("challenges/<int:challenge_id>/retry/", challenges.challenge_retry, name="challenge-retry"),
    path("challenges/<int:challenge_id>/delete/", challenges.challenge_delete, name="challenge-delete"),
    path("challenges/<int:challenge_id>/desk/", rulings.desk, name="challenge-desk"),
    path("challenges/<int:challenge_id>/desk/<slug:kind>/", rulings.ruling_make, name="ruling-make"),
    path("challenges/<int:challenge_id>/rulings/<int:pk>/take-back/", rulings.ruling_back, name="ruling-back"),
    path("challenges/<int:challenge_id>/accesses/", deal_access.ledger, name="challenge-accesses"),
    path("challenges/<int:challenge_id>/deals/<int:stage>/<int:attempt>/cards/", deal_access.deal, name="deal"),
    path(
        "challenges/<int:challenge_id>/deals/<int:stage>/<int:attempt>/", certificates.certificate, name="certificate"
    ),
    path(
        "challenges/<int:challenge_id>/deals/<int:stage>/<int:attempt>/certificate.txt",
        certificates.record,
        name="certificate-record",
    ),
    path("clubs/<slug:slug>/challenges/new/", challenges.challenge_new, name="challenge-new"),
]
