"""Clubs, members, join requests, news."""
