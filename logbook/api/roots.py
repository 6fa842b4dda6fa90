"""All addresses under /api/: the page to read, the versions, and nothing else."""

from django.urls import include, path, re_path

from logbook.api.views import nowhere, reading

urlpatterns = [
    path("", reading.Reading.as_view(), name="api"),
    path("v1/", include("logbook.api.urls")),
    re_path("", nowhere.Nowhere.as_view()),
]
