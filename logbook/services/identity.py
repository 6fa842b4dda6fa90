"""What services derive from the site's own secret. See `logbook.identity`, which selectors may read too."""

from logbook.identity import derive

__all__ = ["derive"]
