"""What services derive from the site's secret. See `logbook.people.site_identity`, which selectors may read too."""

from logbook.people.site_identity import derive

__all__ = ["derive"]
