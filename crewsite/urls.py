"""Routes of the site."""

from django.contrib import admin
from django.urls import include, path

from crewsite.request_logging import metrics

handler500 = "logbook.people.middleware.failed"

urlpatterns = [
    path("", include("logbook.urls")),
    path("api/", include("logbook.api.root_urls")),
    path("metrics", metrics, name="metrics"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
