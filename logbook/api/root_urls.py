"""URLs under /api/: the reference and the versions."""

from django.urls import include, path, re_path

from logbook.api import docs, not_found

urlpatterns = [
    path("", docs.DocsView.as_view(), name="api"),
    path("v1/", include("logbook.api.urls")),
    re_path("", not_found.NotFoundView.as_view()),
]
