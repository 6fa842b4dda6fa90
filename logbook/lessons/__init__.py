"""Lessons: a few moments of a round, spelled out, in which a learner decides and wrong cards are explained."""
