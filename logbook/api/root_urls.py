"""Routes under /api/: the documentation, the versions, and nothing else."""

from django.urls import include, path, re_path

from logbook.api import docs, not_found

urlpatterns = [
    path("", docs.DocsView.as_view(), name="api"),
    path("v1/", include("logbook.api.urls")),
    re_path("", not_found.NotFoundView.as_view()),
]
