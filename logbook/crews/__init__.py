"""Crews, members, guests' claims, substitutes, merging and splitting."""
