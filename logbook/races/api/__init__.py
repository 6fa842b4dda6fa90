"""Races in the API: what operations of other subjects answer for a race."""
