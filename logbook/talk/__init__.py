"""Talk at tables: lines of the players, and of those who watch."""
