"""Routes of the site."""

from django.contrib import admin
from django.urls import include, path

from crewsite.request_logging import metrics
from logbook.people.views import addresses

handler500 = "logbook.people.middleware.failed"

urlpatterns = [
    path("", include("logbook.urls")),
    path("api/", include("logbook.api.root_urls")),
    path("metrics", metrics, name="metrics"),
    path("accounts/confirm-email/<str:key>/", addresses.ConfirmEmail.as_view(), name="account_confirm_email"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
