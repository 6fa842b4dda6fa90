"""Travellers: what all crews did on one deal, side by side. The name is bridge's: a sheet that goes with a board."""
