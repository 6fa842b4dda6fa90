"""The only writers. Each function is one thing that happens, in one transaction."""
