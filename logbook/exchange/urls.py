"""URLs of imports and exports. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.exchange.views import clubs, crews

urlpatterns = [
    path("crews/<slug:slug>/files/", crews.crew_exchange, name="crew-exchange"),
    path("crews/<slug:slug>/files/new/", crews.import_new, name="import-new"),
    path("crews/<slug:slug>/files/everything.json", crews.crew_export, name="crew-export"),
    path("crews/<slug:slug>/files/everything.zip", crews.crew_zip, name="crew-zip"),
    path("crews/<slug:slug>/files/lines.csv", crews.crew_table, name="crew-table"),
    path("imports/<int:pk>/", crews.import_, name="import"),
    path("imports/<int:pk>/columns/", crews.import_columns, name="import-columns"),
    path("imports/<int:pk>/progress/", crews.import_progress, name="import-progress"),
    path("imports/<int:pk>/stream/", crews.import_stream, name="import-stream"),
    path("imports/<int:pk>/report.csv", crews.import_report, name="import-report"),
    path("imports/<int:pk>/<slug:what>/", crews.import_do, name="import-do"),
    path("export-format/", crews.export_format, name="export-format"),
    path("clubs/<slug:slug>/everything.json", clubs.club_export, name="club-export"),
    path("clubs/<slug:slug>/everything.zip", clubs.club_zip, name="club-zip"),
    path("clubs/<slug:slug>/before/", clubs.club_before, name="club-before"),
    path("club-files/", clubs.club_files, name="club-files"),
]
