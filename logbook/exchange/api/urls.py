"""URLs of the API of imports and exports."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.exchange.api import export_views, views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("export/", export_views.ClubFileView, "club-export"),
        ("export/zip/", export_views.ClubZipView, "club-export-zip"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("export/", export_views.CrewFileView, "crew-export"),
        ("export/zip/", export_views.CrewZipView, "crew-export-zip"),
        ("export/csv/", export_views.CrewCsvView, "crew-export-csv"),
        ("imports/", views.CrewImportsView, "crew-imports"),
    ),
    *under(
        "imports/",
        ("", views.ImportListView, "imports"),
    ),
    *under(
        "imports/<number:job>/",
        ("", views.ImportDetailView, "import"),
        ("columns/", views.ImportColumnsView, "import-columns"),
        ("confirm/", views.ImportConfirmView, "import-confirm"),
        ("take-back/", views.ImportTakeBackView, "import-take-back"),
        ("report/", views.ImportReportView, "import-report"),
        ("stream/", views.import_stream, "import-stream"),
    ),
]
