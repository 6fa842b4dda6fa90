"""What `benchmarks.load` is made of: a site, people, their screens, and the barest view."""
