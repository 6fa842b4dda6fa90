"""Formats of dates in each language, where Django's own are not the site's."""
