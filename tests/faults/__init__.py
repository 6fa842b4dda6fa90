"""Fault tests: the site's state after processes are killed."""
