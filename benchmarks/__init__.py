"""Figures, one command each. Nothing here judges."""
