"""The site's addresses."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("logbook.urls")),
    path("api/v1/", include("logbook.api.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
