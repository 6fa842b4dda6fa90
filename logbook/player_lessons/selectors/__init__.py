"""Selectors of lessons by players."""
