"""Lessons by players: made from a replay, published by an administrator, and taken at the page of the site's own."""
