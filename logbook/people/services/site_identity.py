"""Keys that services derive from the site's secret, and its key for Web Push.

See `logbook.people.site_identity`, which selectors may read too.
"""

from logbook.people.site_identity import derive, push_key

__all__ = ["derive", "push_key"]
