"""Leaderboards: results, rankings, crew ratings and mission difficulty."""
