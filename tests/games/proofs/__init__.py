"""Valid files that `verify` and `solve --check` accept, and mutations of them."""
