"""Replays, analyses, and variations on a deal."""
