"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.exchange.api import export_views, streams, views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("export/", export_views.ClubFile, "club-export"),
        ("export/zip/", export_views.ClubZip, "club-export-zip"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("export/", export_views.CrewFile, "crew-export"),
        ("export/zip/", export_views.CrewZip, "crew-export-zip"),
        ("export/csv/", export_views.CrewCsv, "crew-export-csv"),
        ("imports/", views.CrewImports, "crew-imports"),
    ),
    *under(
        "imports/",
        ("", views.ImportList, "imports"),
    ),
    *under(
        "imports/<number:brought>/",
        ("", views.ImportOne, "import"),
        ("columns/", views.ImportColumns, "import-columns"),
        ("confirm/", views.ImportConfirm, "import-confirm"),
        ("take-back/", views.ImportTakeBack, "import-take-back"),
        ("report/", views.ImportReport, "import-report"),
        ("stream/", streams.import_stream, "import-stream"),
    ),
]
