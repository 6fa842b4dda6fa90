"""Clubs, members, join requests and news."""
