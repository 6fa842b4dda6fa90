"""Routes of the site."""

from allauth.account import urls as account_urls
from django.contrib import admin
from django.urls import include, path

from crewsite.request_logging import metrics
from logbook.people.views import addresses

handler500 = "logbook.people.middleware.failed"

CONFIRM = "account_confirm_email"
"""The one page of accounts that the site has in place of django-allauth's."""

urlpatterns = [
    path("", include("logbook.urls")),
    path("api/", include("logbook.api.root_urls")),
    path("metrics", metrics, name="metrics"),
    path("accounts/confirm-email/<str:key>/", addresses.ConfirmEmail.as_view(), name=CONFIRM),
    path("accounts/", include([pattern for pattern in account_urls.urlpatterns if pattern.name != CONFIRM])),
    path("admin/", admin.site.urls),
]
