"""Replays, analyses, variations, comparing lines on one deal."""
