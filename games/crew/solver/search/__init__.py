"""The first engine: a depth-first search over whole tricks."""
