"""Crews: members, guests' claims, substitutes, merges and splits."""
