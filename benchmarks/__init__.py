"""Benchmarks, one command each: they print figures, write them to `results/`, and assert no times."""
