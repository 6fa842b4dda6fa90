"""The API's addresses, under /api/v1/."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from logbook.api.views import tables

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("tables/<int:table_id>/view/", tables.TableView.as_view(), name="api-table-view"),
    path("tables/<int:table_id>/act/", tables.TableAct.as_view(), name="api-table-act"),
]
