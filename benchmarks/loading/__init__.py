"""Parts of `benchmarks.load`: a site, people, their screens, and a minimal view."""
