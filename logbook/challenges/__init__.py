"""Challenges, stages, deals, certification, commit and reveal, spoilers, rulings, real tables."""
