"""The site's addresses."""

from django.contrib import admin
from django.urls import include, path

from crewsite.observing import metrics

urlpatterns = [
    path("", include("logbook.urls")),
    path("api/", include("logbook.api.roots")),
    path("metrics", metrics, name="metrics"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
