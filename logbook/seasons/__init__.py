"""Seasons: weekly series, duplicate scores and standings."""
