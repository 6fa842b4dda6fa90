"""Lists by the page: `next` and `previous` are addresses, and nothing is skipped or told twice while a list grows."""

from __future__ import annotations

from rest_framework.pagination import CursorPagination


class ByCursor(CursorPagination):
    """Newest first; `limit` is how many a page."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering = "-pk"
