"""A migration that a running site of the version before could not live with: the linter has to refuse it."""
