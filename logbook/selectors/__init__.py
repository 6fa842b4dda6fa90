"""The readers: what pages show, in a fixed number of queries."""
