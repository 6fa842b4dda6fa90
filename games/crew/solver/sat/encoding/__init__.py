"""A position and its goals as clauses."""
