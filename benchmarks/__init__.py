"""Benchmarks, one command each: they print figures and assert no times."""
