"""Presentation of rounds and races: from a game's View to values for templates, sentences and drawings. Pure."""
