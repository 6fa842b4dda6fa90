"""Reviews: comments on the moments of a finished attempt."""
